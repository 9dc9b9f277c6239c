// What all five reference trainers have in common: choose the best pair, merge it, until something ends it. They differ
// in how they know the best pair and how they keep the counts right, and that is all they write down.
#pragma once

#include <ctime>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "reference/corpus.hpp"
#include "reference/merge_order.hpp"
#include "vocabsmith/trainer.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith::reference {

// Where the time went, in seconds of the processor, so that other programs beside do not count (on Windows: in
// seconds). Past the limit a trainer gives up: StopReason::stopped.
struct StepTimes {
  double limit = std::numeric_limits<double>::infinity();
  double counting = 0;  // all pairs, before the first merge
  double maximum = 0;   // finding the best pair
  double update = 0;    // writing the token and putting the counts right

  double total() const { return counting + maximum + update; }
};

// Calls `step` and adds to `seconds` what it took.
template <typename Step>
auto timed(double& seconds, Step&& step) {
  struct Stopwatch {
    explicit Stopwatch(double& sum) : seconds(sum) {}
    ~Stopwatch() { seconds += static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC; }
    double& seconds;
    std::clock_t began = std::clock();
  } stopwatch(seconds);
  return step();
}

// A Method is made from (Corpus, const MergeOrder&), counts the pairs then, and has
//   std::optional<Candidate> best();          the pair to merge now; none if no pair is left
//   Count merge(Pair pair, TokenId token);    weighted number of places merged
// `learned`: merges that are made already; the outcome tells only what comes after them. So one can look at a few
// merges of a large vocabulary without waiting for all those before.
template <typename Method>
TrainingOutcome train_by(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options, const Merges& learned,
                         StepTimes& times) {
  MergeOrder order(options);
  for (const Merge& merge : learned) order.add_token({merge.left, merge.right});
  Corpus corpus = after_merges(pieces, options, learned);
  TrainingOutcome outcome;
  outcome.initial_tokens = count_tokens(corpus);
  outcome.stop_reason = StopReason::reached_size;
  Count tokens_left = outcome.initial_tokens;
  Method method = timed(times.counting, [&] { return Method(std::move(corpus), order); });
  while (outcome.merges.size() < options.max_merges) {
    const std::optional<Candidate> best = timed(times.maximum, [&] { return method.best(); });
    if (!best || best->count < options.min_frequency) {
      outcome.stop_reason = best ? StopReason::below_min_frequency : StopReason::no_pairs;
      break;
    }
    if (times.total() > times.limit) {
      outcome.stop_reason = StopReason::stopped;
      break;
    }
    const auto [pair, count] = *best;
    const TokenId token = order.add_token(pair);
    tokens_left -= timed(times.update, [&] { return method.merge(pair, token); });
    outcome.merges.push_back({pair.left, pair.right, token, count, tokens_left});
  }
  return outcome;
}

}  // namespace vocabsmith::reference
