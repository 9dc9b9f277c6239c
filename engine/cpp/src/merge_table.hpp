// The merges of a vocabulary, found by their pair. Private to the encoder.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "vocabsmith/encoder.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

using Rank = std::uint32_t;
inline constexpr Rank no_rank = 0xFFFFFFFF;  // later than every merge

// Open addressing, at most half full. Of rules with the same pair the first one holds.
class MergeTable {
 public:
  explicit MergeTable(std::span<const MergeRule> merges)
      : shift_(64 - std::bit_width(2 * merges.size() + 1)), slots_(std::size_t{1} << (64 - shift_)) {
    token_of_rank_.reserve(merges.size());
    for (const MergeRule& merge : merges) {
      Slot& slot = slots_[slot_of(merge.left, merge.right)];
      if (slot.rank == no_rank) slot = {merge.left, merge.right, static_cast<Rank>(token_of_rank_.size())};
      token_of_rank_.push_back(merge.token);
    }
  }

  // `no_rank` if the two tokens never merge.
  Rank rank_of(TokenId left, TokenId right) const { return slots_[slot_of(left, right)].rank; }
  TokenId token_of(Rank rank) const { return token_of_rank_[rank]; }

 private:
  struct Slot {
    TokenId left = 0;
    TokenId right = 0;
    Rank rank = no_rank;  // no_rank: free
  };

  // The slot that holds the pair, or the free one where it would stand.
  std::size_t slot_of(TokenId left, TokenId right) const {
    const std::uint64_t key = (std::uint64_t{left} << 32) | right;
    std::size_t place = static_cast<std::size_t>((key * 0x9E3779B97F4A7C15U) >> shift_);
    while (slots_[place].rank != no_rank && (slots_[place].left != left || slots_[place].right != right)) {
      place = (place + 1) & (slots_.size() - 1);
    }
    return place;
  }

  int shift_;
  std::vector<Slot> slots_;
  std::vector<TokenId> token_of_rank_;
};

}  // namespace vocabsmith
