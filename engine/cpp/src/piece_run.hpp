// A run: pieces in the order of their bytes, each once, with their counts, in a temporary file.
//
//     length (varint)  bytes  count (varint)     for each piece
//
// Lengths and a checksum stay in memory, so that a file that was cut short or changed is an error and not a result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "temporary_file.hpp"
#include "vocabsmith/monitor.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

// Sum of counts that is exact or known to be too large.
class CheckedSum {
 public:
  void add(Count count) { too_large_ |= (value_ += count) < count; }
  void add_product(Count a, Count b);
  Count value() const;  // throws std::overflow_error

 private:
  Count value_ = 0;
  bool too_large_ = false;
};

class PieceRun {
 public:
  // `expected_bytes`: about how many will be written, for the error when the folder has no room.
  // Writing obeys `monitor`, also in the middle of a long piece.
  PieceRun(const std::string& folder, std::uint64_t expected_bytes, Monitor& monitor);

  void append(std::string_view piece, Count count);
  void finish();  // after the last piece

  std::uint64_t bytes() const { return bytes_; }  // in the file
  std::size_t size() const { return size_; }      // pieces
  std::uint64_t piece_bytes() const { return piece_bytes_; }
  std::size_t longest() const { return longest_; }
  Count total() const { return total_.value(); }
  Count total_bytes() const { return total_bytes_.value(); }

 private:
  friend class RunReader;

  void put_number(std::uint64_t number);
  void put(std::string_view bytes);
  void flush();
  void write(std::string_view bytes);

  TemporaryFile file_;
  Monitor* monitor_;  // until the run is finished
  std::vector<char> buffer_;
  std::uint64_t expected_bytes_;
  std::uint64_t bytes_ = 0;
  std::size_t size_ = 0;
  std::uint64_t piece_bytes_ = 0;
  std::size_t longest_ = 0;
  std::uint64_t checksum_ = 0;
  CheckedSum total_;
  CheckedSum total_bytes_;
};

// Goes through a finished run once. Any number of readers may read one run.
class RunReader {
 public:
  explicit RunReader(const PieceRun& run);

  // The next piece; false after the last one. Throws std::system_error if the file does not hold what was written.
  bool next();
  std::string_view piece() const { return {buffer_.data() + piece_, length_}; }  // good until the next call
  Count count() const { return count_; }
  std::uint64_t consumed() const { return read_ - (end_ - begin_); }  // bytes of the run

 private:
  void fill(std::size_t wanted);  // so many bytes in the buffer, or all that are left
  std::uint64_t take_number();

  const PieceRun* run_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // what of the buffer is not used up
  std::uint64_t read_ = 0;           // bytes of the file that were read
  std::size_t seen_ = 0;             // pieces
  std::uint64_t checksum_ = 0;
  std::size_t piece_ = 0, length_ = 0;
  Count count_ = 0;
};

}  // namespace vocabsmith
