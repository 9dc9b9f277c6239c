// Which pair comes next, and where it stands.
//
// Only pairs that can win soon are kept: those that come before a boundary in the order of merging. This is exact. A
// pair's count never grows after the merge that made it (its tokens are only used up), so a pair behind the boundary
// cannot be the best while another stands before it. When no kept pair is left, everything is counted again from the
// present tokens, with a boundary further down. That happens a few times in a run, and most pairs are never stored.
//
// So the memory of the places has a bound, too: when they do not fit, the boundary moves up and the last pairs go. And
// so has that of counting: when there are too many pairs, they are counted part by part.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "merge_queue.hpp"
#include "pair_part.hpp"
#include "pair_table.hpp"
#include "posting_pool.hpp"
#include "spellings.hpp"
#include "token_row.hpp"
#include "vocabsmith/trainer.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

template <typename Symbol>
class PairIndex {
 public:
  using Row = TokenRow<Symbol>;

  // At most `most_postings` places are kept; 0: as many as suit the length of the row.
  PairIndex(const TrainerOptions& options, const Spellings& spellings, std::size_t most_postings);

  // Counts all pairs of the row and keeps those that can win soon, after `merges_made` merges. Returns the largest
  // count; below the minimum frequency nothing is kept.
  Count recount(const Row& row, std::size_t merges_made, Monitor& monitor);

  // The kept pair with the largest count, ties by rule, whose turn it is: from now on it has no count. None if all kept
  // pairs have fallen behind the boundary.
  std::optional<Candidate> take_best();

  // Where a pair stands, from front to back. Some places may be out of date: the pair stood there once. They may be
  // overwritten. None if the pair stands at so many places that they are not kept.
  std::span<Position> places(Pair pair);
  void shorten(Pair pair, std::size_t places);  // only the first ones are needed
  void forget(Pair pair);                       // its places, too
  void forget_all();                            // recount is next

  void prefetch_slot(Pair pair) const { pairs_.prefetch_slot(pair); }
  // `places` fewer hold `pair`, which together counted `weight`.
  void lower(Pair pair, Count weight, std::uint32_t places);

  // Can a pair win soon? It may be only so long, and come before the boundary.
  bool keeps(Count count, Pair pair) const { return allowed(pair) && before_boundary(count, pair); }

  // Room for so many places of new pairs, beside those of the pair that is merged. The boundary may move up.
  void make_room(std::size_t places, std::size_t merged_places, const Row& row, Monitor& monitor);
  std::size_t room_left() const { return pool_.room_left(); }
  // A new pair that is worth keeping. Where its places are to be written, from front to back.
  std::uint32_t add(Pair pair, Count count, std::uint32_t places);
  void write_place(std::uint32_t& next, Position place) { pool_.write(next, place); }

  // visit(Pair, Count, std::span<const Position>, std::uint32_t live places) for every kept pair.
  template <typename Visit>
  void for_each(Visit&& visit) {
    pairs_.for_each([&](Pair pair, Entry& entry) {
      if (entry.count != 0) visit(pair, entry.count, span_of(entry), entry.live);
    });
  }

 private:
  struct Entry {
    Count count = 0;           // 0: merged, or fallen behind the boundary and forgotten
    std::uint32_t begin = 0;   // in the pool
    std::uint32_t stored = 0;  // places in the pool; 0: they are not kept
    std::uint32_t live = 0;    // places where the pair stands
  };
  // Twelve bytes: there may be millions of pairs while they are counted.
  struct Tally {
    std::uint32_t places = 0;
    std::uint32_t count_low = 0;
    std::uint32_t count_high = 0;

    Count count() const { return Count{count_high} << 32 | count_low; }
    void add(Count weight) {
      const Count sum = count() + weight;
      count_low = static_cast<std::uint32_t>(sum);
      count_high = static_cast<std::uint32_t>(sum >> 32);
      ++places;
    }
  };
  struct Tallied {
    Candidate candidate;
    std::uint32_t places;
  };
  struct Choice {
    std::vector<Tallied> pairs;
    Count largest = 0;  // of all pairs, chosen or not
  };
  struct List {
    Pair pair;
    Entry* entry;
  };

  // Counting again: tally all pairs, choose, note the places of the chosen ones.
  template <typename Walk>
  Count recount_base(const Row& row, TokenId first, std::size_t tokens, Walk&& walk);
  static bool suit_a_base_table(std::size_t characters, const Row& row);
  Count recount_tokens(const Row& row, std::size_t merges_made, Monitor& monitor);
  PairTable<Tally, Symbol> tally(const Row& row, PairPart part, std::vector<PairPart>& later, Monitor& monitor) const;
  Choice begin_choice(const Row& row);
  template <typename Tallies>
  void choose(Tallies& tallies, Choice& choice, std::size_t merges_made);
  Count next_threshold(Count largest, std::size_t merges_made) const;
  void keep(const std::vector<Tallied>& chosen);
  template <typename Numbers>
  Numbers begins_of_lists(Numbers begins);

  // The memory of the places.
  std::size_t within_memory(std::size_t bytes) const;
  std::size_t capacity_for(const Row& row) const;
  std::size_t most_tallies(const Row& row) const;
  bool too_many_to_keep(std::size_t places) const { return places > pool_.capacity() / 4; }
  void drop_behind(std::vector<Tallied>& falling, std::size_t room);
  void raise_boundary(std::size_t room);
  void compact(const Row& row, Monitor& monitor);
  void filter(List list, const Row& row);

  bool before_boundary(Count count, Pair pair) const {
    if (count != threshold_) return count > threshold_;
    return !last_kept_ || !order_.comes_before({count, *last_kept_}, {count, pair});
  }
  // A token may have so many bytes and no more; a pair that would make a longer one is passed over.
  bool allowed(Pair pair) const {
    return options_.max_token_length == 0 || spellings_.joined_length(pair) <= options_.max_token_length;
  }
  Count min_frequency() const { return std::max<Count>(options_.min_frequency, 1); }
  std::span<Position> span_of(const Entry& entry) { return {pool_.address(entry.begin), entry.stored}; }

  const TrainerOptions& options_;
  const Spellings& spellings_;
  const std::size_t most_postings_;
  const MergeOrder order_;
  MergeQueue queue_;
  PairTable<Entry, Symbol> pairs_;
  PostingPool pool_;
  Count threshold_ = 1;            // pairs that count less are not kept, ...
  std::optional<Pair> last_kept_;  // ... nor those that count as much and come after this one
};

extern template class PairIndex<std::uint16_t>;
extern template class PairIndex<std::uint32_t>;

}  // namespace vocabsmith
