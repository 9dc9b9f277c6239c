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
    for (std::size_t number = 0; number < corpus_.size(); ++number) {
      const std::vector<TokenId>& tokens = corpus_[number].tokens;
      for (std::size_t i = 0; i + 1 < tokens.size(); ++i) raise({tokens[i], tokens[i + 1]}, number);
    }
  }

  std::optional<Candidate> best() const { return find_first(counts_, order_); }

  Count merge(Pair pair, TokenId token) {
    const std::vector<std::size_t> touched = std::move(pieces_with_[pair]);
    Count merged = 0;
    for (const std::size_t number : touched) {
      const std::size_t places = replace_pair(
          corpus_[number].tokens, pair, token, [&](Pair old_pair) { lower(old_pair, number); },
          [&](Pair new_pair) { raise(new_pair, number); });
      merged += places * corpus_[number].count;
    }
    return merged;
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
                                StepTimes& times) {
  return train_by<FineChanges>(pieces, options, times);
}

}  // namespace vocabsmith::reference
