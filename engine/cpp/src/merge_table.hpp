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

// Open addressing, at most half full. Of rules with the same pair the first one holds. Most pairs that are asked for
// never merge; a bit for every hash that occurs says so of nearly all of them from a sixth of the memory.
class MergeTable {
 public:
  explicit MergeTable(std::span<const MergeRule> merges)
      : bits_(static_cast<int>(std::bit_width(2 * merges.size() + 1))),
        slots_(std::size_t{1} << bits_),
        occurs_((std::size_t{1} << (bits_ + filter_bits)) / 64 + 1) {
    token_of_rank_.reserve(merges.size());
    for (const MergeRule& merge : merges) {
      const std::uint64_t hash = hash_of(merge.left, merge.right);
      Slot& slot = slots_[slot_of(hash, merge.left, merge.right)];
      if (slot.rank == no_rank) slot = {merge.left, merge.right, static_cast<Rank>(token_of_rank_.size())};
      occurs_[filter_place(hash) / 64] |= std::uint64_t{1} << (filter_place(hash) % 64);
      token_of_rank_.push_back(merge.token);
    }
  }

  // `no_rank` if the two tokens never merge.
  Rank rank_of(TokenId left, TokenId right) const {
    const std::uint64_t hash = hash_of(left, right);
    if (((occurs_[filter_place(hash) / 64] >> (filter_place(hash) % 64)) & 1U) == 0) return no_rank;
    return slots_[slot_of(hash, left, right)].rank;
  }

  TokenId token_of(Rank rank) const { return token_of_rank_[rank]; }

 private:
  struct Slot {
    TokenId left = 0;
    TokenId right = 0;
    Rank rank = no_rank;  // no_rank: free
  };

  static constexpr int filter_bits = 4;  // 16 bits for each slot, 32 or more for each merge

  static std::uint64_t hash_of(TokenId left, TokenId right) {
    return ((std::uint64_t{left} << 32) | right) * 0x9E3779B97F4A7C15U;
  }

  std::size_t filter_place(std::uint64_t hash) const {
    return static_cast<std::size_t>(hash >> (64 - bits_ - filter_bits));
  }

  // The slot that holds the pair, or the free one where it would stand.
  std::size_t slot_of(std::uint64_t hash, TokenId left, TokenId right) const {
    std::size_t place = static_cast<std::size_t>(hash >> (64 - bits_));
    while (slots_[place].rank != no_rank && (slots_[place].left != left || slots_[place].right != right)) {
      place = (place + 1) & (slots_.size() - 1);
    }
    return place;
  }

  int bits_;
  std::vector<Slot> slots_;
  std::vector<std::uint64_t> occurs_;
  std::vector<TokenId> token_of_rank_;
};

}  // namespace vocabsmith
