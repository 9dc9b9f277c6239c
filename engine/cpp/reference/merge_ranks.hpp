// What the reference encoders ask of a vocabulary: the rank of two neighbours, and the token that their merge makes. A
// hash table answers, at the same cost however many merges there are.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "reference/pair_hash.hpp"
#include "vocabsmith/encoder.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith::reference {

using Rank = std::size_t;  // a merge's place in the list, from 0; the lowest is merged first

// The vocabulary must stay where it is.
class MergeRanks {
 public:
  explicit MergeRanks(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {
    for (Rank rank = 0; rank < vocabulary.merges.size(); ++rank) {
      const MergeRule& merge = vocabulary.merges[rank];
      ranks_.try_emplace({merge.left, merge.right}, rank);  // of rules with the same pair the first holds
    }
  }

  // None if the two never merge.
  std::optional<Rank> rank_of(Pair pair) const {
    const auto found = ranks_.find(pair);
    if (found == ranks_.end()) return std::nullopt;
    return found->second;
  }

  TokenId token_of(Rank rank) const { return vocabulary_.merges[rank].token; }
  TokenId id_of_byte(char byte) const { return vocabulary_.byte_ids[static_cast<unsigned char>(byte)]; }

 private:
  const Vocabulary& vocabulary_;
  std::unordered_map<Pair, Rank, PairHash> ranks_;
};

}  // namespace vocabsmith::reference
