// Which pair is merged first: the same rule in all reference trainers, written as it is defined.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "vocabsmith/trainer.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith::reference {

struct Candidate {
  Pair pair;
  Count count;
};

class MergeOrder {
 public:
  explicit MergeOrder(const TrainerOptions& options);

  // The token that the merge of `pair` makes.
  TokenId add_token(Pair pair) {
    spellings_.push_back(spellings_[pair.left] + spellings_[pair.right]);
    return static_cast<TokenId>(spellings_.size() - 1);
  }

  // A pair that would make too long a token is passed over; so is one of bytes that stand for no listed character.
  bool allowed(Pair pair) const;
  // The larger count; if they are equal, the rule for ties.
  bool first(const Candidate& a, const Candidate& b) const;

 private:
  bool wins_tie(Pair a, Pair b) const;

  const TrainerOptions& options_;
  std::vector<std::string> spellings_;  // the bytes of every token
};

// The first of all pairs, found by looking at each. `counts`: any map from pairs to counts, without zeros.
template <typename Counts>
std::optional<Candidate> find_first(const Counts& counts, const MergeOrder& order) {
  std::optional<Candidate> best;
  for (const auto& [pair, count] : counts) {
    const Candidate candidate{pair, count};
    if (order.allowed(pair) && (!best || order.first(candidate, *best))) best = candidate;
  }
  return best;
}

}  // namespace vocabsmith::reference
