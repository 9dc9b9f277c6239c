// What tokens make of the words and characters of a text.
//
//   1. Once for a text: a bit for each byte that belongs to a word, and for each that goes on with a character.
//   2. For each tokenizer: a bit for each byte with which a token begins.
//   3. Both are put together 64 bytes at once. A token that begins inside a word is one more for this word, and cuts
//   it.
//
// A word is a run of letters and marks, in Unicode 16.0. Each document is looked at by itself: no word crosses its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "vocabsmith/encoded_pieces.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

// What a document has whatever the tokenizer.
struct TextSums {
  std::uint64_t bytes = 0;
  std::uint64_t characters = 0;
  std::uint64_t words = 0;

  friend bool operator==(const TextSums&, const TextSums&) = default;
};

// What tokens make of it.
struct TokenSums {
  std::uint64_t tokens = 0;            // that begin in it
  std::uint64_t word_tokens = 0;       // that hold a part of a word, once for each word they touch
  std::uint64_t whole_words = 0;       // touched by one token
  std::uint64_t continued_words = 0;   // touched by several
  std::uint64_t whole_characters = 0;  // that lie in one known token
  std::uint64_t cut_characters = 0;    // touched by known tokens, none of which holds all of it

  friend bool operator==(const TokenSums&, const TokenSums&) = default;
};

// Where words and characters stand in documents. Any number of threads may look at it.
class WordMarks {
 public:
  // Document i is text[ends[i - 1], ends[i]). A byte that belongs to no character is one by itself, and no letter.
  // Throws std::invalid_argument unless the ends rise to the end of the text.
  WordMarks(std::string_view text, std::span<const std::uint64_t> ends);

  std::size_t documents() const { return texts_.size(); }
  std::span<const TextSums> texts() const { return texts_; }

  // The bits of a document, from its first byte on: its bytes and one more, which is 0, rounded up to whole words.
  std::span<const std::uint64_t> letters(std::size_t document) const { return row(letters_, document); }
  std::span<const std::uint64_t> continuing(std::size_t document) const { return row(continuing_, document); }

 private:
  void mark(std::string_view document, std::size_t first);

  std::span<const std::uint64_t> row(const std::vector<std::uint64_t>& bits, std::size_t document) const {
    return std::span(bits).subspan(rows_[document], rows_[document + 1] - rows_[document]);
  }

  std::vector<std::size_t> rows_;  // where the bits of each document begin, and of one more
  std::vector<TextSums> texts_;
  std::vector<std::uint64_t> letters_;     // bytes of words
  std::vector<std::uint64_t> continuing_;  // bytes of characters but the first
};

// Sums for each document of tokens that spell the whole text, one behind the other: `lengths` has the bytes of every
// id. A token that crosses the end of a document counts where it begins. Throws std::invalid_argument unless the tokens
// are as long as the text, none is empty, and each has a length.
std::vector<TokenSums> measure_spelling(const WordMarks& marks, std::span<const TokenId> ids,
                                        std::span<const std::uint32_t> lengths);

// The same for tokens of any model. Each stands for the bytes `spans[i]` of the text, in any order, or for none: that
// counts as a token, where it stands, and touches nothing. `known`: 0 for those of the unknown token, which hold no
// characters. Throws std::invalid_argument for a span behind the end of the text, and unless there are as many of both.
std::vector<TokenSums> measure_places(const WordMarks& marks, std::span<const ByteRange> spans,
                                      std::span<const std::uint8_t> known);

// How often ids occur.
struct IdUses {
  std::vector<TokenId> ids;  // those that occur, rising
  std::vector<std::uint64_t> counts;
};

// Throws std::invalid_argument for an id that is not below `vocab_size`.
IdUses count_ids(std::span<const TokenId> ids, std::size_t vocab_size);

}  // namespace vocabsmith
