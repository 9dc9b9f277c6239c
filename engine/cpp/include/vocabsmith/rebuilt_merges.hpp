// The merges behind a list of tokens in the order of their ranks, which is all that a .tiktoken file tells.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "vocabsmith/types.hpp"

namespace vocabsmith {

// `token` is what `left right` become.
struct RebuiltMerge {
  TokenId left;
  TokenId right;
  TokenId token;
};

// For each token of two bytes or more, the merge that makes it: the two tokens that it is cut into by the tokens of
// lower rank, of which the lowest in it is merged first and the leftmost of equal ones. A token that does not come
// apart into two has none. `ranks`, which rise, are the ids of `tokens`; tokens are distinct. Takes time O(n log n) in
// all bytes.
std::vector<RebuiltMerge> rebuild_merges(std::span<const std::string_view> tokens, std::span<const TokenId> ranks);

}  // namespace vocabsmith
