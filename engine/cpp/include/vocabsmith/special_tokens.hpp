// Special tokens are cut out of a document before anything else looks at it: leftmost position first, the
// longest token at that position, literal bytes, whatever order they were given in.
//
// The tokens make a tree of their beginnings, in which a failed comparison goes on with the longest beginning that the
// text read so far ends with (Aho and Corasick). So no byte is compared again and again, however long the tokens are
// and however much they have in common.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vocabsmith {

class SpecialTokens {
 public:
  struct Match {
    std::size_t begin;
    std::size_t end;
    std::size_t index;  // which token, in the order given to the constructor
  };

  SpecialTokens() = default;
  // Throws std::invalid_argument for an empty or a repeated token.
  explicit SpecialTokens(std::vector<std::string> tokens);

  bool empty() const { return tokens_.empty(); }
  std::size_t longest() const { return longest_; }  // bytes of the longest token, 0 if there is none

  // The first match that begins at or after `from` and before `horizon` (positions past it may be undecided
  // while more text is to come).
  std::optional<Match> find(std::string_view text, std::size_t from, std::size_t horizon) const;
  std::optional<Match> find(std::string_view text, std::size_t from) const { return find(text, from, text.size()); }

 private:
  static constexpr std::uint32_t root = 0;
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  // A beginning of tokens. Its children are linked by `sibling`.
  struct Node {
    std::uint32_t depth = 0;  // its length
    std::uint32_t child = none;
    std::uint32_t sibling = none;
    std::uint32_t shorter = root;  // the longest other beginning that it ends with
    std::uint32_t ending = none;   // the longest token that it ends with, itself included, as a node
    std::uint32_t token = none;    // the token it is
    unsigned char last_byte = 0;
  };

  void add(std::uint32_t token, std::vector<std::uint32_t>& path);
  void link(std::uint32_t parent);
  std::uint32_t child_of(std::uint32_t node, unsigned char byte) const;
  // The longest beginning that ends with `byte` after what `node` stands for.
  std::uint32_t step(std::uint32_t node, unsigned char byte) const;
  // First place in [from, horizon) where a token may begin; `horizon` if there is none.
  std::size_t next_candidate(std::string_view text, std::size_t from, std::size_t horizon) const;

  std::vector<std::string> tokens_;
  std::vector<Node> nodes_ = std::vector<Node>(1);  // the root, then all beginnings
  std::array<std::uint32_t, 256> first_nodes_{};    // by first byte; the root if no token begins with it
  std::size_t distinct_first_bytes_ = 0;
  std::size_t longest_ = 0;
};

}  // namespace vocabsmith
