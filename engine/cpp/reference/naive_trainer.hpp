// Byte pair encoding as it is defined, with nothing done to make it fast: every step counts everything again.
// The truth that the real trainer is compared with.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "vocabsmith/trainer.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith::reference {

struct WeightedPiece {
  std::string bytes;
  Count count;
};

// A piece as it stands after some merges.
struct WeightedTokens {
  std::vector<TokenId> tokens;
  Count count;
};

using Corpus = std::vector<WeightedTokens>;

Corpus as_single_bytes(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options);
std::map<Pair, Count> count_pairs(const Corpus& corpus);
// Left to right, without overlap.
void apply_merge(Corpus& corpus, const Merge& merge);

TrainingOutcome train(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options);

}  // namespace vocabsmith::reference
