#include "vocabsmith/piece_counts.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "checked_counts.hpp"
#include "piece_batch.hpp"
#include "piece_hash.hpp"
#include "piece_key.hpp"
#include "stopping.hpp"

namespace vocabsmith {
namespace {

constexpr std::size_t word_bytes = sizeof(std::uint64_t);
constexpr std::size_t first_capacity = 1024;
constexpr std::size_t pieces_added_at_once = std::size_t{1} << 18;  // that takes a fraction of a second
constexpr std::size_t sorted_at_once = std::size_t{1} << 16;        // fit into a processor's own cache

constexpr std::uint64_t long_mark = std::uint64_t{0xFF} << PieceKey::last_byte_shift;
constexpr std::uint64_t lent_mark = std::uint64_t{1} << 63;  // of a place in the list of what was lent
constexpr std::uint64_t nowhere = ~std::uint64_t{0};         // no place in the arena

}  // namespace

PieceCounts& PieceCounts::operator=(PieceCounts&& other) noexcept {
  PieceCounts taken(std::move(other));
  swap(taken);
  return *this;
}

void PieceCounts::swap(PieceCounts& other) noexcept {
  std::swap(slots_, other.slots_);
  std::swap(size_, other.size_);
  std::swap(distinct_bytes_, other.distinct_bytes_);
  std::swap(longest_, other.longest_);
  std::swap(blocks_, other.blocks_);
  std::swap(block_bytes_, other.block_bytes_);
  std::swap(block_left_, other.block_left_);
  std::swap(lent_, other.lent_);
  std::swap(lent_bytes_, other.lent_bytes_);
  std::swap(times_lent_, other.times_lent_);
  std::swap(limit_, other.limit_);
  std::swap(overflow_, other.overflow_);
  std::swap(monitor_, other.monitor_);
}

void PieceCounts::bound(std::size_t limit, Overflow& overflow, Monitor& monitor) {
  limit_ = limit;
  overflow_ = &overflow;
  monitor_ = &monitor;
}

void PieceCounts::add(std::string_view piece, Count count) {
  if (piece.empty() || count == 0) return;
  add_long(piece, count, false);
}

void PieceCounts::add_long(std::string_view piece, Count count, bool lent) {
  if (exceeds_share(piece)) {
    overflow_->take_piece(piece, count);
    return;
  }
  make_room(1, piece.size() > PieceKey::max_bytes ? piece.size() : 0);
  const Key key = key_of(piece, piece.size());
  add_hashed(key, hash_of(key), piece, count, lent);
}

void PieceCounts::reserve(std::size_t pieces) {
  while (overflow_ != nullptr && pieces != 0 && capacity_for(pieces) * sizeof(Slot) > limit_) pieces /= 2;
  make_room(pieces, 0);
}

void PieceCounts::add_all(const PieceCounts& other, Count weight) {
  if (&other == this) throw std::invalid_argument("a table of counts cannot be added to itself");
  if (weight == 0) return;
  make_room(other.size_, 0);
  const bool shown = monitor_ != nullptr && other.size_ > pieces_added_at_once;
  if (shown) monitor_->extend_stage(other.distinct_bytes_);
  std::size_t round = 0;
  std::uint64_t bytes = 0;
  Batch batch(*this);
  other.for_each([&](std::string_view piece, Count count) {
    batch.add(piece, sizeof(Key), checked_multiply(count, weight));
    bytes += piece.size();
    if (++round % rounds_between_checkpoints != 0 || !shown) return;
    monitor_->advance_by(std::exchange(bytes, 0));
    obey(*monitor_);
  });
  batch.flush();
  if (shown) monitor_->advance_by(bytes);
}

Count PieceCounts::total() const {
  Count sum = 0;
  for_each([&](std::string_view, Count count) { sum = checked_add(sum, count); });
  return sum;
}

Count PieceCounts::total_bytes() const {
  Count sum = 0;
  for_each([&](std::string_view piece, Count count) { sum = checked_add(sum, checked_multiply(count, piece.size())); });
  return sum;
}

Count PieceCounts::count_of(std::string_view piece) const {
  if (piece.empty() || slots_.empty()) return 0;
  const Key key = key_of(piece, piece.size());
  return slots_[slot_of(key, hash_of(key), piece)].count;
}

bool PieceCounts::is_long(const Key& key) {
  return (key.second & long_mark) == long_mark;
}

PieceCounts::Key PieceCounts::key_of(std::string_view piece, std::size_t readable) const {
  if (piece.size() > PieceKey::max_bytes) return {nowhere, hash_long(piece, monitor_) | long_mark};
  const PieceKey key(piece, readable);
  return {key.low, key.high};
}

std::uint64_t PieceCounts::hash_of(const Key& key) {
  return mix(is_long(key) ? 0 : key.first, key.second);
}

std::string_view PieceCounts::piece_of(const Slot& slot) const {
  if (is_long(slot.key)) return stored(slot.key.first);
  return {reinterpret_cast<const char*>(&slot.key),
          static_cast<std::size_t>((slot.key.second >> PieceKey::last_byte_shift) & 0xFF)};
}

std::string_view PieceCounts::stored(std::uint64_t location) const {
  if ((location & lent_mark) != 0) return lent_[location ^ lent_mark];
  const char* record = blocks_[location >> block_bits].get() + (location & (block_size - 1));
  return {record + word_bytes, static_cast<std::size_t>(load_word(record))};
}

void PieceCounts::add_hashed(const Key& key, std::uint64_t hash, std::string_view piece, Count count, bool lent) {
  Slot& slot = slots_[slot_of(key, hash, piece)];
  if (slot.count == 0) {
    insert(slot, key, piece, count, lent);
  } else {
    slot.count = checked_add(slot.count, count);
  }
}

std::size_t PieceCounts::slot_of(const Key& key, std::uint64_t hash, std::string_view piece) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.key.second == key.second) {  // never of a free slot: keys have a length or a mark
      if (slot.key.first == key.first) return at;
      if (is_long(key) && stored(slot.key.first) == piece) return at;
    }
    if (slot.count == 0) return at;
  }
}

void PieceCounts::insert(Slot& slot, Key key, std::string_view piece, Count count, bool lent) {
  if (is_long(key)) key.first = lent ? lend(piece) : store(piece);
  slot = {key, count};
  ++size_;
  distinct_bytes_ += piece.size();
  longest_ = std::max(longest_, piece.size());
}

// Pieces too long for a block get one of their own, behind which nothing more is put.
std::uint64_t PieceCounts::store(std::string_view piece) {
  const std::size_t needed = word_bytes + piece.size();
  if (needed > block_left_) {
    const std::size_t bytes = std::max(needed, block_size);
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(bytes));
    block_bytes_ += bytes;
    block_left_ = bytes;
  }
  const std::size_t used = needed > block_size ? 0 : block_size - block_left_;
  char* record = blocks_.back().get() + used;
  const std::uint64_t length = piece.size();
  std::memcpy(record, &length, word_bytes);
  for (std::size_t at = 0; at < piece.size(); at += bytes_between_checkpoints) {
    if (at != 0 && monitor_ != nullptr) obey(*monitor_);
    const std::string_view step = piece.substr(at, bytes_between_checkpoints);
    std::memcpy(record + word_bytes + at, step.data(), step.size());
  }
  block_left_ -= needed;
  return (static_cast<std::uint64_t>(blocks_.size() - 1) << block_bits) | used;
}

std::uint64_t PieceCounts::lend(std::string_view piece) {
  lent_.push_back(piece);
  lent_bytes_ += piece.size();
  ++times_lent_;
  return (lent_.size() - 1) | lent_mark;
}

std::size_t PieceCounts::memory() const {
  return slots_.size() * sizeof(Slot) + block_bytes_ + lent_bytes_;
}

void PieceCounts::make_room(std::size_t pieces, std::size_t long_bytes) {
  const std::size_t capacity = capacity_for(size_ + pieces);
  const std::size_t arena = long_bytes == 0 ? 0 : long_bytes + word_bytes * pieces;
  const bool grows = capacity != slots_.size();
  if (!grows && arena <= block_left_) return;
  if (overflow_ != nullptr && size_ != 0) {
    const std::size_t added = (grows ? capacity * sizeof(Slot) : 0) + (arena > block_left_ ? arena : 0);
    if (memory() + added > limit_) {
      overflow_->take(*this);
      make_room(pieces, long_bytes);
      return;
    }
  }
  if (grows) grow_to(capacity);
}

std::size_t PieceCounts::capacity_for(std::size_t pieces) const {
  std::size_t capacity = std::max(slots_.size(), first_capacity);
  while (pieces * 8 > capacity * 5) capacity *= 2;
  return capacity;
}

void PieceCounts::grow_to(std::size_t capacity) {
  SlotArray old(capacity);
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  std::size_t round = 0;
  for (const Slot& slot : old) {
    if (++round % rounds_between_checkpoints == 0 && monitor_ != nullptr) obey(*monitor_);
    if (slot.count == 0) continue;
    std::size_t at = hash_of(slot.key) & mask;
    while (slots_[at].count != 0) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

void PieceCounts::drain_sorted(Monitor& monitor, const Visit& visit) {
  std::size_t round = 0;
  const auto end = std::remove_if(slots_.begin(), slots_.end(), [&](const Slot& slot) {
    if (++round % rounds_between_checkpoints == 0) obey(monitor);
    return slot.count == 0;
  });
  visit_sorted({slots_.begin(), end}, monitor, visit);
  clear(monitor);
}

// Quicksort that visits the smaller half before it looks at the greater one: the first pieces are out long before the
// last ones are in order.
void PieceCounts::visit_sorted(std::span<Slot> slots, Monitor& monitor, const Visit& visit) {
  std::size_t round = 0;
  const auto comes_before = [&](const Slot& a, const Slot& b) {
    if (++round % rounds_between_checkpoints == 0) obey(monitor);
    const std::uint64_t first_of_a = first_bytes(a);
    const std::uint64_t first_of_b = first_bytes(b);
    return first_of_a != first_of_b ? first_of_a < first_of_b : piece_of(a) < piece_of(b);
  };
  if (slots.size() <= sorted_at_once) {
    std::sort(slots.begin(), slots.end(), comes_before);
    for (const Slot& slot : slots) visit(piece_of(slot), slot.count);
    return;
  }
  const std::size_t half = slots.size() / 2;
  std::nth_element(slots.begin(), slots.begin() + static_cast<std::ptrdiff_t>(half), slots.end(), comes_before);
  visit_sorted(slots.first(half), monitor, visit);
  visit_sorted(slots.subspan(half), monitor, visit);
}

// As a number that is in order as the bytes are.
std::uint64_t PieceCounts::first_bytes(const Slot& slot) const {
  return big_endian(is_long(slot.key) ? load_word(stored(slot.key.first).data()) : slot.key.first);
}

void PieceCounts::clear(Monitor& monitor) {
  for (std::size_t at = 0; at < slots_.size(); at += rounds_between_checkpoints) {
    std::fill_n(slots_.begin() + static_cast<std::ptrdiff_t>(at),
                std::min(rounds_between_checkpoints, slots_.size() - at), Slot());
    obey(monitor);
  }
  blocks_.clear();
  lent_.clear();
  lent_bytes_ = size_ = distinct_bytes_ = longest_ = block_bytes_ = block_left_ = 0;
}

}  // namespace vocabsmith
