// Which pieces a corpus holds, and how often. All that training needs to know about the text.
//
// An open-addressing hash table. Peak memory follows the number of distinct pieces, not the size of the corpus, and can
// be bounded: see spilled_counts.hpp. One table per thread; tables are merged at the end. The result does not depend on
// order, on threads or on the bound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "vocabsmith/huge_pages.hpp"
#include "vocabsmith/monitor.hpp"
#include "vocabsmith/piece_source.hpp"
#include "vocabsmith/pretokenizer.hpp"
#include "vocabsmith/special_tokens.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

class PieceCounts;

struct CountingOptions {
  DocumentUnit unit = DocumentUnit::file;
  Count weight = 1;   // how often each piece counts, at least once
  bool lent = false;  // the text stays as it is as long as the table: a piece that is most of it is not copied
  std::uint64_t file_bytes = 0;  // how far the table's Monitor is advanced when the whole text is counted
};

// Counts the pieces of `text`, cut first at special tokens, then at line ends if lines are documents. `text` is a whole
// file, or lies between safe cuts. Obeys the Monitor of a bounded table.
void count_pieces(std::string_view text, Scanner scanner, const SpecialTokens& specials, PieceCounts& counts,
                  const CountingOptions& options = {});

// The same for records, as tables have them: each is a document of its own. Record i is [ends[i - 1], ends[i]) of
// `text`; the first begins where the text does. Throws std::invalid_argument unless the ends rise (records may be
// empty) and the last one is the end of the text.
void count_records(std::string_view text, std::span<const std::uint64_t> ends, Scanner scanner,
                   const SpecialTokens& specials, PieceCounts& counts, const CountingOptions& options = {});

// How many documents that hold text the records are: special tokens part them, and line ends if lines are documents.
std::uint64_t number_of_documents(std::string_view text, std::span<const std::uint64_t> ends,
                                  const SpecialTokens& specials, DocumentUnit unit);

// Where a table of bounded size puts what it cannot hold.
class Overflow {
 public:
  virtual ~Overflow() = default;
  virtual void take(PieceCounts& full) = 0;                          // everything; `full` is empty afterwards
  virtual void take_piece(std::string_view piece, Count count) = 0;  // one that alone is too long

 protected:
  Overflow() = default;
  Overflow(const Overflow&) = default;
  Overflow& operator=(const Overflow&) = default;
};

class PieceCounts final : public PieceSource {
 public:
  PieceCounts() = default;
  PieceCounts(PieceCounts&& other) noexcept { swap(other); }
  PieceCounts& operator=(PieceCounts&& other) noexcept;

  // From now on the table takes about `limit` bytes at most, and long steps obey `monitor`: they throw StopRequested,
  // after which the table is good for nothing but to be destroyed.
  void bound(std::size_t limit, Overflow& overflow, Monitor& monitor);

  // Empty pieces and zero counts are ignored. Throws std::overflow_error when a count passes 2^64 - 1.
  void add(std::string_view piece, Count count = 1);
  // Room for so many more pieces, or for as many as a bounded table may have. What comes in the order of another
  // table's slots must have it first, see make_room.
  void reserve(std::size_t pieces);
  // Adds every count of `other`, multiplied by `weight`.
  void add_all(const PieceCounts& other, Count weight = 1);
  void swap(PieceCounts& other) noexcept;

  std::size_t size() const { return size_; }                      // distinct pieces
  Count total() const;                                            // pieces, repeats counted; visits every slot
  Count total_bytes() const;                                      // bytes, repeats counted; visits every slot
  std::size_t distinct_bytes() const { return distinct_bytes_; }  // bytes of the distinct pieces together
  std::size_t longest() const { return longest_; }                // bytes of the longest piece
  Count count_of(std::string_view piece) const;                   // 0 if absent
  std::size_t memory() const;                                     // bytes that the table takes, lent ones included
  bool holds_lent_text() const { return !lent_.empty(); }
  std::size_t times_lent() const { return times_lent_; }  // pieces that were not copied, in all

  // visit(std::string_view piece, Count count), each distinct piece once, in no particular order.
  // The view is good until the table changes.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const Slot& slot : slots_) {
      if (slot.count != 0) visit(piece_of(slot), slot.count);
    }
  }
  void visit_pieces(const Visit& visit) const override { for_each(visit); }
  bool lends_pieces() const override { return true; }

  // Each piece once, in the order of their bytes; then the table is empty. The view is good during the visit.
  void drain_sorted(Monitor& monitor, const Visit& visit);

 private:
  friend class TextCounter;

  // Two words that stand for a piece. Up to 15 bytes they are the piece itself, see piece_key.hpp. A longer piece lies
  // in the arena or was lent, found by `first`; `second` is its hash, and marked in the last byte, where others have
  // their length.
  struct Key {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
  };
  struct Slot {
    Key key;
    Count count = 0;  // 0: free
  };

  using SlotArray = std::vector<Slot, HugePageAllocator<Slot>>;

  static constexpr std::size_t block_bits = 20;
  static constexpr std::size_t block_size = std::size_t{1} << block_bits;

  class Batch;  // pieces on their way into the table

  static bool is_long(const Key& key);
  // The key of a piece from whose first byte on `readable` bytes may be read (at least the piece itself).
  Key key_of(std::string_view piece, std::size_t readable) const;
  static std::uint64_t hash_of(const Key& key);
  std::string_view piece_of(const Slot& slot) const;
  std::string_view stored(std::uint64_t location) const;

  void add_hashed(const Key& key, std::uint64_t hash, std::string_view piece, Count count, bool lent = false);
  // Number of the slot where the piece is, or of the free one where it belongs.
  std::size_t slot_of(const Key& key, std::uint64_t hash, std::string_view piece) const;
  void insert(Slot& slot, Key key, std::string_view piece, Count count, bool lent);
  std::uint64_t store(std::string_view piece);
  std::uint64_t lend(std::string_view piece);
  void add_long(std::string_view piece, Count count, bool lent);

  // Room for so many more pieces, of so many bytes that go to the arena; spills if that would pass the limit. What
  // comes from another table must have it first: that table's pieces come in the order of their slots, and would crowd
  // together in one that has yet to grow.
  void make_room(std::size_t pieces, std::size_t long_bytes);
  std::size_t capacity_for(std::size_t pieces) const;
  void grow_to(std::size_t capacity);
  // Is the piece so long that it is not worth a table's place?
  bool exceeds_share(std::string_view piece) const { return overflow_ != nullptr && piece.size() > limit_ / 4; }

  std::uint64_t first_bytes(const Slot& slot) const;
  void visit_sorted(std::span<Slot> slots, Monitor& monitor, const Visit& visit);
  void clear(Monitor& monitor);

  SlotArray slots_;  // a power of two of them, or none
  std::size_t size_ = 0;
  std::size_t distinct_bytes_ = 0;
  std::size_t longest_ = 0;
  std::vector<std::unique_ptr<char[]>> blocks_;  // the arena: each long piece's length, then its bytes
  std::size_t block_bytes_ = 0;                  // of all blocks
  std::size_t block_left_ = 0;                   // free bytes at the end of the last block
  std::vector<std::string_view> lent_;           // long pieces that lie elsewhere
  std::size_t lent_bytes_ = 0;
  std::size_t times_lent_ = 0;
  std::size_t limit_ = 0;
  Overflow* overflow_ = nullptr;  // none: the size is not bounded
  Monitor* monitor_ = nullptr;
};

}  // namespace vocabsmith
