// A share of all pairs, told by a hash, so that they can be counted part by part where they are too many at once.
#pragma once

#include <cstdint>
#include <utility>

#include "vocabsmith/types.hpp"

namespace vocabsmith {

class PairPart {
 public:
  bool holds(Pair pair) const { return modulus_ == 1 || (hash_of(pair) & (modulus_ - 1)) == remainder_; }

  // So many parts that dividing further would not help.
  bool divisible() const { return modulus_ < (std::uint32_t{1} << 20); }

  // Keeps one half of its pairs, and returns the other.
  PairPart halve() {
    PairPart other = *this;
    other.remainder_ += modulus_;
    modulus_ *= 2;
    other.modulus_ = modulus_;
    return other;
  }

 private:
  // Unlike the slot of a table (see pair_table.hpp), so that the pairs of a part are spread over all slots.
  static std::uint32_t hash_of(Pair pair) {
    const std::uint64_t both = (std::uint64_t{pair.left} << 32 | pair.right) * 0xD6E8FEB86659FD93u;
    return static_cast<std::uint32_t>(both >> 36);
  }

  std::uint32_t modulus_ = 1;  // a power of two: that many parts of the same size make up all pairs
  std::uint32_t remainder_ = 0;
};

}  // namespace vocabsmith
