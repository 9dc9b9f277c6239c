#include "reference/coarse_trainer.hpp"

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "reference/merge_order.hpp"
#include "reference/pair_hash.hpp"

namespace vocabsmith::reference {
namespace {

class CoarseChanges {
 public:
  CoarseChanges(Corpus corpus, const MergeOrder& order) : corpus_(std::move(corpus)), order_(order) {
    for (std::size_t number = 0; number < corpus_.size(); ++number) add(number);
  }

  std::optional<Candidate> best() const { return find_first(counts_, order_); }

  Count merge(Pair pair, TokenId token) {
    const std::unordered_set<std::size_t> touched = pieces_with_[pair];  // a copy: the index changes below
    Count merged = 0;
    for (const std::size_t number : touched) {
      WeightedTokens& piece = corpus_[number];
      const std::size_t before = piece.tokens.size();
      take_off(number);
      replace_pair(piece.tokens, pair, token);
      add(number);
      merged += (before - piece.tokens.size()) * piece.count;
    }
    return merged;
  }

 private:
  void add(std::size_t number) {
    for_each_pair(number, [&](Pair pair, Count weight) {
      counts_[pair] += weight;
      pieces_with_[pair].insert(number);
    });
  }

  void take_off(std::size_t number) {
    for_each_pair(number, [&](Pair pair, Count weight) {
      counts_[pair] -= weight;
      pieces_with_[pair].erase(number);
      if (counts_[pair] != 0) return;
      counts_.erase(pair);
      pieces_with_.erase(pair);
    });
  }

  template <typename Visit>
  void for_each_pair(std::size_t number, Visit&& visit) const {
    const auto& [tokens, weight] = corpus_[number];
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) visit(Pair{tokens[i], tokens[i + 1]}, weight);
  }

  Corpus corpus_;
  const MergeOrder& order_;
  std::unordered_map<Pair, Count, PairHash> counts_;
  std::unordered_map<Pair, std::unordered_set<std::size_t>, PairHash> pieces_with_;
};

}  // namespace

TrainingOutcome train_with_coarse_changes(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options,
                                          const Merges& learned, StepTimes& times) {
  return train_by<CoarseChanges>(pieces, options, learned, times);
}

}  // namespace vocabsmith::reference
