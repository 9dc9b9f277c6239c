// What the reference trainers read and write: every piece as a list of tokens.
#pragma once

#include <string>
#include <vector>

#include "vocabsmith/trainer.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith::reference {

struct WeightedPiece {
  std::string bytes;
  Count count;  // at least 1
};

// A piece as it stands after some merges.
struct WeightedTokens {
  std::vector<TokenId> tokens;
  Count count;
};

using Corpus = std::vector<WeightedTokens>;

Corpus as_single_bytes(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options);
Count count_tokens(const Corpus& corpus);

// `pair` becomes `token`: left to right, without overlap.
void replace_pair(std::vector<TokenId>& tokens, Pair pair, TokenId token);
void apply_merge(Corpus& corpus, const Merge& merge);

}  // namespace vocabsmith::reference
