//  ?\S+  What lies between two matches is a piece too: white space, without the one space that belongs to a match.
#pragma once

#include "vocabsmith/scanners/masked_parts.hpp"

namespace vocabsmith::scanning {

struct Whitespace {
  static std::size_t piece_end(std::string_view text, std::size_t begin) {
    const SpaceRun run = space_run(text, begin);
    if (run.end == begin) return non_spaces_end(text, begin);
    const bool space_joins = run.end < text.size() && text[run.last] == ' ';
    if (!space_joins) return run.end;
    return run.last > begin ? run.last : non_spaces_end(text, run.end);
  }

  static std::uint64_t borders(const Block& block) {
    const std::uint64_t joining = block.blanks & ~before(block.spaces);
    return starts(block.spaces) | joining | (starts(~block.spaces) & ~after(joining));
  }

 private:
  // \S*
  static std::size_t non_spaces_end(std::string_view text, std::size_t at) {
    while (at < text.size()) {
      const Seen seen = look(text, at);
      if (seen.kind == CharClass::space) break;
      at = seen.end;
    }
    return at;
  }
};

}  // namespace vocabsmith::scanning
