#include "reference/heap_trainer.hpp"

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <utility>

#include "reference/lazy_heap.hpp"
#include "reference/merge_order.hpp"
#include "reference/neighbour_changes.hpp"
#include "reference/pair_hash.hpp"

namespace vocabsmith::reference {
namespace {

class HeapOnNodes {
 public:
  HeapOnNodes(Corpus corpus, const MergeOrder& order) : corpus_(std::move(corpus)), heap_(order) {
    for_each_pair(corpus_, [&](Pair pair, std::size_t number) { raise(pair, number); });
    push_new_pairs();
  }

  std::optional<Candidate> best() {
    return heap_.pop([&](Pair pair) { return count_of(pair); });
  }

  Count merge(Pair pair, TokenId token) {
    const std::vector<std::size_t> touched = std::move(pairs_[pair].pieces);
    const Count merged = replace_pair_in(
        corpus_, touched, pair, token, [&](Pair old_pair, std::size_t number) { lower(old_pair, number); },
        [&](Pair new_pair, std::size_t number) { raise(new_pair, number); });
    push_new_pairs();
    return merged;
  }

 private:
  struct Entry {
    Count count = 0;
    std::vector<std::size_t> pieces;
  };

  Count count_of(Pair pair) const {
    const auto found = pairs_.find(pair);
    return found == pairs_.end() ? 0 : found->second.count;
  }

  void raise(Pair pair, std::size_t number) {
    Entry& entry = pairs_[pair];
    if (entry.count == 0) new_pairs_.push_back(pair);
    entry.count += corpus_[number].count;
    if (entry.pieces.empty() || entry.pieces.back() != number) entry.pieces.push_back(number);
  }

  void lower(Pair pair, std::size_t number) {
    const auto found = pairs_.find(pair);
    found->second.count -= corpus_[number].count;
    if (found->second.count == 0) pairs_.erase(found);
  }

  void push_new_pairs() {
    for (const Pair pair : new_pairs_) {
      if (const Count count = count_of(pair)) heap_.push({pair, count});
    }
    new_pairs_.clear();
  }

  Corpus corpus_;
  LazyHeap heap_;
  std::unordered_map<Pair, Entry, PairHash> pairs_;
  std::vector<Pair> new_pairs_;
};

}  // namespace

TrainingOutcome train_with_heap(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options,
                                const Merges& learned, StepTimes& times) {
  return train_by<HeapOnNodes>(pieces, options, learned, times);
}

}  // namespace vocabsmith::reference
