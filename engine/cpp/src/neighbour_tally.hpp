// The changes of one merge, gathered by neighbour.
//
// All places of a merge share its tokens, so a neighbour's id alone tells which pair changes. Summed up here first, the
// table of pairs is asked once for each distinct neighbour and not once for each place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "posting_pool.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

template <typename Symbol>
class NeighbourTally {
 public:
  struct Neighbour {
    Count weight = 0;
    std::uint32_t places = 0;
    std::uint32_t next_posting = PostingPool::nowhere;  // where the next place of the new pair is written
  };

  // The border of a piece (no_token) is counted like a neighbour, which spares a question at each place, and then left
  // out: it has the number after the last, that is 0.
  void make_room(TokenId last_token) { neighbours_.resize(std::size_t{last_token} + 2); }

  void add(Symbol token, Count weight, std::uint32_t places = 1) {
    Neighbour& neighbour = (*this)[token];
    if (neighbour.places == 0 && token != border) touched_.push_back(token);
    neighbour.weight += weight;
    neighbour.places += places;
  }

  Neighbour& operator[](Symbol token) { return neighbours_[static_cast<Symbol>(token + 1)]; }
  const std::vector<Symbol>& touched() const { return touched_; }

  void clear() {
    for (const Symbol token : touched_) (*this)[token] = Neighbour();
    (*this)[border] = Neighbour();
    touched_.clear();
  }

 private:
  static constexpr Symbol border = std::numeric_limits<Symbol>::max();

  std::vector<Neighbour> neighbours_ = std::vector<Neighbour>(1);  // by token id, one further on
  std::vector<Symbol> touched_;                                    // those that are not zero
};

}  // namespace vocabsmith
