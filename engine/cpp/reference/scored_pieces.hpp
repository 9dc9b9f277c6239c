// What the two readable encoders with scores ask of a vocabulary, and how they write what they have found.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "vocabsmith/encoded_pieces.hpp"
#include "vocabsmith/scored_vocabulary.hpp"

namespace vocabsmith::reference {

// The piece of a text that is spelled so, of the kinds that may be taken from a text.
inline std::optional<TokenId> piece_spelled(const ScoredVocabulary& vocabulary, std::string_view text) {
  for (TokenId id = 0; id < vocabulary.tokens.size(); ++id) {
    const PieceKind kind = vocabulary.kinds[id];
    if (kind == PieceKind::unknown || kind == PieceKind::control || kind == PieceKind::byte) continue;
    if (kind == PieceKind::unused && vocabulary.tokens[id] == std::string_view("\0", 1)) continue;
    if (vocabulary.tokens[id] == text) return id;
  }
  return std::nullopt;
}

// A part of the text; without an id it is an unknown character.
struct FoundPiece {
  std::string_view text;
  std::optional<TokenId> id;
};

// Unknown characters as their bytes, or as one unknown piece for all that stand next to each other.
inline EncodedPieces written(const ScoredVocabulary& vocabulary, const std::vector<FoundPiece>& pieces) {
  EncodedPieces result;
  std::uint64_t at = 0;
  bool after_unknown = false;
  for (const FoundPiece& piece : pieces) {
    const ByteRange span{at, at + piece.text.size()};
    at = span.end;
    if (piece.id) {
      result.add(*piece.id, span);
    } else if (vocabulary.byte_ids) {
      for (std::size_t i = 0; i < piece.text.size(); ++i)
        result.add((*vocabulary.byte_ids)[static_cast<unsigned char>(piece.text[i])],
                   {span.begin + i, span.begin + i + 1});
    } else if (after_unknown) {
      result.spans.back().end = span.end;
    } else {
      result.add(*vocabulary.unknown_id, span);
    }
    after_unknown = !piece.id;
  }
  return result;
}

}  // namespace vocabsmith::reference
