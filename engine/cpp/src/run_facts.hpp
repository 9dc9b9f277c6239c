// What is known of a run of pieces beside the pieces: sizes, sums, and a checksum. In a file that has a name they stand
// behind the pieces, as a trailer that says that all of it is there.
//
//     magic (8 bytes)  version, flags (4 each)  bytes, size, piece_bytes, longest, total, total_bytes, checksum,
//     checksum of the trailer (8 each); numbers are little-endian
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "vocabsmith/types.hpp"

namespace vocabsmith {

// Sum of counts that is exact or known to be too large.
class CheckedSum {
 public:
  CheckedSum() = default;
  CheckedSum(Count value, bool too_large) : value_(value), too_large_(too_large) {}

  void add(Count count) { too_large_ |= (value_ += count) < count; }
  void add_product(Count a, Count b);
  Count value() const;  // throws std::overflow_error
  Count low_bits() const { return value_; }
  bool too_large() const { return too_large_; }

  bool operator==(const CheckedSum&) const = default;

 private:
  Count value_ = 0;
  bool too_large_ = false;
};

struct RunFacts {
  static constexpr std::size_t trailer_bytes = 80;
  using Trailer = std::array<char, trailer_bytes>;

  std::uint64_t bytes = 0;        // of the run
  std::uint64_t size = 0;         // pieces
  std::uint64_t piece_bytes = 0;  // of all pieces
  std::uint64_t longest = 0;      // bytes of a piece
  CheckedSum total;
  CheckedSum total_bytes;
  std::uint64_t checksum = 0;
  bool rising = false;  // pieces stand in the order of their bytes

  // Takes the next piece into account, but for `bytes`.
  void add(std::string_view piece, Count count);

  Trailer trailer() const;
  // Throws std::domain_error if this is no trailer of a file of `file_bytes` bytes, or one of a newer version.
  static RunFacts of_trailer(const Trailer& trailer, std::uint64_t file_bytes);

  bool operator==(const RunFacts&) const = default;
};

}  // namespace vocabsmith
