// Arithmetic of counts that ends in an error, never in a wrong count. Throws std::overflow_error.
#pragma once

#include <limits>
#include <stdexcept>

#include "vocabsmith/types.hpp"

namespace vocabsmith {

inline Count checked_add(Count a, Count b) {
  if (a > std::numeric_limits<Count>::max() - b) throw std::overflow_error("a piece count passes 2^64 - 1");
  return a + b;
}

inline Count checked_multiply(Count a, Count b) {
  if (b != 0 && a > std::numeric_limits<Count>::max() / b) throw std::overflow_error("a piece count passes 2^64 - 1");
  return a * b;
}

}  // namespace vocabsmith
