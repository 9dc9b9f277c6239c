// Text is bytes that should be UTF-8. Here the bytes that are not are found, and dealt with as the user chose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace vocabsmith {

enum class InvalidBytes : std::uint8_t {
  replace,  // U+FFFD for each maximal ill-formed part, as Python's errors="replace"
  skip,     // left out
  keep,     // kept as they are; each is a character of no class
};

struct Repair {
  std::uint64_t bad_bytes = 0;  // bytes that belong to ill-formed parts
  std::uint64_t first_offset = 0;  // offset of the first of them in the input; meaningless if there is none
};

// Length of the longest prefix that is well-formed UTF-8 (the whole length if all of it is).
std::size_t valid_prefix(std::string_view text);

// Length of the longest prefix that does not end inside a character which later bytes could complete.
// A window of a file is processed up to here; the rest waits for the next window.
std::size_t complete_prefix(std::string_view text);

// Appends `text` to `out` under the policy. Well-formed text is never changed.
Repair append_repaired(std::string_view text, InvalidBytes policy, std::string& out);

}  // namespace vocabsmith
