// The scanners, one function per pattern, each a transcription of its regular expression: the alternatives in their
// order, with what a backtracking engine would find out by trying replaced by one look at the next character.
//
// Every character is looked at a bounded number of times, so no text takes more than linear time.
#pragma once

#include <array>
#include <bit>
#include <cstring>

#include "vocabsmith/pretokenizer.hpp"
#include "vocabsmith/unicode_classes.hpp"
#include "vocabsmith/utf8.hpp"

namespace vocabsmith {
namespace scanning {

// What stands at a place of the text: its class and where the next character begins.
struct Seen {
  CharClass kind;
  std::size_t end;
};

// Classes of the bytes below 0x80.
inline constexpr std::array<CharClass, 128> ascii_classes = [] {
  std::array<CharClass, 128> classes{};
  for (char c = '0'; c <= '9'; ++c) classes[static_cast<std::size_t>(c)] = CharClass::number;
  for (char c = 'A'; c <= 'Z'; ++c) classes[static_cast<std::size_t>(c)] = CharClass::letter;
  for (char c = 'a'; c <= 'z'; ++c) classes[static_cast<std::size_t>(c)] = CharClass::letter;
  for (const char c : {'\t', '\n', '\v', '\f', '\r', ' '}) classes[static_cast<std::size_t>(c)] = CharClass::space;
  return classes;
}();

// A byte that belongs to no character is one of no class.
inline Seen look(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x80) return {ascii_classes[byte], at + 1};
  const Character character = read_character(text, at);
  if (character.form != Form::well_formed) return {CharClass::other, at + 1};
  return {class_of(character.code_point), at + character.length};
}

// How many of eight bytes, from the first on, are ASCII letters. All eight are compared at once: no byte below 0x80
// carries into its neighbour when less than 0x80 is added to it.
inline std::size_t leading_letters(const char* bytes) {
  constexpr std::uint64_t each = 0x0101010101010101U;
  constexpr std::uint64_t high_bits = 0x80 * each;
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  const std::uint64_t lower = (word | 0x20 * each) & ~high_bits;
  const std::uint64_t from_a = lower + (0x80 - 'a') * each;
  const std::uint64_t past_z = lower + (0x80 - 'z' - 1) * each;
  const std::uint64_t others = (~from_a | past_z | word) & high_bits;
  const int zeros = std::endian::native == std::endian::little ? std::countr_zero(others) : std::countl_zero(others);
  return static_cast<std::size_t>(zeros) / 8;
}

// End of the ASCII letters from `at` on. A word is over in one step, whatever its length.
inline std::size_t ascii_letters_end(std::string_view text, std::size_t at) {
  while (at + 8 <= text.size()) {
    const std::size_t letters = leading_letters(text.data() + at);
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

inline bool is_line_end(char c) {
  return c == '\r' || c == '\n';
}

// [\r\n]*
inline std::size_t line_ends_end(std::string_view text, std::size_t at) {
  while (at < text.size() && is_line_end(text[at])) ++at;
  return at;
}

// White space from `begin` to the next other character.
struct SpaceRun {
  std::size_t last;            // where its last character begins
  std::size_t after_line_end;  // after its last CR or LF; 0 if it has none
  std::size_t end;
};

inline SpaceRun space_run(std::string_view text, std::size_t begin) {
  SpaceRun run{begin, 0, begin};
  while (run.end < text.size()) {
    const Seen seen = look(text, run.end);
    if (seen.kind != CharClass::space) break;
    if (is_line_end(text[run.end])) run.after_line_end = seen.end;
    run.last = run.end;
    run.end = seen.end;
  }
  return run;
}

// \s+(?!\S)|\s+  Before something else the run gives back its last character, unless that is all it has.
inline std::size_t space_piece_end(const SpaceRun& run, std::string_view text, std::size_t begin) {
  const bool gives_back = run.end < text.size() && run.last > begin;
  return gives_back ? run.last : run.end;
}

// '(?:[sdmt]|ll|ve|re)  The end of the contraction whose apostrophe is at `begin`; `begin` if there is none.
inline std::size_t contraction_end(std::string_view text, std::size_t begin) {
  const std::string_view rest = text.substr(begin + 1, 2);
  if (rest.empty()) return begin;
  if (rest[0] == 's' || rest[0] == 'd' || rest[0] == 'm' || rest[0] == 't') return begin + 2;
  return rest == "ll" || rest == "ve" || rest == "re" ? begin + 3 : begin;
}

// (?i:'s|'t|'re|'ve|'m|'ll|'d)  Without regard to case, U+017F (long s) is an s as well: tokenizers, tiktoken and
// `regex` all agree on it, and that nothing else beyond ASCII is one of these letters.
inline std::size_t contraction_end_any_case(std::string_view text, std::size_t begin) {
  const auto lower = [&](std::size_t at) { return at < text.size() ? static_cast<char>(text[at] | 0x20) : '\0'; };
  const char first = lower(begin + 1);
  if (first == 's' || first == 'd' || first == 'm' || first == 't') return begin + 2;
  const char second = lower(begin + 2);
  const bool two = (first == 'l' && second == 'l') || ((first == 'v' || first == 'r') && second == 'e');
  return two || text.substr(begin + 1, 2) == "\xC5\xBF" ? begin + 3 : begin;
}

inline std::size_t gpt2_end(std::string_view text, std::size_t begin) {
  const Seen first = look(text, begin);
  if (first.kind == CharClass::space) {
    if (text[begin] == ' ' && first.end < text.size()) {  // ` ?` of the three runs
      const Seen second = look(text, first.end);
      if (second.kind != CharClass::space) return run_end(text, second.end, second.kind);
    }
    return space_piece_end(space_run(text, begin), text, begin);
  }
  if (text[begin] == '\'') {
    const std::size_t end = contraction_end(text, begin);
    if (end != begin) return end;
  }
  return run_end(text, first.end, first.kind);
}

// \p{N}{1,3}, the first of them read already.
inline std::size_t three_numbers_end(std::string_view text, std::size_t at) {
  for (int more = 0; more < 2 && at < text.size(); ++more) {
    const Seen seen = look(text, at);
    if (seen.kind != CharClass::number) break;
    at = seen.end;
  }
  return at;
}

// \s*[\r\n]+|\s+(?!\S)|\s+
inline std::size_t cl100k_space_end(std::string_view text, std::size_t begin) {
  const SpaceRun run = space_run(text, begin);
  return run.after_line_end != 0 ? run.after_line_end : space_piece_end(run, text, begin);
}

inline std::size_t cl100k_end(std::string_view text, std::size_t begin) {
  const Seen first = look(text, begin);
  if (first.kind == CharClass::letter) return run_end(text, first.end, CharClass::letter);
  if (first.kind == CharClass::number) return three_numbers_end(text, first.end);
  if (text[begin] == '\'') {
    const std::size_t end = contraction_end_any_case(text, begin);
    if (end != begin) return end;
  }
  if (first.end < text.size() && !is_line_end(text[begin])) {
    const Seen second = look(text, first.end);
    if (second.kind == CharClass::letter) return run_end(text, second.end, CharClass::letter);
    if (text[begin] == ' ' && second.kind == CharClass::other)
      return line_ends_end(text, run_end(text, second.end, CharClass::other));
  }
  if (first.kind == CharClass::space) return cl100k_space_end(text, begin);
  return line_ends_end(text, run_end(text, first.end, CharClass::other));
}

template <typename End, typename Visit>
void for_each_piece_of(End&& end_of, std::string_view text, Visit&& visit) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = end_of(text, begin);
    visit(text.substr(begin, end - begin));
    begin = end;
  }
}

}  // namespace scanning

template <typename Visit>
void for_each_piece(Scanner scanner, std::string_view text, Visit&& visit) {
  switch (scanner) {
    case Scanner::none:
      if (!text.empty()) visit(text);
      return;
    case Scanner::gpt2:
      scanning::for_each_piece_of(scanning::gpt2_end, text, visit);
      return;
    case Scanner::cl100k:
      scanning::for_each_piece_of(scanning::cl100k_end, text, visit);
      return;
  }
}

}  // namespace vocabsmith
