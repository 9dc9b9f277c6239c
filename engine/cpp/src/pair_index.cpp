#include "pair_index.hpp"

#include <utility>

namespace vocabsmith {

Count PairIndex::recount(const TokenRow& row, std::size_t merges_made, Monitor& monitor) {
  pairs_ = PairTable<Entry>();
  heap_.clear();
  PairTable<Tally> tallies = tally_pairs(row, monitor);
  Count largest = 0;
  tallies.for_each([&](Pair, const Tally& tally) { largest = std::max(largest, tally.count); });
  if (largest < min_frequency()) return largest;
  threshold_ = next_threshold(largest, merges_made);
  keep_frequent_pairs(tallies);
  note_places(row, monitor);
  return largest;
}

PairTable<PairIndex::Tally> PairIndex::tally_pairs(const TokenRow& row, Monitor& monitor) const {
  PairTable<Tally> tallies;
  row.for_each_pair(spellings_, monitor, [&](Position, Pair pair, Count weight) {
    if (!allowed(pair)) return;
    Tally& tally = tallies[pair];
    tally.count += weight;
    ++tally.places;
  });
  return tallies;
}

void PairIndex::keep_frequent_pairs(PairTable<Tally>& tallies) {
  tallies.for_each([&](Pair pair, const Tally& tally) {
    if (tally.count >= threshold_) heap_.push_back({tally.count, pair});
  });
  pairs_ = PairTable<Entry>(heap_.size());
  for (const Candidate& candidate : heap_) {
    Entry& entry = pairs_[candidate.pair];
    entry.count = candidate.count;
    entry.places.reserve(tallies.find(candidate.pair)->places);
  }
  std::make_heap(heap_.begin(), heap_.end(),
                 [this](const Candidate& a, const Candidate& b) { return comes_after(a, b); });
}

void PairIndex::note_places(const TokenRow& row, Monitor& monitor) {
  row.for_each_pair(spellings_, monitor, [&](Position position, Pair pair, Count) {
    if (Entry* entry = pairs_.find(pair)) entry->places.push_back(position);
  });
}

// By Zipf's law the count of the merge of rank r is about as 1/r, which foretells the count of the last merge. Half of
// that is a safe guess. A wrong guess costs time, never a wrong merge; as the threshold at least halves, few are made.
Count PairIndex::next_threshold(Count largest, std::size_t merges_made) const {
  const std::size_t ranks_ahead = options_.max_merges / std::max<std::size_t>(merges_made, 1);
  return std::max(min_frequency(), largest / std::max<std::size_t>(ranks_ahead, 1) / 2);
}

std::optional<PairIndex::Candidate> PairIndex::best() {
  while (!heap_.empty()) {
    const Candidate candidate = pop();
    const Count present = pairs_.find(candidate.pair)->count;
    if (present == candidate.count) return candidate;
    if (present != 0) push({present, candidate.pair});
  }
  return std::nullopt;
}

std::vector<Position> PairIndex::take_places(Pair pair) {
  Entry& entry = *pairs_.find(pair);
  entry.count = 0;
  return std::exchange(entry.places, {});
}

void PairIndex::lower(Pair pair, Count weight) {
  Entry* entry = pairs_.find(pair);
  if (!entry || entry->count == 0) return;
  entry->count -= weight;
  if (entry->count < threshold_) *entry = Entry();
}

std::span<Position> PairIndex::add(Pair pair, Count count, std::size_t places) {
  if (count < threshold_ || !allowed(pair)) return {};
  Entry& entry = pairs_[pair];
  entry.count = count;
  entry.places.resize(places);
  push({count, pair});
  return entry.places;
}

bool PairIndex::comes_after(const Candidate& a, const Candidate& b) const {
  if (a.count != b.count) return a.count < b.count;
  return options_.tie_break == TieBreak::smaller_ids ? b.pair < a.pair : spellings_.greater(b.pair, a.pair);
}

void PairIndex::push(Candidate candidate) {
  heap_.push_back(candidate);
  std::push_heap(heap_.begin(), heap_.end(),
                 [this](const Candidate& a, const Candidate& b) { return comes_after(a, b); });
}

PairIndex::Candidate PairIndex::pop() {
  std::pop_heap(heap_.begin(), heap_.end(),
                [this](const Candidate& a, const Candidate& b) { return comes_after(a, b); });
  const Candidate best = heap_.back();
  heap_.pop_back();
  return best;
}

}  // namespace vocabsmith
