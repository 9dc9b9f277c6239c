// Counting with bounded memory. A table that may not grow writes its pieces, in the order of their bytes, to a run in a
// temporary file and begins anew; at the end all runs are merged into one, in which every distinct piece stands once.
//
// The result is that of one large table. Files have no names, so that nothing is left of them, however a run ends,
// unless they are asked to be kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "vocabsmith/monitor.hpp"
#include "vocabsmith/piece_counts.hpp"
#include "vocabsmith/piece_source.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

class PieceRun;
class RunReader;

// The distinct pieces of a corpus in a file, in the order of their bytes. Numbers as those of PieceCounts.
class SpilledCounts final : public PieceSource {
 public:
  explicit SpilledCounts(std::unique_ptr<PieceRun> run);
  ~SpilledCounts() override;

  std::size_t size() const;
  Count total() const;
  Count total_bytes() const;
  std::size_t distinct_bytes() const;
  std::size_t longest() const;

  // Throw std::system_error if the file cannot be read back as it was written. Any number of threads may read.
  void visit_pieces(const Visit& visit) const override;
  bool lends_pieces() const override { return false; }

  const PieceRun& run() const { return *run_; }

 private:
  std::unique_ptr<PieceRun> run_;
};

// Goes through SpilledCounts piece by piece, once; good as long as they are.
class SpilledPieces {
 public:
  explicit SpilledPieces(const SpilledCounts& counts);
  ~SpilledPieces();

  bool next();                     // to the first or the next piece; false after the last one
  std::string_view piece() const;  // good until the next call
  Count count() const;

 private:
  std::unique_ptr<RunReader> reader_;
};

// Takes what tables cannot hold, from any number of threads, and merges it.
class Spill final : public Overflow {
 public:
  // At most about `max_runs` files are open at a time (at least 2): more are merged in passes.
  Spill(std::string folder, Monitor& monitor, std::size_t max_runs = 64);
  ~Spill() override;

  // Throw std::system_error when the folder has no room, and StopRequested.
  void take(PieceCounts& full) override;
  void take_piece(std::string_view piece, Count count) override;

  bool empty() const;
  std::uint64_t bytes_written() const;
  std::unique_ptr<SpilledCounts> merge();  // everything taken; the last call

  // What was taken outlives the process, in files of this folder that keep their names when they are merged with
  // others. The names of those that hold it now: `prefix` and a number. To be called while nobody else calls anything.
  // Throws std::system_error when the folder has no room, after which all goes on as before.
  std::vector<std::string> keep(const std::string& folder, const std::string& prefix);
  std::vector<std::string> kept() const;  // the names of those files that are in use
  // Takes what another Spill has kept in `folder`. Throws std::domain_error if the file does not hold it.
  void adopt(const std::string& folder, const std::string& name);

 private:
  using Runs = std::vector<std::unique_ptr<PieceRun>>;

  void add(std::unique_ptr<PieceRun> run);
  Runs take_smallest(std::size_t number);  // with mutex_ held
  std::unique_ptr<PieceRun> merged(const Runs& runs);

  const std::string folder_;
  Monitor& monitor_;
  const std::size_t max_runs_;
  mutable std::mutex mutex_;  // guards what follows
  Runs runs_;
  std::uint64_t bytes_written_ = 0;
  std::size_t kept_ = 0;  // runs that were kept so far
};

}  // namespace vocabsmith
