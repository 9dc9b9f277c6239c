// A run: pieces, each once, with their counts, in a file. Those of temporary files stand in the order of their bytes.
//
//     length (varint)  bytes  count (varint)     for each piece
//
// Lengths and a checksum stay in memory, so that a file that was cut short or changed is an error and not a result; in
// a file that has a name they stand behind the pieces, see run_facts.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data_file.hpp"
#include "run_facts.hpp"
#include "vocabsmith/monitor.hpp"
#include "vocabsmith/piece_source.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

class PieceRun {
 public:
  // A temporary file in `folder`, with pieces in the order of their bytes. `expected_bytes`: about how many will be
  // written, for the error when the folder has no room. Writing obeys `monitor`, also in the middle of a long piece.
  PieceRun(const std::string& folder, std::uint64_t expected_bytes, Monitor& monitor);
  // The same in a file with this name, which there must not be; pieces may stand in any order.
  static PieceRun created(const std::string& folder, const std::string& name, std::uint64_t expected_bytes,
                          Monitor& monitor);
  // A finished one. Throws std::domain_error if that cannot be read or is none.
  static PieceRun opened(const std::string& folder, const std::string& name);

  void append(std::string_view piece, Count count);
  void finish();  // after the last piece

  // From now on it is the file with this name, which there must not be.
  void move_to(const std::string& folder, const std::string& name, Monitor& monitor);
  void copy_to(const std::string& folder, const std::string& name, Monitor& monitor) const;
  const std::string& name() const { return name_; }  // in its folder; none of a temporary file

  const RunFacts& facts() const { return facts_; }
  std::uint64_t bytes() const { return facts_.bytes; }  // in the file
  std::size_t size() const { return facts_.size; }      // pieces
  std::uint64_t piece_bytes() const { return facts_.piece_bytes; }
  std::size_t longest() const { return facts_.longest; }
  Count total() const { return facts_.total.value(); }
  Count total_bytes() const { return facts_.total_bytes.value(); }

 private:
  friend class RunReader;

  PieceRun(DataFile file, std::string name) : file_(std::move(file)), name_(std::move(name)) {}

  DataFile copied_to(const std::string& path, Monitor& monitor) const;
  void put_number(std::uint64_t number);
  void put(std::string_view bytes);
  void flush();
  void write(std::string_view bytes);

  DataFile file_;
  std::string name_;
  Monitor* monitor_ = nullptr;  // until the run is finished
  std::vector<char> buffer_;
  std::uint64_t expected_bytes_ = 0;
  RunFacts facts_;
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
  RunFacts seen_;                    // what the pieces so far come to
  std::size_t piece_ = 0, length_ = 0;
  Count count_ = 0;
};

// Goes through a run that comes from outside: in the end everything was looked at. Throws std::domain_error if it does
// not hold what it says; what was visited until then must not be used.
void visit_checked(const PieceRun& run, const PieceSource::Visit& visit);

}  // namespace vocabsmith
