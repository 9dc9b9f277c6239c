// All distinct pieces as one row of tokens, in which a place finds its neighbours in one step.
//
//     position   0 1 2 3 4 5 6 7 8 9
//     pieces     . t h e . t h i n .
//     symbols    - A - e - A A i n -      after t+h became A; `-` is no_token
//
// A position is a byte of what can be merged (stretches.hpp). A token's id stands at its first and at its last byte, so
// the token after `p` begins at p + length, and the token before `p` ends at p - 1. The bytes between do not count: a
// merge needs no shifting, and costs the same in a word as in a document of megabytes. Pieces are parted by no_token.
//
// A symbol has 16 bits where that suffices for the vocabulary: half the row, so that more of it stays in the cache.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "row_weights.hpp"
#include "spellings.hpp"
#include "stopping.hpp"
#include "vocabsmith/piece_source.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

template <typename Symbol>
class TokenRow {
 public:
  static constexpr Symbol no_token = std::numeric_limits<Symbol>::max();

  // Every stretch of at least two tokens, as bytes or characters. Throws std::length_error if positions do not suffice,
  // and std::overflow_error if the corpus holds 2^64 bytes or more.
  TokenRow(const PieceSource& pieces, const Spellings& spellings, Monitor& monitor);

  Symbol at(Position position) const { return symbols_[position]; }
  const Symbol* address(Position position) const { return &symbols_[position]; }
  std::size_t size() const { return size_; }
  RowWeights::Reader weights() const { return RowWeights::Reader(weights_); }
  Count corpus_tokens() const { return corpus_tokens_; }  // before the first merge, repeats counted

  // The bytes of a stretch that is too long for a piece of Spellings::most_joined_bytes.
  std::string_view long_text(Position begin, std::uint32_t length) const;

  // The token at `position` and the one after it become one.
  void join(Position position, std::uint32_t left_length, std::uint32_t right_length, TokenId token) {
    symbols_[position + left_length] = no_token;  // nothing begins here any more; postings that say so are out of date
    symbols_[position] = static_cast<Symbol>(token);
    symbols_[position + left_length + right_length - 1] = static_cast<Symbol>(token);
  }

  // visit(Position, Symbol, Symbol, Count weight) for every two neighbours of a row in which nothing is merged, the
  // borders of pieces (no_token) among them, from front to back.
  template <typename Visit>
  void for_each_two_bytes(Monitor& monitor, Visit&& visit) const;

  // visit(Position, Pair, Count weight) for every two neighbours, from front to back.
  template <typename Visit>
  void for_each_pair(const Spellings& spellings, Monitor& monitor, Visit&& visit) const;

 private:
  struct LongPiece {
    Position begin;
    const char* bytes;
  };

  void assign_runs(const PieceSource& pieces, const CharacterIds* characters, Monitor& monitor);
  void write_pieces(const PieceSource& pieces, const Spellings& spellings, Monitor& monitor);
  void remember_text(Position begin, std::string_view piece, bool lent);

  std::unique_ptr<Symbol[]> symbols_;
  std::size_t size_ = 0;
  Count corpus_tokens_ = 0;
  RowWeights weights_;                  // the most frequent pieces first: what is visited most often lies close
  std::vector<LongPiece> long_pieces_;  // from front to back
  std::vector<std::unique_ptr<char[]>> copies_;  // of long pieces that their source does not lend
};

template <typename Symbol>
template <typename Visit>
void TokenRow<Symbol>::for_each_two_bytes(Monitor& monitor, Visit&& visit) const {
  Position position = 0;
  for (const RowWeights::Run& run : weights_.runs()) {
    const std::size_t run_end = std::min<std::size_t>(run.end, size_ - 1);
    while (position < run_end) {
      obey(monitor);
      const std::size_t end = std::min(run_end, position + rounds_between_checkpoints);
      for (; position < end; ++position) visit(position, symbols_[position], symbols_[position + 1], run.weight);
    }
  }
}

template <typename Symbol>
template <typename Visit>
void TokenRow<Symbol>::for_each_pair(const Spellings& spellings, Monitor& monitor, Visit&& visit) const {
  const std::uint32_t* lengths = spellings.lengths();
  Rounds rounds(monitor);
  Position position = 1;
  for (const RowWeights::Run& run : weights_.runs()) {
    Symbol left = symbols_[position];
    while (position < run.end) {
      rounds.pass();
      const Position next = position + lengths[left];
      const Symbol right = symbols_[next];
      if (right != no_token) {
        visit(position, Pair{left, right}, run.weight);
        position = next;
        left = right;
      } else {
        position = next + 1;
        if (position < run.end) left = symbols_[position];
      }
    }
  }
}

extern template class TokenRow<std::uint16_t>;
extern template class TokenRow<std::uint32_t>;

}  // namespace vocabsmith
