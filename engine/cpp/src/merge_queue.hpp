// The order of merging, and the pairs that wait for their turn in it: a lazy heap.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "spellings.hpp"
#include "vocabsmith/trainer.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

struct Candidate {
  Count count;
  Pair pair;
};

// The largest count first, ties by rule.
class MergeOrder {
 public:
  MergeOrder(TieBreak tie_break, const Spellings& spellings) : tie_break_(tie_break), spellings_(spellings) {}

  bool comes_before(const Candidate& a, const Candidate& b) const {
    if (a.count != b.count) return a.count > b.count;
    return tie_break_ == TieBreak::smaller_ids ? a.pair < b.pair : spellings_.greater(a.pair, b.pair);
  }

 private:
  TieBreak tie_break_;
  const Spellings& spellings_;
};

// Counts in it may be out of date, never too small: whoever takes the top looks whether it still holds.
class MergeQueue {
  // A heap of the standard library has its largest on top.
  struct Later {
    const MergeOrder& order;
    bool operator()(const Candidate& a, const Candidate& b) const { return order.comes_before(b, a); }
  };

 public:
  explicit MergeQueue(const MergeOrder& order) : order_(order) {}

  bool empty() const { return heap_.empty(); }
  void clear() { heap_.clear(); }

  void fill(std::vector<Candidate> candidates) {
    heap_ = std::move(candidates);
    std::make_heap(heap_.begin(), heap_.end(), Later{order_});
  }

  void push(Candidate candidate) {
    heap_.push_back(candidate);
    std::push_heap(heap_.begin(), heap_.end(), Later{order_});
  }

  Candidate pop() {
    std::pop_heap(heap_.begin(), heap_.end(), Later{order_});
    const Candidate first = heap_.back();
    heap_.pop_back();
    return first;
  }

 private:
  const MergeOrder& order_;
  std::vector<Candidate> heap_;
};

}  // namespace vocabsmith
