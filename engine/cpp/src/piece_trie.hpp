// Finds all pieces that a text begins with. Private to the encoders of scored pairs and of unigrams.
//
// A double array: a node's child for a byte stands at `base ^ byte`, if that slot names the node as its parent. So a
// step is one look into one array, which is kept small: what is wanted of a piece stands in another one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "vocabsmith/types.hpp"

namespace vocabsmith {

class PieceTrie {
 public:
  struct Piece {
    std::string_view text;  // not empty
    TokenId id;
    float score;
  };

  explicit PieceTrie(std::vector<Piece> pieces);  // different ones

  std::size_t longest() const { return longest_; }  // bytes; 0 without pieces

  // visit(length, id, score) for each piece that the text begins with, the shortest first.
  template <typename Visit>
  void for_each_prefix(std::string_view text, Visit&& visit) const {
    const char* const end = text.data() + text.size();
    std::uint32_t parent = 0;  // at first the root
    std::uint32_t base = slots_[0].base;
    for (const char* byte = text.data(); byte != end; ++byte) {
      const std::uint32_t node = base ^ static_cast<unsigned char>(*byte);
      const Slot slot = slots_[node];
      if (slot.parent != parent) return;
      parent = node;
      base = slot.base;
      if ((base & ends_piece) == 0) continue;
      base ^= ends_piece;
      visit(static_cast<std::uint32_t>(byte + 1 - text.data()), found_[node].id, found_[node].score);
    }
  }

 private:
  class Builder;

  static constexpr std::uint32_t nothing = 0xFFFFFFFF;
  static constexpr std::uint32_t nobody = 0xFFFFFFFE;       // the parent of the root
  static constexpr std::uint32_t ends_piece = 0x8000'0000;  // in a base: the node ends a piece

  struct Slot {
    std::uint32_t base = 0;          // of a node without children: 0, where no slot names it as parent
    std::uint32_t parent = nothing;  // nothing: free
  };

  struct Found {
    TokenId id = 0;
    float score = 0;
  };

  std::vector<Slot> slots_;
  std::vector<Found> found_;  // of each slot that ends a piece
  std::size_t longest_ = 0;
};

}  // namespace vocabsmith
