// The places of all pairs, list behind list in one stretch of memory that has a bound.
//
// Room is given out from front to back. What is given up stays in between until the lists that are still needed are
// moved together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "row_weights.hpp"

namespace vocabsmith {

class PostingPool {
 public:
  // A place in front of all lists, where what nobody wants may be written: cheaper than to ask each time.
  static constexpr std::uint32_t nowhere = 0;

  PostingPool() = default;
  explicit PostingPool(std::size_t capacity)
      : places_(std::make_unique_for_overwrite<Position[]>(capacity + 1)), capacity_(capacity) {}

  std::size_t capacity() const { return capacity_; }
  std::size_t room_left() const { return capacity_ - used_; }
  Position* address(std::uint32_t begin) { return &places_[begin]; }

  // Begin of a list of `size` places. There must be room for it.
  std::uint32_t allocate(std::uint32_t size) {
    const auto begin = static_cast<std::uint32_t>(1 + used_);
    used_ += size;
    return begin;
  }

  // Writes the next place of a list that is being written, if it is kept.
  void write(std::uint32_t& next, Position place) {
    places_[next] = place;
    next += next != nowhere;
  }

  // To move lists together: forget where they end, then give each its new begin, from front to back.
  void rewind() { used_ = 0; }
  std::uint32_t move_down(std::uint32_t begin, std::uint32_t size) {
    const std::uint32_t moved = allocate(size);
    if (moved != begin) std::memmove(address(moved), address(begin), size * sizeof(Position));
    return moved;
  }

 private:
  std::unique_ptr<Position[]> places_;
  std::size_t capacity_ = 0;
  std::size_t used_ = 0;
};

}  // namespace vocabsmith
