// Two successive splits: \p{N}, then the pattern of GPT-2. What lies between two numbers is cut as if it stood alone,
// so a number is the end of the text to all that comes before it.
#pragma once

#include "vocabsmith/scanners/gpt2.hpp"

namespace vocabsmith::scanning {

struct Digits {
  static std::size_t piece_end(std::string_view text, std::size_t begin) {
    const Seen first = look(text, begin);
    if (first.kind == CharClass::number) return first.end;
    if (first.kind == CharClass::space) {
      if (text[begin] == ' ' && !is_number_or_end(text, first.end)) {  // ` ?` of the runs
        const Seen second = look(text, first.end);
        if (second.kind != CharClass::space) return run_end(text, second.end, second.kind);
      }
      const SpaceRun run = space_run(text, begin);
      return space_piece_end(run, begin, is_number_or_end(text, run.end));
    }
    if (text[begin] == '\'') {
      const std::size_t end = contraction_end(text, begin);
      if (end != begin) return end;
    }
    return run_end(text, first.end, first.kind);
  }

  static std::uint64_t borders(const Block& block) {
    const std::uint64_t runs = starts(block.letters) | starts(block.signs);
    const std::uint64_t spaces = space_borders(block.spaces, block.spaces | block.numbers);
    return Gpt2::with_contractions(block, (runs & ~after(block.blanks)) | spaces | block.numbers);
  }

 private:
  static bool is_number_or_end(std::string_view text, std::size_t at) {
    return at == text.size() || look(text, at).kind == CharClass::number;
  }
};

}  // namespace vocabsmith::scanning
