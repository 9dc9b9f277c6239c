// From a pair of single bytes to what is known about it. There are so few that each has its own slot.
#pragma once

#include <cstddef>
#include <vector>

#include "vocabsmith/types.hpp"

namespace vocabsmith {

// The border of a piece (no_token) may stand for a byte, which spares a question at each place; it is left out when the
// pairs are visited. It has the number after the last, that is 0.
template <typename Value, typename Symbol>
class BytePairTable {
 public:
  Value& at(Symbol left, Symbol right) {
    return values_[std::size_t{static_cast<Symbol>(left + 1)} * row + static_cast<Symbol>(right + 1)];
  }
  Value& operator[](Pair pair) { return at(static_cast<Symbol>(pair.left), static_cast<Symbol>(pair.right)); }

  // visit(Pair, Value&) for every pair that two bytes can make.
  template <typename Visit>
  void for_each(Visit&& visit) {
    for (TokenId left = 0; left < 256; ++left) {
      for (TokenId right = 0; right < 256; ++right) visit(Pair{left, right}, (*this)[{left, right}]);
    }
  }

 private:
  static constexpr std::size_t row = 257;

  std::vector<Value> values_ = std::vector<Value>(row * row);
};

}  // namespace vocabsmith
