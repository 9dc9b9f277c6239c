// Three successive splits, each of which cuts every piece of the one before as if it stood alone:
//   1. \p{N}{1,3}
//   2. [一-龥぀-ゟ゠-ヿ]+
//   3. [!-/:-~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
//      ([!-/:-~] is short for the punctuation and symbols of ASCII)
// The first two divide the text into stretches of one script: numbers, Chinese and Japanese, and the rest. The third
// splits each stretch, whose end is the end of the text to it. It finds nothing in numbers, so those stay whole.
#pragma once

#include "vocabsmith/scanners/masked_parts.hpp"

namespace vocabsmith::scanning {

inline constexpr CategorySet letters_and_marks{Category::letter, Category::upper_letter, Category::lower_letter,
                                               Category::mark};
inline constexpr CategorySet punctuation_and_symbols{Category::punctuation, Category::symbol};

// [一-龥぀-ゟ゠-ヿ] In Japanese, unassigned code points, marks, punctuation and symbols are among them, but no
// number.
constexpr bool is_chinese_or_japanese(char32_t c) {
  return (c >= 0x4E00 && c <= 0x9FA5) || (c >= 0x3040 && c <= 0x30FF);
}

// Whether the well-formed character at `at` is one of them. All have three bytes, the first of them E3 to E9.
inline bool is_chinese_or_japanese_at(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  return lead >= 0xE3 && lead <= 0xE9 && is_chinese_or_japanese(read_character(text, at).code_point);
}

// The text as the third split sees it, up to the end of a stretch.
class Stretch {
 public:
  // `begin` lies in the stretch; no number stands there.
  Stretch(std::string_view text, std::size_t begin)
      : text_(text), chinese_or_japanese_(is_chinese_or_japanese_at(text, begin)) {}

  // No number is in a stretch, so the category of numbers stands for its end.
  SeenClosely look(std::size_t at) const {
    const bool goes_on = at < text_.size() && is_chinese_or_japanese_at(text_, at) == chinese_or_japanese_;
    return goes_on ? look_closely(text_, at) : SeenClosely{Category::number, at};
  }
  bool ends(std::size_t at) const { return look(at).category == Category::number; }
  bool word_goes_on(std::size_t at) const { return letters_and_marks.holds(look(at).category); }

  // [\p{L}\p{M}]*
  std::size_t word_end(std::size_t at) const {
    if (!chinese_or_japanese_) at = ascii_letters_end(text_, at);
    return run_end(at, letters_and_marks);
  }
  // [\p{P}\p{S}]*[\r\n]*
  std::size_t signs_end(std::size_t at) const {
    at = run_end(at, punctuation_and_symbols);
    return chinese_or_japanese_ ? at : line_ends_end(text_, at);
  }

  // What no alternative takes: characters of no category, up to one that may stand before a word.
  std::size_t unmatched_end(std::size_t at) const {
    SeenClosely seen = look(at);
    while (seen.category == Category::other && !word_goes_on(seen.end)) {
      at = seen.end;
      seen = look(at);
    }
    return at;
  }

 private:
  std::size_t run_end(std::size_t at, const CategorySet& wanted) const {
    for (SeenClosely seen = look(at); wanted.holds(seen.category); seen = look(at)) at = seen.end;
    return at;
  }

  std::string_view text_;
  bool chinese_or_japanese_;
};

inline bool is_ascii_letter_at(std::string_view text, std::size_t at) {
  return at < text.size() && static_cast<unsigned char>(text[at]) < 0x80 && look(text, at).kind == CharClass::letter;
}

// [A-Za-z]*
inline std::size_t ascii_word_end(std::string_view text, std::size_t at) {
  at = ascii_letters_end(text, at);
  while (is_ascii_letter_at(text, at)) ++at;
  return at;
}

struct Deepseek3 {
  static std::size_t piece_end(std::string_view text, std::size_t begin) {
    const SeenClosely first = look_closely(text, begin);
    if (first.category == Category::number) return numbers_end(text, first.end, 3);
    const Stretch stretch(text, begin);
    if (letters_and_marks.holds(first.category)) return stretch.word_end(first.end);
    if (punctuation_and_symbols.holds(first.category)) {
      const bool ascii = first.end == begin + 1;
      return ascii && is_ascii_letter_at(text, first.end) ? ascii_word_end(text, first.end)
                                                          : stretch.signs_end(first.end);
    }
    if (!is_line_end(text[begin]) && stretch.word_goes_on(first.end)) return stretch.word_end(first.end);
    if (first.category == Category::other) return stretch.unmatched_end(first.end);
    if (text[begin] == ' ' && punctuation_and_symbols.holds(stretch.look(first.end).category))
      return stretch.signs_end(first.end);
    const SpaceRun run = space_run(text, begin);
    return space_or_line_end(run, begin, stretch.ends(run.end));
  }

  // As in cl100k, except that a number is the end of the text to white space before it, and that there are no
  // contractions. What no alternative takes, controls of ASCII, is left to the plain way.
  static std::uint64_t borders(const Block& block) {
    const std::uint64_t borders =
        bare_word_borders(block) | number_borders<3>(block.numbers) | sign_borders(block) |
        line_and_space_borders(block, LineEndsOfSigns(block).taken, block.spaces | block.numbers);
    const std::uint64_t controls = block.signs & block.controls;
    return borders & decided_before_line_ends(block) & ((controls & (~controls + 1)) - 1);
  }
};

}  // namespace vocabsmith::scanning
