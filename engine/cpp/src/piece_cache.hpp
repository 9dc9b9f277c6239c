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

// A piece of 1 to 15 bytes as two words: its bytes, zeros, and its length in the last byte.
struct PieceKey {
  static constexpr std::size_t max_bytes = 15;

  std::uint64_t low = 0;
  std::uint64_t high = 0;

  PieceKey() = default;

  // `readable`: how many bytes may be read from the first byte of the piece on.
  PieceKey(std::string_view piece, std::size_t readable) {
    if (readable >= 16) {  // two loads and a mask are far cheaper than copying a few bytes one by one
      const char* mask = keep_mask.data() + 16 - piece.size();
      low = load(piece.data()) & load(mask);
      high = load(piece.data() + sizeof low) & load(mask + sizeof low);
    } else {
      std::array<char, 16> bytes{};
      std::memcpy(bytes.data(), piece.data(), piece.size());
      low = load(bytes.data());
      high = load(bytes.data() + sizeof low);
    }
    high |= std::uint64_t{piece.size()} << last_byte_shift;
  }

  // Not `= default`: compilers make that a call of memcmp.
  bool operator==(const PieceKey& other) const { return ((low ^ other.low) | (high ^ other.high)) == 0; }

  // The upper bits are well mixed.
  std::uint64_t hash() const {
    std::uint64_t hash = low * 0x9E3779B97F4A7C15U;
    hash = (hash ^ (hash >> 32) ^ high) * 0xD6E8FEB86659FD93U;
    return hash ^ (hash << 32);
  }

 private:
  static constexpr int last_byte_shift = std::endian::native == std::endian::little ? 56 : 0;

  // Read from byte 16 - n on: n bytes of ones, then zeros.
  static constexpr std::array<char, 32> keep_mask = [] {
    std::array<char, 32> mask{};
    for (std::size_t i = 0; i < 16; ++i) mask[i] = static_cast<char>(-1);
    return mask;
  }();

  static std::uint64_t load(const char* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return word;
  }
};

// A table of fixed size. Two pieces share a place, which is one line of the processor's cache; a third drives out the
// one that came first. Holds only pieces of at most 15 bytes and 4 ids, which are nearly all.
class PieceCache {
 public:
  static constexpr std::size_t max_ids = 4;
  static constexpr TokenId no_id = 0xFFFFFFFF;  // fills up the ids of a slot
  using Ids = std::array<TokenId, max_ids>;

  static std::size_t size_of(const Ids& ids) {
    return 1U + (ids[1] != no_id ? 1U : 0U) + (ids[2] != no_id ? 1U : 0U) + (ids[3] != no_id ? 1U : 0U);
  }

  class alignas(64) Place {
   public:
    // Null if the piece is not there.
    const Ids* find(const PieceKey& key) const {
      if (slots_[0].key == key) return &slots_[0].ids;
      return slots_[1].key == key ? &slots_[1].ids : nullptr;
    }

    // At most `max_ids` ids, and at least one.
    void put(const PieceKey& key, std::span<const TokenId> ids) {
      slots_[1] = slots_[0];
      slots_[0].key = key;
      std::fill(std::copy(ids.begin(), ids.end(), slots_[0].ids.begin()), slots_[0].ids.end(), no_id);
    }

   private:
    struct Slot {
      PieceKey key;  // all zero: free
      Ids ids{};
    };
    std::array<Slot, 2> slots_;
  };

  // As many places as pay for themselves in a text of this size; at most 4 MiB.
  explicit PieceCache(std::size_t text_bytes)
      : shift_(64 - std::clamp<int>(std::bit_width(text_bytes / 128), smallest_bits, largest_bits)),
        places_(std::size_t{1} << (64 - shift_)) {}

  Place& place_of(const PieceKey& key) { return places_[static_cast<std::size_t>(key.hash() >> shift_)]; }

 private:
  static constexpr int smallest_bits = 4;
  static constexpr int largest_bits = 16;

  int shift_;
  std::vector<Place> places_;
};

}  // namespace vocabsmith
