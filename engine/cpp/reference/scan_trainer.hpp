// The third of five trainers: fine-grained changes. Of a piece in which a pair is merged only the neighbours of the
// merged places change their counts.
//
//   1. Every byte is a token. Count each pair of neighbours, and put each piece on the lists of the pairs it holds.
//   2. Look at all pairs for the one to merge (merge_order.hpp).
//   3. Walk through the pieces on its list. At each place where it stands lower the counts of the pairs that go, and
//      raise those of the pairs that come (neighbour_changes.hpp). Begin again at 2.
//
// The index gives up being exact for that: a piece is put on a pair's list when the pair comes to stand in it, and
// never taken off. A list may name a piece that has lost the pair since; the visit finds nothing then and does no harm.
// No list names a piece twice in that way, since a pair comes to stand anywhere only in the merge that makes one of its
// tokens, and a merge visits a piece once.
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
