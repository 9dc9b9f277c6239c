// Where the ids of a scored vocabulary go: unknown characters become byte pieces, or one unknown piece for all that
// stand next to each other. Private to the encoders of scored pairs and of unigrams.
#pragma once

#include <cstddef>
#include <string_view>

#include "vocabsmith/encoded_pieces.hpp"
#include "vocabsmith/scored_vocabulary.hpp"

namespace vocabsmith {

class ScoredOutput {
 public:
  ScoredOutput(const ScoredVocabulary& vocabulary, EncodedPieces& out) : vocabulary_(vocabulary), out_(out) {}

  void begin_text() { after_unknown_ = false; }

  void add_known(TokenId id, ByteRange range) {
    out_.add(id, range);
    after_unknown_ = false;
  }

  // `bytes` is what stands in the range.
  void add_unknown(std::string_view bytes, ByteRange range) {
    if (vocabulary_.byte_ids) {
      for (std::size_t i = 0; i < bytes.size(); ++i)
        out_.add((*vocabulary_.byte_ids)[static_cast<unsigned char>(bytes[i])], {range.begin + i, range.begin + i + 1});
    } else if (after_unknown_) {
      out_.spans.back().end = range.end;
    } else {
      out_.add(*vocabulary_.unknown_id, range);
      after_unknown_ = true;
    }
  }

 private:
  const ScoredVocabulary& vocabulary_;
  EncodedPieces& out_;
  bool after_unknown_ = false;
};

}  // namespace vocabsmith
