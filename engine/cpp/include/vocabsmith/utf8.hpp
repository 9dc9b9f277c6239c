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
  std::uint64_t bad_bytes = 0;     // bytes that belong to ill-formed parts
  std::uint64_t first_offset = 0;  // offset of the first of them in the input; meaningless if there is none
};

// Length of the longest prefix that is well-formed UTF-8 (the whole length if all of it is).
std::size_t valid_prefix(std::string_view text);

// Length of the longest prefix that does not end inside a character which later bytes could complete.
// A window of a file is processed up to here; the rest waits for the next window.
std::size_t complete_prefix(std::string_view text);

// Appends `text` to `out` under the policy. Well-formed text is never changed.
Repair append_repaired(std::string_view text, InvalidBytes policy, std::string& out);

enum class Form : std::uint8_t {
  well_formed,
  ill_formed,  // no later byte could make a character of it
  cut_short,   // the text ends inside the character
};

// What stands at one place of a text: a character, or a maximal ill-formed part.
struct Character {
  char32_t code_point;   // 0 unless well formed
  std::uint32_t length;  // bytes, at least 1
  Form form;
};

// Reads the character that begins at `at` (at < text.size()). The table of well-formed byte sequences is that of the
// Unicode Standard, section 3.9: only the second byte's range depends on the first.
inline Character read_character(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::uint32_t lead = byte(at);
  if (lead < 0x80) return {lead, 1, Form::well_formed};
  if (lead < 0xC2 || lead > 0xF4) return {0, 1, Form::ill_formed};
  const std::uint32_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  std::uint32_t lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  std::uint32_t highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  char32_t code_point = lead & (0x7FU >> length);
  for (std::uint32_t i = 1; i < length; ++i) {
    if (at + i == text.size()) return {0, i, Form::cut_short};
    const std::uint32_t next = byte(at + i);
    if (next < lowest || next > highest) return {0, i, Form::ill_formed};
    code_point = (code_point << 6) | (next & 0x3F);
    lowest = 0x80;
    highest = 0xBF;
  }
  return {code_point, length, Form::well_formed};
}

// Can the code point stand in well-formed text? Halves of surrogate pairs cannot.
inline bool is_character(char32_t code_point) {
  return code_point <= 0x10FFFF && (code_point < 0xD800 || code_point > 0xDFFF);
}

// Writes a character to `to`, where four bytes have room. Returns how many it has.
std::uint32_t write_character(char32_t character, char* to);

}  // namespace vocabsmith
