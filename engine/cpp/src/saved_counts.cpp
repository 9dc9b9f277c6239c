#include "vocabsmith/saved_counts.hpp"

#include <cstddef>
#include <stdexcept>
#include <utility>

#include "piece_run.hpp"
#include "stopping.hpp"

namespace vocabsmith {
namespace {

constexpr std::size_t bytes_beside_piece = 2;  // length and count, if they are small

// Visits all pieces of a file; obeys the monitor now and then.
template <typename Visit>
void visit_obeying(const PieceRun& run, Monitor& monitor, Visit visit) {
  std::size_t round = 0;
  visit_checked(run, [&](std::string_view piece, Count count) {
    if (++round % rounds_between_checkpoints == 0) obey(monitor);
    visit(piece, count);
  });
}

}  // namespace

void save_counts(const PieceCounts& counts, const std::string& folder, const std::string& name, Monitor& monitor) {
  const std::size_t expected = counts.distinct_bytes() + bytes_beside_piece * counts.size();
  PieceRun run = PieceRun::created(folder, name, expected, monitor);
  counts.for_each([&](std::string_view piece, Count count) { run.append(piece, count); });
  run.finish();
}

void save_counts(const SpilledCounts& counts, const std::string& folder, const std::string& name, Monitor& monitor) {
  counts.run().copy_to(folder, name, monitor);
}

void load_counts(const std::string& folder, const std::string& name, PieceCounts& into, Monitor& monitor) {
  const PieceRun run = PieceRun::opened(folder, name);
  into.reserve(run.size());
  visit_obeying(run, monitor, [&](std::string_view piece, Count count) { into.add(piece, count); });
}

std::unique_ptr<SpilledCounts> open_counts(const std::string& folder, const std::string& name, Monitor& monitor) {
  auto run = std::make_unique<PieceRun>(PieceRun::opened(folder, name));
  if (!run->facts().rising) throw std::domain_error("holds the pieces of a table in memory");
  visit_obeying(*run, monitor, [](std::string_view, Count) {});
  return std::make_unique<SpilledCounts>(std::move(run));
}

bool are_spilled(const std::string& folder, const std::string& name) {
  return PieceRun::opened(folder, name).facts().rising;
}

}  // namespace vocabsmith
