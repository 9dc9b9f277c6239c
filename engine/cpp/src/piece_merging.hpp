// Merging inside one piece, in two ways that give the same ids for every merge list. Private to the encoder.
//
// Both repeat: find the lowest rank among adjacent pairs, the leftmost of equals, and put the merged token in its
// place. A merge can make a pair of a lower rank than its own, so neither may assume that ranks come in order.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "merge_table.hpp"
#include "vocabsmith/monitor.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

// Up to here a scan over all ranks for each merge is faster than a heap.
inline constexpr std::size_t short_piece_limit = 100;

// Scans for each merge; at most `short_piece_limit` ids, changed in place. Returns how many are left.
std::size_t merge_short(const MergeTable& merges, std::span<TokenId> ids);

// Memory that merge_long takes, its ids included, if a pair is pending at every place.
inline constexpr std::size_t merging_bytes_per_id = 36;

// O(n log n): pending pairs ordered by (rank, place) over a linked list, for any length below 2^32 (std::length_error
// from there). Throws StopRequested when `monitor`, which may be null, asks for it; then `ids` is of no use.
void merge_long(const MergeTable& merges, std::vector<TokenId>& ids, Monitor* monitor);

}  // namespace vocabsmith
