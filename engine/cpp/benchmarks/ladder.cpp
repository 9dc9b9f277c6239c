// The five reference trainers and the real one on the same text: where the time of a merge goes, at growing sizes.
//
//   ladder TEXT [--sizes 1000,2000,4000,16000,32000] [--limit SECONDS] [--runs N]
//
// Prints a table in Markdown, in seconds of the processor, medians of N runs. A trainer that needs more than the limit
// is given up, and is not run at larger sizes.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/ladder.hpp"
#include "vocabsmith/piece_counts.hpp"
#include "vocabsmith/special_tokens.hpp"
#include "vocabsmith/trainer.hpp"

namespace vocabsmith {
namespace {

using reference::Rung;
using reference::StepTimes;
using reference::WeightedPiece;

struct Arguments {
  std::string text_path;
  std::vector<std::size_t> sizes = {1'000, 2'000, 4'000, 16'000, 32'000};
  double limit = 5;  // seconds of the processor
  int runs = 3;
};

struct Measured {
  StepTimes times;
  std::size_t merges = 0;
  StopReason stop_reason = StopReason::no_pairs;
};

std::vector<std::size_t> parse_sizes(const std::string& list) {
  std::vector<std::size_t> sizes;
  std::istringstream items(list);
  for (std::string item; std::getline(items, item, ',');) sizes.push_back(std::stoul(item));
  for (const std::size_t size : sizes) {
    if (size < 256) throw std::invalid_argument("a size of " + std::to_string(size) + " leaves no room for 256 bytes");
  }
  return sizes;
}

Arguments parse(int argc, char** argv) {
  if (argc < 2 || argc % 2 != 0)
    throw std::invalid_argument("ladder TEXT [--sizes N,N,…] [--limit SECONDS] [--runs N]");
  Arguments arguments;
  arguments.text_path = argv[1];
  for (int i = 2; i < argc; i += 2) {
    const std::string name = argv[i], value = argv[i + 1];
    if (name == "--sizes") {
      arguments.sizes = parse_sizes(value);
    } else if (name == "--limit") {
      arguments.limit = std::stod(value);
    } else if (name == "--runs") {
      arguments.runs = std::max(1, std::stoi(value));
    } else {
      throw std::invalid_argument("no option \"" + name + "\"; there are --sizes, --limit and --runs");
    }
  }
  return arguments;
}

PieceCounts count_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  PieceCounts counts;
  count_pieces(text, Scanner::gpt2, SpecialTokens(), counts);
  return counts;
}

// In the order of their bytes, so that every run lays them out alike.
std::vector<WeightedPiece> pieces_of(const PieceCounts& counts) {
  std::vector<WeightedPiece> pieces;
  counts.for_each([&](std::string_view piece, Count count) { pieces.push_back({std::string(piece), count}); });
  std::sort(pieces.begin(), pieces.end(), [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
  return pieces;
}

TrainerOptions options_for(std::size_t size) {
  TrainerOptions options;
  options.max_merges = size - 256;
  std::iota(options.byte_of_id.begin(), options.byte_of_id.end(), std::uint8_t{0});
  return options;
}

Measured run_once(const Rung& rung, const std::vector<WeightedPiece>& pieces, std::size_t size, double limit) {
  Measured measured;
  measured.times.limit = limit;
  const TrainingOutcome outcome = rung.train(pieces, options_for(size), measured.times);
  measured.merges = outcome.merges.size();
  measured.stop_reason = outcome.stop_reason;
  return measured;
}

// The run whose total is the median. Of a trainer that is given up one run says enough.
Measured median_run(const Rung& rung, const std::vector<WeightedPiece>& pieces, std::size_t size,
                    const Arguments& arguments) {
  std::vector<Measured> all;
  while (all.size() < static_cast<std::size_t>(arguments.runs)) {
    all.push_back(run_once(rung, pieces, size, arguments.limit));
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
    const Measured measured = median_run(rung, pieces, size, arguments);
    print_row(rung, size, measured);
    if (measured.stop_reason == StopReason::stopped) return;
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
      merges = reference::timed(seconds, [&] { return train(counts, options_for(size), monitor); }).merges.size();
      totals.push_back(seconds);
    }
    std::sort(totals.begin(), totals.end());
    std::printf("| Vocabsmith | %zu | %zu | | | | %.3f | | |\n", size, merges, totals[totals.size() / 2]);
  }
}

void run(const Arguments& arguments) {
  const PieceCounts counts = count_file(arguments.text_path);
  const std::vector<WeightedPiece> pieces = pieces_of(counts);
  std::printf(
      "%zu distinct pieces, %zu bytes together. Seconds of the processor, medians of %d; given up after %g s.\n\n",
      counts.size(), counts.distinct_bytes(), arguments.runs, arguments.limit);
  std::printf("| trainer | vocabulary | merges | counting s | update s | maximum s | total s | update µs a merge |");
  std::printf(" maximum µs a merge |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  for (const Rung& rung : reference::ladder) climb(rung, pieces, arguments);
  measure_trainer(counts, arguments);
}

}  // namespace
}  // namespace vocabsmith

int main(int argc, char** argv) {
  try {
    vocabsmith::run(vocabsmith::parse(argc, argv));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
