#include "vocabsmith/monitor.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace vocabsmith {
namespace {

using namespace std::chrono_literals;

Merge merge_number(std::uint32_t n) {
  return {n, n + 1, n + 2, n + 3, n + 4};
}

TEST(Monitor, IsIdleAtFirst) {
  const Monitor monitor;
  const Progress progress = monitor.snapshot();
  EXPECT_EQ(progress.stage, Stage::idle);
  EXPECT_EQ(progress.done, 0u);
  EXPECT_EQ(progress.total, 0u);
  EXPECT_EQ(progress.merges, 0u);
  EXPECT_FALSE(monitor.paused());
  EXPECT_FALSE(monitor.stop_requested());
}

TEST(Monitor, ProgressNeverGoesBackwards) {
  Monitor monitor;
  monitor.begin_stage(Stage::reading, 100);
  monitor.advance_to(60);
  monitor.advance_to(40);
  EXPECT_EQ(monitor.snapshot().done, 60u);
}

TEST(Monitor, ProgressNeverPassesAKnownTotal) {
  Monitor monitor;
  monitor.begin_stage(Stage::reading, 100);
  monitor.advance_by(70);
  monitor.advance_by(70);
  EXPECT_EQ(monitor.snapshot().done, 100u);
}

TEST(Monitor, AnUnknownTotalDoesNotCapProgress) {
  Monitor monitor;
  monitor.begin_stage(Stage::reading, 0);
  monitor.advance_by(70);
  EXPECT_EQ(monitor.snapshot().done, 70u);
}

TEST(Monitor, AStageBeginsAtZero) {
  Monitor monitor;
  monitor.begin_stage(Stage::reading, 100);
  monitor.advance_by(70);
  monitor.begin_stage(Stage::merging, 50);
  EXPECT_EQ(monitor.snapshot().stage, Stage::merging);
  EXPECT_EQ(monitor.snapshot().done, 0u);
  EXPECT_EQ(monitor.snapshot().total, 50u);
}

TEST(Monitor, SeveralThreadsMayAdvanceOneStage) {
  Monitor monitor;
  monitor.begin_stage(Stage::reading, 0);
  std::vector<std::thread> counters;
  for (int i = 0; i < 4; ++i) {
    counters.emplace_back([&monitor] {
      for (int n = 0; n < 10'000; ++n) monitor.advance_by(3);
    });
  }
  for (std::thread& counter : counters) counter.join();
  EXPECT_EQ(monitor.snapshot().done, 120'000u);
}

TEST(Monitor, TheRateLeavesPausesOut) {
  Monitor monitor;
  monitor.begin_stage(Stage::merging, 1000);
  monitor.advance_to(500);
  std::this_thread::sleep_for(10ms);
  monitor.pause();
  const double rate = monitor.snapshot().per_second;
  std::this_thread::sleep_for(20ms);
  EXPECT_GT(rate, 0.0);
  EXPECT_EQ(monitor.snapshot().per_second, rate);
}

TEST(Monitor, TheRateAfterAPauseCountsOnlyTimeWorked) {
  Monitor monitor;
  monitor.begin_stage(Stage::merging, 1000);
  monitor.advance_to(1000);
  monitor.pause();
  std::this_thread::sleep_for(500ms);
  monitor.resume();
  EXPECT_GT(monitor.snapshot().per_second, 2000.0);  // with the pause it could not be more than 1000 / 0.5 s
}

TEST(Monitor, WhatIsPassedOverIsDoneButNotFast) {
  Monitor monitor;
  monitor.begin_stage(Stage::reading, 1'000'000);
  monitor.pass_over(600'000);
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(monitor.snapshot().done, 600'000U);
  EXPECT_EQ(monitor.snapshot().per_second, 0.0);
  monitor.advance_by(1);
  EXPECT_GT(monitor.snapshot().per_second, 0.0);
  EXPECT_LE(monitor.snapshot().per_second, 1000.0);
  monitor.begin_stage(Stage::merging, 0);
  EXPECT_EQ(monitor.snapshot().done, 0U);
}

TEST(Monitor, MergesAreHandedOutFromAnyPoint) {
  Monitor monitor;
  for (std::uint32_t n = 0; n < 3; ++n) monitor.append_merge(merge_number(n));
  EXPECT_EQ(monitor.snapshot().merges, 3u);
  const std::vector<Merge> merges = monitor.merges_since(1);
  ASSERT_EQ(merges.size(), 2u);
  EXPECT_EQ(merges[0].left, 1u);
  EXPECT_EQ(merges[1].left, 2u);
  EXPECT_EQ(merges[1].tokens_left, 6u);
  EXPECT_TRUE(monitor.merges_since(3).empty());
  EXPECT_TRUE(monitor.merges_since(99).empty());
}

TEST(Monitor, AWatcherReadsWhileTheWorkerAppends) {
  constexpr std::uint32_t total = 20'000;  // several blocks
  Monitor monitor;
  std::thread worker([&monitor] {
    for (std::uint32_t n = 0; n < total; ++n) monitor.append_merge(merge_number(n));
  });
  std::vector<Merge> seen;
  while (seen.size() < total) {
    const std::vector<Merge> fresh = monitor.merges_since(seen.size());
    seen.insert(seen.end(), fresh.begin(), fresh.end());
  }
  worker.join();
  for (std::uint32_t n = 0; n < total; ++n) ASSERT_EQ(seen[n].left, n);
}

TEST(Monitor, CheckpointsPassWhenNothingWasAsked) {
  Monitor monitor;
  EXPECT_TRUE(monitor.checkpoint());
}

TEST(Monitor, ACheckpointWaitsUntilResumed) {
  Monitor monitor;
  std::atomic<bool> passed{false};
  monitor.pause();
  EXPECT_TRUE(monitor.paused());
  std::thread worker([&] {
    EXPECT_TRUE(monitor.checkpoint());
    passed = true;
  });
  std::this_thread::sleep_for(50ms);
  EXPECT_FALSE(passed);
  monitor.resume();
  worker.join();
  EXPECT_TRUE(passed);
  EXPECT_FALSE(monitor.paused());
}

TEST(Monitor, StopEndsAPause) {
  Monitor monitor;
  monitor.pause();
  std::thread worker([&monitor] { EXPECT_FALSE(monitor.checkpoint()); });
  monitor.stop();
  worker.join();
  EXPECT_FALSE(monitor.paused());
  EXPECT_TRUE(monitor.stop_requested());
}

TEST(Monitor, StopIsFinal) {
  Monitor monitor;
  monitor.stop();
  monitor.pause();
  EXPECT_FALSE(monitor.paused());
  monitor.resume();
  EXPECT_FALSE(monitor.checkpoint());
}

}  // namespace
}  // namespace vocabsmith
