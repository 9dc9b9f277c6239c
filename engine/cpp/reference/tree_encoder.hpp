// The second of four encoders: a priority queue says which pair is next (pending_pairs.hpp), and a search tree holds
// the tokens of the text, by the place where each begins. A merge gives the left token its new id and takes the right
// one out of the tree; no other token moves. The token at a place is found by going down from the root, its neighbours
// are the entries before and after it.
//
//   1. Every byte is a token in the tree; every pair of neighbours that can merge waits in the queue.
//   2. Take the next pair out of the queue. Pass it over if it no longer stands at its place.
//   3. Merge it; the two pairs that the new token makes with its neighbours wait in the queue. Begin again at 2, until
//      the queue is empty.
//
// A merge puts at most two pairs into the queue, so fewer than 3n pairs ever wait for a text of n bytes. Each costs
// O(log n) in the queue and O(log n) in the tree: O(n log n). Every token is a node of its own in the memory, and to go
// down the tree is to visit some twenty of them.
#pragma once

#include <string_view>
#include <vector>

#include "reference/merge_ranks.hpp"
#include "reference/time_limit.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith::reference {

std::vector<TokenId> encode_with_tree(const MergeRanks& merges, std::string_view text, TimeLimit& limit);

}  // namespace vocabsmith::reference
