// The fourth of five trainers: a lazy heap (lazy_heap.hpp) instead of the scan.
//
//   1. Every byte is a token. Count each pair of neighbours, put each piece on the lists of the pairs it holds, and
//   push
//      all pairs into the heap.
//   2. Take the top out of the heap. If its count has fallen since it was pushed, push it again with the count of now,
//      and take the next.
//   3. Walk through the pieces on its list, lowering and raising the counts of its neighbours as before, and note the
//      pairs that are new.
//   4. Push the new pairs, and begin again at 2. Not before: while a merge is at work a new pair's count still grows.
//
// Counts and lists stand in one std::unordered_map now, since nobody walks through all counts any more.
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
