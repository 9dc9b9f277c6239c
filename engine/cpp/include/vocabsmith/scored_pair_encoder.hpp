// Text to ids by scored pairs: SentencePiece's way of byte pair encoding, which knows no list of merges.
//
// In each piece
//   1. user-defined pieces are found, from left to right, the longest that begins at a place. They are done with;
//   2. everything else is cut into characters;
//   3. of all two neighbours that together spell a piece those with the highest score are joined, the leftmost first,
//      until there are none. Unused pieces are made like others;
//   4. an unused piece is taken apart again into the two parts of which it was last seen to consist, and these
//   likewise;
//   5. characters that are no piece are unknown: bytes if there are byte pieces, else one unknown piece for neighbours.
#pragma once

#include <memory>

#include "vocabsmith/encoded_pieces.hpp"
#include "vocabsmith/monitor.hpp"
#include "vocabsmith/scored_vocabulary.hpp"

namespace vocabsmith {

// Any number of threads may encode with one at the same time.
class ScoredPairEncoder {
 public:
  // Throws std::invalid_argument for a vocabulary that contradicts itself: see check_scored_vocabulary.
  explicit ScoredPairEncoder(ScoredVocabulary vocabulary);
  ~ScoredPairEncoder();
  ScoredPairEncoder(const ScoredPairEncoder&) = delete;
  ScoredPairEncoder& operator=(const ScoredPairEncoder&) = delete;

  // Ids of the pieces, appended to `out`; each piece is a text by itself. `monitor` may be null; its pause is obeyed,
  // and its stop ends the call early: false, and `out` is incomplete. Throws std::invalid_argument for pieces that are
  // not in order inside the text, std::length_error for 4 GiB that nothing divides.
  bool encode_pieces(const CutText& cut, EncodedPieces& out, Monitor* monitor = nullptr) const;

 private:
  class Tables;
  class Run;
  std::unique_ptr<const Tables> tables_;
};

}  // namespace vocabsmith
