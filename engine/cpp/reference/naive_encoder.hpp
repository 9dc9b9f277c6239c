// The first of four encoders: byte pair encoding as it is defined, with nothing done to make it fast. The truth that
// all others are compared with.
//
//   1. Every byte is a token.
//   2. Look at all pairs of neighbours for the one of lowest rank, the leftmost of equals.
//   3. Put the merged token in its place. Begin again at 2, until no two neighbours merge.
//
// A merge costs a look at every pair there is, and a shift of all that stands behind it. In a text of n bytes there are
// up to n - 1 merges: O(n²). Twice the text takes four times as long.
#pragma once

#include <string_view>
#include <vector>

#include "reference/merge_ranks.hpp"
#include "reference/time_limit.hpp"
#include "vocabsmith/encoder.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith::reference {

std::vector<TokenId> encode_naively(const MergeRanks& merges, std::string_view text, TimeLimit& limit);

// Ids of one piece as the vocabulary asks for them: a whole piece that is a token is looked up first, if it wants that.
std::vector<TokenId> encode_piece(const Vocabulary& vocabulary, std::string_view piece);

}  // namespace vocabsmith::reference
