// Pieces met before, with their ids. Private to the encoder.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "piece_key.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

// A table of fixed size. Two pieces share a place, which is one line of the processor's cache; a third drives out the
// one that came first. Holds only pieces of at most 15 bytes and 4 ids, which are nearly all.
class PieceCache {
 public:
  static constexpr std::size_t max_ids = 4;
  static constexpr TokenId no_id = 0xFFFFFFFF;  // fills up the ids of a slot
  using Ids = std::array<TokenId, max_ids>;

  static std::size_t size_of(const Ids& ids) {
    return 1U + (ids[1] != no_id ? 1U : 0U) + (ids[2] != no_id ? 1U : 0U) + (ids[3] != no_id ? 1U : 0U);
  }

  class alignas(64) Place {
   public:
    // Null if the piece is not there.
    const Ids* find(const PieceKey& key) const {
      const Slot& slot = slots_[slots_[0].key == key ? 0 : 1];  // chosen without a branch, which nobody could predict
      return slot.key == key ? &slot.ids : nullptr;
    }

    // At most `max_ids` ids, and at least one.
    void put(const PieceKey& key, std::span<const TokenId> ids) {
      slots_[1] = slots_[0];
      slots_[0].key = key;
      std::fill(std::copy(ids.begin(), ids.end(), slots_[0].ids.begin()), slots_[0].ids.end(), no_id);
    }

   private:
    struct Slot {
      PieceKey key;  // all zero: free
      Ids ids{};
    };
    std::array<Slot, 2> slots_;
  };

  PieceCache() : shift_(64 - smallest_bits), places_(std::size_t{1} << smallest_bits) {}

  // As many places as pay for themselves in all text so far, this one included; at most 4 MiB. Growing forgets.
  void prepare_for(std::size_t text_bytes) {
    served_bytes_ += text_bytes;
    const int wanted = std::clamp(static_cast<int>(std::bit_width(served_bytes_ / 128)), smallest_bits, largest_bits);
    if (wanted <= 64 - shift_) return;
    places_.assign(std::size_t{1} << wanted, Place());
    shift_ = 64 - wanted;
  }

  Place& place_of(const PieceKey& key) { return places_[static_cast<std::size_t>(key.hash() >> shift_)]; }

 private:
  static constexpr int smallest_bits = 4;
  static constexpr int largest_bits = 16;

  std::size_t served_bytes_ = 0;
  int shift_;
  std::vector<Place> places_;
};

}  // namespace vocabsmith
