// Which pieces a corpus holds, and how often. All that training needs to know about the text.
//
// An open-addressing hash table. Peak memory follows the number of distinct pieces, not the size of the corpus.
// One table per thread; tables are merged at the end. The result does not depend on order or on threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "vocabsmith/pretokenizer.hpp"
#include "vocabsmith/special_tokens.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

class PieceCounts {
 public:
  // Empty pieces and zero counts are ignored. Throws std::overflow_error when a count passes 2^64 - 1.
  void add(std::string_view piece, Count count = 1);
  // Adds every count of `other`, multiplied by `weight`.
  void add_all(const PieceCounts& other, Count weight = 1);
  void clear();

  std::size_t size() const;           // distinct pieces
  Count total() const;                // pieces, repeats counted
  Count total_bytes() const;          // bytes, repeats counted
  std::size_t distinct_bytes() const; // bytes of the distinct pieces together
  std::size_t longest() const;        // bytes of the longest piece
  Count count_of(std::string_view piece) const;  // 0 if absent

  // visit(std::string_view piece, Count count), each distinct piece once, in no particular order.
  template <typename Visit>
  void for_each(Visit&& visit) const;

  // (private part: the implementer's)
};

// Counts the pieces of `text`, cut first at special tokens. `text` is a whole document, or lies between safe cuts.
void count_pieces(std::string_view text, Scanner scanner, const SpecialTokens& specials, PieceCounts& counts);

}  // namespace vocabsmith
