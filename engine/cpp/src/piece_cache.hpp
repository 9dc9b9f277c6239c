// Pieces met before in a text, with their ids. Private to the encoder.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "vocabsmith/types.hpp"

namespace vocabsmith {

// A table of fixed size: a new piece takes the place of the one that stood in its slot. Holds only pieces of at most
// 15 bytes and 4 ids, which are nearly all, so that two slots lie in one line of the processor's cache.
class PieceCache {
 public:
  static constexpr std::size_t max_bytes = 15;
  static constexpr std::size_t max_ids = 4;
  static constexpr TokenId no_id = 0xFFFFFFFF;  // fills up the ids of a slot

  struct Slot {
    std::array<std::uint64_t, 2> key{};  // the bytes, zeros, and the length in the last byte; all zero: free
    std::array<TokenId, max_ids> ids{};
  };

  // As many slots as pay for themselves in a text of this size; at most 2 MiB of them.
  explicit PieceCache(std::size_t text_bytes)
      : shift_(64 - std::clamp<int>(std::bit_width(text_bytes / 64), smallest_bits, largest_bits)),
        slots_(std::size_t{1} << (64 - shift_)) {}

  // `piece` has 1 to `max_bytes` bytes. `readable`: how many may be read from its first byte on.
  static std::array<std::uint64_t, 2> key_of(std::string_view piece, std::size_t readable) {
    std::array<unsigned char, 16> bytes{};
    if (readable >= bytes.size()) {  // a copy of fixed size and a mask are far cheaper than a few bytes one by one
      std::memcpy(bytes.data(), piece.data(), bytes.size());
      const unsigned char* keep = keep_mask.data() + bytes.size() - piece.size();
      for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] &= keep[i];
    } else {
      std::memcpy(bytes.data(), piece.data(), piece.size());
    }
    bytes.back() = static_cast<unsigned char>(piece.size());
    return std::bit_cast<std::array<std::uint64_t, 2>>(bytes);
  }

  // The one slot where the key may stand; it does if `slot.key == key`.
  Slot& slot_of(const std::array<std::uint64_t, 2>& key) {
    std::uint64_t hash = key[0] * 0x9E3779B97F4A7C15U;
    hash = (hash ^ (hash >> 32) ^ key[1]) * 0xD6E8FEB86659FD93U;
    return slots_[static_cast<std::size_t>((hash ^ (hash << 32)) >> shift_)];
  }

 private:
  static constexpr int smallest_bits = 4;
  static constexpr int largest_bits = 16;

  // Read from byte 16 - n on: n bytes of ones, then zeros.
  static constexpr std::array<unsigned char, 32> keep_mask = [] {
    std::array<unsigned char, 32> mask{};
    for (std::size_t i = 0; i < 16; ++i) mask[i] = 0xFF;
    return mask;
  }();

  int shift_;
  std::vector<Slot> slots_;
};

}  // namespace vocabsmith
