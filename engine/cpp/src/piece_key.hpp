// Short pieces as two words, which are compared and hashed at once. Private to counting and encoding.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace vocabsmith {

// Eight bytes in memory order.
inline std::uint64_t load_word(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

// Of eight bytes in memory order the number that is in order as the bytes are.
inline std::uint64_t big_endian(std::uint64_t word) {
  if constexpr (std::endian::native == std::endian::big) return word;
  std::uint64_t turned = 0;
  for (int shift = 0; shift < 64; shift += 8) turned = (turned << 8) | ((word >> shift) & 0xFF);
  return turned;
}

// A piece of 1 to 15 bytes: its bytes, zeros, and its length in the last byte.
struct PieceKey {
  static constexpr std::size_t max_bytes = 15;

  // Where the last byte in memory order stands in the word that ends with it.
  static constexpr int last_byte_shift = std::endian::native == std::endian::little ? 56 : 0;

  std::uint64_t low = 0;
  std::uint64_t high = 0;

  PieceKey() = default;

  // `readable`: how many bytes may be read from the first byte of the piece on, at least the piece itself.
  PieceKey(std::string_view piece, std::size_t readable) {
    if (readable >= 16) {  // two loads and a mask are far cheaper than copying a few bytes one by one
      const char* mask = keep_mask.data() + 16 - piece.size();
      low = load_word(piece.data()) & load_word(mask);
      high = load_word(piece.data() + sizeof low) & load_word(mask + sizeof low);
    } else {
      std::array<char, 16> bytes{};
      std::memcpy(bytes.data(), piece.data(), piece.size());
      low = load_word(bytes.data());
      high = load_word(bytes.data() + sizeof low);
    }
    high |= std::uint64_t{piece.size()} << last_byte_shift;
  }

  // Not `= default`: compilers make that a call of memcmp.
  bool operator==(const PieceKey& other) const { return ((low ^ other.low) | (high ^ other.high)) == 0; }

  // The upper bits are well mixed.
  std::uint64_t hash() const {
    std::uint64_t mixed = low * 0x9E3779B97F4A7C15U;
    mixed = (mixed ^ (mixed >> 32) ^ high) * 0xD6E8FEB86659FD93U;
    return mixed ^ (mixed << 32);
  }

 private:
  // Read from byte 16 - n on: n bytes of ones, then zeros. Keeps the first n of 16 bytes.
  static constexpr std::array<char, 32> keep_mask = [] {
    std::array<char, 32> mask{};
    for (std::size_t i = 0; i < 16; ++i) mask[i] = static_cast<char>(-1);
    return mask;
  }();
};

}  // namespace vocabsmith
