// The best cut of a text by two nested loops: what UnigramEncoder is compared with.
//
//   for every place where a piece may end
//     for every place where it may begin, from the front
//       is what lies between a piece? Then the best way to its begin and its score are a way to its end.
//
// Every slice of the text is looked up among all pieces: O(n² · number of pieces).
#pragma once

#include <string_view>

#include "vocabsmith/encoded_pieces.hpp"
#include "vocabsmith/scored_vocabulary.hpp"

namespace vocabsmith::reference {

struct BestCut {
  EncodedPieces pieces;
  double score;
};

BestCut best_cut(const ScoredVocabulary& vocabulary, std::string_view text);

}  // namespace vocabsmith::reference
