// '(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
#pragma once

#include "vocabsmith/scanners/common_parts.hpp"

namespace vocabsmith::scanning {

inline std::size_t gpt2_end(std::string_view text, std::size_t begin) {
  const Seen first = look(text, begin);
  if (first.kind == CharClass::space) {
    if (text[begin] == ' ' && first.end < text.size()) {  // ` ?` of the three runs
      const Seen second = look(text, first.end);
      if (second.kind != CharClass::space) return run_end(text, second.end, second.kind);
    }
    const SpaceRun run = space_run(text, begin);
    return space_piece_end(run, begin, run.end == text.size());
  }
  if (text[begin] == '\'') {
    const std::size_t end = contraction_end(text, begin);
    if (end != begin) return end;
  }
  return run_end(text, first.end, first.kind);
}

}  // namespace vocabsmith::scanning
