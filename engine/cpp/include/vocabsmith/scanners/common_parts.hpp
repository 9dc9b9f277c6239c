// Parts that several patterns have in common.
#pragma once

#include "vocabsmith/scanners/characters.hpp"

namespace vocabsmith::scanning {

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
inline std::size_t space_piece_end(const SpaceRun& run, std::size_t begin, bool at_end_of_text) {
  return !at_end_of_text && run.last > begin ? run.last : run.end;
}

// \s*[\r\n]+|\s+(?!\S)|\s+  The first of them takes the run up to its last line end. So does \s*[\r\n], for \s takes
// the line ends before.
inline std::size_t space_or_line_end(const SpaceRun& run, std::size_t begin, bool at_end_of_text) {
  return run.after_line_end != 0 ? run.after_line_end : space_piece_end(run, begin, at_end_of_text);
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

// \p{N}{1,most}, the first of them read already.
inline std::size_t numbers_end(std::string_view text, std::size_t at, int most) {
  for (int more = 1; more < most && at < text.size(); ++more) {
    const Seen seen = look(text, at);
    if (seen.kind != CharClass::number) break;
    at = seen.end;
  }
  return at;
}

}  // namespace vocabsmith::scanning
