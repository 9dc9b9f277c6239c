// The fifth of five trainers: the steps of the fourth (heap_trainer.hpp), on flat tables. Counts and lists stand in the
// project's PairTable, one array of keys beside one of values, with open addressing: a look-up is a multiplication and
// mostly one cache miss, where std::unordered_map divides, follows a bucket to a node, and allocates the node. Nothing
// can be taken out of such a table, so a pair that is gone keeps its slot, with count 0 and without a list.
//
// The costs grow as before, each step is only cheaper. What the real trainer (vocabsmith/trainer.hpp) does beyond this:
// places instead of pieces, so that a merge does not walk through pieces; changes gathered for each neighbour first, so
// that the table is asked once for a neighbour and not once for a place; and no pair kept that cannot win soon.
#pragma once

#include <vector>

#include "reference/corpus.hpp"
#include "reference/training_loop.hpp"
#include "vocabsmith/trainer.hpp"

namespace vocabsmith::reference {

TrainingOutcome train_on_flat_tables(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options,
                                     const Merges& learned, StepTimes& times);

}  // namespace vocabsmith::reference
