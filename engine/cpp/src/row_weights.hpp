// How often the piece at a position of the token row occurs.
//
// Pieces with the same count stand together as a run, so one weight serves many positions. The run of a position is
// found by going on from the first run in its block of positions: a step or two, where a binary search takes ten.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "vocabsmith/types.hpp"

namespace vocabsmith {

using Position = std::uint32_t;

class RowWeights {
 public:
  struct Run {
    Position end;
    Count weight;
  };

  // Reads the weight of one position after another, from front to back.
  class Reader {
   public:
    explicit Reader(const RowWeights& weights) : weights_(weights), run_(weights.runs_.data()) {}

    Count at(Position position) {
      if (position >= run_->end) run_ = &weights_.run_at(position);
      return run_->weight;
    }

   private:
    const RowWeights& weights_;
    const Run* run_;
  };

  RowWeights() = default;

  // Runs from front to back; the first begins at position 0.
  explicit RowWeights(std::vector<Run> runs) : runs_(std::move(runs)) {
    if (runs_.empty()) return;
    first_run_.reserve((runs_.back().end >> block_bits) + 1);
    std::uint32_t run = 0;
    for (std::size_t begin = 0; begin < runs_.back().end; begin += std::size_t{1} << block_bits) {
      while (runs_[run].end <= begin) ++run;
      first_run_.push_back(run);
    }
  }

  const std::vector<Run>& runs() const { return runs_; }

 private:
  static constexpr int block_bits = 6;

  const Run& run_at(Position position) const {
    const Run* run = &runs_[first_run_[position >> block_bits]];
    while (position >= run->end) ++run;
    return *run;
  }

  std::vector<Run> runs_;
  std::vector<std::uint32_t> first_run_;  // by block of positions
};

}  // namespace vocabsmith
