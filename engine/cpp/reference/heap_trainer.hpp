// The fourth of five trainers: a lazy heap (lazy_heap.hpp) instead of the scan. Counts and lists are kept as before, in
// one std::unordered_map now, since nobody walks through all counts any more; what is new is that a merge notes the
// pairs that it makes and pushes them when it is done. Not before: while a merge is at work a new pair's count still
// grows.
//
// A merge costs what it did, and one push for each new pair. The maximum costs O(log n) for each entry looked at, and
// an entry is looked at again only if its count has fallen since: it no longer depends on how many pairs there are.
#pragma once

#include <vector>

#include "reference/corpus.hpp"
#include "reference/training_loop.hpp"
#include "vocabsmith/trainer.hpp"

namespace vocabsmith::reference {

TrainingOutcome train_with_heap(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options,
                                const Merges& learned, StepTimes& times);

}  // namespace vocabsmith::reference
