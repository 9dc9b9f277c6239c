#include "vocabsmith/utf8.hpp"

#include <algorithm>
#include <cstring>

namespace vocabsmith {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::size_t longest_character = 4;

// First place at or after `at` that is not ASCII. Eight bytes at a time: most text is ASCII for long stretches.
std::size_t ascii_end(std::string_view text, std::size_t at) {
  constexpr std::uint64_t high_bits = 0x8080808080808080U;
  std::uint64_t word = 0;
  for (; at + sizeof word <= text.size(); at += sizeof word) {
    std::memcpy(&word, text.data() + at, sizeof word);
    if ((word & high_bits) != 0) break;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at;
}

}  // namespace

std::size_t valid_prefix(std::string_view text) {
  std::size_t at = ascii_end(text, 0);
  while (at < text.size()) {
    const Character character = read_character(text, at);
    if (character.form != Form::well_formed) break;
    at += character.length;
    if (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) at = ascii_end(text, at);
  }
  return at;
}

std::size_t complete_prefix(std::string_view text) {
  const std::size_t furthest = std::min(text.size(), longest_character - 1);
  for (std::size_t back = 1; back <= furthest; ++back) {
    const std::size_t at = text.size() - back;
    const Character character = read_character(text, at);
    if (character.form == Form::cut_short && at + character.length == text.size()) return at;
  }
  return text.size();
}

Repair append_repaired(std::string_view text, InvalidBytes policy, std::string& out) {
  Repair repair;
  std::size_t at = 0;
  while (true) {
    const std::size_t valid = valid_prefix(text.substr(at));
    out.append(text, at, valid);
    at += valid;
    if (at == text.size()) return repair;
    const std::size_t bad = read_character(text, at).length;
    if (repair.bad_bytes == 0) repair.first_offset = at;
    repair.bad_bytes += bad;
    if (policy == InvalidBytes::replace) out.append(replacement);
    if (policy == InvalidBytes::keep) out.append(text, at, bad);
    at += bad;
  }
}

std::uint32_t write_character(char32_t character, char* to) {
  if (character < 0x80) {
    *to = static_cast<char>(character);
    return 1;
  }
  const std::uint32_t length = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
  for (std::uint32_t i = length - 1; i > 0; --i, character >>= 6) {
    to[i] = static_cast<char>(0x80 | (character & 0x3F));
  }
  to[0] = static_cast<char>((0xF00U >> length & 0xF0) | character);
  return length;
}

}  // namespace vocabsmith
