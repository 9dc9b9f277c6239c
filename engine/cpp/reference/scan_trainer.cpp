#include "reference/scan_trainer.hpp"

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <utility>

#include "reference/merge_order.hpp"
#include "reference/neighbour_changes.hpp"
#include "reference/pair_hash.hpp"

namespace vocabsmith::reference {
namespace {

class FineChanges {
 public:
  FineChanges(Corpus corpus, const MergeOrder& order) : corpus_(std::move(corpus)), order_(order) {
    for_each_pair(corpus_, [&](Pair pair, std::size_t number) { raise(pair, number); });
  }

  std::optional<Candidate> best() const { return find_first(counts_, order_); }

  Count merge(Pair pair, TokenId token) {
    const std::vector<std::size_t> touched = std::move(pieces_with_[pair]);
    return replace_pair_in(
        corpus_, touched, pair, token, [&](Pair old_pair, std::size_t number) { lower(old_pair, number); },
        [&](Pair new_pair, std::size_t number) { raise(new_pair, number); });
  }

 private:
  void raise(Pair pair, std::size_t number) {
    counts_[pair] += corpus_[number].count;
    std::vector<std::size_t>& pieces = pieces_with_[pair];
    if (pieces.empty() || pieces.back() != number) pieces.push_back(number);
  }

  void lower(Pair pair, std::size_t number) {
    const auto found = counts_.find(pair);
    found->second -= corpus_[number].count;
    if (found->second != 0) return;
    counts_.erase(found);
    pieces_with_.erase(pair);
  }

  Corpus corpus_;
  const MergeOrder& order_;
  std::unordered_map<Pair, Count, PairHash> counts_;  // apart from the lists: the scan wants nothing else
  std::unordered_map<Pair, std::vector<std::size_t>, PairHash> pieces_with_;
};

}  // namespace

TrainingOutcome train_with_scan(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options,
                                const Merges& learned, StepTimes& times) {
  return train_by<FineChanges>(pieces, options, learned, times);
}

}  // namespace vocabsmith::reference
