// All distinct pieces as one row of tokens, in which a place finds its neighbours in one step.
//
//     position   0 1 2 3 4 5 6 7 8 9
//     text       . t h e . t h i n .
//     tokens     - A - e - A A i n -      after t+h became A; `-` is no_token
//
// A position is a byte of the text. A token's id stands at its first and at its last byte, so the token after `p`
// begins at p + length, and the token before `p` ends at p - 1. The bytes between do not count: a merge needs no
// shifting, and costs the same in a word as in a document of megabytes. Pieces are parted by no_token.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spellings.hpp"
#include "stopping.hpp"
#include "vocabsmith/piece_source.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

using Position = std::uint32_t;
inline constexpr TokenId no_token = 0xFFFFFFFF;

class TokenRow {
  // Pieces with the same count stand together, the most frequent first: what is visited most often lies close.
  struct Run {
    Position end;
    Count weight;
  };

 public:
  // Reads the weight of one position after another, from front to back.
  class WeightReader {
   public:
    explicit WeightReader(const std::vector<Run>& runs) : run_(runs.data()), last_(run_ + runs.size()) {}
    Count at(Position position) {
      if (position >= run_->end) {
        run_ = std::upper_bound(run_, last_, position, [](Position p, const Run& run) { return p < run.end; });
      }
      return run_->weight;
    }

   private:
    const Run* run_;
    const Run* last_;
  };

  // Every piece of at least two bytes, as single bytes. Throws std::length_error if positions do not suffice.
  TokenRow(const PieceSource& counts, const Spellings& spellings, Monitor& monitor);

  TokenId at(Position position) const { return tokens_[position]; }
  const TokenId* address(Position position) const { return &tokens_[position]; }
  std::string_view text(Position begin, std::uint32_t length) const { return {&text_[begin], length}; }
  WeightReader weights() const { return WeightReader(runs_); }

  // The token at `position` and the one after it become one.
  void join(Position position, std::uint32_t left_length, std::uint32_t right_length, TokenId token) {
    tokens_[position + left_length] = no_token;  // nothing begins here any more; postings that say so are out of date
    tokens_[position] = token;
    tokens_[position + left_length + right_length - 1] = token;
  }

  // visit(Position, Pair, Count weight) for every two neighbours, from front to back.
  template <typename Visit>
  void for_each_pair(const Spellings& spellings, Monitor& monitor, Visit&& visit) const;

 private:
  void assign_runs(const PieceSource& counts, Monitor& monitor);
  void write_pieces(const PieceSource& counts, const Spellings& spellings, Monitor& monitor);

  std::string text_;
  std::vector<TokenId> tokens_;
  std::vector<Run> runs_;
};

template <typename Visit>
void TokenRow::for_each_pair(const Spellings& spellings, Monitor& monitor, Visit&& visit) const {
  WeightReader weights(runs_);
  Position position = 1;
  std::size_t round = 0;
  while (position < tokens_.size()) {
    const Count weight = weights.at(position);
    TokenId left = tokens_[position];
    for (;;) {
      if (++round % rounds_between_checkpoints == 0) obey(monitor);
      const Position next = position + spellings.length(left);
      const TokenId right = tokens_[next];
      if (right == no_token) {
        position = next + 1;
        break;
      }
      visit(position, Pair{left, right}, weight);
      position = next;
      left = right;
    }
  }
}

}  // namespace vocabsmith
