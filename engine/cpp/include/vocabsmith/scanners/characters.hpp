// What the scanners see of a text: one character at a time, or a run of characters that are alike.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "vocabsmith/unicode_classes.hpp"
#include "vocabsmith/utf8.hpp"

namespace vocabsmith::scanning {

// What stands at a place of the text: its class and where the next character begins.
struct Seen {
  CharClass kind;
  std::size_t end;
};

// The same with its category, for the patterns that ask for it.
struct SeenClosely {
  Category category;
  std::size_t end;
};

// Categories of the bytes below 0x80.
inline constexpr std::array<Category, 128> ascii_categories = [] {
  std::array<Category, 128> categories{};
  const auto set = [&](std::string_view characters, Category category) {
    for (const char c : characters) categories[static_cast<std::size_t>(c)] = category;
  };
  set("0123456789", Category::number);
  set("ABCDEFGHIJKLMNOPQRSTUVWXYZ", Category::upper_letter);
  set("abcdefghijklmnopqrstuvwxyz", Category::lower_letter);
  set("!\"#%&'()*,-./:;?@[\\]_{}", Category::punctuation);
  set("$+<=>^`|~", Category::symbol);
  set("\t\n\v\f\r ", Category::space);
  return categories;
}();

inline constexpr std::array<CharClass, 128> ascii_classes = [] {
  std::array<CharClass, 128> classes{};
  for (std::size_t c = 0; c < classes.size(); ++c) classes[c] = class_of(ascii_categories[c]);
  return classes;
}();

// A byte that belongs to no character is one of no class and no category.
inline Seen look(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x80) return {ascii_classes[byte], at + 1};
  const Character character = read_character(text, at);
  if (character.form != Form::well_formed) return {CharClass::other, at + 1};
  return {class_of(character.code_point), at + character.length};
}

inline SeenClosely look_closely(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x80) return {ascii_categories[byte], at + 1};
  const Character character = read_character(text, at);
  if (character.form != Form::well_formed) return {Category::other, at + 1};
  return {category_of(character.code_point), at + character.length};
}

enum class Case : std::uint8_t { any, lower };

// How many of eight bytes, from the first on, are ASCII letters (`wanted`: of any case, or small ones only). All eight
// are compared at once: no byte below 0x80 carries into its neighbour when less than 0x80 is added to it.
template <Case wanted>
inline std::size_t leading_letters(const char* bytes) {
  constexpr std::uint64_t each = 0x0101010101010101U;
  constexpr std::uint64_t high_bits = 0x80 * each;
  constexpr std::uint64_t case_bits = wanted == Case::any ? 0x20 * each : 0;
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  const std::uint64_t lower = (word | case_bits) & ~high_bits;
  const std::uint64_t from_a = lower + (0x80 - 'a') * each;
  const std::uint64_t past_z = lower + (0x80 - 'z' - 1) * each;
  const std::uint64_t others = (~from_a | past_z | word) & high_bits;
  const int zeros = std::endian::native == std::endian::little ? std::countr_zero(others) : std::countl_zero(others);
  return static_cast<std::size_t>(zeros) / 8;
}

// How far the ASCII letters from `at` on go, except that the last seven bytes of a text are left to be looked at one by
// one. A word is over in one step, whatever its length.
template <Case wanted = Case::any>
inline std::size_t ascii_letters_end(std::string_view text, std::size_t at) {
  while (at + 8 <= text.size()) {
    const std::size_t letters = leading_letters<wanted>(text.data() + at);
    at += letters;
    if (letters < 8) break;
  }
  return at;
}

// \p{L}* and its like: end of the characters of one class from `at` on.
inline std::size_t run_end(std::string_view text, std::size_t at, CharClass kind) {
  if (kind == CharClass::letter) at = ascii_letters_end(text, at);
  while (at < text.size()) {
    const Seen seen = look(text, at);
    if (seen.kind != kind) break;
    at = seen.end;
  }
  return at;
}

// Categories, to ask whether a character is of any of them.
class CategorySet {
 public:
  template <typename... Categories>
  constexpr explicit CategorySet(Categories... categories) : bits_(((1U << bit_of(categories)) | ...)) {}

  constexpr bool holds(Category category) const { return ((bits_ >> bit_of(category)) & 1U) != 0; }

 private:
  static constexpr unsigned bit_of(Category category) { return static_cast<unsigned>(category); }

  unsigned bits_;
};

inline bool is_line_end(char c) {
  return c == '\r' || c == '\n';
}

// [\r\n]*
inline std::size_t line_ends_end(std::string_view text, std::size_t at) {
  while (at < text.size() && is_line_end(text[at])) ++at;
  return at;
}

}  // namespace vocabsmith::scanning
