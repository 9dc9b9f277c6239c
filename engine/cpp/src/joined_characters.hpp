// Which characters may come together: between two that no join brings together a piece may be divided, and each part be
// merged by itself. Private to the encoders of characters and of scored pairs.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vocabsmith {

// A set of pairs that holds all that were added, and a few others, which only make parts longer. A bit for each of 16
// times as many places as there are pairs.
class JoinedCharacters {
 public:
  static constexpr std::uint32_t none = 0xFFFFFFFF;  // a character that is never joined with anything

  explicit JoinedCharacters(std::size_t pairs = 0)
      : bits_(static_cast<int>(std::bit_width(pairs + 4)) + 4), words_((std::size_t{1} << bits_) / 64) {}

  void add(std::uint32_t left, std::uint32_t right) { words_[place(left, right) / 64] |= bit(left, right); }

  bool may_join(std::uint32_t left, std::uint32_t right) const {
    return left != none && right != none && (words_[place(left, right) / 64] & bit(left, right)) != 0;
  }

 private:
  std::size_t place(std::uint32_t left, std::uint32_t right) const {
    const std::uint64_t hash = ((std::uint64_t{left} << 32) | right) * 0x9E3779B97F4A7C15U;
    return static_cast<std::size_t>(hash >> (64 - bits_));
  }

  std::uint64_t bit(std::uint32_t left, std::uint32_t right) const {
    return std::uint64_t{1} << (place(left, right) % 64);
  }

  int bits_;
  std::vector<std::uint64_t> words_;
};

}  // namespace vocabsmith
