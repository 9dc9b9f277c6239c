#include "vocabsmith/spilled_counts.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "checked_counts.hpp"
#include "piece_run.hpp"
#include "stopping.hpp"

namespace vocabsmith {
namespace {

// Length and count of a piece in a run take a byte each, if they are small.
constexpr std::uint64_t bytes_beside_piece = 2;

// Passes on how many bytes are done, not after each piece.
class DoneBytes {
 public:
  explicit DoneBytes(Monitor& monitor) : monitor_(monitor) {}

  void add(std::uint64_t bytes) {
    waiting_ += bytes;
    if (waiting_ >= bytes_between_checkpoints) flush();
  }

  void flush() {
    monitor_.advance_by(std::exchange(waiting_, 0));
    obey(monitor_);
  }

 private:
  Monitor& monitor_;
  std::uint64_t waiting_ = 0;
};

// Several runs as one: pieces in order, each once for every run that holds it.
class RunMerger {
 public:
  RunMerger(const std::vector<std::unique_ptr<PieceRun>>& runs, Monitor& monitor) : done_(monitor) {
    readers_.reserve(runs.size());
    for (const auto& run : runs) {
      readers_.emplace_back(*run);
      wait(&readers_.back());
    }
  }

  // visit(std::string_view piece, Count count), each distinct piece once, in order.
  template <typename Visit>
  void for_each(Visit visit) {
    while (!waiting_.empty()) {
      RunReader* first = next();
      Count count = first->count();
      while (!waiting_.empty() && waiting_.front()->piece() == first->piece()) {
        RunReader* same = next();
        count = checked_add(count, same->count());
        wait(same);
      }
      visit(first->piece(), count);
      wait(first);
    }
    done_.flush();
  }

 private:
  static bool comes_after(const RunReader* a, const RunReader* b) { return a->piece() > b->piece(); }

  RunReader* next() {
    std::pop_heap(waiting_.begin(), waiting_.end(), comes_after);
    RunReader* reader = waiting_.back();
    waiting_.pop_back();
    return reader;
  }

  // For its next piece, if it has one.
  void wait(RunReader* reader) {
    const std::uint64_t before = reader->consumed();
    const bool has_next = reader->next();
    done_.add(reader->consumed() - before);
    if (!has_next) return;
    waiting_.push_back(reader);
    std::push_heap(waiting_.begin(), waiting_.end(), comes_after);
  }

  DoneBytes done_;
  std::vector<RunReader> readers_;
  std::vector<RunReader*> waiting_;  // a heap, the smallest piece on top
};

}  // namespace

SpilledCounts::SpilledCounts(std::unique_ptr<PieceRun> run) : run_(std::move(run)) {}
SpilledCounts::~SpilledCounts() = default;

std::size_t SpilledCounts::size() const {
  return run_->size();
}

Count SpilledCounts::total() const {
  return run_->total();
}

Count SpilledCounts::total_bytes() const {
  return run_->total_bytes();
}

std::size_t SpilledCounts::distinct_bytes() const {
  return run_->piece_bytes();
}

std::size_t SpilledCounts::longest() const {
  return run_->longest();
}

void SpilledCounts::visit_pieces(const Visit& visit) const {
  RunReader reader(*run_);
  while (reader.next()) visit(reader.piece(), reader.count());
}

SpilledPieces::SpilledPieces(const SpilledCounts& counts) : reader_(std::make_unique<RunReader>(counts.run())) {}
SpilledPieces::~SpilledPieces() = default;

bool SpilledPieces::next() {
  return reader_->next();
}

std::string_view SpilledPieces::piece() const {
  return reader_->piece();
}

Count SpilledPieces::count() const {
  return reader_->count();
}

Spill::Spill(std::string folder, Monitor& monitor, std::size_t max_runs)
    : folder_(std::move(folder)), monitor_(monitor), max_runs_(std::max<std::size_t>(max_runs, 2)) {}

Spill::~Spill() = default;

void Spill::take(PieceCounts& full) {
  const std::uint64_t expected = full.distinct_bytes() + bytes_beside_piece * full.size();
  monitor_.extend_stage(expected);
  auto run = std::make_unique<PieceRun>(folder_, expected, monitor_);
  DoneBytes done(monitor_);
  full.drain_sorted(monitor_, [&](std::string_view piece, Count count) {
    run->append(piece, count);
    done.add(piece.size() + bytes_beside_piece);
  });
  run->finish();
  done.flush();
  add(std::move(run));
}

void Spill::take_piece(std::string_view piece, Count count) {
  auto run = std::make_unique<PieceRun>(folder_, piece.size() + bytes_beside_piece, monitor_);
  run->append(piece, count);
  run->finish();
  add(std::move(run));
}

bool Spill::empty() const {
  const std::lock_guard lock(mutex_);
  return runs_.empty();
}

std::uint64_t Spill::bytes_written() const {
  const std::lock_guard lock(mutex_);
  return bytes_written_;
}

std::unique_ptr<SpilledCounts> Spill::merge() {
  for (;;) {
    Runs runs = [&] {
      const std::lock_guard lock(mutex_);
      const std::size_t too_many = runs_.size() > max_runs_ ? runs_.size() - max_runs_ + 1 : 0;
      return take_smallest(too_many == 0 ? runs_.size() : std::min(too_many, max_runs_));
    }();
    if (runs.size() == 1) return std::make_unique<SpilledCounts>(std::move(runs.front()));
    add(merged(runs));
  }
}

std::vector<std::string> Spill::keep(const std::string& folder, const std::string& prefix) {
  for (const auto& run : runs_) {
    if (run->name().empty()) run->move_to(folder, prefix + std::to_string(kept_++), monitor_);
  }
  return kept();
}

std::vector<std::string> Spill::kept() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  for (const auto& run : runs_) {
    if (!run->name().empty()) names.push_back(run->name());
  }
  return names;
}

void Spill::adopt(const std::string& folder, const std::string& name) {
  auto run = std::make_unique<PieceRun>(PieceRun::opened(folder, name));
  if (!run->facts().rising) throw std::domain_error("holds pieces in no order");
  std::size_t round = 0;
  visit_checked(*run, [&](std::string_view, Count) {
    if (++round % rounds_between_checkpoints == 0) obey(monitor_);
  });
  add(std::move(run));
}

// Half of the runs at a time, the smallest: so every piece is written only a few times, however much is spilled.
void Spill::add(std::unique_ptr<PieceRun> run) {
  Runs too_many;
  {
    const std::lock_guard lock(mutex_);
    bytes_written_ += run->bytes();
    runs_.push_back(std::move(run));
    if (runs_.size() > max_runs_) too_many = take_smallest(max_runs_ / 2 + 1);
  }
  if (!too_many.empty()) add(merged(too_many));
}

Spill::Runs Spill::take_smallest(std::size_t number) {
  std::sort(runs_.begin(), runs_.end(), [](const auto& a, const auto& b) { return a->bytes() > b->bytes(); });
  Runs taken;
  for (std::size_t i = 0; i < number; ++i) {
    taken.push_back(std::move(runs_.back()));
    runs_.pop_back();
  }
  return taken;
}

std::unique_ptr<PieceRun> Spill::merged(const Runs& runs) {
  std::uint64_t expected = 0;
  for (const auto& run : runs) expected += run->bytes();
  monitor_.extend_stage(expected);
  auto result = std::make_unique<PieceRun>(folder_, expected, monitor_);
  RunMerger(runs, monitor_).for_each([&](std::string_view piece, Count count) { result->append(piece, count); });
  result->finish();
  return result;
}

}  // namespace vocabsmith
