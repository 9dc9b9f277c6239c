// The third of four encoders: the same priority queue (pending_pairs.hpp), over a linked list. The list lies in an
// array with a place for each byte of the text, and a token stands at the place of its first byte. So a pair's place in
// the queue is an index, and each token knows where the one before it and the one after it stand.
//
//   1. Every byte is a token in the list; every pair of neighbours that can merge waits in the queue.
//   2. Take the next pair out of the queue. Pass it over if it no longer stands at its place.
//   3. Merge it: the left token gets its new id, the right one is unlinked. The two pairs that the new token makes with
//      its neighbours wait in the queue. Begin again at 2, until the queue is empty.
//
// The queue costs O(log n) for each pair as before; a token and its neighbours are found in one step, O(1), side by
// side in the memory: O(n log n) again, with one logarithm where the tree has two. Long pieces are merged in this way
// in vocabsmith/encoder.hpp as well.
#pragma once

#include <string_view>
#include <vector>

#include "reference/merge_ranks.hpp"
#include "reference/time_limit.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith::reference {

std::vector<TokenId> encode_with_list(const MergeRanks& merges, std::string_view text, TimeLimit& limit);

}  // namespace vocabsmith::reference
