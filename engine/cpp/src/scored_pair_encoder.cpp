#include "vocabsmith/scored_pair_encoder.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "characters_in_text.hpp"
#include "encode_cut.hpp"
#include "joined_characters.hpp"
#include "model_checks.hpp"
#include "pending_pairs.hpp"
#include "piece_trie.hpp"
#include "scored_output.hpp"
#include "symbol_row.hpp"

namespace vocabsmith {
namespace {

constexpr Symbol stranger = 0xFFFFFFFF;  // a character that is in no piece

// Both are the library's: how many beginnings it looks at to find the longest user-defined piece, and how often in a
// row it takes unused pieces apart.
constexpr std::size_t most_user_defined_prefixes = 64;
constexpr std::size_t most_takings_apart = 100;

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

// What is derived from the vocabulary. A symbol is a piece, by its id, or a character of pieces that is none itself, by
// a number past all ids.
class ScoredPairEncoder::Tables {
 public:
  explicit Tables(ScoredVocabulary checked)
      : vocabulary(std::move(checked)), user_defined(user_defined_pieces(vocabulary)) {
    find_symbols();
    const std::vector<JoinRule> rules = find_rules();
    joins = JoinTable(rules);
    joined_ = JoinedCharacters(rules.size());
    for (const JoinRule& rule : rules) joined_.add(last_character(text_of(rule.left)), first_character(rule.right));
  }

  Symbol symbol_of(std::uint32_t character) const { return characters_.find(character); }

  bool is_piece(Symbol symbol) const { return symbol < vocabulary.tokens.size(); }
  bool is_unused(Symbol symbol) const { return is_piece(symbol) && vocabulary.kinds[symbol] == PieceKind::unused; }

  // Not of a stranger.
  std::string_view text_of(Symbol symbol) const {
    return is_piece(symbol) ? vocabulary.tokens[symbol] : characters_in_pieces_[symbol - vocabulary.tokens.size()];
  }

  // Whether anything may ever be joined across the border of two neighbours. Where unused pieces are made, it matters
  // in which order pairs come up in the whole text.
  bool may_join(Symbol left, Symbol right) const {
    if (has_unused_) return true;
    if (left == stranger || right == stranger) return false;
    return joined_.may_join(last_character(text_of(left)), first_character(right));
  }

  ScoredVocabulary vocabulary;
  PieceTrie user_defined;
  JoinTable joins;

 private:
  std::uint32_t first_character(Symbol symbol) const { return character_at(text_of(symbol), 0).number; }

  // User-defined pieces are no part of anything.
  bool is_mergeable(TokenId id) const {
    return stands_in_text(vocabulary, id) && vocabulary.kinds[id] != PieceKind::user_defined;
  }

  void find_symbols() {
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

  // Numbers for those that are no piece.
  void find_characters(std::string_view text) {
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
  std::vector<JoinRule> find_rules() const {
    std::vector<std::string> turned;
    for (const TokenId id : mergeable_)
      turned.emplace_back(vocabulary.tokens[id].rbegin(), vocabulary.tokens[id].rend());
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
  std::vector<Symbol> symbols_by_length(const PieceTrie& trie, std::string_view text, std::uint32_t character) const {
    std::vector<Symbol> symbols(text.size() + 1, stranger);
    const Symbol first = symbol_of(character);
    symbols[text_of(first).size()] = first;
    trie.for_each_prefix(text, [&](std::uint32_t length, TokenId id, float /*score*/) { symbols[length] = id; });
    return symbols;
  }

  std::vector<TokenId> mergeable_;                      // pieces that may be made
  std::vector<std::string_view> characters_in_pieces_;  // those that are no piece
  CharacterMap characters_;
  JoinedCharacters joined_;
  bool has_unused_ = false;
};

// One call: the texts one after the other.
class ScoredPairEncoder::Run {
 public:
  Run(const Tables& tables, EncodedPieces& out, Monitor* monitor)
      : tables_(tables), out_(tables.vocabulary, out), monitor_(monitor), steps_(monitor) {}

  // Throws StopRequested when the monitor asks for it.
  void encode(std::string_view text, std::uint64_t begin) {
    if (text.size() >= nowhere) throw std::length_error("a piece of 4 GiB or more cannot be encoded; divide the text");
    out_.begin_text();
    parts_.clear();
    text_ = text;
    begin_ = begin;
    for (std::uint32_t at = 0; at < text.size();) {
      steps_.take();
      at += add_symbol(at);
    }
    merge_row();
  }

 private:
  using Range = SymbolRow::Range;

  struct Parts {
    Symbol left;
    Symbol right;
  };

  struct Apart {
    Symbol symbol;
    std::uint32_t begin;
    std::size_t times;  // how often what it came from was taken apart
  };

  // Returns its length.
  std::uint32_t add_symbol(std::uint32_t at) {
    Symbol symbol = stranger;
    std::uint32_t length = 0;
    std::size_t found = 0;
    tables_.user_defined.for_each_prefix(text_.substr(at), [&](std::uint32_t bytes, TokenId id, float /*score*/) {
      if (found++ >= most_user_defined_prefixes) return;
      symbol = id;
      length = bytes;
    });
    if (found == 0) {
      const TextCharacter character = character_at(text_, at);
      symbol = tables_.symbol_of(character.number);
      length = character.length;
    }
    if (!row_.empty() && !tables_.may_join(row_.last(), symbol)) merge_row();
    row_.add(symbol, {at, at + length});
    return length;
  }

  void merge_row() {
    const auto note = [this](const Join& join, Symbol left, Symbol right) {
      if (tables_.is_unused(join.symbol)) parts_[join.symbol] = {left, right};
    };
    row_.merge(tables_.joins, note, monitor_, [this](Symbol symbol, Range range) { write(symbol, range); });
  }

  void write(Symbol symbol, Range range) {
    if (!tables_.is_unused(symbol)) return write_whole(symbol, range);
    apart_.push_back({symbol, range.begin, 0});
    while (!apart_.empty()) {
      steps_.take();
      const Apart next = apart_.back();
      apart_.pop_back();
      take_apart(next);
    }
  }

  void take_apart(const Apart& whole) {
    const auto length = static_cast<std::uint32_t>(tables_.text_of(whole.symbol).size());
    const Range range{whole.begin, whole.begin + length};
    if (!tables_.is_unused(whole.symbol) || whole.times > most_takings_apart) return write_whole(whole.symbol, range);
    const auto found = parts_.find(whole.symbol);
    if (found == parts_.end()) return write_unknown(range);
    const auto [left, right] = found->second;
    const auto left_length = static_cast<std::uint32_t>(tables_.text_of(left).size());
    apart_.push_back({right, whole.begin + left_length, whole.times + 1});
    apart_.push_back({left, whole.begin, whole.times + 1});
  }

  void write_whole(Symbol symbol, Range range) {
    if (!tables_.is_piece(symbol)) return write_unknown(range);
    out_.add_known(symbol, {begin_ + range.begin, begin_ + range.end});
  }

  void write_unknown(Range range) {
    out_.add_unknown(text_.substr(range.begin, range.end - range.begin), {begin_ + range.begin, begin_ + range.end});
  }

  const Tables& tables_;
  ScoredOutput out_;
  Monitor* monitor_;
  Steps steps_;
  std::string_view text_;
  std::uint64_t begin_ = 0;                  // of the text
  SymbolRow row_;                            // what may still be joined with what comes
  std::unordered_map<Symbol, Parts> parts_;  // of unused pieces, as they came up last
  std::vector<Apart> apart_;                 // what is to be taken apart; the next one last
};

ScoredPairEncoder::ScoredPairEncoder(ScoredVocabulary vocabulary) {
  check_scored_vocabulary(vocabulary, false);
  tables_ = std::make_unique<const Tables>(std::move(vocabulary));
}

ScoredPairEncoder::~ScoredPairEncoder() = default;

bool ScoredPairEncoder::encode_pieces(const CutText& cut, EncodedPieces& out, Monitor* monitor) const {
  return encode_cut<Run>(*tables_, cut, out, monitor);
}

}  // namespace vocabsmith
