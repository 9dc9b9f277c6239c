// The first of five trainers, each a step on the way to the fast one: full recount. Byte pair encoding as it is
// defined, with nothing done to make it fast: the truth that all others are compared with. Pairs are counted in a
// search tree, and after every merge everything is counted again.
//
//   1. Every byte, or character, is a token. Count each pair of neighbours in every piece.
//   2. Look at all pairs for the one to merge (merge_order.hpp).
//   3. Write the new token wherever that pair stands, in every piece.
//   4. Count everything again, and begin again at 2.
//
// A merge costs the whole corpus: all tokens written again, all pairs counted again. The maximum costs a look at every
// pair there is.
#pragma once

#include <map>
#include <vector>

#include "reference/corpus.hpp"
#include "reference/training_loop.hpp"
#include "vocabsmith/trainer.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith::reference {

std::map<Pair, Count> count_pairs(const Corpus& corpus);

TrainingOutcome train_with_recount(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options,
                                   const Merges& learned, StepTimes& times);

// The same, if nobody asks for the time.
TrainingOutcome train(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options);

}  // namespace vocabsmith::reference
