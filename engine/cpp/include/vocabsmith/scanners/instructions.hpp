// Which instructions the scanners use. All give the same pieces.
#pragma once

#include <cstdint>
#include <span>

namespace vocabsmith::scanning {

enum class Instructions : std::uint8_t {
  plain,  // one character after the other, on every processor
  sse2,   // 16 bytes at once, on every x86-64
  avx2,   // 32 bytes at once
};

// What this processor can do, the best first.
std::span<const Instructions> known_instructions();

// For tests: in place of the best, for all texts from now on. One of `known_instructions`.
void use_instructions(Instructions instructions);

}  // namespace vocabsmith::scanning
