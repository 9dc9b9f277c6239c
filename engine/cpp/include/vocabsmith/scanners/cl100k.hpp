// cl100k, and two patterns that differ from it only in how many numbers they take together:
// (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
//
// nanochat writes `?+` and `++`, which give nothing back. That changes nothing: giving back what stands before letters,
// which is no letter itself, never helps \p{L}+, and [\r\n]* asks for nothing.
#pragma once

#include "vocabsmith/scanners/common_parts.hpp"

namespace vocabsmith::scanning {

template <int most_numbers>
inline std::size_t cl100k_like_end(std::string_view text, std::size_t begin) {
  const Seen first = look(text, begin);
  if (first.kind == CharClass::letter) return run_end(text, first.end, CharClass::letter);
  if (first.kind == CharClass::number) return numbers_end(text, first.end, most_numbers);
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
  if (first.kind == CharClass::space) {
    const SpaceRun run = space_run(text, begin);
    return space_or_line_end(run, begin, run.end == text.size());
  }
  return line_ends_end(text, run_end(text, first.end, CharClass::other));
}

inline std::size_t cl100k_end(std::string_view text, std::size_t begin) {
  return cl100k_like_end<3>(text, begin);
}

// \p{N} in place of \p{N}{1,3}
inline std::size_t qwen2_end(std::string_view text, std::size_t begin) {
  return cl100k_like_end<1>(text, begin);
}

// \p{N}{1,2}, and \s*[\r\n] in place of \s*[\r\n]+, which is the same.
inline std::size_t nanochat_end(std::string_view text, std::size_t begin) {
  return cl100k_like_end<2>(text, begin);
}

}  // namespace vocabsmith::scanning
