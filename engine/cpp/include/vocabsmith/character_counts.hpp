// How often each character occurs in the pieces of a corpus: what decides which of them learning begins with.
#pragma once

#include <vector>

#include "vocabsmith/monitor.hpp"
#include "vocabsmith/piece_source.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

struct CharacterCount {
  char32_t character;
  Count count;  // at least 1
};

// By code point. Bytes that are not UTF-8 are no characters. Throws StopRequested.
std::vector<CharacterCount> count_characters(const PieceSource& pieces, Monitor& monitor);

}  // namespace vocabsmith
