// Pieces on their way into a table of counts.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "checked_counts.hpp"
#include "piece_hash.hpp"
#include "piece_key.hpp"
#include "prefetch.hpp"
#include "vocabsmith/piece_counts.hpp"

namespace vocabsmith {

inline constexpr std::size_t nothing_lent = ~std::size_t{0};

// A table that outgrows the cache answers late. So pieces wait here until a batch is full, while their slots are
// already on their way.
class PieceCounts::Batch {
 public:
  // A piece that is lent and as long as `lent_from` or longer is not copied.
  explicit Batch(PieceCounts& counts, std::size_t lent_from = nothing_lent) : counts_(counts), lent_from_(lent_from) {
    counts_.make_room(1, 0);
  }

  // From the first byte of the piece on `readable` bytes may be read.
  void add(std::string_view piece, std::size_t readable, Count count) {
    if (piece.size() <= PieceKey::max_bytes) {
      const PieceKey key(piece, readable);
      wait({{key.low, key.high}, mix(key.low, key.high), piece, count});
    } else if (piece.size() <= longest_waiting) {
      const Key key = counts_.key_of(piece, readable);
      long_bytes_ += piece.size();
      wait({key, hash_of(key), piece, count});
    } else {
      flush();
      counts_.add_long(piece, count, piece.size() >= lent_from_);
    }
  }

  void flush() {
    const std::size_t filled = std::exchange(filled_, 0);
    counts_.make_room(filled, std::exchange(long_bytes_, 0));
    const std::size_t mask = counts_.slots_.size() - 1;
    for (std::size_t i = 0; i < filled; ++i) {
      const Waiting& next = waiting_[i];
      Slot& slot = counts_.slots_[next.hash & mask];
      if (slot.key.first == next.key.first && slot.key.second == next.key.second) {  // most often
        slot.count = checked_add(slot.count, next.count);
      } else {
        counts_.add_hashed(next.key, next.hash, next.piece, next.count);
      }
    }
  }

 private:
  static constexpr std::size_t longest_waiting = 4096;

  struct Waiting {
    Key key;
    std::uint64_t hash = 0;
    std::string_view piece;
    Count count = 0;
  };

  void wait(const Waiting& next) {
    const Slot* slot = &counts_.slots_[next.hash & (counts_.slots_.size() - 1)];
    prefetch(slot);
    prefetch(&slot->count);  // may lie in the next line of the cache
    waiting_[filled_++] = next;
    if (filled_ == waiting_.size()) flush();
  }

  PieceCounts& counts_;
  std::size_t lent_from_;
  std::array<Waiting, 32> waiting_{};
  std::size_t filled_ = 0;
  std::size_t long_bytes_ = 0;
};

}  // namespace vocabsmith
