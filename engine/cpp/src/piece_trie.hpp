// Finds all pieces that a text begins with. Private to the encoders of scored pairs and of unigrams.
//
// A double array: a node's child for a byte stands at `base ^ byte`, if that slot names the node as its parent. So a
// step is one look into one array. Each slot also holds what is wanted of the piece that ends there.
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
    std::uint32_t node = 0;
    for (const char* byte = text.data(); byte != end; ++byte) {
      const std::uint32_t child = slots_[node].base ^ static_cast<unsigned char>(*byte);
      const Slot& slot = slots_[child];
      if (slot.parent != node) return;
      if (slot.id != nothing) visit(static_cast<std::uint32_t>(byte + 1 - text.data()), slot.id, slot.score);
      node = child;
    }
  }

 private:
  class Builder;

  static constexpr std::uint32_t nothing = 0xFFFFFFFF;
  static constexpr std::uint32_t nobody = 0xFFFFFFFE;  // the parent of the root

  struct Slot {
    std::uint32_t base = 0;  // of a node without children: 0, where the root is; no slot there names it as parent
    std::uint32_t parent = nothing;  // nothing: free
    TokenId id = nothing;            // nothing: no piece ends here
    float score = 0;
  };

  std::vector<Slot> slots_;
  std::size_t longest_ = 0;
};

}  // namespace vocabsmith
