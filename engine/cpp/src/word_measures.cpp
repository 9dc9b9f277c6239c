// Tokens put together with the words and characters of their text.
#include "vocabsmith/word_measures.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace vocabsmith {

namespace {

constexpr std::size_t bits = 64;

std::uint64_t ones(std::uint64_t word) {
  return static_cast<std::uint64_t>(std::popcount(word));
}

// A row of bits seen from its first word to the last: what `word << by` is if the word before belongs to it.
class Shifting {
 public:
  explicit Shifting(int by) : by_(by) {}

  std::uint64_t next(std::uint64_t word) {
    const std::uint64_t shifted = word << by_ | before_ >> (static_cast<int>(bits) - by_);
    before_ = word;
    return shifted;
  }

 private:
  int by_;
  std::uint64_t before_ = 0;
};

// Words that are cut, and those that are not.
//
// A bit is sent off at the beginning of every word and travels, as the carry of an addition, through its letters. It
// stops at the first one with which a token begins, or behind the last one.
class WordRuns {
 public:
  void add(std::uint64_t letters, std::uint64_t begins, TokenSums& sums) {
    const std::uint64_t behind_letters = behind_letters_.next(letters);
    const std::uint64_t cuts = begins & letters & behind_letters;
    const std::uint64_t passable = letters & ~cuts;
    const std::uint64_t sent = passable + (letters & ~behind_letters);
    const std::uint64_t moved = sent + (carry_ ? 1U : 0U);
    carry_ = sent < passable || moved < sent;
    const std::uint64_t stopped = moved & ~passable;
    sums.word_tokens += ones(cuts);
    sums.continued_words += ones(stopped & cuts);
    sums.whole_words += ones(stopped & ~letters);
  }

 private:
  Shifting behind_letters_{1};
  bool carry_ = false;
};

// Characters with a token that begins inside of them; each once, at the first such token.
class CutCharacters {
 public:
  void add(std::uint64_t continuing, std::uint64_t begins, TokenSums& sums) {
    const std::uint64_t cuts = begins & continuing;
    const std::uint64_t second_of_two = continuing & before_.next(continuing);
    const std::uint64_t earlier = cut_before_.next(cuts) | (cut_two_before_.next(cuts) & second_of_two);
    sums.cut_characters += ones(cuts & ~earlier);
  }

 private:
  Shifting before_{1};
  Shifting cut_before_{1};
  Shifting cut_two_before_{2};
};

// Puts the beginnings of tokens in a document together with its marks, and forgets them.
void sum_up(const WordMarks& marks, std::size_t document, std::vector<std::uint64_t>& begins, TokenSums& sums) {
  const std::span<const std::uint64_t> letters = marks.letters(document);
  const std::span<const std::uint64_t> continuing = marks.continuing(document);
  WordRuns words;
  CutCharacters characters;
  for (std::size_t word = 0; word < letters.size(); ++word) {
    words.add(letters[word], begins[word], sums);
    characters.add(continuing[word], begins[word], sums);
    begins[word] = 0;
  }
  sums.word_tokens += marks.texts()[document].words;
  sums.whole_characters = marks.texts()[document].characters - sums.cut_characters;
}

std::size_t longest_row(const WordMarks& marks) {
  std::size_t longest = 0;
  for (std::size_t document = 0; document < marks.documents(); ++document) {
    longest = std::max(longest, marks.letters(document).size());
  }
  return longest;
}

}  // namespace

std::vector<TokenSums> measure_spelling(const WordMarks& marks, std::span<const TokenId> ids,
                                        std::span<const std::uint32_t> lengths) {
  std::vector<TokenSums> sums(marks.documents());
  std::vector<std::uint64_t> begins(longest_row(marks));
  std::size_t document = 0;
  std::size_t at = 0;  // in the document
  const auto go_on = [&] {
    while (document < sums.size() && at >= marks.texts()[document].bytes) {
      at -= marks.texts()[document].bytes;
      sum_up(marks, document, begins, sums[document]);
      ++document;
    }
  };
  go_on();
  for (const TokenId id : ids) {
    if (document == sums.size()) throw std::invalid_argument("the tokens are longer than the text");
    if (id >= lengths.size() || lengths[id] == 0) throw std::invalid_argument("a token has no length");
    begins[at / bits] |= std::uint64_t{1} << (at % bits);
    ++sums[document].tokens;
    at += lengths[id];
    if (at >= marks.texts()[document].bytes) go_on();
  }
  if (document != sums.size() || at != 0) throw std::invalid_argument("the tokens are not as long as the text");
  return sums;
}

IdUses count_ids(std::span<const TokenId> ids, std::size_t vocab_size) {
  IdUses uses;
  if (!ids.empty() && *std::max_element(ids.begin(), ids.end()) >= vocab_size) {
    throw std::invalid_argument("an id is not in the vocabulary");
  }
  if (ids.size() < vocab_size / 16) {  // sorting a few is faster than a look at every id there is
    std::vector<TokenId> sorted(ids.begin(), ids.end());
    std::sort(sorted.begin(), sorted.end());
    for (const TokenId id : sorted) {
      if (uses.ids.empty() || uses.ids.back() != id) {
        uses.ids.push_back(id);
        uses.counts.push_back(0);
      }
      ++uses.counts.back();
    }
    return uses;
  }
  std::vector<std::uint64_t> counts(vocab_size);
  for (const TokenId id : ids) ++counts[id];
  for (std::size_t id = 0; id < vocab_size; ++id) {
    if (counts[id] == 0) continue;
    uses.ids.push_back(static_cast<TokenId>(id));
    uses.counts.push_back(counts[id]);
  }
  return uses;
}

}  // namespace vocabsmith
