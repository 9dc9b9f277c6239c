//  ?\S+  What lies between two matches is a piece too: white space, without the one space that belongs to a match.
#pragma once

#include "vocabsmith/scanners/common_parts.hpp"

namespace vocabsmith::scanning {

// \S*
inline std::size_t non_spaces_end(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const Seen seen = look(text, at);
    if (seen.kind == CharClass::space) break;
    at = seen.end;
  }
  return at;
}

inline std::size_t whitespace_end(std::string_view text, std::size_t begin) {
  const SpaceRun run = space_run(text, begin);
  if (run.end == begin) return non_spaces_end(text, begin);
  const bool space_joins = run.end < text.size() && text[run.last] == ' ';
  if (!space_joins) return run.end;
  return run.last > begin ? run.last : non_spaces_end(text, run.end);
}

}  // namespace vocabsmith::scanning
