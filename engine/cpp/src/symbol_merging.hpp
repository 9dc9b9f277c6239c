// Merging the symbols of a piece where it must be known afterwards which of them went into what. Private to the
// encoders of characters and of scored pairs.
//
// As in piece_merging.hpp, in two ways that give the same: scanning for a short row, pending pairs over a linked list
// for a long one. Here pairs of the same rank may make different symbols.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "pending_pairs.hpp"
#include "vocabsmith/monitor.hpp"

namespace vocabsmith {

// A token's id, or a number past all ids for a character that is no token.
using Symbol = std::uint32_t;

struct JoinRule {
  Symbol left;
  Symbol right;
  Symbol symbol;  // what the two become
  Rank rank;      // the lowest first
};

struct Join {
  Rank rank = no_rank;  // no_rank: the two never join
  Symbol symbol = 0;
};

// Joins by their pair, in a table with open addressing that is at most half full. Of rules with the same pair the last
// holds.
class JoinTable {
 public:
  JoinTable() : JoinTable(std::span<const JoinRule>()) {}
  explicit JoinTable(std::span<const JoinRule> rules)
      : bits_(static_cast<int>(std::bit_width(2 * rules.size() + 1))),
        slots_(std::size_t{1} << bits_, JoinRule{0, 0, 0, no_rank}) {
    for (const JoinRule& rule : rules) slots_[slot_of(rule.left, rule.right)] = rule;
  }

  Join find(Symbol left, Symbol right) const {
    const JoinRule& slot = slots_[slot_of(left, right)];
    return {slot.rank, slot.symbol};
  }

 private:
  // The slot that holds the pair, or the free one where it would stand.
  std::size_t slot_of(Symbol left, Symbol right) const {
    const std::uint64_t hash = ((std::uint64_t{left} << 32) | right) * 0x9E3779B97F4A7C15U;
    std::size_t place = static_cast<std::size_t>(hash >> (64 - bits_));
    while (slots_[place].rank != no_rank && (slots_[place].left != left || slots_[place].right != right)) {
      place = (place + 1) & (slots_.size() - 1);
    }
    return place;
  }

  int bits_;
  std::vector<JoinRule> slots_;  // with no_rank: free
};

// A symbol, and the place that the first of those it was made of had in the row.
struct Placed {
  Symbol symbol;
  std::uint32_t first;
};

// Hears of every pair that may join, in the order in which they come up. This one does not listen.
struct NobodyNotes {
  void operator()(const Join& /*join*/, Symbol /*left*/, Symbol /*right*/) const {}
};

inline constexpr std::size_t short_row_limit = 64;

// Scans for each merge. At most `short_row_limit` symbols, changed in place; returns how many are left.
template <typename Note>
std::size_t merge_short_row(const JoinTable& joins, std::span<Placed> row, Note&& note) {
  std::size_t size = row.size();
  if (size < 2) return size;
  std::array<Rank, short_row_limit> ranks;  // of the pair that begins here
  std::array<Symbol, short_row_limit> symbols;
  const auto look = [&](std::size_t at) {
    const Join join = joins.find(row[at].symbol, row[at + 1].symbol);
    ranks[at] = join.rank;
    symbols[at] = join.symbol;
    if (join.rank != no_rank) note(join, row[at].symbol, row[at + 1].symbol);
  };
  for (std::size_t at = 0; at + 1 < size; ++at) look(at);
  while (size > 1) {
    const auto best = std::min_element(ranks.begin(), ranks.begin() + (size - 1));
    if (*best == no_rank) break;
    const std::size_t at = static_cast<std::size_t>(best - ranks.begin());
    row[at].symbol = symbols[at];
    std::copy(row.begin() + at + 2, row.begin() + size, row.begin() + at + 1);
    std::copy(best + 1, ranks.begin() + (size - 1), best);
    std::copy(symbols.begin() + at + 1, symbols.begin() + (size - 1), symbols.begin() + at);
    --size;
    if (at > 0) look(at - 1);
    if (at + 1 < size) look(at);
  }
  return size;
}

// Pending pairs over a linked list: O(n log n).
template <typename Note>
class LongRow {
 public:
  // Everything here throws StopRequested when the monitor, which may be null, asks for it.
  LongRow(const JoinTable& joins, std::span<const Placed> row, Note& note, Monitor* monitor)
      : joins_(joins),
        note_(note),
        steps_(monitor),
        size_(static_cast<std::uint32_t>(row.size())),
        nodes_(std::make_unique_for_overwrite<Node[]>(row.size())),
        pending_(steps_, row.size()) {
    for (std::uint32_t at = 0; at < size_; ++at) {
      steps_.take();
      nodes_[at] = {row[at].symbol, at - 1, at + 1, {}};
    }
    nodes_[0].previous = nowhere;
    nodes_[size_ - 1].next = nowhere;
  }

  void merge_all() {
    for (std::uint32_t at = 0; at < size_; ++at) {
      steps_.take();
      if (const Rank rank = look(at); rank != no_rank) pending_.add_to_first_run(Pending::entry(rank, at));
    }
    pending_.sort_first_run();
    while (!pending_.empty()) {
      steps_.take();
      const Pending::Entry lowest = pending_.pop();
      const auto at = static_cast<std::uint32_t>(lowest);
      // Passed over if the pair has changed since it was noted.
      if (lowest == Pending::entry(nodes_[at].join.rank, at)) merge_at(at);
    }
  }

  void write(std::vector<Placed>& row) {
    row.clear();
    for (std::uint32_t at = 0; at != nowhere; at = nodes_[at].next) {
      steps_.take();
      row.push_back({nodes_[at].symbol, at});
    }
  }

 private:
  // A merge keeps the left node and takes the right one out.
  struct Node {
    Symbol symbol;
    std::uint32_t previous;
    std::uint32_t next;
    Join join;  // of the pair that begins here; no_rank if there is none, or if the node was taken out
  };

  void merge_at(std::uint32_t at) {
    Node& left = nodes_[at];
    Node& right = nodes_[left.next];
    left.symbol = left.join.symbol;
    left.next = right.next;
    right.join.rank = no_rank;
    if (left.next != nowhere) nodes_[left.next].previous = at;
    if (left.previous != nowhere) look_again(left.previous);
    look_again(at);
  }

  void look_again(std::uint32_t at) {
    if (const Rank rank = look(at); rank != no_rank) pending_.push(Pending::entry(rank, at));
  }

  // The rank of the pair that begins here, whose join is put into its node.
  Rank look(std::uint32_t at) {
    Node& node = nodes_[at];
    node.join = node.next == nowhere ? Join{} : joins_.find(node.symbol, nodes_[node.next].symbol);
    if (node.join.rank != no_rank) note_(node.join, node.symbol, nodes_[node.next].symbol);
    return node.join.rank;
  }

  const JoinTable& joins_;
  Note& note_;
  Steps steps_;
  std::uint32_t size_;
  std::unique_ptr<Node[]> nodes_;
  Pending pending_;
};

// Merges all of a row of any length below 2^32 (std::length_error from there). Throws StopRequested as above; then the
// row is of no use.
template <typename Note>
void merge_row(const JoinTable& joins, std::vector<Placed>& row, Note&& note, Monitor* monitor) {
  if (row.size() >= nowhere) throw std::length_error("a piece of 4 GiB or more cannot be encoded; divide the text");
  if (row.size() <= short_row_limit) {
    row.resize(merge_short_row(joins, std::span(row), note));
    return;
  }
  LongRow long_row(joins, std::span<const Placed>(row), note, monitor);
  long_row.merge_all();
  long_row.write(row);
}

}  // namespace vocabsmith
