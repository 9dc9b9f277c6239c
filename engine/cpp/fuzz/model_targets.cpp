// The encoders that are not byte-level, on vocabularies that no training would give.
#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/targets.hpp"
#include "fuzz/texts.hpp"
#include "reference/naive_character_encoder.hpp"
#include "reference/naive_scored_pair_encoder.hpp"
#include "reference/nested_loop_unigram.hpp"
#include "vocabsmith/character_encoder.hpp"
#include "vocabsmith/scored_pair_encoder.hpp"
#include "vocabsmith/unigram_encoder.hpp"

namespace vocabsmith::fuzz {
namespace {

using Letters = std::vector<std::string>;

// Characters of one to four bytes, and bytes that are none.
const std::array<Letters, 5> alphabets{Letters{"a"}, Letters{"a", "b"}, Letters{"a", "\xC3\xA9", "\xE2\x96\x81"},
                                       Letters{"a", "b", "\xF0\x9F\x98\x80", "\xFF"},
                                       Letters{"\xE2", "\x96", "\x81", "a"}};

std::string word_of(Input& input, const Letters& letters, std::size_t longest) {
  std::string word;
  for (std::size_t left = input.between(1, longest); left > 0; --left) word += input.pick(letters);
  return word;
}

// Mostly of the letters, with strange ones between.
std::string text_of(Input& input, const Letters& letters) {
  std::string text;
  for (std::size_t left = input.mostly_small(200); left > 0; --left) {
    if (input.one_in(30) && !text.empty()) text += text.substr(0, std::min<std::size_t>(text.size(), 60));
    text += input.one_in(15) ? "z" : input.one_in(15) ? "\xE8\xAA\x9E" : input.pick(letters);
  }
  return text;
}

// A text in pieces, some of which leave gaps, and what each gives by itself, one after the other.
class Case {
 public:
  template <typename Reference>
  Case(Input& input, std::string_view text, Reference&& reference) : text_(text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t begin = at + (input.one_in(8) ? input.below(text.size() - at) : 0);
      const std::size_t end = input.one_in(2) ? text.size() : begin + input.below(text.size() - begin + 1);
      begins_.push_back(begin);
      ends_.push_back(end);
      add(reference(text.substr(begin, end - begin)), begin);
      at = std::max(end, begin + 1);
    }
  }

  template <typename Encoder>
  void compare(const Encoder& encoder) const {
    EncodedPieces found;
    check(encoder.encode_pieces({text_, begins_, ends_}, found), "pieces that were stopped");
    if (found.ids == expected_.ids && found.spans == expected_.spans) return;
    std::string what = "wrong ids of " + spelled(text_) + ":";
    for (const TokenId id : found.ids) what += ' ' + std::to_string(id);
    what += ", not";
    for (const TokenId id : expected_.ids) what += ' ' + std::to_string(id);
    fail(what);
  }

 private:
  void add(const EncodedPieces& pieces, std::size_t begin) {
    for (std::size_t i = 0; i < pieces.ids.size(); ++i)
      expected_.add(pieces.ids[i], {pieces.spans[i].begin + begin, pieces.spans[i].end + begin});
  }

  std::string_view text_;
  std::vector<std::uint64_t> begins_;
  std::vector<std::uint64_t> ends_;
  EncodedPieces expected_;
};

TokenId token_for(CharacterVocabulary& vocabulary, const std::string& spelling) {
  const auto found = std::find(vocabulary.tokens.begin(), vocabulary.tokens.end(), spelling);
  if (found != vocabulary.tokens.end()) return static_cast<TokenId>(found - vocabulary.tokens.begin());
  vocabulary.tokens.push_back(spelling);
  return static_cast<TokenId>(vocabulary.tokens.size() - 1);
}

std::vector<TokenId> add_characters(Input& input, CharacterVocabulary& vocabulary, const Letters& letters) {
  std::vector<TokenId> parts;
  for (const std::string& letter : letters) {
    for (const std::string& before : {std::string(), vocabulary.continuing_prefix}) {
      for (const std::string& behind : {std::string(), vocabulary.word_suffix}) {
        if (!input.one_in(5)) parts.push_back(token_for(vocabulary, before + letter + behind));
      }
    }
  }
  return parts;
}

void add_merges(Input& input, CharacterVocabulary& vocabulary, std::vector<TokenId> parts) {
  const std::size_t prefix = vocabulary.continuing_prefix.size();
  for (std::size_t left = parts.empty() ? 0 : input.below(30); left > 0; --left) {
    const TokenId first = input.pick(parts);
    const TokenId second = input.pick(parts);
    if (vocabulary.tokens[second].size() <= prefix) continue;
    const TokenId token = token_for(vocabulary, vocabulary.tokens[first] + vocabulary.tokens[second].substr(prefix));
    vocabulary.merges.push_back({first, second, token});
    if (vocabulary.tokens[token].size() < 60) parts.push_back(token);
  }
  if (input.one_in(2)) input.shuffle(vocabulary.merges);
}

void add_byte_tokens(Input& input, CharacterVocabulary& vocabulary) {
  const bool all = input.one_in(2);
  vocabulary.byte_ids.emplace();
  for (std::size_t byte = 0; byte < 256; ++byte) {
    const bool there = all || !input.one_in(9);
    (*vocabulary.byte_ids)[byte] = there ? static_cast<TokenId>(vocabulary.tokens.size()) : no_token;
    if (there) vocabulary.tokens.emplace_back(1, static_cast<char>(byte));
  }
}

CharacterVocabulary random_characters(Input& input, const Letters& letters) {
  CharacterVocabulary vocabulary;
  if (input.one_in(5)) vocabulary.continuing_prefix = input.one_in(2) ? "##" : "a";
  if (input.one_in(5)) vocabulary.word_suffix = input.one_in(2) ? "</w>" : "a";
  if (!input.one_in(3)) {
    vocabulary.unknown_id = token_for(vocabulary, input.one_in(3) ? "?" : "<unk>");
    vocabulary.fuse_unknown = input.one_in(2);
  }
  const std::vector<TokenId> parts = add_characters(input, vocabulary, letters);
  add_merges(input, vocabulary, parts);
  if (input.one_in(4)) {
    vocabulary.special_ids.push_back(static_cast<TokenId>(vocabulary.tokens.size()));
    vocabulary.tokens.push_back(word_of(input, letters, 3));
  }
  if (input.one_in(2)) add_byte_tokens(input, vocabulary);
  vocabulary.whole_pieces_first = input.one_in(3);
  return vocabulary;
}

float random_score(Input& input, std::size_t how) {
  const auto number = static_cast<float>(input.below(1 << 16));
  if (how == 0) return -static_cast<float>(input.between(1, 5));  // many ties
  if (how == 1) return number / 4096 - 14;
  if (how == 2) return input.one_in(2) ? 0.0F : -0.0F;
  if (how == 3) return (number - 32'768) * 50;  // sums that are set back
  return number * -0.1F;
}

// Distinct pieces of all kinds, and what they must have beside them.
ScoredVocabulary random_scores(Input& input, const Letters& letters) {
  std::set<std::string> pieces;
  for (const std::string& letter : letters) {
    if (!input.one_in(6)) pieces.insert(letter);
  }
  for (std::size_t left = input.below(40); left > 0; --left) {
    const std::vector<std::string> known(pieces.begin(), pieces.end());
    const bool doubled = !known.empty() && input.one_in(2);
    pieces.insert(doubled ? input.pick(known) + input.pick(known) : word_of(input, letters, 5));
  }
  ScoredVocabulary vocabulary;
  const std::size_t how = input.below(5);
  const bool odd = input.one_in(2);
  const auto add = [&](const std::string& piece, float score, PieceKind kind) {
    vocabulary.tokens.push_back(piece);
    vocabulary.scores.push_back(score);
    vocabulary.kinds.push_back(kind);
    return static_cast<TokenId>(vocabulary.tokens.size() - 1);
  };
  for (const std::string& piece : pieces) {
    const std::size_t kind = odd ? input.below(12) : 0;
    add(piece, random_score(input, how),
        kind == 1   ? PieceKind::user_defined
        : kind == 2 ? PieceKind::unused
        : kind == 3 ? PieceKind::control
                    : PieceKind::normal);
  }
  const bool bytes = input.one_in(2);
  if (!bytes || !input.one_in(4)) vocabulary.unknown_id = add("<unk>", 0, PieceKind::unknown);
  if (bytes) {
    vocabulary.byte_ids.emplace();
    for (std::size_t byte = 0; byte < 256; ++byte)
      (*vocabulary.byte_ids)[byte] = add(std::string(1, static_cast<char>(byte)), 0, PieceKind::byte);
  }
  return vocabulary;
}

}  // namespace

void try_characters(Input& input) {
  const Letters& letters = input.pick(alphabets);
  const CharacterVocabulary vocabulary = random_characters(input, letters);
  const ExactText text(input, text_of(input, letters));
  const Case random(input, text.view(),
                    [&](std::string_view piece) { return reference::encode_characters(vocabulary, piece); });
  random.compare(CharacterEncoder(CharacterVocabulary(vocabulary)));
}

void try_scored_pairs(Input& input) {
  const Letters& letters = input.pick(alphabets);
  const ScoredVocabulary vocabulary = random_scores(input, letters);
  const ExactText text(input, text_of(input, letters));
  const Case random(input, text.view(),
                    [&](std::string_view piece) { return reference::encode_scored_pairs(vocabulary, piece); });
  random.compare(ScoredPairEncoder(ScoredVocabulary(vocabulary)));
}

void try_unigram(Input& input) {
  const Letters& letters = input.pick(alphabets);
  const ScoredVocabulary vocabulary = random_scores(input, letters);
  const UnigramEncoder encoder{ScoredVocabulary(vocabulary)};
  const ExactText text(input, text_of(input, letters));
  const Case random(input, text.view(),
                    [&](std::string_view piece) { return reference::best_cut(vocabulary, piece).pieces; });
  random.compare(encoder);
  check(encoder.score(text.view()) == reference::best_cut(vocabulary, text.view()).score, "another sum of scores");
}

}  // namespace vocabsmith::fuzz
