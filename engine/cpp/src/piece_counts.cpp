#include "vocabsmith/piece_counts.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

#include "piece_key.hpp"
#include "prefetch.hpp"

namespace vocabsmith {
namespace {

constexpr std::size_t word_bytes = sizeof(std::uint64_t);
constexpr std::size_t first_capacity = 1024;

constexpr std::uint64_t long_mark = std::uint64_t{0xFF} << PieceKey::last_byte_shift;
constexpr std::uint64_t nowhere = ~std::uint64_t{0};  // no place in the arena

// Every bit of both words reaches every bit of the result.
std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t hash = a * 0x9E3779B97F4A7C15U;
  hash ^= hash >> 32;
  hash = (hash ^ b) * 0xD6E8FEB86659FD93U;
  hash ^= hash >> 32;
  hash *= 0xC2B2AE3D27D4EB4FU;
  return hash ^ (hash >> 29);
}

// Of pieces of 16 bytes and more; the last step may take bytes a second time.
std::uint64_t hash_long(std::string_view piece) {
  std::uint64_t hash = piece.size();
  for (std::size_t at = 0; at + 16 < piece.size(); at += 16)
    hash = mix(hash ^ load_word(piece.data() + at), load_word(piece.data() + at + 8));
  const char* tail = piece.data() + piece.size() - 16;
  return mix(hash ^ load_word(tail), load_word(tail + 8));
}

Count checked_add(Count a, Count b) {
  if (a > std::numeric_limits<Count>::max() - b) throw std::overflow_error("a piece count passes 2^64 - 1");
  return a + b;
}

Count checked_multiply(Count a, Count b) {
  if (b != 0 && a > std::numeric_limits<Count>::max() / b) throw std::overflow_error("a piece count passes 2^64 - 1");
  return a * b;
}

template <typename Visit>
void for_each_line(std::string_view text, Visit& visit) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = line_end(text, begin);
    visit(text.substr(begin, end - begin));
    begin = end;
  }
}

// visit(std::string_view document), in order; special tokens are left out.
template <typename Visit>
void for_each_document(std::string_view text, const SpecialTokens& specials, DocumentUnit unit, Visit visit) {
  const auto visit_between = [&](std::string_view between) {
    if (unit == DocumentUnit::line) {
      for_each_line(between, visit);
    } else {
      visit(between);
    }
  };
  std::size_t begin = 0;
  while (const auto special = specials.find(text, begin)) {
    visit_between(text.substr(begin, special->begin - begin));
    begin = special->end;
  }
  visit_between(text.substr(begin));
}

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
  std::swap(block_left_, other.block_left_);
}

void PieceCounts::add(std::string_view piece, Count count) {
  if (piece.empty() || count == 0) return;
  make_room(1);
  const Key key = key_of(piece, piece.size());
  add_hashed(key, hash_of(key), piece, count);
}

void PieceCounts::add_all(const PieceCounts& other, Count weight) {
  if (&other == this) throw std::invalid_argument("a table of counts cannot be added to itself");
  make_room(other.size_);
  other.for_each([&](std::string_view piece, Count count) { add(piece, checked_multiply(count, weight)); });
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

PieceCounts::Key PieceCounts::key_of(std::string_view piece, std::size_t readable) {
  if (piece.size() > PieceKey::max_bytes) return {nowhere, hash_long(piece) | long_mark};
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
  const char* record = blocks_[location >> block_bits].get() + (location & (block_size - 1));
  return {record + word_bytes, static_cast<std::size_t>(load_word(record))};
}

void PieceCounts::add_hashed(const Key& key, std::uint64_t hash, std::string_view piece, Count count) {
  Slot& slot = slots_[slot_of(key, hash, piece)];
  if (slot.count == 0) {
    insert(slot, key, piece, count);
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

void PieceCounts::insert(Slot& slot, Key key, std::string_view piece, Count count) {
  if (is_long(key)) key.first = store(piece);
  slot = {key, count};
  ++size_;
  distinct_bytes_ += piece.size();
  longest_ = std::max(longest_, piece.size());
  make_room(size_);
}

// Pieces too long for a block get one of their own, behind which nothing more is put.
std::uint64_t PieceCounts::store(std::string_view piece) {
  const std::size_t needed = word_bytes + piece.size();
  if (needed > block_left_) {
    const std::size_t bytes = std::max(needed, block_size);
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(bytes));
    block_left_ = bytes;
  }
  const std::size_t used = needed > block_size ? 0 : block_size - block_left_;
  char* record = blocks_.back().get() + used;
  const std::uint64_t length = piece.size();
  std::memcpy(record, &length, word_bytes);
  std::memcpy(record + word_bytes, piece.data(), piece.size());
  block_left_ -= needed;
  return (static_cast<std::uint64_t>(blocks_.size() - 1) << block_bits) | used;
}

void PieceCounts::make_room(std::size_t pieces) {
  std::size_t capacity = std::max(slots_.size(), first_capacity);
  while (pieces * 8 > capacity * 5) capacity *= 2;
  if (capacity == slots_.size()) return;
  std::vector<Slot> old(capacity);
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.count == 0) continue;
    std::size_t at = hash_of(slot.key) & mask;
    while (slots_[at].count != 0) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

// A table that outgrows the cache answers late. So pieces wait here until a batch is full, while their slots are
// already on their way.
class PieceCounts::Batch {
 public:
  explicit Batch(PieceCounts& counts) : counts_(counts) { counts_.make_room(1); }

  void add(std::string_view piece, std::size_t readable) {
    const Key key = key_of(piece, readable);
    const std::uint64_t hash = hash_of(key);
    prefetch(&counts_.slots_[hash & (counts_.slots_.size() - 1)]);
    waiting_[filled_++] = {key, hash, piece};
    if (filled_ == waiting_.size()) flush();
  }

  void flush() {
    const std::size_t filled = std::exchange(filled_, 0);
    for (std::size_t i = 0; i < filled; ++i) {
      counts_.add_hashed(waiting_[i].key, waiting_[i].hash, waiting_[i].piece, 1);
    }
  }

 private:
  struct Waiting {
    Key key;
    std::uint64_t hash = 0;
    std::string_view piece;
  };

  PieceCounts& counts_;
  std::array<Waiting, 32> waiting_{};
  std::size_t filled_ = 0;
};

void count_pieces(std::string_view text, Scanner scanner, const SpecialTokens& specials, PieceCounts& counts,
                  DocumentUnit unit) {
  const char* text_end = text.data() + text.size();
  PieceCounts::Batch batch(counts);
  const auto count = [&](std::string_view piece) {
    batch.add(piece, static_cast<std::size_t>(text_end - piece.data()));
  };
  for_each_document(text, specials, unit, [&](std::string_view document) { for_each_piece(scanner, document, count); });
  batch.flush();
}

}  // namespace vocabsmith
