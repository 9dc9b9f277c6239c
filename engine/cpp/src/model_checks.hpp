// What the encoders of characters, scored pairs and unigrams refuse. All throw std::invalid_argument that names the
// place and the value.
#pragma once

#include <string>

#include "vocabsmith/character_encoder.hpp"
#include "vocabsmith/encoded_pieces.hpp"
#include "vocabsmith/scored_vocabulary.hpp"

namespace vocabsmith {

// Every piece must lie in the text, behind the one before.
void check_cut(const CutText& cut);

void check_character_vocabulary(const CharacterVocabulary& vocabulary);

// There must be a score and a kind for each token, no score may be NaN (with `finite`: nor infinite), no token empty,
// none that a text can give twice; every byte its piece or no byte a piece; one unknown piece, or byte pieces in its
// place.
void check_scored_vocabulary(const ScoredVocabulary& vocabulary, bool finite);

// Whether the piece may be found in a text: normal, user-defined and unused ones. Not the unused null byte that fills a
// SentencePiece model up to a size, as often as it takes.
bool stands_in_text(const ScoredVocabulary& vocabulary, TokenId id);

// The byte as files write its token: <0x0A>.
std::string spelled_byte(unsigned char byte);

}  // namespace vocabsmith
