#include "scored_pair_tables.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <string>
#include <utility>

namespace vocabsmith {
namespace {

std::vector<PieceTrie::Piece> user_defined_pieces(const ScoredVocabulary& vocabulary) {
  std::vector<PieceTrie::Piece> pieces;
  for (TokenId id = 0; id < vocabulary.tokens.size(); ++id) {
    if (vocabulary.kinds[id] == PieceKind::user_defined) pieces.push_back({vocabulary.tokens[id], id, 0.0F});
  }
  return pieces;
}

// Greater for a greater score; -0 is less than +0.
std::int32_t order_of(float score) {
  const auto bits = std::bit_cast<std::int32_t>(score);
  return bits < 0 ? bits ^ 0x7FFFFFFF : bits;
}

// 0 for the pieces with the highest score; the same for the same score.
std::vector<Rank> ranks_of(const std::vector<float>& scores) {
  std::vector<std::int32_t> orders;
  for (const float score : scores) orders.push_back(order_of(score));
  std::vector<std::int32_t> sorted = orders;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  std::vector<Rank> ranks;
  for (const std::int32_t order : orders) {
    const auto place = std::lower_bound(sorted.begin(), sorted.end(), order, std::greater<>());
    ranks.push_back(static_cast<Rank>(place - sorted.begin()));
  }
  return ranks;
}

}  // namespace

ScoredPairEncoder::Tables::Tables(ScoredVocabulary checked)
    : vocabulary(std::move(checked)), user_defined(user_defined_pieces(vocabulary)) {
  find_symbols();
  const std::vector<JoinRule> rules = find_rules();
  joins = JoinTable(rules);
  joined_ = JoinedCharacters(rules.size());
  for (const JoinRule& rule : rules) joined_.add(last_character(text_of(rule.left)), first_character(rule.right));
}

void ScoredPairEncoder::Tables::find_symbols() {
  for (TokenId id = 0; id < vocabulary.tokens.size(); ++id) {
    if (!is_mergeable(id)) continue;
    mergeable_.push_back(id);
    has_unused_ |= is_unused(id);
    const std::string_view text = vocabulary.tokens[id];
    if (const TextCharacter character = character_at(text, 0); character.length == text.size())
      characters_.put(character.number, id);
  }
  for (const TokenId id : mergeable_) find_characters(vocabulary.tokens[id]);
}

void ScoredPairEncoder::Tables::find_characters(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const TextCharacter character = character_at(text, at);
    if (characters_.find(character.number) == stranger) {
      characters_.put(character.number, static_cast<Symbol>(vocabulary.tokens.size() + characters_in_pieces_.size()));
      characters_in_pieces_.push_back(text.substr(at, character.length));
    }
    at += character.length;
  }
}

// Every way to put a piece together from two symbols. What a piece begins with a trie tells, what it ends with
// another one, of pieces turned round: so a long piece costs no more than its length.
std::vector<JoinRule> ScoredPairEncoder::Tables::find_rules() const {
  std::vector<std::string> turned;
  for (const TokenId id : mergeable_) turned.emplace_back(vocabulary.tokens[id].rbegin(), vocabulary.tokens[id].rend());
  std::vector<PieceTrie::Piece> pieces, turned_pieces;
  for (std::size_t i = 0; i < mergeable_.size(); ++i) {
    pieces.push_back({vocabulary.tokens[mergeable_[i]], mergeable_[i], 0.0F});
    turned_pieces.push_back({turned[i], mergeable_[i], 0.0F});
  }
  const PieceTrie beginnings(std::move(pieces)), ends(std::move(turned_pieces));
  const std::vector<Rank> ranks = ranks_of(vocabulary.scores);
  std::vector<JoinRule> rules;
  for (std::size_t i = 0; i < mergeable_.size(); ++i) {
    const std::string_view text = vocabulary.tokens[mergeable_[i]];
    const std::vector<Symbol> left = symbols_by_length(beginnings, text, first_character(mergeable_[i]));
    const std::vector<Symbol> right = symbols_by_length(ends, turned[i], last_character(text));
    for (std::size_t at = 1; at < text.size(); ++at) {
      if (left[at] != stranger && right[text.size() - at] != stranger)
        rules.push_back({left[at], right[text.size() - at], mergeable_[i], ranks[mergeable_[i]]});
    }
  }
  return rules;
}

// The symbols that the text begins with: the pieces in the trie, and its first character, which may be none of them.
std::vector<Symbol> ScoredPairEncoder::Tables::symbols_by_length(const PieceTrie& trie, std::string_view text,
                                                                 std::uint32_t character) const {
  std::vector<Symbol> symbols(text.size() + 1, stranger);
  const Symbol first = symbol_of(character);
  symbols[text_of(first).size()] = first;
  trie.for_each_prefix(text, [&](std::uint32_t length, TokenId id, float /*score*/) { symbols[length] = id; });
  return symbols;
}

}  // namespace vocabsmith
