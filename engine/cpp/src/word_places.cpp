// Tokens that need not spell their text: each is laid over the words and characters that it touches.
#include <algorithm>
#include <stdexcept>

#include "vocabsmith/word_measures.hpp"

namespace vocabsmith {

namespace {

// A word or a character, and the document it stands in.
struct Stretch {
  std::uint64_t begin;
  std::uint64_t end;
  std::size_t document;
};

bool bit_of(std::span<const std::uint64_t> row, std::size_t at) {
  return ((row[at / 64] >> (at % 64)) & 1U) != 0;
}

struct Stretches {
  std::vector<Stretch> words;
  std::vector<Stretch> characters;
  std::vector<std::uint64_t> ends;  // of documents
};

Stretches stretches_of(const WordMarks& marks) {
  Stretches found;
  std::uint64_t begin = 0;
  for (std::size_t document = 0; document < marks.documents(); ++document) {
    const auto letters = marks.letters(document);
    const auto continuing = marks.continuing(document);
    for (std::uint64_t at = 0; at < marks.texts()[document].bytes; ++at) {
      const std::uint64_t place = begin + at;
      if (bit_of(continuing, at)) {
        ++found.characters.back().end;
      } else {
        found.characters.push_back({place, place + 1, document});
      }
      if (!bit_of(letters, at)) continue;
      if (at > 0 && bit_of(letters, at - 1)) {
        ++found.words.back().end;
      } else {
        found.words.push_back({place, place + 1, document});
      }
    }
    begin += marks.texts()[document].bytes;
    found.ends.push_back(begin);
  }
  return found;
}

// Finds the first stretch that ends behind a place. Places mostly rise a little from token to token.
class Finder {
 public:
  explicit Finder(std::span<const Stretch> stretches) : stretches_(stretches) {}

  std::size_t first_behind(std::uint64_t place) {
    if (at_ > 0 && stretches_[at_ - 1].end > place) {
      const auto ends_before = [](std::uint64_t value, const Stretch& stretch) { return value < stretch.end; };
      const auto found = std::upper_bound(stretches_.begin(), stretches_.end(), place, ends_before);
      at_ = static_cast<std::size_t>(found - stretches_.begin());
    }
    while (at_ < stretches_.size() && stretches_[at_].end <= place) ++at_;
    return at_;
  }

 private:
  std::span<const Stretch> stretches_;
  std::size_t at_ = 0;
};

enum class Held : std::uint8_t { not_at_all, in_parts, whole };

std::size_t document_of(std::span<const std::uint64_t> ends, std::uint64_t place) {
  const auto found = std::upper_bound(ends.begin(), ends.end(), place);
  return std::min(static_cast<std::size_t>(found - ends.begin()), ends.size() - 1);
}

}  // namespace

std::vector<TokenSums> measure_places(const WordMarks& marks, std::span<const ByteRange> spans,
                                      std::span<const std::uint8_t> known) {
  if (spans.size() != known.size()) throw std::invalid_argument("there are not as many spans as tokens");
  const Stretches found = stretches_of(marks);
  const std::uint64_t size = found.ends.empty() ? 0 : found.ends.back();
  std::vector<TokenSums> sums(marks.documents());
  std::vector<std::uint64_t> touching(found.words.size());
  std::vector<Held> held(found.characters.size(), Held::not_at_all);
  Finder words(found.words);
  Finder characters(found.characters);
  for (std::size_t token = 0; token < spans.size(); ++token) {
    const auto [begin, end] = spans[token];
    if (begin > end || end > size || sums.empty()) throw std::invalid_argument("a token stands outside of the text");
    ++sums[document_of(found.ends, begin)].tokens;
    if (begin == end) continue;
    for (std::size_t i = words.first_behind(begin); i < found.words.size() && found.words[i].begin < end; ++i) {
      ++touching[i];
    }
    if (known[token] == 0) continue;
    for (std::size_t i = characters.first_behind(begin); i < held.size() && found.characters[i].begin < end; ++i) {
      const bool whole = begin <= found.characters[i].begin && found.characters[i].end <= end;
      held[i] = std::max(held[i], whole ? Held::whole : Held::in_parts);
    }
  }
  for (std::size_t i = 0; i < touching.size(); ++i) {
    TokenSums& of_document = sums[found.words[i].document];
    of_document.word_tokens += touching[i];
    of_document.whole_words += touching[i] == 1 ? 1U : 0U;
    of_document.continued_words += touching[i] > 1 ? 1U : 0U;
  }
  for (std::size_t i = 0; i < held.size(); ++i) {
    TokenSums& of_document = sums[found.characters[i].document];
    of_document.whole_characters += held[i] == Held::whole ? 1U : 0U;
    of_document.cut_characters += held[i] == Held::in_parts ? 1U : 0U;
  }
  return sums;
}

}  // namespace vocabsmith
