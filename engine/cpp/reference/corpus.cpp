#include "reference/corpus.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "reference/list_encoder.hpp"
#include "vocabsmith/utf8.hpp"

namespace vocabsmith::reference {
namespace {

TokenId id_of_byte(char byte, const TrainerOptions& options) {
  const auto begin = options.byte_of_id.begin();
  const auto found = std::find(begin, options.byte_of_id.end(), static_cast<std::uint8_t>(byte));
  return static_cast<TokenId>(found - begin);
}

std::optional<TokenId> id_of_character(const Character& character, const TrainerOptions& options) {
  if (!options.characters || character.form != Form::well_formed) return std::nullopt;
  const auto begin = options.characters->begin();
  const auto found = std::find(begin, options.characters->end(), character.code_point);
  if (found == options.characters->end()) return std::nullopt;
  return static_cast<TokenId>(256 + (found - begin));
}

std::vector<TokenId> base_tokens(std::string_view bytes, const TrainerOptions& options) {
  std::vector<TokenId> tokens;
  while (!bytes.empty()) {
    const Character character = read_character(bytes, 0);
    if (const std::optional<TokenId> id = id_of_character(character, options)) {
      tokens.push_back(*id);
    } else {
      for (const char byte : bytes.substr(0, character.length)) tokens.push_back(id_of_byte(byte, options));
    }
    bytes.remove_prefix(character.length);
  }
  return tokens;
}

// From bytes: the same, sooner.
Corpus encoded(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options, const Merges& merges) {
  Vocabulary vocabulary;
  for (TokenId id = 0; id < 256; ++id) vocabulary.byte_ids[options.byte_of_id[id]] = id;
  for (const Merge& merge : merges) vocabulary.merges.push_back({merge.left, merge.right, merge.token});
  const MergeRanks ranks(vocabulary);
  TimeLimit none;
  Corpus corpus;
  for (const WeightedPiece& piece : pieces) {
    corpus.push_back({encode_with_list(ranks, piece.bytes, none), piece.count});
  }
  return corpus;
}

}  // namespace

Corpus as_base_tokens(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options) {
  Corpus corpus;
  for (const WeightedPiece& piece : pieces) corpus.push_back({base_tokens(piece.bytes, options), piece.count});
  return corpus;
}

Corpus after_merges(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options, const Merges& merges) {
  if (!options.characters) return encoded(pieces, options, merges);
  Corpus corpus = as_base_tokens(pieces, options);
  for (const Merge& merge : merges) apply_merge(corpus, merge);
  return corpus;
}

Count count_tokens(const Corpus& corpus) {
  Count total = 0;
  for (const WeightedTokens& piece : corpus) total += piece.tokens.size() * piece.count;
  return total;
}

void replace_pair(std::vector<TokenId>& tokens, Pair pair, TokenId token) {
  std::vector<TokenId> merged;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool here = i + 1 < tokens.size() && tokens[i] == pair.left && tokens[i + 1] == pair.right;
    merged.push_back(here ? token : tokens[i]);
    if (here) ++i;
  }
  tokens = std::move(merged);
}

void apply_merge(Corpus& corpus, const Merge& merge) {
  for (WeightedTokens& piece : corpus) replace_pair(piece.tokens, {merge.left, merge.right}, merge.token);
}

}  // namespace vocabsmith::reference
