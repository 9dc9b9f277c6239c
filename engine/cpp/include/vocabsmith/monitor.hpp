// What a run shows while it runs, and how it is told to wait or to end.
//
// One Monitor crosses the border between the working thread and whoever watches. The worker writes, the
// watcher polls; nobody calls back. A merge costs the worker one store into a buffer that only grows.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "vocabsmith/types.hpp"

namespace vocabsmith {

enum class Stage : std::uint8_t { idle, reading, merging, measuring, checking, saving, finished };

// A consistent picture of one moment: `done` belongs to `stage`, and never exceeds a known `total`.
struct Progress {
  Stage stage = Stage::idle;
  std::uint64_t done = 0;
  std::uint64_t total = 0;  // 0: not known
  double per_second = 0.0;  // units of `done` per second of this stage; pauses and what was passed over are left out
  std::uint64_t merges = 0;
};

// Thrown where a stop request leaves the middle of a long step, for whoever runs the steps.
struct StopRequested {};

class Monitor {
 public:
  Monitor();
  ~Monitor();
  Monitor(const Monitor&) = delete;
  Monitor& operator=(const Monitor&) = delete;

  // --- the worker's side
  // Called when no thread advances the stage before.
  void begin_stage(Stage stage, std::uint64_t total);
  // The present stage turns out to have so many units more; what is done stays.
  void extend_stage(std::uint64_t more);
  void advance_to(std::uint64_t done);  // never backwards, never shown past a known total
  void advance_by(std::uint64_t amount);
  // So much was done by an earlier run: it is done, but says nothing about how fast this one is.
  void pass_over(std::uint64_t amount);
  // One thread only. Throws std::length_error past the number of merges that a Monitor can hold.
  void append_merge(const Merge& merge);
  // Waits while paused. False: stop was asked for, wind up and keep what is complete.
  bool checkpoint();

  // --- the watcher's side
  Progress snapshot() const;
  std::vector<Merge> merges_since(std::uint64_t first) const;
  void pause();
  void resume();
  void stop();  // ends a pause too
  bool paused() const;
  bool stop_requested() const;

 private:
  using Clock = std::chrono::steady_clock;

  // Merges live in blocks that never move, so the watcher reads while the worker appends.
  static constexpr std::size_t block_size = 4096;
  static constexpr std::size_t max_blocks = std::size_t{1} << 16;

  void end_pause(Clock::time_point now);               // with mutex_ held
  double seconds_worked(Clock::time_point now) const;  // with mutex_ held

  mutable std::mutex mutex_;  // guards the fields up to paused_for_, and waiting while paused
  std::condition_variable resumed_;
  Stage stage_ = Stage::idle;
  std::uint64_t total_ = 0;
  Clock::time_point stage_began_;
  Clock::time_point pause_began_;
  Clock::duration paused_for_{};
  std::atomic<std::uint64_t> done_{0};
  std::atomic<std::uint64_t> passed_over_{0};  // of them
  std::atomic<bool> hold_{false};              // paused or stopped: the one flag a checkpoint looks at
  std::atomic<bool> paused_{false};
  std::atomic<bool> stopped_{false};
  std::atomic<std::uint64_t> merge_count_{0};  // published last: merges below it are complete
  std::unique_ptr<std::unique_ptr<Merge[]>[]> blocks_;
};

}  // namespace vocabsmith
