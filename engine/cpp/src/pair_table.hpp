// From a pair of tokens to what is known about it: a flat hash table with open addressing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "vocabsmith/types.hpp"

namespace vocabsmith {

template <typename Value>
class PairTable {
 public:
  // Room for `expected` pairs. What is copied from another table must be expected: its pairs come in the order of their
  // slots, and would crowd together in a table that has yet to grow.
  explicit PairTable(std::size_t expected = 0) {
    std::size_t slots = 64;
    while (slots < 2 * expected) slots *= 2;
    allocate(slots);
  }

  Value* find(Pair pair) {
    const std::size_t slot = slot_of(key_of(pair));
    return keys_[slot] == free_key ? nullptr : &values_[slot];
  }

  // The value of `pair`, made on first use. Addresses of values hold until the next one is made.
  Value& operator[](Pair pair) {
    const std::uint64_t key = key_of(pair);
    std::size_t slot = slot_of(key);
    if (keys_[slot] == free_key) {
      if (2 * (size_ + 1) > keys_.size()) {
        grow();
        slot = slot_of(key);
      }
      keys_[slot] = key;
      ++size_;
    }
    return values_[slot];
  }

  // visit(Pair, Value&), in no particular order.
  template <typename Visit>
  void for_each(Visit&& visit) {
    for (std::size_t slot = 0; slot < keys_.size(); ++slot) {
      if (keys_[slot] != free_key) visit(pair_of(keys_[slot]), values_[slot]);
    }
  }

 private:
  static constexpr std::uint64_t free_key = ~std::uint64_t{0};  // no pair: no_token is no token

  static std::uint64_t key_of(Pair pair) { return std::uint64_t{pair.left} << 32 | pair.right; }
  static Pair pair_of(std::uint64_t key) {
    return {static_cast<TokenId>(key >> 32), static_cast<TokenId>(key & 0xFFFFFFFF)};
  }

  std::size_t first_slot(std::uint64_t key) const {
    return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15u) >> shift_);  // 2^64 divided by the golden ratio
  }

  // Where `key` is, or the free slot where it belongs.
  std::size_t slot_of(std::uint64_t key) const {
    const std::size_t mask = keys_.size() - 1;
    std::size_t slot = first_slot(key);
    while (keys_[slot] != key && keys_[slot] != free_key) slot = (slot + 1) & mask;
    return slot;
  }

  void allocate(std::size_t slots) {
    keys_.assign(slots, free_key);
    values_ = std::vector<Value>(slots);
    shift_ = 64;
    while (slots > 1) {
      slots /= 2;
      --shift_;
    }
  }

  void grow() {
    std::vector<std::uint64_t> old_keys = std::move(keys_);
    std::vector<Value> old_values = std::move(values_);
    allocate(2 * old_keys.size());
    for (std::size_t i = 0; i < old_keys.size(); ++i) {
      if (old_keys[i] == free_key) continue;
      const std::size_t slot = slot_of(old_keys[i]);
      keys_[slot] = old_keys[i];
      values_[slot] = std::move(old_values[i]);
    }
  }

  std::vector<std::uint64_t> keys_;  // apart from the values: most questions end at a free slot
  std::vector<Value> values_;
  std::size_t size_ = 0;
  int shift_ = 0;  // keeps the upper bits of the product, one slot number wide
};

}  // namespace vocabsmith
