// Random choices out of a row of bytes: the same bytes give the same choices, whoever made them up. Once the bytes are
// used up every choice is the first, so whatever asks for choices comes to an end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace vocabsmith::fuzz {

class Input {
 public:
  explicit Input(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint8_t byte() {
    if (next_ == bytes_.size()) return 0;
    return bytes_[next_++];
  }

  // In [0, limit); limit > 0. Takes no more bytes than it needs.
  std::size_t below(std::size_t limit) {
    std::uint64_t number = 0;
    for (std::uint64_t reach = limit - 1; reach != 0; reach >>= 8) number = number << 8 | byte();
    return static_cast<std::size_t>(number % limit);
  }

  std::size_t between(std::size_t low, std::size_t high) { return low + below(high - low + 1); }

  // Never, once the bytes are used up.
  bool one_in(std::size_t times) { return below(times) == times - 1; }

  // Mostly small, up to `high`: its number of bits is chosen first.
  std::size_t mostly_small(std::size_t high) {
    std::size_t bits = 0;
    while (high >> bits != 0) ++bits;
    return std::min(high, below((std::size_t{1} << below(bits + 1))));
  }

  template <typename Items>
  const auto& pick(const Items& items) {
    return items[below(std::size(items))];
  }

  template <typename Items>
  void shuffle(Items& items) {
    for (std::size_t left = std::size(items); left > 1; --left) std::swap(items[left - 1], items[below(left)]);
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t next_ = 0;
};

}  // namespace vocabsmith::fuzz
