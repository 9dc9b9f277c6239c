// The five reference trainers and the real one on the same text: where the time of a merge goes, at growing sizes.
//
//   ladder TEXT [--sizes 1000,2000,4000,16000,32000] [--limit SECONDS] [--runs N] [--trainers 1,2,3,4,5,6] [--watch N]
//
// Prints a table in Markdown, in seconds of the processor, medians of N runs. A trainer that needs more than the limit
// is given up, and is not run at larger sizes. Trainer 6 is Vocabsmith's.
//
// --watch: does not learn up to each size, but sets the reference trainers down there, the merges so far being given,
// and watches the next N merges. So even those are seen at a size that would need hours to get there.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/measuring.hpp"
#include "reference/ladder.hpp"
#include "reference/naive_trainer.hpp"
#include "vocabsmith/piece_counts.hpp"
#include "vocabsmith/special_tokens.hpp"
#include "vocabsmith/trainer.hpp"

namespace vocabsmith::benchmarks {
namespace {

using reference::Merges;
using reference::Rung;
using reference::StepTimes;
using reference::WeightedPiece;

struct Arguments {
  std::string text_path;
  std::vector<std::size_t> sizes = {1'000, 2'000, 4'000, 16'000, 32'000};
  double limit = 5;  // seconds of the processor
  int runs = 3;
  std::vector<std::size_t> trainers = {1, 2, 3, 4, 5, 6};
  std::size_t watch = 0;  // merges; 0: learn up to each size
};

struct Measured {
  StepTimes times;
  std::size_t merges = 0;
  StopReason stop_reason = StopReason::no_pairs;
};

Arguments parse(int argc, char** argv) {
  if (argc < 2 || argc % 2 != 0) throw std::invalid_argument("ladder TEXT [--OPTION VALUE]…");
  Arguments arguments;
  arguments.text_path = argv[1];
  for (int i = 2; i < argc; i += 2) {
    const std::string name = argv[i], value = argv[i + 1];
    if (name == "--sizes") {
      arguments.sizes = parse_sizes(value);
    } else if (name == "--trainers") {
      arguments.trainers = parse_numbers(value);
    } else if (name == "--watch") {
      arguments.watch = std::stoul(value);
    } else if (name == "--limit") {
      arguments.limit = std::stod(value);
    } else if (name == "--runs") {
      arguments.runs = std::max(1, std::stoi(value));
    } else {
      throw std::invalid_argument("no option \"" + name +
                                  "\"; there are --sizes, --limit, --runs, --trainers and --watch");
    }
  }
  return arguments;
}

PieceCounts count_file(const std::string& path) {
  PieceCounts counts;
  count_pieces(read_file(path), Scanner::gpt2, SpecialTokens(), counts);
  return counts;
}

// In the order of their bytes, so that every run lays them out alike.
std::vector<WeightedPiece> pieces_of(const PieceCounts& counts) {
  std::vector<WeightedPiece> pieces;
  counts.for_each([&](std::string_view piece, Count count) { pieces.push_back({std::string(piece), count}); });
  std::sort(pieces.begin(), pieces.end(), [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
  return pieces;
}

TrainerOptions options_for(std::size_t merges) {
  TrainerOptions options;
  options.max_merges = merges;
  std::iota(options.byte_of_id.begin(), options.byte_of_id.end(), std::uint8_t{0});
  return options;
}

// What a trainer is asked for: so many merges, after those that are given.
struct Task {
  std::size_t merges;
  Merges learned;
};

Measured run_once(const Rung& rung, const std::vector<WeightedPiece>& pieces, const Task& task, double limit) {
  Measured measured;
  measured.times.limit = limit;
  const TrainingOutcome outcome = rung.train(pieces, options_for(task.merges), measured.times, task.learned);
  measured.merges = outcome.merges.size();
  measured.stop_reason = outcome.stop_reason;
  return measured;
}

// The run whose total is the median. Of a trainer that is given up one run says enough.
Measured median_run(const Rung& rung, const std::vector<WeightedPiece>& pieces, const Task& task,
                    const Arguments& arguments) {
  std::vector<Measured> all;
  while (all.size() < static_cast<std::size_t>(arguments.runs)) {
    all.push_back(run_once(rung, pieces, task, arguments.limit));
    if (all.back().stop_reason == StopReason::stopped) return all.back();
  }
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  std::nth_element(all.begin(), middle, all.end(),
                   [](const Measured& a, const Measured& b) { return a.times.total() < b.times.total(); });
  return *middle;
}

void print_row(const Rung& rung, std::size_t size, const Measured& measured) {
  const StepTimes& times = measured.times;
  const double merges = static_cast<double>(std::max<std::size_t>(measured.merges, 1));
  const bool given_up = measured.stop_reason == StopReason::stopped;
  std::printf("| %s | %zu | %s%zu | %.3f | %.3f | %.3f | %.3f | %.1f | %.1f |\n", std::string(rung.name).c_str(), size,
              given_up ? "given up at " : "", measured.merges, times.counting, times.update, times.maximum,
              times.total(), 1e6 * times.update / merges, 1e6 * times.maximum / merges);
  std::fflush(stdout);
}

void climb(const Rung& rung, const std::vector<WeightedPiece>& pieces, const Arguments& arguments) {
  for (const std::size_t size : arguments.sizes) {
    const Measured measured = median_run(rung, pieces, {size - 256, {}}, arguments);
    print_row(rung, size, measured);
    if (measured.stop_reason == StopReason::stopped) return;
  }
}

// The first merges of the text, by the fastest of the rungs.
Merges learn(const std::vector<WeightedPiece>& pieces, std::size_t merges) {
  StepTimes times;
  return reference::ladder.back().train(pieces, options_for(merges), times).merges;
}

// Each of `rungs` at each size. Says how many pairs there are, as that is what a scan looks at.
void watch(const std::vector<Rung>& rungs, const std::vector<WeightedPiece>& pieces, const Arguments& arguments) {
  const Merges all = learn(pieces, *std::max_element(arguments.sizes.begin(), arguments.sizes.end()) - 256);
  for (const std::size_t size : arguments.sizes) {
    const auto count = static_cast<std::ptrdiff_t>(std::min(size - 256, all.size()));
    const Task task{arguments.watch, Merges(all.begin(), all.begin() + count)};
    const auto pairs = reference::count_pairs(after_merges(pieces, options_for(0), task.learned)).size();
    std::printf("| %zu pairs | %td | | | | | | | |\n", pairs, 256 + count);
    for (const Rung& rung : rungs) print_row(rung, size, median_run(rung, pieces, task, arguments));
  }
}

// The real trainer mixes its steps, so only its total can be told.
void measure_trainer(const PieceCounts& counts, const Arguments& arguments) {
  for (const std::size_t size : arguments.sizes) {
    std::vector<double> totals;
    std::size_t merges = 0;
    for (int i = 0; i < arguments.runs; ++i) {
      double seconds = 0;
      Monitor monitor;
      merges = reference::timed(seconds, [&] { return train(counts, options_for(size - 256), monitor); }).merges.size();
      totals.push_back(seconds);
    }
    std::printf("| Vocabsmith | %zu | %zu | | | | %.3f | | |\n", size, merges, median(totals));
  }
}

std::vector<Rung> rungs_of(const std::vector<std::size_t>& trainers) {
  std::vector<Rung> rungs;
  for (const std::size_t number : trainers) {
    if (number == 0 || number > 6) throw std::invalid_argument("trainers have the numbers 1 to 6");
    if (number < 6) rungs.push_back(reference::ladder[number - 1]);
  }
  return rungs;
}

void run(const Arguments& arguments) {
  const std::vector<Rung> rungs = rungs_of(arguments.trainers);
  const bool with_vocabsmith = std::count(arguments.trainers.begin(), arguments.trainers.end(), 6) > 0;
  const PieceCounts counts = count_file(arguments.text_path);
  const std::vector<WeightedPiece> pieces = pieces_of(counts);
  std::printf(
      "%zu distinct pieces, %zu bytes together. Seconds of the processor, medians of %d; given up after %g s.\n\n",
      counts.size(), counts.distinct_bytes(), arguments.runs, arguments.limit);
  std::printf("| trainer | vocabulary | merges | counting s | update s | maximum s | total s | update µs a merge |");
  std::printf(" maximum µs a merge |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  if (arguments.watch > 0) return watch(rungs, pieces, arguments);
  for (const Rung& rung : rungs) climb(rung, pieces, arguments);
  if (with_vocabsmith) measure_trainer(counts, arguments);
}

}  // namespace
}  // namespace vocabsmith::benchmarks

int main(int argc, char** argv) {
  try {
    vocabsmith::benchmarks::run(vocabsmith::benchmarks::parse(argc, argv));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
