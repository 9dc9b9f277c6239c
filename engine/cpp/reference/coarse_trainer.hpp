// The second of five trainers: incremental counts, coarse. An inverted index says for each pair which pieces hold it,
// and a merge visits only those.
//
//   1. Every byte is a token. Count each pair of neighbours, and note in the index which pieces hold it.
//   2. Look at all pairs for the one to merge (merge_order.hpp).
//   3. For each piece that holds it: take all pairs of the piece off the counts and off the index, write the piece
//      anew, and add all its pairs again. Begin again at 2.
//
// Taking off everything and adding everything is what makes it easy to get right: a pair that stands in the piece
// twice, and is merged away once, stays in the index.
//
// A merge costs the pieces it touches, each with its whole length and four look-ups for each of its pairs, though most
// of them are the same before and after. The maximum costs a look at every pair there is, as before.
#pragma once

#include <vector>

#include "reference/corpus.hpp"
#include "reference/training_loop.hpp"
#include "vocabsmith/trainer.hpp"

namespace vocabsmith::reference {

TrainingOutcome train_with_coarse_changes(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options,
                                          const Merges& learned, StepTimes& times);

}  // namespace vocabsmith::reference
