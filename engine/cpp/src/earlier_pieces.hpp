// Where a long piece stood before in the same text. Private to the encoder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "piece_key.hpp"

namespace vocabsmith {

// For the pieces that PieceCache does not take: rulers, indentation, long words. Text and ids are not copied; an entry
// points to the last time they were seen. A table of fixed size: a new piece drives out the one in its place.
class EarlierPieces {
 public:
  struct Entry {
    std::string_view piece;     // in the text; empty: free
    std::size_t ids_begin = 0;  // in the ids of the text
    std::size_t ids_count = 0;
  };

  explicit EarlierPieces(std::size_t text_bytes)
      : entries_(text_bytes < worthwhile_text ? 1 : std::size_t{1} << bits) {}

  // The entry of this piece, if `entry.piece == piece`, or the one that it may take.
  Entry& entry_of(std::string_view piece) {
    return entries_[static_cast<std::size_t>(hash_of(piece) >> (64 - bits)) & (entries_.size() - 1)];
  }

 private:
  static constexpr int bits = 13;
  static constexpr std::size_t worthwhile_text = 1 << 16;

  // Of pieces of 8 bytes and more.
  static std::uint64_t hash_of(std::string_view piece) {
    std::uint64_t hash = piece.size();
    for (std::size_t at = 0; at + 8 < piece.size(); at += 8) hash = mix(hash, piece.data() + at);
    return mix(hash, piece.data() + piece.size() - 8);  // some bytes a second time
  }

  static std::uint64_t mix(std::uint64_t hash, const char* bytes) {
    hash = (hash ^ load_word(bytes)) * 0x9E3779B97F4A7C15U;
    return hash ^ (hash >> 32);
  }

  std::vector<Entry> entries_;
};

}  // namespace vocabsmith
