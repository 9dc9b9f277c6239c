// The best pair from a heap whose entries may be out of date, but never too small.
//
// A pair's count never grows after the merge that made it. So it is enough to push a pair once, when that merge is
// done; its entry may then say too much, which shows as soon as it comes to the top: it is pushed again with the count
// of now. Nothing in the middle of the heap is ever changed.
#pragma once

#include <optional>
#include <queue>
#include <vector>

#include "reference/merge_order.hpp"

namespace vocabsmith::reference {

class LazyHeap {
 public:
  explicit LazyHeap(const MergeOrder& order) : order_(order), heap_(ComesAfter{&order}) {}

  void push(const Candidate& candidate) {
    if (order_.allowed(candidate.pair)) heap_.push(candidate);
  }

  // Takes out the best pair. `count_now(Pair)`: its present count, 0 if it is gone.
  template <typename CountNow>
  std::optional<Candidate> pop(CountNow&& count_now) {
    while (!heap_.empty()) {
      const Candidate top = heap_.top();
      heap_.pop();
      const Count present = count_now(top.pair);
      if (present == top.count) return top;
      if (present != 0) heap_.push({top.pair, present});
    }
    return std::nullopt;
  }

 private:
  struct ComesAfter {
    const MergeOrder* order;
    bool operator()(const Candidate& a, const Candidate& b) const { return order->first(b, a); }
  };

  const MergeOrder& order_;
  std::priority_queue<Candidate, std::vector<Candidate>, ComesAfter> heap_;
};

}  // namespace vocabsmith::reference
