#include "pair_index.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "base_pair_table.hpp"

namespace vocabsmith {
namespace {

// visit(Position, Pair, Count weight) for every two neighbours, a little later than the row gives them, so that the
// processor has fetched what `table` knows of them.
template <typename Symbol, typename Table, typename Visit>
void for_each_pair(const TokenRow<Symbol>& row, const Spellings& spellings, Monitor& monitor, const Table& table,
                   Visit&& visit) {
  struct Waiting {
    Position position;
    Pair pair;
    Count weight;
  };
  std::array<Waiting, 16> waiting;
  std::size_t filled = 0;
  const auto flush = [&] {
    for (std::size_t i = 0; i < filled; ++i) visit(waiting[i].position, waiting[i].pair, waiting[i].weight);
    filled = 0;
  };
  row.for_each_pair(spellings, monitor, [&](Position position, Pair pair, Count weight) {
    table.prefetch_slot(pair);
    waiting[filled++] = {position, pair, weight};
    if (filled == waiting.size()) flush();
  });
  flush();
}

}  // namespace

template <typename Symbol>
PairIndex<Symbol>::PairIndex(const TrainerOptions& options, const Spellings& spellings, std::size_t most_postings)
    : options_(options),
      spellings_(spellings),
      most_postings_(most_postings),
      order_(options.tie_break, spellings),
      queue_(order_) {}

// --- counting again

template <typename Symbol>
Count PairIndex<Symbol>::recount(const Row& row, std::size_t merges_made, Monitor& monitor) {
  forget_all();
  if (merges_made != 0) return recount_tokens(row, merges_made, monitor);
  if (!options_.characters) {
    return recount_base(row, 0, 256, [&](auto&& visit) { row.for_each_two_bytes(monitor, visit); });
  }
  const std::size_t characters = options_.characters->size();
  if (!suit_a_base_table(characters, row)) return recount_tokens(row, 0, monitor);
  return recount_base(row, 256, characters, [&](auto&& visit) {
    row.for_each_pair(spellings_, monitor, [&](Position position, Pair pair, Count weight) {
      visit(position, static_cast<Symbol>(pair.left), static_cast<Symbol>(pair.right), weight);
    });
  });
}

// Before the first merge. `walk(visit)` goes through the neighbours of the row, which are `tokens` different ones from
// `first` on.
template <typename Symbol>
template <typename Walk>
Count PairIndex<Symbol>::recount_base(const Row& row, TokenId first, std::size_t tokens, Walk&& walk) {
  BasePairTable<Tally, Symbol> tallies(first, tokens);
  walk([&](Position, Symbol left, Symbol right, Count weight) { tallies.at(left, right).add(weight); });
  Choice choice = begin_choice(row);
  choose(tallies, choice, 0);
  keep(choice.pairs);
  auto next = begins_of_lists(BasePairTable<std::uint32_t, Symbol>(first, tokens));
  walk([&](Position position, Symbol left, Symbol right, Count) { pool_.write(next.at(left, right), position); });
  return choice.largest;
}

// A slot for each pair of characters, where that is far less than the row takes.
template <typename Symbol>
bool PairIndex<Symbol>::suit_a_base_table(std::size_t characters, const Row& row) {
  constexpr std::size_t always_allowed = 64, most = 1024;
  return characters <= always_allowed || (characters <= most && characters * characters <= row.size() / 16);
}

template <typename Symbol>
Count PairIndex<Symbol>::recount_tokens(const Row& row, std::size_t merges_made, Monitor& monitor) {
  Choice choice = begin_choice(row);
  std::vector<PairPart> parts(1);
  while (!parts.empty()) {
    PairPart part = parts.back();
    parts.pop_back();
    auto tallies = tally(row, part, parts, monitor);
    choose(tallies, choice, merges_made);
  }
  keep(choice.pairs);
  auto next = begins_of_lists(PairTable<std::uint32_t, Symbol>(pairs_.size()));
  row.for_each_pair(spellings_, monitor, [&](Position position, Pair pair, Count) {
    if (std::uint32_t* number = next.find(pair)) pool_.write(*number, position);
  });
  return choice.largest;
}

// Counts the pairs of a part. If they are too many for the memory allowed, it goes on with one half of them, and puts
// off the other: each part costs a walk through the row.
template <typename Symbol>
auto PairIndex<Symbol>::tally(const Row& row, PairPart part, std::vector<PairPart>& later, Monitor& monitor) const
    -> PairTable<Tally, Symbol> {
  const std::size_t most = most_tallies(row);
  PairTable<Tally, Symbol> tallies(std::min(row.size() / 32, most));  // about as many pairs as there will be
  for_each_pair(row, spellings_, monitor, tallies, [&](Position, Pair pair, Count weight) {
    if (!part.holds(pair)) return;
    tallies[pair].add(weight);
    while (tallies.size() > most && part.divisible()) {
      later.push_back(part.halve());
      tallies.keep_if([&](Pair counted) { return part.holds(counted); });
    }
  });
  return tallies;
}

template <typename Symbol>
auto PairIndex<Symbol>::begin_choice(const Row& row) -> Choice {
  pool_ = PostingPool(capacity_for(row));
  threshold_ = min_frequency();
  last_kept_.reset();
  return {};
}

// Adds to the choice those pairs of `tallies` that can win soon. The boundary only moves up, so no pair is missed.
template <typename Symbol>
template <typename Tallies>
void PairIndex<Symbol>::choose(Tallies& tallies, Choice& choice, std::size_t merges_made) {
  tallies.for_each([&](Pair pair, const Tally& tally) {
    if (allowed(pair)) choice.largest = std::max(choice.largest, tally.count());
  });
  const Count threshold = next_threshold(choice.largest, merges_made);
  if (threshold > threshold_) {
    threshold_ = threshold;
    last_kept_.reset();
    std::erase_if(choice.pairs, [&](const Tallied& pair) { return pair.candidate.count < threshold_; });
  }
  tallies.for_each([&](Pair pair, const Tally& tally) {
    if (!keeps(tally.count(), pair)) return;
    choice.pairs.push_back({{tally.count(), pair}, too_many_to_keep(tally.places) ? 0 : tally.places});
  });
  drop_behind(choice.pairs, pool_.capacity() / 4 * 3);
}

template <typename Symbol>
void PairIndex<Symbol>::keep(const std::vector<Tallied>& chosen) {
  pairs_ = PairTable<Entry, Symbol>(chosen.size());
  std::vector<Candidate> candidates;
  candidates.reserve(chosen.size());
  for (const auto& [candidate, places] : chosen) {
    pairs_[candidate.pair] = {candidate.count, pool_.allocate(places), places, places};
    candidates.push_back(candidate);
  }
  queue_.fill(std::move(candidates));
}

// Where the next place of each kept pair is noted.
template <typename Symbol>
template <typename Numbers>
Numbers PairIndex<Symbol>::begins_of_lists(Numbers begins) {
  pairs_.for_each([&](Pair pair, const Entry& entry) {
    if (entry.stored != 0) begins[pair] = entry.begin;
  });
  return begins;
}

// A wrong guess costs time, never a wrong merge. By Zipf's law the count of the merge of rank r is about as 1/r, at
// later ranks rather as r to the power of -3/2. The first guess is for a sixteenth of the merges, the next ones are
// for all: the merges in between leave far fewer tokens to be counted again. Half of what the law says is safer.
template <typename Symbol>
Count PairIndex<Symbol>::next_threshold(Count largest, std::size_t merges_made) const {
  const double wanted = static_cast<double>(std::max<std::size_t>(options_.max_merges, 1));
  const double made = static_cast<double>(merges_made);
  const double share = merges_made == 0 ? std::min(1.0, 16 / wanted) : std::pow(made / wanted, 1.5) / 2;
  const double guess = static_cast<double>(largest) * share;
  if (guess >= static_cast<double>(largest)) return std::max(min_frequency(), largest);  // rounding may not pass it
  return std::max(min_frequency(), static_cast<Count>(guess));
}

// --- the pairs that are kept

template <typename Symbol>
std::optional<Candidate> PairIndex<Symbol>::take_best() {
  while (!queue_.empty()) {
    const Candidate candidate = queue_.pop();
    Entry& entry = *pairs_.find(candidate.pair);
    if (entry.count == candidate.count) {
      entry.count = 0;
      return candidate;
    }
    if (entry.count != 0) queue_.push({entry.count, candidate.pair});
  }
  return std::nullopt;
}

template <typename Symbol>
std::span<Position> PairIndex<Symbol>::places(Pair pair) {
  return span_of(*pairs_.find(pair));
}

template <typename Symbol>
void PairIndex<Symbol>::shorten(Pair pair, std::size_t places) {
  Entry& entry = *pairs_.find(pair);
  entry.stored = entry.live = static_cast<std::uint32_t>(places);
}

template <typename Symbol>
void PairIndex<Symbol>::forget(Pair pair) {
  *pairs_.find(pair) = Entry();
}

template <typename Symbol>
void PairIndex<Symbol>::forget_all() {
  queue_.clear();
  pairs_ = PairTable<Entry, Symbol>();
  pool_ = PostingPool();
  threshold_ = std::numeric_limits<Count>::max();
}

template <typename Symbol>
void PairIndex<Symbol>::lower(Pair pair, Count weight, std::uint32_t places) {
  Entry* entry = pairs_.find(pair);
  if (!entry || entry->count == 0) return;
  entry->count -= weight;
  entry->live -= places;
  if (!before_boundary(entry->count, pair)) *entry = Entry();
}

template <typename Symbol>
std::uint32_t PairIndex<Symbol>::add(Pair pair, Count count, std::uint32_t places) {
  const std::uint32_t begin = pool_.allocate(places);
  pairs_[pair] = {count, begin, places, places};
  queue_.push({count, pair});
  return begin;
}

// --- the memory of the places

// Of what a run may take for pairs, a quarter is left for their entries.
template <typename Symbol>
std::size_t PairIndex<Symbol>::within_memory(std::size_t bytes) const {
  return options_.pair_memory == 0 ? bytes : std::min(bytes, options_.pair_memory / 4 * 3);
}

// Pairs that are counted at the same time: a table of them takes up to 128 MiB, growing included, or a byte for each
// byte of a large row.
template <typename Symbol>
std::size_t PairIndex<Symbol>::most_tallies(const Row& row) const {
  constexpr std::size_t always_allowed = std::size_t{128} << 20;
  constexpr std::size_t bytes_of_a_slot = sizeof(Tally) + 2 * sizeof(Symbol);
  if (most_postings_ != 0) return most_postings_;
  const std::size_t slots = within_memory(std::max(always_allowed, row.size())) / (bytes_of_a_slot / 2 * 3);
  return std::max(std::bit_floor(slots) / 2, std::size_t{1});
}

// Far fewer than one place for each byte of a large row. Small rows may have more: it costs little there.
template <typename Symbol>
std::size_t PairIndex<Symbol>::capacity_for(const Row& row) const {
  constexpr std::size_t always_allowed = std::size_t{128} << 20;
  if (most_postings_ != 0) return most_postings_;
  const std::size_t suitable = std::max(std::min(always_allowed, 5 * row.size() + 16384), row.size() / 9 * 8);
  return within_memory(suitable) / sizeof(Position);
}

template <typename Symbol>
void PairIndex<Symbol>::make_room(std::size_t places, std::size_t merged_places, const Row& row, Monitor& monitor) {
  if (pool_.room_left() >= places) return;
  compact(row, monitor);
  if (pool_.room_left() >= std::max(places, pool_.capacity() / 4)) return;
  raise_boundary(std::min(pool_.capacity() / 2, pool_.capacity() - places - merged_places));
  compact(row, monitor);
}

// Keeps of the pairs as many as have room for their places, in the order of merging, and one at least.
template <typename Symbol>
void PairIndex<Symbol>::drop_behind(std::vector<Tallied>& pairs, std::size_t room) {
  std::size_t places = 0;
  for (const Tallied& pair : pairs) places += pair.places;
  if (places <= room) return;
  std::sort(pairs.begin(), pairs.end(),
            [&](const Tallied& a, const Tallied& b) { return order_.comes_before(a.candidate, b.candidate); });
  std::size_t kept = 1;
  for (places = pairs[0].places; places + pairs[kept].places <= room; ++kept) places += pairs[kept].places;
  pairs.resize(kept);
  threshold_ = pairs.back().candidate.count;
  last_kept_ = pairs.back().candidate.pair;
}

template <typename Symbol>
void PairIndex<Symbol>::raise_boundary(std::size_t room) {
  std::vector<Tallied> kept;
  pairs_.for_each([&](Pair pair, const Entry& entry) {
    if (entry.count != 0) kept.push_back({{entry.count, pair}, entry.stored});
  });
  if (kept.empty()) return;
  drop_behind(kept, room);
  pairs_.for_each([&](Pair pair, Entry& entry) {
    if (entry.count != 0 && !before_boundary(entry.count, pair)) entry = Entry();
  });
}

// Moves the lists together. One of which less than half is live loses what is out of date.
template <typename Symbol>
void PairIndex<Symbol>::compact(const Row& row, Monitor& monitor) {
  std::vector<List> lists;
  pairs_.for_each([&](Pair pair, Entry& entry) {
    if (entry.stored != 0) lists.push_back({pair, &entry});
  });
  std::sort(lists.begin(), lists.end(), [](const List& a, const List& b) { return a.entry->begin < b.entry->begin; });
  pool_.rewind();
  Rounds rounds(monitor);
  for (const List& list : lists) {
    Entry& entry = *list.entry;
    rounds.pass(entry.stored);
    if (2 * std::uint64_t{entry.live} < entry.stored) filter(list, row);
    entry.begin = pool_.move_down(entry.begin, entry.stored);
  }
}

template <typename Symbol>
void PairIndex<Symbol>::filter(List list, const Row& row) {
  const std::uint32_t left_length = spellings_.length(list.pair.left);
  const std::span<Position> places = span_of(*list.entry);
  const auto is_out_of_date = [&](Position place) {
    return row.at(place) != list.pair.left || row.at(place + left_length) != list.pair.right;
  };
  const auto end = std::remove_if(places.begin(), places.end(), is_out_of_date);
  list.entry->stored = static_cast<std::uint32_t>(end - places.begin());
}

template class PairIndex<std::uint16_t>;
template class PairIndex<std::uint32_t>;

}  // namespace vocabsmith
