// The three nouns of byte pair encoding.
#pragma once

#include <compare>
#include <cstdint>

namespace vocabsmith {

// A token's number. Ids 0-255 are the bytes, in the order the recipe asks for; where learning begins with characters,
// these come next. A merge of rank r (counted from 0) makes the r-th id after them while training. Special tokens are
// numbered outside the trainer.
using TokenId = std::uint32_t;

// How often something occurs. Always 64 bits wide: three billion of one word is a real corpus.
using Count = std::uint64_t;

// Two tokens that stand next to each other inside one piece.
struct Pair {
  TokenId left;
  TokenId right;

  friend constexpr auto operator<=>(const Pair&, const Pair&) = default;
};

// One learned step: every place where `left right` stood now holds `token`.
struct Merge {
  TokenId left;
  TokenId right;
  TokenId token;
  Count count;        // the pair's count at the moment it was chosen, overlaps counted
  Count tokens_left;  // tokens in the whole corpus after this merge, exact
};

}  // namespace vocabsmith
