// Lets an encoder give up that would need hours.
#pragma once

#include <cstddef>
#include <ctime>
#include <exception>
#include <limits>

namespace vocabsmith::reference {

struct GivenUp : std::exception {
  const char* what() const noexcept override { return "given up: past the limit of time"; }
};

// Begins when it is made. In seconds of the processor, so that other programs beside do not count (on Windows: in
// seconds).
class TimeLimit {
 public:
  TimeLimit() = default;
  explicit TimeLimit(double seconds) : seconds_(seconds) {}

  // `tokens`: how many were looked at since the last call. Only now and then is the clock looked at as well. Throws
  // GivenUp past the limit.
  void spend(std::size_t tokens) {
    tokens_ += tokens;
    if (tokens_ < tokens_between_looks) return;
    tokens_ = 0;
    if (static_cast<double>(std::clock() - began_) / CLOCKS_PER_SEC > seconds_) throw GivenUp();
  }

 private:
  static constexpr std::size_t tokens_between_looks = 1 << 16;

  double seconds_ = std::numeric_limits<double>::infinity();
  std::clock_t began_ = std::clock();
  std::size_t tokens_ = 0;
};

}  // namespace vocabsmith::reference
