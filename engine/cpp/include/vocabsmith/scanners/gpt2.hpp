// '(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
#pragma once

#include "vocabsmith/scanners/masked_parts.hpp"

namespace vocabsmith::scanning {

struct Gpt2 {
  static std::size_t piece_end(std::string_view text, std::size_t begin) {
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

  static std::uint64_t borders(const Block& block) {
    const std::uint64_t runs = starts(block.letters) | starts(block.numbers) | starts(block.signs);
    return with_contractions(block, (runs & ~after(block.blanks)) | space_borders(block.spaces, block.spaces));
  }

  // Borders with those of '(?:[sdmt]|ll|ve|re), which only an apostrophe at a border begins.
  static std::uint64_t with_contractions(const Block& block, std::uint64_t borders) {
    for_each_contraction(block, block.apostrophes & (borders | bit(0)), contraction_end,
                         [&](std::size_t begin, std::size_t end) { borders = with_piece(borders, begin + 1, end); });
    return borders;
  }
};

}  // namespace vocabsmith::scanning
