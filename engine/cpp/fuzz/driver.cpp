// Calls the fuzz targets with random bytes, for compilers that have no libFuzzer. What it finds can be had again: it
// prints the target, the seed and the round.
//
//     fuzz [--minutes M] [--seed S] [--target NAME] [--round R]       R: this round alone
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "fuzz/input.hpp"
#include "fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// The sanitizers end the program as a failed check does.
extern "C" const char* __asan_default_options() {
  return "abort_on_error=1:detect_stack_use_after_return=1";
}
extern "C" const char* __ubsan_default_options() {
  return "abort_on_error=1:print_stacktrace=1";
}

namespace {

namespace fuzz = vocabsmith::fuzz;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
constexpr int seconds_for_a_round = 300;

struct Options {
  double minutes = 1;
  std::uint64_t seed = 1;
  std::string target;
  std::uint64_t round = any;
};

struct Spent {
  std::uint64_t rounds = 0;
  double seconds = 0;
};

// How to have the present round again; read when the program is about to end.
char again[160] = "";

void tell_how_to_repeat(int /*signal*/) {
  std::fputs(again, stderr);
}

// A small generator that may begin anywhere: every round has a seed of its own (SplitMix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

std::vector<std::uint8_t> random_bytes(std::uint64_t seed, std::size_t target, std::uint64_t round) {
  Random random(Random(seed).next() ^ Random(round * fuzz::targets.size() + target).next());
  std::size_t size = static_cast<std::size_t>(random.next() % fuzz::targets[target].most_bytes);
  if (random.next() % 2 == 0) size = std::min<std::size_t>(size, 256);
  std::vector<std::uint8_t> bytes(1 + size);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.next() >> 56);
  bytes[0] = static_cast<std::uint8_t>(target);
  return bytes;
}

void run_round(const Options& options, std::size_t target, Spent& spent) {
  const std::uint64_t round = options.round == any ? spent.rounds : options.round;
  const std::string_view name = fuzz::targets[target].name;
  std::snprintf(again, sizeof again, "again with: --target %.*s --seed %llu --round %llu\n",
                static_cast<int>(name.size()), name.data(), static_cast<unsigned long long>(options.seed),
                static_cast<unsigned long long>(round));
  const Clock::time_point began = Clock::now();
  const std::vector<std::uint8_t> bytes = random_bytes(options.seed, target, round);
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  spent.seconds += std::chrono::duration<double>(Clock::now() - began).count();
  ++spent.rounds;
}

void report(const std::array<Spent, fuzz::targets.size()>& spent) {
  for (std::size_t i = 0; i < spent.size(); ++i) {
    if (spent[i].rounds == 0) continue;
    std::printf("%-16s %10llu rounds %8.1f s\n", std::string(fuzz::targets[i].name).c_str(),
                static_cast<unsigned long long>(spent[i].rounds), spent[i].seconds);
  }
  std::fflush(stdout);
}

// Ends the program when a round does not end.
class Watchdog {
 public:
  void begin_round() { rounds_.fetch_add(1); }

  void watch() {
    std::thread([this] {
      for (std::uint64_t seen = any;;) {
        std::this_thread::sleep_for(std::chrono::seconds(seconds_for_a_round));
        if (rounds_ == seen) fuzz::fail("a round that does not end");
        seen = rounds_;
      }
    }).detach();
  }

 private:
  std::atomic<std::uint64_t> rounds_{0};
};

Watchdog watchdog;  // outlives main, as its thread does

// Each target gets the same time.
void run(const Options& options, const std::vector<std::size_t>& chosen) {
  std::array<Spent, fuzz::targets.size()> spent{};
  const auto least_spent = [&](std::size_t a, std::size_t b) { return spent[a].seconds < spent[b].seconds; };
  const Clock::time_point end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.minutes * 60));
  watchdog.watch();
  do {
    const std::size_t target = *std::min_element(chosen.begin(), chosen.end(), least_spent);
    watchdog.begin_round();
    run_round(options, target, spent[target]);
  } while (options.round == any && Clock::now() < end);
  report(spent);
  std::puts("nothing found");
}

Options read_options(int count, char** arguments) {
  Options options;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string_view name = arguments[i];
    const char* value = arguments[i + 1];
    if (name == "--minutes") options.minutes = std::atof(value);
    if (name == "--seed") options.seed = std::strtoull(value, nullptr, 10);
    if (name == "--target") options.target = value;
    if (name == "--round") options.round = std::strtoull(value, nullptr, 10);
  }
  return options;
}

}  // namespace

int main(int count, char** arguments) {
  const Options options = read_options(count, arguments);
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < fuzz::targets.size(); ++i) {
    if (options.target.empty() || fuzz::targets[i].name == options.target) chosen.push_back(i);
  }
  if (chosen.empty()) {
    std::fprintf(stderr, "there is no target %s\n", options.target.c_str());
    return 2;
  }
  std::signal(SIGABRT, tell_how_to_repeat);
  std::printf("seed %llu\n", static_cast<unsigned long long>(options.seed));
  run(options, chosen);
  return 0;
}
