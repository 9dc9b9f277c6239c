// From a pair of tokens to what is known about it: a flat hash table with open addressing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "prefetch.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

// `Symbol` is as wide as the largest token id needs; two of them are a key.
template <typename Value, typename Symbol = TokenId>
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

  std::size_t size() const { return size_; }

  // Asks for the place where `pair` is looked for.
  void prefetch_slot(Pair pair) const {
    const std::size_t slot = first_slot(key_of(pair));
    prefetch(&keys_[slot]);
    prefetch(&values_[slot]);
  }

  // The value of `pair`, made on first use. Addresses of values hold until the next one is made.
  Value& operator[](Pair pair) {
    const Key key = key_of(pair);
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

  // Forgets the other pairs. Takes as much memory as those that stay, not as much as the table.
  template <typename Predicate>
  void keep_if(Predicate&& stays) {
    std::vector<std::pair<Key, Value>> kept;
    for_each([&](Pair pair, Value& value) {
      if (stays(pair)) kept.emplace_back(key_of(pair), std::move(value));
    });
    std::fill(keys_.begin(), keys_.end(), free_key);
    for (Value& value : values_) value = Value();
    for (auto& [key, value] : kept) {
      const std::size_t slot = slot_of(key);
      keys_[slot] = key;
      values_[slot] = std::move(value);
    }
    size_ = kept.size();
  }

  // visit(Pair, Value&), in no particular order.
  template <typename Visit>
  void for_each(Visit&& visit) {
    for (std::size_t slot = 0; slot < keys_.size(); ++slot) {
      if (keys_[slot] != free_key) visit(pair_of(keys_[slot]), values_[slot]);
    }
  }

 private:
  using Key = std::conditional_t<sizeof(Symbol) == 2, std::uint32_t, std::uint64_t>;
  static constexpr int symbol_bits = std::numeric_limits<Symbol>::digits;
  static constexpr Key free_key = std::numeric_limits<Key>::max();  // no pair: no_token is no token

  static Key key_of(Pair pair) { return static_cast<Key>(Key{pair.left} << symbol_bits | pair.right); }
  static Pair pair_of(Key key) {
    return {static_cast<TokenId>(key >> symbol_bits), static_cast<TokenId>(static_cast<Symbol>(key))};
  }

  std::size_t first_slot(Key key) const {
    return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15u) >> shift_);  // 2^64 divided by the golden ratio
  }

  // Where `key` is, or the free slot where it belongs.
  std::size_t slot_of(Key key) const {
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
    std::vector<Key> old_keys = std::move(keys_);
    std::vector<Value> old_values = std::move(values_);
    allocate(2 * old_keys.size());
    for (std::size_t i = 0; i < old_keys.size(); ++i) {
      if (old_keys[i] == free_key) continue;
      const std::size_t slot = slot_of(old_keys[i]);
      keys_[slot] = old_keys[i];
      values_[slot] = std::move(old_values[i]);
    }
  }

  std::vector<Key> keys_;  // apart from the values: most questions end at a free slot
  std::vector<Value> values_;
  std::size_t size_ = 0;
  int shift_ = 0;  // keeps the upper bits of the product, one slot number wide
};

}  // namespace vocabsmith
