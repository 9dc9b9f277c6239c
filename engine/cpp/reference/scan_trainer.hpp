// The third of five trainers: fine-grained changes. Of a piece in which a pair is merged only the neighbours of the
// merged places change their counts (neighbour_changes.hpp). The index gives up being exact for that: a piece is put on
// a pair's list when the pair comes to stand in it, and never taken off. A list may name a piece that has lost the pair
// since; the visit finds nothing then and does no harm. No list names a piece twice in that way, since a pair comes to
// stand anywhere only in the merge that makes one of its tokens, and a merge visits a piece once.
//
// A merge costs a walk through the pieces on the list and at most five look-ups for each place. The maximum still costs
// a look at every pair there is, and is now nearly all of the time: the more tokens, the more pairs.
#pragma once

#include <vector>

#include "reference/corpus.hpp"
#include "reference/training_loop.hpp"
#include "vocabsmith/trainer.hpp"

namespace vocabsmith::reference {

TrainingOutcome train_with_scan(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options,
                                const Merges& learned, StepTimes& times);

}  // namespace vocabsmith::reference
