// Scored pairs as they are defined, with nothing done to make it fast: what ScoredPairEncoder is compared with.
//
//   1. User-defined pieces are taken out, the longest at each place; the rest are characters.
//   2. Of all two neighbours that together spell a piece those with the highest score are joined, the leftmost of
//   equals.
//      Begin again, until there are none.
//   3. Unused pieces are taken apart into the two parts that were seen last to make them.
#pragma once

#include <string_view>

#include "vocabsmith/encoded_pieces.hpp"
#include "vocabsmith/scored_vocabulary.hpp"

namespace vocabsmith::reference {

EncodedPieces encode_scored_pairs(const ScoredVocabulary& vocabulary, std::string_view text);

}  // namespace vocabsmith::reference
