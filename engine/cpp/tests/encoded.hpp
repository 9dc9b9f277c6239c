// Texts as the encoders of characters, scored pairs and unigrams give them back.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "vocabsmith/encoded_pieces.hpp"
#include "vocabsmith/monitor.hpp"

namespace vocabsmith {

using Ids = std::vector<TokenId>;
using Spans = std::vector<ByteRange>;

// The whole text as one piece.
template <typename Encoder>
EncodedPieces encoded(const Encoder& encoder, std::string_view text) {
  const std::uint64_t begins[] = {0};
  const std::uint64_t ends[] = {text.size()};
  EncodedPieces out;
  encoder.encode_pieces({text, begins, ends}, out);
  return out;
}

template <typename Encoder>
Ids ids(const Encoder& encoder, std::string_view text) {
  return encoded(encoder, text).ids;
}

template <typename Encoder>
Spans spans(const Encoder& encoder, std::string_view text) {
  return encoded(encoder, text).spans;
}

}  // namespace vocabsmith
