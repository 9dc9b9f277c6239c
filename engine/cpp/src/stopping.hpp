// How a stop request leaves the middle of a long step.
#pragma once

#include <cstddef>

#include "vocabsmith/monitor.hpp"

namespace vocabsmith {

inline void obey(Monitor& monitor) {
  if (!monitor.checkpoint()) throw StopRequested{};
}

// Long loops obey once in so many rounds: often enough for a stop within a fraction of a second.
inline constexpr std::size_t rounds_between_checkpoints = std::size_t{1} << 16;

// And long copies once in so many bytes.
inline constexpr std::size_t bytes_between_checkpoints = std::size_t{1} << 20;

// Counts the rounds of a long loop, and obeys in between.
class Rounds {
 public:
  explicit Rounds(Monitor& monitor) : monitor_(monitor) {}

  void pass(std::size_t rounds = 1) {
    passed_ += rounds;
    if (passed_ < rounds_between_checkpoints) return;
    passed_ = 0;
    obey(monitor_);
  }

 private:
  Monitor& monitor_;
  std::size_t passed_ = 0;
};

}  // namespace vocabsmith
