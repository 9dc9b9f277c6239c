// A pair's hash for std::unordered_map: both ids as one number, multiplied, and the upper half folded down. An id moves
// every bit, and (a, b) does not meet (b, a), as it would if the ids were only xored or added.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vocabsmith/types.hpp"

namespace vocabsmith::reference {

struct PairHash {
  std::size_t operator()(Pair pair) const {
    const std::uint64_t key = std::uint64_t{pair.left} << 32 | pair.right;
    const std::uint64_t product = key * 0x9E3779B97F4A7C15u;  // 2^64 divided by the golden ratio
    return static_cast<std::size_t>(product ^ product >> 32);
  }
};

}  // namespace vocabsmith::reference
