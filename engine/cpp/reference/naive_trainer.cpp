#include "reference/naive_trainer.hpp"

#include <cstddef>
#include <optional>
#include <utility>

#include "reference/merge_order.hpp"

namespace vocabsmith::reference {
namespace {

class FullRecount {
 public:
  FullRecount(Corpus corpus, const MergeOrder& order)
      : corpus_(std::move(corpus)), order_(order), counts_(count_pairs(corpus_)) {}

  std::optional<Candidate> best() const { return find_first(counts_, order_); }

  Count merge(Pair pair, TokenId token) {
    const Count before = count_tokens(corpus_);
    for (WeightedTokens& piece : corpus_) replace_pair(piece.tokens, pair, token);
    counts_ = count_pairs(corpus_);
    return before - count_tokens(corpus_);
  }

 private:
  Corpus corpus_;
  const MergeOrder& order_;
  std::map<Pair, Count> counts_;
};

}  // namespace

std::map<Pair, Count> count_pairs(const Corpus& corpus) {
  std::map<Pair, Count> counts;
  for_each_pair(corpus, [&](Pair pair, std::size_t number) { counts[pair] += corpus[number].count; });
  return counts;
}

TrainingOutcome train_with_recount(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options,
                                   const Merges& learned, StepTimes& times) {
  return train_by<FullRecount>(pieces, options, learned, times);
}

TrainingOutcome train(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options) {
  StepTimes times;
  return train_with_recount(pieces, options, {}, times);
}

}  // namespace vocabsmith::reference
