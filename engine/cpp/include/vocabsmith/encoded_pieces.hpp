// What goes into the encoders of characters, scored pairs and unigrams, and what comes out of them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "vocabsmith/types.hpp"

namespace vocabsmith {

// A text that is cut into pieces: piece i is text[begins[i], ends[i]). Between pieces may lie what belongs to none.
struct CutText {
  std::string_view text;
  std::span<const std::uint64_t> begins;
  std::span<const std::uint64_t> ends;
};

// The bytes of the text that an id stands for. Empty for an id that comes from no byte of it.
struct ByteRange {
  std::uint64_t begin;
  std::uint64_t end;

  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

struct EncodedPieces {
  std::vector<TokenId> ids;
  std::vector<ByteRange> spans;  // one for each id

  void add(TokenId id, ByteRange span) {
    ids.push_back(id);
    spans.push_back(span);
  }
};

}  // namespace vocabsmith
