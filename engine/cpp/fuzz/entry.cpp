// What libFuzzer calls: the first byte chooses the target, the rest is its input.
#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz/input.hpp"
#include "fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto& target = vocabsmith::fuzz::targets[data[0] % vocabsmith::fuzz::targets.size()];
  vocabsmith::fuzz::Input input(std::span(data, size).subspan(1));
  target.run(input);
  return 0;
}
