// Which pair comes next, and where it stands.
//
// Only pairs that can win soon are kept: those whose count is at least a threshold. This is exact. A pair's count
// never grows after the merge that made it (its tokens are only used up), so a pair below the threshold cannot be the
// best while another is at or above it. When no kept pair is left, everything is counted again from the present
// tokens with a lower threshold. That happens once or twice in a run, and most pairs are never stored.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pair_table.hpp"
#include "spellings.hpp"
#include "token_row.hpp"
#include "vocabsmith/trainer.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

class PairIndex {
 public:
  struct Candidate {
    Count count;
    Pair pair;
  };

  PairIndex(const TrainerOptions& options, const Spellings& spellings) : options_(options), spellings_(spellings) {}

  // Counts all pairs of the row and keeps those that can win soon, after `merges_made` merges. Returns the largest
  // count; below the minimum frequency nothing is kept.
  Count recount(const TokenRow& row, std::size_t merges_made, Monitor& monitor);

  // The kept pair with the largest count, ties by rule; none if all have fallen below the threshold.
  std::optional<Candidate> best();

  // The places of a pair that is merged now. Some may be out of date: the pair stood there once.
  std::vector<Position> take_places(Pair pair);

  // `weight` fewer places hold `pair`.
  void lower(Pair pair, Count weight);

  // A new pair, if it is worth keeping: room for its places, to be written from front to back. Otherwise empty.
  std::span<Position> add(Pair pair, Count count, std::size_t places);

  Count threshold() const { return threshold_; }

  // visit(Pair, Count, const std::vector<Position>&) for every kept pair.
  template <typename Visit>
  void for_each(Visit&& visit) {
    pairs_.for_each([&](Pair pair, Entry& entry) {
      if (entry.count != 0) visit(pair, entry.count, entry.places);
    });
  }

  // A token may have so many bytes and no more; a pair that would make a longer one is passed over.
  bool allowed(Pair pair) const {
    const std::size_t length = std::size_t{spellings_.length(pair.left)} + spellings_.length(pair.right);
    return options_.max_token_length == 0 || length <= options_.max_token_length;
  }

 private:
  struct Entry {
    Count count = 0;  // 0: merged, or fallen below the threshold and forgotten
    std::vector<Position> places;
  };
  struct Tally {
    Count count = 0;
    std::uint32_t places = 0;
  };

  PairTable<Tally> tally_pairs(const TokenRow& row, Monitor& monitor) const;
  void keep_frequent_pairs(PairTable<Tally>& tallies);
  void note_places(const TokenRow& row, Monitor& monitor);
  Count next_threshold(Count largest, std::size_t merges_made) const;
  Count min_frequency() const { return std::max<Count>(options_.min_frequency, 1); }

  // The order of merging, for a heap with the best on top.
  bool comes_after(const Candidate& a, const Candidate& b) const;
  void push(Candidate candidate);
  Candidate pop();

  const TrainerOptions& options_;
  const Spellings& spellings_;
  PairTable<Entry> pairs_;
  std::vector<Candidate> heap_;  // lazy: a count may be out of date, never too small
  Count threshold_ = 1;
};

}  // namespace vocabsmith
