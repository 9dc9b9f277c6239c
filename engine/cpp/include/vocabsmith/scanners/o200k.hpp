// A word is Upper* Lower+ or, where there is no such word, Upper+ Lower*, where letters without case and marks are
// both:
//   Upper = [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]   Lower = [\p{Ll}\p{Lm}\p{Lo}\p{M}]
// Before it may stand one [^\r\n\p{L}\p{N}], after it (?i:'s|'t|'re|'ve|'m|'ll|'d). Otherwise:
//   \p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+
#pragma once

#include "vocabsmith/scanners/masked_parts.hpp"

namespace vocabsmith::scanning {

inline constexpr CategorySet both_cases{Category::letter, Category::mark};
inline constexpr CategorySet upper_or_both{Category::upper_letter, Category::letter, Category::mark};
inline constexpr CategorySet lower_or_both{Category::lower_letter, Category::letter, Category::mark};

// Lower*
inline std::size_t lower_end(std::string_view text, std::size_t at) {
  at = ascii_letters_end<Case::lower>(text, at);
  while (at < text.size()) {
    const SeenClosely seen = look_closely(text, at);
    if (!lower_or_both.holds(seen.category)) break;
    at = seen.end;
  }
  return at;
}

// Upper* from some place on.
struct UpperRun {
  std::size_t end;
  std::size_t after_both;  // after its last character that is Lower as well; 0 if it has none
};

inline UpperRun upper_run(std::string_view text, std::size_t begin) {
  UpperRun run{begin, 0};
  while (run.end < text.size()) {
    const SeenClosely seen = look_closely(text, run.end);
    if (!upper_or_both.holds(seen.category)) break;
    run.end = seen.end;
    if (both_cases.holds(seen.category)) run.after_both = seen.end;
  }
  return run;
}

// End of Upper* Lower+, 0 if there is no such word. Upper* takes all it can and leaves Lower+ what follows. If that is
// nothing, it gives characters back until the first of them is Lower as well, the last that is both; only capitals
// stand behind that one, so Lower+ ends there.
inline std::size_t lower_word_end(std::string_view text, const UpperRun& upper) {
  const std::size_t end = lower_end(text, upper.end);
  return end > upper.end ? end : upper.after_both;
}

// End of the word at `begin` without its contraction, `begin` if there is no word. Lower+ is tried in every way before
// Upper+ alone is: so a mark does not stand before capitals alone, for it is a Lower+ itself.
inline std::size_t cased_word_end(std::string_view text, std::size_t begin, const SeenClosely& first) {
  const std::size_t start = class_of(first.category) == CharClass::letter ? begin : first.end;
  const UpperRun upper = upper_run(text, start);
  const std::size_t end = lower_word_end(text, upper);
  if (end != 0) return end;
  if (first.category == Category::mark) return first.end;
  return upper.end > start ? upper.end : begin;
}

// [\r\n/]*
inline std::size_t line_ends_and_slashes_end(std::string_view text, std::size_t at) {
  while (at < text.size() && (is_line_end(text[at]) || text[at] == '/')) ++at;
  return at;
}

struct O200k {
  static std::size_t piece_end(std::string_view text, std::size_t begin) {
    const SeenClosely first = look_closely(text, begin);
    if (class_of(first.category) == CharClass::number) return numbers_end(text, first.end, 3);
    if (!is_line_end(text[begin])) {
      const std::size_t end = cased_word_end(text, begin, first);
      if (end != begin) return end < text.size() && text[end] == '\'' ? contraction_end_any_case(text, end) : end;
    }
    const bool joins = text[begin] == ' ' && first.end < text.size() && look(text, first.end).kind == CharClass::other;
    if (class_of(first.category) == CharClass::other || joins)
      return line_ends_and_slashes_end(text, run_end(text, first.end, CharClass::other));
    const SpaceRun run = space_run(text, begin);
    return space_or_line_end(run, begin, run.end == text.size());
  }

  static std::uint64_t borders(const Block& block) {
    const std::uint64_t small = block.letters & ~block.capitals;
    const LineEndsOfSigns line_ends(block);
    const std::uint64_t words = bare_word_borders(block) | (block.capitals & after(small));
    const std::uint64_t borders = words | number_borders<3>(block.numbers) | sign_borders(block) |
                                  line_and_space_borders(block, line_ends.taken, block.spaces);
    return with_contractions(block, borders) & decided_before_line_ends(block) & decided_before_slash(block, line_ends);
  }

 private:
  // A contraction belongs to the word before it, unless that has one already.
  static std::uint64_t with_contractions(const Block& block, std::uint64_t borders) {
    std::size_t last_end = 0;
    for_each_contraction(block, block.apostrophes & after(block.letters), contraction_end_any_case,
                         [&](std::size_t begin, std::size_t end) {
                           if (begin == last_end) return;
                           borders = with_piece(borders, begin, end);
                           last_end = end;
                         });
    return borders;
  }

  // [\r\n/]* goes on behind line ends where a slash follows; that is left to the plain way.
  static std::uint64_t decided_before_slash(const Block& block, const LineEndsOfSigns& line_ends) {
    std::uint64_t decided = ~std::uint64_t{0};
    for_each_bit(line_ends.behind & block.signs, [&](std::size_t at) {
      if (block.text[at] == '/') decided &= low_bits(at);
    });
    return decided;
  }
};

}  // namespace vocabsmith::scanning
