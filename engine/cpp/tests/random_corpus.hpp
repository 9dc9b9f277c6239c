// Random small corpora for the tests of trainers: few letters, so that ties and overlaps abound.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "reference/corpus.hpp"
#include "vocabsmith/piece_counts.hpp"
#include "vocabsmith/trainer.hpp"

namespace vocabsmith {

using reference::WeightedPiece;

class RandomCase {
 public:
  explicit RandomCase(unsigned seed) : random_(seed) {
    const std::size_t letters = between(2, 4);
    const std::size_t pieces = between(1, 6);
    const std::size_t longest = between(0, 9) == 0 ? 300 : 12;
    for (std::size_t i = 0; i < pieces; ++i) add_piece(letters, longest);
    options.max_merges = between(0, 3) == 0 ? 1'000 : between(1, 20);
    options.min_frequency = between(0, 3);
    options.max_token_length = between(0, 2) == 0 ? between(1, 6) : 0;
    options.tie_break = between(0, 1) == 0 ? TieBreak::smaller_ids : TieBreak::greater_bytes;
    std::iota(options.byte_of_id.begin(), options.byte_of_id.end(), std::uint8_t{0});
    if (between(0, 1) == 0) std::shuffle(options.byte_of_id.begin(), options.byte_of_id.end(), random_);
  }

  std::vector<WeightedPiece> pieces;
  TrainerOptions options;

  PieceCounts counts() const {
    PieceCounts counts;
    for (const WeightedPiece& piece : pieces) counts.add(piece.bytes, piece.count);
    return counts;
  }

 private:
  std::size_t between(std::size_t low, std::size_t high) {
    return std::uniform_int_distribution<std::size_t>(low, high)(random_);
  }

  void add_piece(std::size_t letters, std::size_t longest) {
    static const std::string alphabet = "a\xFF\x20z";
    std::string bytes;
    const std::size_t length = between(1, longest);
    while (bytes.size() < length) bytes += alphabet[between(0, letters - 1)];
    const Count weight = between(0, 9) == 0 ? Count{1} << 41 : between(1, 3);
    pieces.push_back({bytes, weight});
  }

  std::mt19937 random_;
};

}  // namespace vocabsmith
