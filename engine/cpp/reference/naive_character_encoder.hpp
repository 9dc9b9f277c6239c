// Merges over characters as they are defined, with nothing done to make it fast: what CharacterEncoder is compared
// with.
//
//   1. Every character is looked up among all tokens, with what the vocabulary wants before and behind it.
//   2. Of all two neighbours those that come first in the list of merges become one token, the leftmost of equals.
//      Begin again, until no two neighbours are in the list.
#pragma once

#include <string_view>

#include "vocabsmith/character_encoder.hpp"
#include "vocabsmith/encoded_pieces.hpp"

namespace vocabsmith::reference {

// One piece; spans are counted from where it begins.
EncodedPieces encode_characters(const CharacterVocabulary& vocabulary, std::string_view piece);

}  // namespace vocabsmith::reference
