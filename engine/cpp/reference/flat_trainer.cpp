#include "reference/flat_trainer.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "reference/lazy_heap.hpp"
#include "reference/merge_order.hpp"
#include "reference/neighbour_changes.hpp"
#include "src/pair_table.hpp"

namespace vocabsmith::reference {
namespace {

class HeapOnFlatTables {
 public:
  HeapOnFlatTables(Corpus corpus, const MergeOrder& order) : corpus_(std::move(corpus)), heap_(order) {
    for_each_pair(corpus_, [&](Pair pair, std::size_t number) { raise(pair, number); });
    push_new_pairs();
  }

  std::optional<Candidate> best() {
    return heap_.pop([&](Pair pair) { return pairs_.find(pair)->count; });
  }

  Count merge(Pair pair, TokenId token) {
    const std::vector<std::uint32_t> touched = std::move(pairs_[pair].pieces);
    const Count merged = replace_pair_in(
        corpus_, touched, pair, token, [&](Pair old_pair, std::size_t number) { lower(old_pair, number); },
        [&](Pair new_pair, std::size_t number) { raise(new_pair, number); });
    push_new_pairs();
    return merged;
  }

 private:
  struct Entry {
    Count count = 0;
    std::vector<std::uint32_t> pieces;
  };

  void raise(Pair pair, std::size_t number) {
    Entry& entry = pairs_[pair];
    if (entry.count == 0) new_pairs_.push_back(pair);
    entry.count += corpus_[number].count;
    const auto piece = static_cast<std::uint32_t>(number);
    if (entry.pieces.empty() || entry.pieces.back() != piece) entry.pieces.push_back(piece);
  }

  void lower(Pair pair, std::size_t number) {
    Entry& entry = *pairs_.find(pair);
    entry.count -= corpus_[number].count;
    if (entry.count == 0) entry.pieces = {};
  }

  void push_new_pairs() {
    for (const Pair pair : new_pairs_) {
      if (const Count count = pairs_.find(pair)->count) heap_.push({pair, count});
    }
    new_pairs_.clear();
  }

  Corpus corpus_;
  LazyHeap heap_;
  PairTable<Entry> pairs_;
  std::vector<Pair> new_pairs_;
};

}  // namespace

TrainingOutcome train_on_flat_tables(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options,
                                     const Merges& learned, StepTimes& times) {
  return train_by<HeapOnFlatTables>(pieces, options, learned, times);
}

}  // namespace vocabsmith::reference
