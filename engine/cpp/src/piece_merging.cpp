#include "piece_merging.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <stdexcept>

namespace vocabsmith {

std::size_t merge_short(const MergeTable& merges, std::span<TokenId> ids) {
  std::size_t size = ids.size();
  if (size < 2) return size;
  std::array<Rank, short_piece_limit> ranks;  // ranks[i]: of ids[i] and ids[i + 1]
  for (std::size_t i = 0; i + 1 < size; ++i) ranks[i] = merges.rank_of(ids[i], ids[i + 1]);

  while (size > 1) {
    const auto best = std::min_element(ranks.begin(), ranks.begin() + (size - 1));
    if (*best == no_rank) break;
    const std::size_t at = static_cast<std::size_t>(best - ranks.begin());
    ids[at] = merges.token_of(*best);
    std::copy(ids.begin() + at + 2, ids.begin() + size, ids.begin() + at + 1);
    std::copy(best + 1, ranks.begin() + (size - 1), best);
    --size;
    if (at + 1 < size) ranks[at] = merges.rank_of(ids[at], ids[at + 1]);
    if (at > 0) ranks[at - 1] = merges.rank_of(ids[at - 1], ids[at]);
  }
  return size;
}

namespace {

constexpr std::uint32_t nowhere = 0xFFFFFFFF;
constexpr std::uint32_t steps_between_checks = 1 << 14;

// A token in the list. A merge keeps the left node and takes the right one out.
struct Node {
  TokenId id;
  std::uint32_t previous;
  std::uint32_t next;
  Rank rank;  // of the pair that begins here; no_rank if there is none, or if the node was taken out
};

// Pending pairs, lowest rank first, leftmost first. Most come in bulk, so they wait in a sorted run; only what is added
// meanwhile goes through a heap, until the run is used up and the heap becomes the next one.
class Pending {
 public:
  using Entry = std::uint64_t;  // rank, then place: compared as one number

  static Entry entry(Rank rank, std::uint32_t at) { return (std::uint64_t{rank} << 32) | at; }

  void push(Entry entry) {
    heap_.push_back(entry);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
  }

  bool empty() const { return next_ == run_.size() && heap_.empty(); }

  Entry pop() {
    if (next_ == run_.size()) begin_run();
    if (heap_.empty() || run_[next_] < heap_.front()) return run_[next_++];
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    const Entry lowest = heap_.back();
    heap_.pop_back();
    return lowest;
  }

 private:
  void begin_run() {
    run_.swap(heap_);
    heap_.clear();
    next_ = 0;
    if (!std::is_sorted(run_.begin(), run_.end())) std::sort(run_.begin(), run_.end());
  }

  std::vector<Entry> run_;  // from next_ on
  std::size_t next_ = 0;
  std::vector<Entry> heap_;
};

class LongPiece {
 public:
  LongPiece(const MergeTable& merges, std::span<const TokenId> ids) : merges_(merges), nodes_(ids.size()) {
    for (std::uint32_t at = 0; at < nodes_.size(); ++at) nodes_[at] = {ids[at], at - 1, at + 1, no_rank};
    nodes_.back().next = nowhere;
  }

  // False: `monitor` asked for a stop.
  bool merge_all(Monitor* monitor) {
    for (std::uint32_t at = 0; at < nodes_.size(); ++at) {
      if (stopped(monitor)) return false;
      rank_again(at);
    }
    while (!pending_.empty()) {
      if (stopped(monitor)) return false;
      const Pending::Entry lowest = pending_.pop();
      const auto at = static_cast<std::uint32_t>(lowest);
      // Passed over if the pair has changed since it was noted.
      if (lowest == Pending::entry(nodes_[at].rank, at)) merge_at(at);
    }
    return true;
  }

  void write(std::vector<TokenId>& ids) const {
    ids.clear();
    for (std::uint32_t at = 0; at != nowhere; at = nodes_[at].next) ids.push_back(nodes_[at].id);
  }

 private:
  bool stopped(Monitor* monitor) {
    return monitor != nullptr && ++steps_ % steps_between_checks == 0 && !monitor->checkpoint();
  }

  void merge_at(std::uint32_t at) {
    Node& left = nodes_[at];
    Node& right = nodes_[left.next];
    left.id = merges_.token_of(left.rank);
    left.next = right.next;
    right.rank = no_rank;
    if (left.next != nowhere) nodes_[left.next].previous = at;
    rank_again(at);
    if (left.previous != nowhere) rank_again(left.previous);
  }

  void rank_again(std::uint32_t at) {
    Node& node = nodes_[at];
    node.rank = node.next == nowhere ? no_rank : merges_.rank_of(node.id, nodes_[node.next].id);
    if (node.rank != no_rank) pending_.push(Pending::entry(node.rank, at));
  }

  const MergeTable& merges_;
  std::vector<Node> nodes_;
  Pending pending_;
  std::uint32_t steps_ = 0;
};

}  // namespace

bool merge_long(const MergeTable& merges, std::vector<TokenId>& ids, Monitor* monitor) {
  if (ids.size() >= nowhere) throw std::length_error("a piece of 4 GiB or more cannot be encoded; divide the text");
  if (ids.empty()) return true;
  LongPiece piece(merges, ids);
  if (!piece.merge_all(monitor)) return false;
  piece.write(ids);
  return true;
}

}  // namespace vocabsmith
