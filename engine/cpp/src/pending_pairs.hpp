// The pairs that wait for their turn while a long piece is merged. Private to the encoders.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "merge_table.hpp"
#include "stopping.hpp"

namespace vocabsmith {

inline constexpr std::uint32_t nowhere = 0xFFFFFFFF;

// Looks at the monitor once in so many steps, so that none of the loops below, nor a sort, runs long without.
class Steps {
 public:
  explicit Steps(Monitor* monitor) : monitor_(monitor) {}

  // Throws StopRequested.
  void take() {
    if (++taken_ % between_looks == 0 && monitor_ != nullptr) obey(*monitor_);
  }

 private:
  static constexpr std::uint32_t between_looks = 1 << 14;

  Monitor* monitor_;
  std::uint32_t taken_ = 0;
};

// Pending pairs, lowest rank first, leftmost first. Most come in bulk, so they wait in a sorted run; only what is added
// meanwhile goes through a heap, until the run is used up and the heap becomes the next one.
class Pending {
 public:
  using Entry = std::uint64_t;  // rank, then place: compared as one number

  Pending(Steps& steps, std::size_t most_at_first) : steps_(steps) { run_.reserve(most_at_first); }

  static Entry entry(Rank rank, std::uint32_t at) { return (std::uint64_t{rank} << 32) | at; }

  // Before the first pop, in any order.
  void add_to_first_run(Entry entry) { run_.push_back(entry); }
  void sort_first_run() { sort_run(); }

  void push(Entry entry) {
    heap_.push_back(entry);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
  }

  bool empty() const { return next_ == run_.size() && heap_.empty(); }

  Entry pop() {
    if (next_ == run_.size()) begin_run();
    if (heap_.empty() || run_[next_] < heap_.front()) return run_[next_++];
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    const Entry lowest = heap_.back();
    heap_.pop_back();
    return lowest;
  }

 private:
  void begin_run() {
    run_.swap(heap_);
    heap_.clear();
    next_ = 0;
    sort_run();
  }

  void sort_run() {
    const auto before = [this](Entry a, Entry b) {
      steps_.take();
      return a < b;
    };
    if (!std::is_sorted(run_.begin(), run_.end(), before)) std::sort(run_.begin(), run_.end(), before);
  }

  Steps& steps_;
  std::vector<Entry> run_;  // from next_ on
  std::size_t next_ = 0;
  std::vector<Entry> heap_;
};

}  // namespace vocabsmith
