// Parts of patterns on 64 bytes at once. Wherever a piece begins, a bit is set: a border.
//
// A block begins at a border, so nothing before it matters, and its first bit is never asked for. It ends where its
// ASCII ends; a border near that end may depend on what follows, so the last three are left to the next block.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "vocabsmith/scanners/byte_masks.hpp"
#include "vocabsmith/scanners/common_parts.hpp"

namespace vocabsmith::scanning {

constexpr std::uint64_t bit(std::size_t at) {
  return std::uint64_t{1} << at;
}

// Bits 0 to count - 1.
constexpr std::uint64_t low_bits(std::size_t count) {
  return count >= 64 ? ~std::uint64_t{0} : bit(count) - 1;
}

// What stands one byte after, and before, what is in the mask.
constexpr std::uint64_t after(std::uint64_t mask) {
  return mask << 1;
}
constexpr std::uint64_t before(std::uint64_t mask) {
  return mask >> 1;
}

// The first of each run of bits.
constexpr std::uint64_t starts(std::uint64_t mask) {
  return mask & ~after(mask);
}

template <typename Visit>
void for_each_bit(std::uint64_t mask, Visit&& visit) {
  for (; mask != 0; mask &= mask - 1) visit(static_cast<std::size_t>(std::countr_zero(mask)));
}

struct Block : ByteMasks {
  Block(const ByteMasks& masks, const char* bytes)
      : ByteMasks(masks),
        text(bytes, ByteMasks::bytes),
        size(static_cast<std::size_t>(std::countr_zero(beyond))),
        signs(~(letters | numbers | spaces | beyond)),
        inner_spaces(spaces & ~line_ends) {}

  // Which borders can be told from the block alone.
  std::uint64_t decided() const { return low_bits(size < 2 ? 0 : size - 2) & ~bit(0); }

  std::string_view text;
  std::size_t size;            // bytes of ASCII
  std::uint64_t signs;         // of no class
  std::uint64_t inner_spaces;  // white space that ends no line
};

// \s+(?!\S)|\s+  A run begins, or gives back its last character. `goes_on`: what does not let it give one back.
inline std::uint64_t space_borders(std::uint64_t spaces, std::uint64_t goes_on) {
  return spaces & (starts(spaces) | ~before(goes_on));
}

// \p{N}{1,most}
template <int most>
inline std::uint64_t number_borders(std::uint64_t numbers) {
  if constexpr (most == 1) return numbers;
  std::uint64_t with_most_before = numbers;
  for (int back = 1; back <= most; ++back) with_most_before &= numbers << back;
  std::uint64_t borders = starts(numbers);
  for (std::uint64_t last = borders; last != 0; borders |= last) last = (last << most) & with_most_before;
  return borders;
}

// The sign of [^\r\n\p{L}\p{N}]?\p{L}+: alone, not taken by a space before it, and a letter behind it.
inline std::uint64_t signs_before_words(const Block& block) {
  return starts(block.signs) & ~after(block.blanks) & before(block.letters);
}

// \p{L}+ of the same, where nothing stands before it.
inline std::uint64_t bare_word_borders(const Block& block) {
  return starts(block.letters) & ~after(block.inner_spaces | signs_before_words(block));
}

// ` ?[^\s\p{L}\p{N}]+` where no space stands before it; the space itself is a border in any case.
inline std::uint64_t sign_borders(const Block& block) {
  return starts(block.signs) & ~after(block.blanks);
}

// [\r\n]* behind signs. Adding the first of a run of line ends clears the run and sets the bit behind it.
struct LineEndsOfSigns {
  explicit LineEndsOfSigns(const Block& block) {
    const std::uint64_t sum = block.line_ends + (block.line_ends & after(block.signs));
    taken = block.line_ends & ~sum;
    behind = sum & ~block.line_ends;
  }
  std::uint64_t taken;
  std::uint64_t behind;  // what follows them
};

// \s*[\r\n]+|\s+(?!\S)|\s+  where white space before a line end is left out (see `decided_before_line_ends`): line ends
// are a piece, and so is white space behind them, which gives back its last character as above.
inline std::uint64_t line_and_space_borders(const Block& block, std::uint64_t taken, std::uint64_t goes_on) {
  return (starts(block.line_ends) & ~taken) | space_borders(block.inner_spaces, goes_on);
}

// \s* reaches over white space to a later line end, but few lines end in white space: such a run is left to the plain
// way but for its own border, and so is one whose end is not in the block.
inline std::uint64_t decided_before_line_ends(const Block& block) {
  const std::uint64_t last = block.size == 0 ? 0 : bit(block.size - 1);
  const std::uint64_t open = block.inner_spaces & (before(block.line_ends) | last);
  if (open == 0) return ~std::uint64_t{0};
  const std::uint64_t earlier = ~block.spaces & low_bits(static_cast<std::size_t>(std::countr_zero(open)));
  return low_bits(65 - static_cast<std::size_t>(std::countl_zero(earlier)));
}

// Of the apostrophes, those that begin a contraction: visit(where it begins, where it ends), which may be the end of
// the block.
template <typename End, typename Visit>
void for_each_contraction(const Block& block, std::uint64_t apostrophes, End end_of, Visit&& visit) {
  for_each_bit(apostrophes & before(block.letters), [&](std::size_t at) {
    const std::size_t end = end_of(block.text, at);
    if (end != at) visit(at, end);
  });
}

// What lies inside [begin, end) is no border, its end is one.
inline std::uint64_t with_piece(std::uint64_t borders, std::size_t begin, std::size_t end) {
  borders &= ~(low_bits(end) & ~low_bits(begin));
  return end < ByteMasks::bytes ? borders | bit(end) : borders;
}

}  // namespace vocabsmith::scanning
