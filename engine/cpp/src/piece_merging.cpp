#include "piece_merging.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "pending_pairs.hpp"

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

// A token in the list. A merge keeps the left node and takes the right one out.
struct Node {
  TokenId id;
  std::uint32_t previous;
  std::uint32_t next;
  Rank rank;  // of the pair that begins here; no_rank if there is none, or if the node was taken out
};

class LongPiece {
 public:
  LongPiece(const MergeTable& merges, std::span<const TokenId> ids, Monitor* monitor)
      : merges_(merges),
        steps_(monitor),
        size_(static_cast<std::uint32_t>(ids.size())),
        nodes_(std::make_unique_for_overwrite<Node[]>(ids.size())),
        pending_(steps_, ids.size()) {
    for (std::uint32_t at = 0; at < size_; ++at) {
      steps_.take();
      nodes_[at] = {ids[at], at - 1, at + 1, no_rank};
    }
    nodes_[size_ - 1].next = nowhere;
  }

  void merge_all() {
    for (std::uint32_t at = 0; at < size_; ++at) {
      steps_.take();
      if (const Rank rank = ranked(at); rank != no_rank) pending_.add_to_first_run(Pending::entry(rank, at));
    }
    pending_.sort_first_run();
    while (!pending_.empty()) {
      steps_.take();
      const Pending::Entry lowest = pending_.pop();
      const auto at = static_cast<std::uint32_t>(lowest);
      // Passed over if the pair has changed since it was noted.
      if (lowest == Pending::entry(nodes_[at].rank, at)) merge_at(at);
    }
  }

  void write(std::vector<TokenId>& ids) {
    ids.clear();
    for (std::uint32_t at = 0; at != nowhere; at = nodes_[at].next) {
      steps_.take();
      ids.push_back(nodes_[at].id);
    }
  }

 private:
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
    if (const Rank rank = ranked(at); rank != no_rank) pending_.push(Pending::entry(rank, at));
  }

  // The rank of the pair that begins here, put into its node.
  Rank ranked(std::uint32_t at) {
    Node& node = nodes_[at];
    node.rank = node.next == nowhere ? no_rank : merges_.rank_of(node.id, nodes_[node.next].id);
    return node.rank;
  }

  const MergeTable& merges_;
  Steps steps_;
  std::uint32_t size_;
  std::unique_ptr<Node[]> nodes_;
  Pending pending_;
};

}  // namespace

void merge_long(const MergeTable& merges, std::vector<TokenId>& ids, Monitor* monitor) {
  if (ids.size() >= nowhere) throw std::length_error("a piece of 4 GiB or more cannot be encoded; divide the text");
  if (ids.empty()) return;
  LongPiece piece(merges, ids, monitor);
  piece.merge_all();
  piece.write(ids);
}

}  // namespace vocabsmith
