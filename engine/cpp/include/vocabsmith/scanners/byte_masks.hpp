// The classes of 64 bytes at once, a bit for each byte: bit i of a mask speaks of byte i. With them a scanner finds the
// pieces of a dozen words by a few operations on whole masks, where it would look at byte after byte.
#pragma once

#include <cstddef>
#include <cstdint>

namespace vocabsmith::scanning {

struct ByteMasks {
  static constexpr std::size_t bytes = 64;

  std::uint64_t letters = 0;      // [A-Za-z]
  std::uint64_t capitals = 0;     // [A-Z]
  std::uint64_t numbers = 0;      // [0-9]
  std::uint64_t spaces = 0;       // \s of ASCII
  std::uint64_t blanks = 0;       // U+0020 alone
  std::uint64_t line_ends = 0;    // [\r\n]
  std::uint64_t apostrophes = 0;  // '
  std::uint64_t controls = 0;     // U+0000 to U+001F and U+007F
  std::uint64_t beyond = 0;       // parts of characters beyond ASCII, which are in no other mask
};

}  // namespace vocabsmith::scanning
