#include "vocabsmith/monitor.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace vocabsmith {

Monitor::Monitor() : stage_began_(Clock::now()), blocks_(std::make_unique<std::unique_ptr<Merge[]>[]>(max_blocks)) {}

Monitor::~Monitor() = default;

void Monitor::begin_stage(Stage stage, std::uint64_t total) {
  const std::lock_guard lock(mutex_);
  stage_ = stage;
  total_ = total;
  stage_began_ = pause_began_ = Clock::now();
  paused_for_ = Clock::duration::zero();
  done_.store(0, std::memory_order_relaxed);
  passed_over_.store(0, std::memory_order_relaxed);
}

void Monitor::extend_stage(std::uint64_t more) {
  const std::lock_guard lock(mutex_);
  total_ += more;
}

void Monitor::advance_to(std::uint64_t done) {
  std::uint64_t before = done_.load(std::memory_order_relaxed);
  while (before < done && !done_.compare_exchange_weak(before, done, std::memory_order_relaxed)) {
  }
}

void Monitor::advance_by(std::uint64_t amount) {
  done_.fetch_add(amount, std::memory_order_relaxed);
}

void Monitor::pass_over(std::uint64_t amount) {
  passed_over_.fetch_add(amount, std::memory_order_relaxed);
  done_.fetch_add(amount, std::memory_order_release);
}

void Monitor::append_merge(const Merge& merge) {
  const std::uint64_t index = merge_count_.load(std::memory_order_relaxed);
  const std::uint64_t block = index / block_size;
  if (block >= max_blocks) {
    throw std::length_error("one run can report at most " + std::to_string(block_size * max_blocks) +
                            " merges; ask for a smaller vocabulary");
  }
  if (!blocks_[block]) blocks_[block] = std::make_unique<Merge[]>(block_size);
  blocks_[block][index % block_size] = merge;
  merge_count_.store(index + 1, std::memory_order_release);
}

bool Monitor::checkpoint() {
  if (!hold_.load(std::memory_order_relaxed)) return true;
  std::unique_lock lock(mutex_);
  resumed_.wait(lock, [this] { return !paused_; });
  return !stopped_;
}

Progress Monitor::snapshot() const {
  const std::lock_guard lock(mutex_);
  Progress progress;
  progress.stage = stage_;
  progress.total = total_;
  progress.done = done_.load(std::memory_order_acquire);
  if (total_ != 0) progress.done = std::min(progress.done, total_);
  const std::uint64_t worked = progress.done - std::min(progress.done, passed_over_.load(std::memory_order_relaxed));
  const double seconds = seconds_worked(Clock::now());
  if (seconds > 0.0) progress.per_second = static_cast<double>(worked) / seconds;
  progress.merges = merge_count_.load(std::memory_order_acquire);
  return progress;
}

std::vector<Merge> Monitor::merges_since(std::uint64_t first) const {
  const std::uint64_t count = merge_count_.load(std::memory_order_acquire);
  std::vector<Merge> merges;
  if (first >= count) return merges;
  merges.reserve(count - first);
  while (first < count) {
    const Merge* block = blocks_[first / block_size].get();
    const std::uint64_t begin = first % block_size;
    const std::uint64_t length = std::min<std::uint64_t>(block_size - begin, count - first);
    merges.insert(merges.end(), block + begin, block + begin + length);
    first += length;
  }
  return merges;
}

void Monitor::pause() {
  const std::lock_guard lock(mutex_);
  if (paused_ || stopped_) return;
  pause_began_ = Clock::now();
  paused_ = true;
  hold_ = true;
}

void Monitor::resume() {
  const std::lock_guard lock(mutex_);
  if (!paused_) return;
  end_pause(Clock::now());
  hold_ = stopped_.load();
}

void Monitor::stop() {
  const std::lock_guard lock(mutex_);
  if (paused_) end_pause(Clock::now());
  stopped_ = true;
  hold_ = true;
}

bool Monitor::paused() const {
  return paused_;
}

bool Monitor::stop_requested() const {
  return stopped_;
}

void Monitor::end_pause(Clock::time_point now) {
  paused_for_ += now - pause_began_;
  paused_ = false;
  resumed_.notify_all();
}

double Monitor::seconds_worked(Clock::time_point now) const {
  const Clock::time_point until = paused_ ? pause_began_ : now;
  return std::chrono::duration<double>(until - stage_began_ - paused_for_).count();
}

}  // namespace vocabsmith
