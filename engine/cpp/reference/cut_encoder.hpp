// The last of four encoders: naive again, but the text is cut first, and each piece is encoded alone.
//
//   1. Cut the text: a run of white space is a piece, each punctuation mark is one, and so is what lies between them,
//      which is words and numbers.
//   2. Encode each piece naively (naive_encoder.hpp); the ids of the text are those of its pieces, one after the other.
//
// A piece of k bytes costs O(k²), but no piece grows with the text: O(n) for n bytes of ordinary prose. What it costs
// instead is that a merge which crosses a cut is never made. With a vocabulary that holds such merges (one trained on
// uncut text has learned "of the" as one token) the ids are others, and more of them. Whoever cuts while encoding has
// to cut in the same way while training.
#pragma once

#include <string_view>
#include <vector>

#include "reference/merge_ranks.hpp"
#include "reference/time_limit.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith::reference {

// The pieces of a text, without a gap. Unicode says what is white space and what a punctuation mark (P).
std::vector<std::string_view> cut_at_spaces_and_punctuation(std::string_view text);

std::vector<TokenId> encode_cut(const MergeRanks& merges, std::string_view text, TimeLimit& limit);

}  // namespace vocabsmith::reference
