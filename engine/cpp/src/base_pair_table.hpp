// From a pair of tokens that no merge made, bytes or characters, to what is known about it. Where there are few such
// tokens, each pair has its own slot.
#pragma once

#include <cstddef>
#include <vector>

#include "vocabsmith/types.hpp"

namespace vocabsmith {

// The border of a piece (no_token) may stand for a byte, which spares a question at each place; it is left out when the
// pairs are visited. It has the number after the last, that is 0.
template <typename Value, typename Symbol>
class BasePairTable {
 public:
  // For the tokens from `first` on.
  BasePairTable(TokenId first, std::size_t tokens)
      : first_(first), row_(tokens + 1), values_((tokens + 1) * (tokens + 1)) {}

  Value& at(Symbol left, Symbol right) { return values_[slot_of(left) * row_ + slot_of(right)]; }
  Value& operator[](Pair pair) { return at(static_cast<Symbol>(pair.left), static_cast<Symbol>(pair.right)); }

  // visit(Pair, Value&) for every pair that two of the tokens can make.
  template <typename Visit>
  void for_each(Visit&& visit) {
    for (std::size_t left = first_; left < first_ + row_ - 1; ++left) {
      for (std::size_t right = first_; right < first_ + row_ - 1; ++right) {
        const Pair pair{static_cast<TokenId>(left), static_cast<TokenId>(right)};
        visit(pair, (*this)[pair]);
      }
    }
  }

 private:
  std::size_t slot_of(Symbol token) const { return static_cast<Symbol>(token + 1 - first_); }

  std::size_t first_;
  std::size_t row_;
  std::vector<Value> values_;
};

}  // namespace vocabsmith
