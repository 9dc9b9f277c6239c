// Byte pair encoding as it is defined, for reading and for comparing with: O(n) work for every merge, a search through
// the whole merge list for every pair.
#pragma once

#include <string_view>
#include <vector>

#include "vocabsmith/encoder.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith::reference {

// Ids of one piece: repeatedly merges the pair of lowest rank, the leftmost of equals.
std::vector<TokenId> encode_piece(const Vocabulary& vocabulary, std::string_view piece);

}  // namespace vocabsmith::reference
