#include "reference/corpus.hpp"

#include <algorithm>
#include <utility>

#include "reference/list_encoder.hpp"

namespace vocabsmith::reference {

Corpus as_single_bytes(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options) {
  Corpus corpus;
  for (const WeightedPiece& piece : pieces) {
    WeightedTokens tokens{{}, piece.count};
    for (const char byte : piece.bytes) {
      const auto begin = options.byte_of_id.begin();
      const auto found = std::find(begin, options.byte_of_id.end(), static_cast<std::uint8_t>(byte));
      tokens.tokens.push_back(static_cast<TokenId>(found - begin));
    }
    corpus.push_back(std::move(tokens));
  }
  return corpus;
}

Corpus after_merges(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options, const Merges& merges) {
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
