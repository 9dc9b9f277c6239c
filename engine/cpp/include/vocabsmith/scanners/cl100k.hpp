// cl100k, and two patterns that differ from it only in how many numbers they take together:
// (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
//
// nanochat writes `?+` and `++`, which give nothing back. That changes nothing: giving back what stands before letters,
// which is no letter itself, never helps \p{L}+, and [\r\n]* asks for nothing.
#pragma once

#include "vocabsmith/scanners/masked_parts.hpp"

namespace vocabsmith::scanning {

template <int most_numbers>
struct Cl100kLike {
  static std::size_t piece_end(std::string_view text, std::size_t begin) {
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

  static std::uint64_t borders(const Block& block) {
    std::uint64_t borders = bare_word_borders(block) | number_borders<most_numbers>(block.numbers) |
                            sign_borders(block) |
                            line_and_space_borders(block, LineEndsOfSigns(block).taken, block.spaces);
    for_each_contraction(block, block.apostrophes & signs_before_words(block), contraction_end_any_case,
                         [&](std::size_t begin, std::size_t end) { borders = with_piece(borders, begin + 1, end); });
    return borders & decided_before_line_ends(block);
  }
};

using Cl100k = Cl100kLike<3>;
using Qwen2 = Cl100kLike<1>;     // \p{N} in place of \p{N}{1,3}
using Nanochat = Cl100kLike<2>;  // \p{N}{1,2}, and \s*[\r\n] in place of \s*[\r\n]+, which is the same

}  // namespace vocabsmith::scanning
