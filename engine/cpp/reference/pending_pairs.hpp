// The pairs of a text that can merge, the next one first: lowest rank, then leftmost. What it replaces is the naive
// encoder's look at every pair: a pair is put in when its tokens come to stand beside each other, and taken out once.
//
// Nothing in the middle of the queue is ever changed. If a token of a pair is merged with its other neighbour, the
// entry stays and is out of date; whoever takes it out has to see whether the pair still stands there. All pairs that
// do stand in the text have an entry, so the first one that is not out of date is the pair that the definition asks
// for, whatever the merge list: also where a merge makes a pair of a lower rank than its own.
#pragma once

#include <cstddef>
#include <optional>
#include <queue>
#include <tuple>
#include <vector>

#include "reference/merge_ranks.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith::reference {

struct PendingPair {
  Rank rank;
  std::size_t at;  // where the pair's left token begins in the text
  Pair pair;
};

class PendingPairs {
 public:
  explicit PendingPairs(const MergeRanks& merges) : merges_(merges) {}

  // A pair that never merges is left out.
  void push(std::size_t at, Pair pair) {
    if (const std::optional<Rank> rank = merges_.rank_of(pair)) queue_.push({*rank, at, pair});
  }

  std::optional<PendingPair> pop() {
    if (queue_.empty()) return std::nullopt;
    const PendingPair next = queue_.top();
    queue_.pop();
    return next;
  }

 private:
  struct ComesAfter {
    bool operator()(const PendingPair& a, const PendingPair& b) const {
      return std::tie(a.rank, a.at) > std::tie(b.rank, b.at);
    }
  };

  const MergeRanks& merges_;
  std::priority_queue<PendingPair, std::vector<PendingPair>, ComesAfter> queue_;
};

}  // namespace vocabsmith::reference
