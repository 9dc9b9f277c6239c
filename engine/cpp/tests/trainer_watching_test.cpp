// What a watcher of training sees, and how training obeys pause and stop.
#include <gtest/gtest.h>

#include <chrono>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "vocabsmith/piece_counts.hpp"
#include "vocabsmith/trainer.hpp"

namespace vocabsmith {
namespace {

constexpr std::size_t no_limit = 1'000'000;

// Ids are byte values, as in the worked examples.
TrainerOptions options_for(std::size_t max_merges) {
  TrainerOptions options;
  options.max_merges = max_merges;
  options.min_frequency = 1;
  std::iota(options.byte_of_id.begin(), options.byte_of_id.end(), std::uint8_t{0});
  return options;
}

PieceCounts random_text(std::size_t bytes, unsigned letters) {
  std::mt19937 random(5);
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i) text += static_cast<char>('a' + random() % letters);
  PieceCounts counts;
  counts.add(text);
  return counts;
}

std::vector<Pair> pairs_of(const TrainingOutcome& outcome) {
  std::vector<Pair> pairs;
  for (const Merge& merge : outcome.merges) pairs.push_back({merge.left, merge.right});
  return pairs;
}

TEST(TrainerWatching, ReportsEveryMergeToTheMonitor) {
  PieceCounts counts;
  counts.add("aaabdaaabac");
  Monitor monitor;
  const TrainingOutcome outcome = train(counts, options_for(3), monitor);
  const std::vector<Merge> reported = monitor.merges_since(0);
  ASSERT_EQ(reported.size(), 3u);
  EXPECT_EQ(reported[2].count, 2u);
  EXPECT_EQ(reported[2].tokens_left, 5u);
  EXPECT_EQ(monitor.snapshot().stage, Stage::merging);
  EXPECT_EQ(monitor.snapshot().done, 3u);
  EXPECT_EQ(monitor.snapshot().total, 3u);
}

TEST(TrainerWatching, ReturnsNothingLearnedWhenStoppedBeforeItBegins) {
  PieceCounts counts;
  counts.add("aaabdaaabac");
  Monitor monitor;
  monitor.stop();
  const TrainingOutcome outcome = train(counts, options_for(3), monitor);
  EXPECT_EQ(outcome.stop_reason, StopReason::stopped);
  EXPECT_TRUE(outcome.merges.empty());
  EXPECT_EQ(outcome.initial_tokens, 11u);
}

TEST(TrainerWatching, KeepsTheMergesLearnedBeforeAStop) {
  const PieceCounts counts = random_text(1'000'000, 26);
  Monitor monitor;
  TrainingOutcome outcome;
  std::thread worker([&] { outcome = train(counts, options_for(no_limit), monitor); });
  while (monitor.snapshot().merges < 10) std::this_thread::yield();
  monitor.stop();
  worker.join();
  EXPECT_EQ(outcome.stop_reason, StopReason::stopped);
  EXPECT_GE(outcome.merges.size(), 10u);
  EXPECT_EQ(outcome.merges.size(), monitor.snapshot().merges);
}

TEST(TrainerWatching, LearnsTheSameWithAPauseInBetween) {
  const PieceCounts counts = random_text(200'000, 26);
  Monitor monitor;
  TrainingOutcome outcome;
  std::thread worker([&] { outcome = train(counts, options_for(2'000), monitor); });
  while (monitor.snapshot().merges < 10) std::this_thread::yield();
  monitor.pause();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  monitor.resume();
  worker.join();
  Monitor unpaused;
  EXPECT_EQ(pairs_of(outcome), pairs_of(train(counts, options_for(2'000), unpaused)));
}

// Seconds from a request to stop, `delay` after the beginning, to the end of the run.
double seconds_to_stop(const PieceCounts& counts, std::size_t most_postings, std::chrono::milliseconds delay) {
  using Clock = std::chrono::steady_clock;
  Monitor monitor;
  Clock::time_point ended;
  std::thread worker([&] {
    Trainer<std::uint16_t>(counts, options_for(30'000), monitor, most_postings).run();
    ended = Clock::now();
  });
  std::this_thread::sleep_for(delay);
  const Clock::time_point asked = Clock::now();
  monitor.stop();
  worker.join();
  return std::chrono::duration<double>(ended - asked).count();
}

TEST(TrainerWatching, StopsSoonInsideAMergeOfMillionsOfPlaces) {
  const PieceCounts counts = random_text(16'000'000, 2);
  for (const int delay : {30, 100, 200, 300}) {
    EXPECT_LT(seconds_to_stop(counts, 0, std::chrono::milliseconds(delay)), 1.0);  // a guard against hanging
  }
}

// So few places are kept that nearly all the time goes into counting again.
TEST(TrainerWatching, StopsSoonWhileCountingAgain) {
  const PieceCounts counts = random_text(8'000'000, 26);
  for (const int delay : {50, 200, 500}) {
    EXPECT_LT(seconds_to_stop(counts, 40'000, std::chrono::milliseconds(delay)), 1.0);  // a guard against hanging
  }
}

}  // namespace
}  // namespace vocabsmith
