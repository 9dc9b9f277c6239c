// The changes of one merge, gathered by neighbour.
//
// All places of a merge share its tokens, so a neighbour's id alone tells which pair changes. Summed up here first, the
// table of pairs is asked once for each distinct neighbour and not once for each place.
#pragma once

#include <cstdint>
#include <vector>

#include "token_row.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

class NeighbourTally {
 public:
  struct Neighbour {
    Count weight = 0;
    std::uint32_t places = 0;
    Position* next_place = nullptr;  // where the next place of the new pair is written; null: the pair is not kept
  };

  void make_room(TokenId tokens) { neighbours_.resize(tokens); }

  void add(TokenId token, Count weight, std::uint32_t places = 1) {
    Neighbour& neighbour = neighbours_[token];
    if (neighbour.places == 0) touched_.push_back(token);
    neighbour.weight += weight;
    neighbour.places += places;
  }

  Neighbour& operator[](TokenId token) { return neighbours_[token]; }
  const std::vector<TokenId>& touched() const { return touched_; }

  void clear() {
    for (const TokenId token : touched_) neighbours_[token] = Neighbour();
    touched_.clear();
  }

 private:
  std::vector<Neighbour> neighbours_;  // by token id
  std::vector<TokenId> touched_;       // those that are not zero
};

}  // namespace vocabsmith
