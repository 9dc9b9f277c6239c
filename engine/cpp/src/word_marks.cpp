// Bits for the letters of a text: eight bytes of ASCII at once, other characters one by one.
#include <bit>
#include <cstring>
#include <stdexcept>

#include "vocabsmith/unicode_classes.hpp"
#include "vocabsmith/utf8.hpp"
#include "vocabsmith/word_measures.hpp"

namespace vocabsmith {

namespace {

constexpr std::size_t bits = 64;
constexpr std::uint64_t each = 0x0101010101010101U;
constexpr std::uint64_t high_bits = 0x80 * each;

// Eight bytes, the first of them lowest.
std::uint64_t read_eight(const char* from) {
  std::uint64_t word = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&word, from, sizeof word);
  } else {
    for (unsigned i = 0; i < 8; ++i) word |= std::uint64_t{static_cast<unsigned char>(from[i])} << (8 * i);
  }
  return word;
}

// The high bit of each byte that is an ASCII letter; all bytes are below 0x80, so that none carries into its neighbour.
std::uint64_t letters_among(std::uint64_t word) {
  const std::uint64_t lower = word | (0x20 * each);
  return (lower + (0x80 - 'a') * each) & ~(lower + (0x80 - 'z' - 1) * each) & high_bits;
}

// The high bits of eight bytes as eight bits. The factor adds each of them at a place of its own in the highest byte.
std::uint64_t gathered(std::uint64_t high) {
  return ((high >> 7) * 0x0102040810204080U) >> 56;
}

bool belongs_to_words(char32_t character) {
  const Category category = category_of(character);
  return category == Category::mark || class_of(category) == CharClass::letter;
}

// Sets `count` bits from `at` on.
void set_bits(std::uint64_t* row, std::size_t at, std::size_t count) {
  for (; count > 0; --count, ++at) row[at / bits] |= std::uint64_t{1} << (at % bits);
}

std::uint64_t count_bits(std::span<const std::uint64_t> row) {
  std::uint64_t number = 0;
  for (const std::uint64_t word : row) number += static_cast<std::uint64_t>(std::popcount(word));
  return number;
}

std::uint64_t count_runs(std::span<const std::uint64_t> row) {
  std::uint64_t number = 0;
  std::uint64_t before = 0;
  for (const std::uint64_t word : row) {
    number += static_cast<std::uint64_t>(std::popcount(word & ~(word << 1 | before)));
    before = word >> (bits - 1);
  }
  return number;
}

}  // namespace

WordMarks::WordMarks(std::string_view text, std::span<const std::uint64_t> ends) {
  rows_.reserve(ends.size() + 1);
  rows_.push_back(0);
  std::size_t begin = 0;
  for (const std::uint64_t end : ends) {
    if (end < begin || end > text.size()) throw std::invalid_argument("the ends of documents do not rise to the end");
    rows_.push_back(rows_.back() + (end - begin) / bits + 1);
    begin = end;
  }
  if (begin != text.size()) throw std::invalid_argument("the last document does not end with the text");
  letters_.resize(rows_.back());
  continuing_.resize(rows_.back());
  texts_.reserve(ends.size());
  begin = 0;
  for (std::size_t document = 0; document < ends.size(); ++document) {
    const std::uint64_t length = ends[document] - begin;
    mark(text.substr(begin, length), rows_[document]);
    texts_.push_back({length, length - count_bits(continuing(document)), count_runs(letters(document))});
    begin = ends[document];
  }
}

void WordMarks::mark(std::string_view document, std::size_t first) {
  std::uint64_t* const letters = letters_.data() + first;
  std::uint64_t* const continuing = continuing_.data() + first;
  std::size_t at = 0;
  while (at < document.size()) {
    while (at + 8 <= document.size()) {
      const std::uint64_t word = read_eight(document.data() + at);
      if ((word & high_bits) != 0) break;
      const std::uint64_t found = gathered(letters_among(word));
      letters[at / bits] |= found << (at % bits);
      // What does not fit goes to the next word, which is there: the bits of a document end with one of no byte.
      if (at % bits > bits - 8) letters[at / bits + 1] |= found >> (bits - at % bits);
      at += 8;
    }
    // At least one character, and then as many as go on with what is not ASCII.
    do {
      if (at == document.size()) break;
      const Character character = read_character(document, at);
      const bool well_formed = character.form == Form::well_formed;
      const std::size_t length = well_formed ? character.length : 1;
      if (well_formed && belongs_to_words(character.code_point)) set_bits(letters, at, length);
      set_bits(continuing, at + 1, length - 1);
      at += length;
    } while (at + 8 > document.size() || static_cast<unsigned char>(document[at]) >= 0x80);
  }
}

}  // namespace vocabsmith
