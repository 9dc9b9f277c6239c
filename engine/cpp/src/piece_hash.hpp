// Hashes of pieces, for the table that counts them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "piece_key.hpp"
#include "stopping.hpp"
#include "vocabsmith/monitor.hpp"

namespace vocabsmith {

// Every bit of both words reaches every bit of the result.
inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t hash = a * 0x9E3779B97F4A7C15U;
  hash ^= hash >> 32;
  hash = (hash ^ b) * 0xD6E8FEB86659FD93U;
  hash ^= hash >> 32;
  hash *= 0xC2B2AE3D27D4EB4FU;
  return hash ^ (hash >> 29);
}

// Of pieces of 16 bytes and more; the last step may take bytes a second time.
inline std::uint64_t hash_long(std::string_view piece, Monitor* monitor) {
  std::uint64_t hash = piece.size();
  for (std::size_t at = 0; at + 16 < piece.size(); at += 16) {
    if (at % bytes_between_checkpoints == 0 && at != 0 && monitor != nullptr) obey(*monitor);
    hash = mix(hash ^ load_word(piece.data() + at), load_word(piece.data() + at + 8));
  }
  const char* tail = piece.data() + piece.size() - 16;
  return mix(hash ^ load_word(tail), load_word(tail + 8));
}

}  // namespace vocabsmith
