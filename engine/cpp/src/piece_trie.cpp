#include "piece_trie.hpp"

#include <algorithm>
#include <deque>
#include <stdexcept>
#include <vector>

namespace vocabsmith {

// Children of a node share a block of 256 slots. New ones go into the last blocks that have room; one child alone, as
// most nodes have, fits anywhere.
class PieceTrie::Builder {
 public:
  Builder(PieceTrie& trie, const std::vector<Piece>& sorted)
      : slots_(trie.slots_), found_(trie.found_), pieces_(sorted) {}

  void build() {
    add_block();
    take(0, nobody);
    waiting_.push_back({0, 0, pieces_.size(), 0});
    while (!waiting_.empty()) {
      const Node node = waiting_.back();
      waiting_.pop_back();
      add_children(node);
    }
  }

 private:
  static constexpr std::uint32_t block_size = 256;
  static constexpr std::size_t open_blocks = 16;

  // A node that stands for the first `depth` bytes of the pieces [begin, end).
  struct Node {
    std::uint32_t slot;
    std::size_t begin;
    std::size_t end;
    std::size_t depth;
  };

  struct Block {
    std::uint32_t begin;
    std::uint32_t free;
  };

  void add_children(const Node& node) {
    std::size_t begin = node.begin;
    if (begin < node.end && pieces_[begin].text.size() == node.depth) {
      slots_[node.slot].base = ends_piece;
      found_[node.slot] = {pieces_[begin].id, pieces_[begin].score};
      ++begin;
    }
    children_.clear();
    for (std::size_t i = begin; i < node.end;) {
      const std::size_t first = i;
      const unsigned char byte = byte_of(i, node.depth);
      while (i < node.end && byte_of(i, node.depth) == byte) ++i;
      children_.push_back({byte, first, i, node.depth + 1});
    }
    if (children_.empty()) return;
    const std::uint32_t base = find_base();
    slots_[node.slot].base |= base;
    for (Node child : children_) {
      child.slot ^= base;  // was the byte
      take(child.slot, node.slot);
      waiting_.push_back(child);
    }
  }

  unsigned char byte_of(std::size_t piece, std::size_t depth) const {
    return static_cast<unsigned char>(pieces_[piece].text[depth]);
  }

  // A base with a free slot for every child.
  std::uint32_t find_base() {
    for (const Block& block : blocks_) {
      if (block.free < children_.size()) continue;
      for (std::uint32_t slot = block.begin; slot < block.begin + block_size; ++slot) {
        if (is_free(slot) && fits(slot ^ children_.front().slot)) return slot ^ children_.front().slot;
      }
    }
    return add_block() ^ children_.front().slot;
  }

  bool fits(std::uint32_t base) const {
    return std::all_of(children_.begin(), children_.end(),
                       [&](const Node& child) { return is_free(base ^ child.slot); });
  }

  bool is_free(std::uint32_t slot) const { return slots_[slot].parent == nothing; }

  void take(std::uint32_t slot, std::uint32_t parent) {
    slots_[slot].parent = parent;
    for (Block& block : blocks_) {
      if (block.begin == slot / block_size * block_size) --block.free;
    }
  }

  std::uint32_t add_block() {
    if (slots_.size() + block_size > ends_piece) throw std::invalid_argument("the pieces are too long together");
    const auto begin = static_cast<std::uint32_t>(slots_.size());
    slots_.resize(slots_.size() + block_size);
    found_.resize(slots_.size());
    blocks_.push_back({begin, block_size});
    if (blocks_.size() > open_blocks) blocks_.pop_front();
    return begin;
  }

  std::vector<Slot>& slots_;
  std::vector<Found>& found_;
  const std::vector<Piece>& pieces_;
  std::vector<Node> waiting_;
  std::vector<Node> children_;  // of the node at hand; their byte stands in place of the slot
  std::deque<Block> blocks_;    // the last ones, the oldest first
};

PieceTrie::PieceTrie(std::vector<Piece> pieces) {
  std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.text < b.text; });
  for (const Piece& piece : pieces) longest_ = std::max(longest_, piece.text.size());
  Builder(*this, pieces).build();
}

}  // namespace vocabsmith
