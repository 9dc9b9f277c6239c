// Random small corpora for the tests of trainers: few letters, so that ties and overlaps abound. From bytes, or from
// characters of one to four bytes, between which stand some that are not listed, and bytes that are none.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "reference/corpus.hpp"
#include "vocabsmith/piece_counts.hpp"
#include "vocabsmith/trainer.hpp"

namespace vocabsmith {

using reference::WeightedPiece;

enum class Base : std::uint8_t { bytes, characters };

class RandomCase {
 public:
  explicit RandomCase(unsigned seed, Base base = Base::bytes) : random_(seed), base_(base) {
    const std::size_t letters = between(2, alphabet().size());
    const std::size_t pieces = between(1, 6);
    const std::size_t longest = between(0, 9) == 0 ? 300 : 12;
    for (std::size_t i = 0; i < pieces; ++i) add_piece(letters, longest);
    options.max_merges = between(0, 3) == 0 ? 1'000 : between(1, 20);
    options.min_frequency = between(0, 3);
    options.max_token_length = between(0, 2) == 0 ? between(1, 6) : 0;
    options.tie_break = between(0, 1) == 0 ? TieBreak::smaller_ids : TieBreak::greater_bytes;
    std::iota(options.byte_of_id.begin(), options.byte_of_id.end(), std::uint8_t{0});
    if (between(0, 1) == 0) std::shuffle(options.byte_of_id.begin(), options.byte_of_id.end(), random_);
    if (base == Base::characters) choose_characters();
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

  const std::vector<std::string>& alphabet() const {
    static const std::vector<std::string> bytes{"a", "\xFF", " ", "z"};
    static const std::vector<std::string> characters{"é", "a", "中", "\xFF", "😀", "\xE4\xB8", "ß"};
    return base_ == Base::bytes ? bytes : characters;
  }

  // Some of those that occur, and now and then so many others that not every pair of them has a slot of its own.
  void choose_characters() {
    options.characters.emplace();
    for (const char32_t character : U"aé中😀ß") {
      if (character != 0 && between(0, 5) != 0) options.characters->push_back(character);
    }
    for (char32_t left = between(0, 4) == 0 ? 200 : 0; left > 0; --left) options.characters->push_back(0x1000 + left);
    std::shuffle(options.characters->begin(), options.characters->end(), random_);
  }

  void add_piece(std::size_t letters, std::size_t longest) {
    std::string bytes;
    const std::size_t length = between(1, longest);
    while (bytes.size() < length) bytes += alphabet()[between(0, letters - 1)];
    const Count weight = between(0, 9) == 0 ? Count{1} << 41 : between(1, 3);
    pieces.push_back({bytes, weight});
  }

  std::mt19937 random_;
  Base base_;
};

}  // namespace vocabsmith
