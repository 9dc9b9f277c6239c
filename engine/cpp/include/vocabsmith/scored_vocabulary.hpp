// A vocabulary of pieces with scores, as a SentencePiece model holds it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "vocabsmith/types.hpp"

namespace vocabsmith {

// Numbered as in a SentencePiece model.
enum class PieceKind : std::uint8_t {
  normal = 1,
  unknown = 2,
  control = 3,       // never comes from a text
  user_defined = 4,  // taken whole wherever it stands, whatever its score
  unused = 5,        // never among the ids
  byte = 6,
};

struct ScoredVocabulary {
  std::vector<std::string> tokens;                   // bytes of each id; a byte piece is its one byte
  std::vector<float> scores;                         // of each id: the higher, the better
  std::vector<PieceKind> kinds;                      // of each id
  std::optional<std::array<TokenId, 256>> byte_ids;  // the byte pieces that unknown characters become
  std::optional<TokenId> unknown_id;                 // may be none only where there are byte pieces
};

}  // namespace vocabsmith
