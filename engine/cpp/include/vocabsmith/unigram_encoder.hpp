// Text to ids by a unigram model: of all ways to cut a text into pieces the one with the highest sum of scores.
//
// It is found by Viterbi's method in one walk. What is known of a place is the best way to reach it. From every place,
// in order, a trie gives all pieces that begin there, and each may be a better way to the place where it ends. At the
// end the way is followed back. A text of n bytes takes O(n · longest piece).
//
// Ties and rounding are those of the `sentencepiece` library. Sums have 32 bits and grow from left to right, a later
// way must be better than an earlier one, and a sum past ±100,000 is set back to 0.
#pragma once

#include <memory>
#include <string_view>

#include "vocabsmith/encoded_pieces.hpp"
#include "vocabsmith/monitor.hpp"
#include "vocabsmith/scored_vocabulary.hpp"

namespace vocabsmith {

// Any number of threads may encode with one at the same time.
class UnigramEncoder {
 public:
  // Throws std::invalid_argument for a vocabulary that contradicts itself: see check_scored_vocabulary.
  explicit UnigramEncoder(ScoredVocabulary vocabulary);
  ~UnigramEncoder();
  UnigramEncoder(const UnigramEncoder&) = delete;
  UnigramEncoder& operator=(const UnigramEncoder&) = delete;

  // Ids of the pieces, appended to `out`; each piece is a text by itself. Neighbouring unknown characters become one
  // unknown id, or each of them its bytes. `monitor` may be null; its pause is obeyed, and its stop ends the call
  // early: false, and `out` is incomplete. Throws std::invalid_argument for pieces that are not in order inside the
  // text.
  bool encode_pieces(const CutText& cut, EncodedPieces& out, Monitor* monitor = nullptr) const;

  // The sum of the best way through a text.
  double score(std::string_view text) const;

 private:
  class Tables;
  class Run;
  std::unique_ptr<const Tables> tables_;
};

}  // namespace vocabsmith
