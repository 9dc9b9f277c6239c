#include "reference/plain_word_measures.hpp"

#include "vocabsmith/unicode_classes.hpp"
#include "vocabsmith/utf8.hpp"

namespace vocabsmith::reference {

namespace {

struct Seen {
  ByteRange place;
  bool in_word;
};

std::vector<Seen> characters_of(std::string_view document) {
  std::vector<Seen> characters;
  for (std::size_t at = 0; at < document.size();) {
    const Character character = read_character(document, at);
    const bool well_formed = character.form == Form::well_formed;
    const std::size_t end = at + (well_formed ? character.length : 1);
    const Category category = well_formed ? category_of(character.code_point) : Category::other;
    characters.push_back({{at, end}, category == Category::mark || class_of(category) == CharClass::letter});
    at = end;
  }
  return characters;
}

std::vector<ByteRange> words_of(std::string_view document) {
  std::vector<ByteRange> words;
  bool inside = false;
  for (const Seen& seen : characters_of(document)) {
    if (seen.in_word && inside) words.back().end = seen.place.end;
    if (seen.in_word && !inside) words.push_back(seen.place);
    inside = seen.in_word;
  }
  return words;
}

bool touch(const ByteRange& token, const ByteRange& other) {
  return token.begin < token.end && token.begin < other.end && other.begin < token.end;
}

bool holds(const ByteRange& token, const ByteRange& other) {
  return token.begin <= other.begin && other.end <= token.end;
}

}  // namespace

TextSums plain_text_sums(std::string_view document) {
  return {document.size(), characters_of(document).size(), words_of(document).size()};
}

TokenSums plain_token_sums(std::string_view document, std::span<const ByteRange> spans,
                           std::span<const std::uint8_t> known) {
  TokenSums sums;
  sums.tokens = spans.size();
  for (const ByteRange& word : words_of(document)) {
    std::uint64_t touching = 0;
    for (const ByteRange& span : spans) touching += touch(span, word) ? 1U : 0U;
    sums.word_tokens += touching;
    sums.whole_words += touching == 1 ? 1U : 0U;
    sums.continued_words += touching > 1 ? 1U : 0U;
  }
  for (const Seen& seen : characters_of(document)) {
    bool touched = false;
    bool whole = false;
    for (std::size_t token = 0; token < spans.size(); ++token) {
      if (known[token] == 0 || !touch(spans[token], seen.place)) continue;
      touched = true;
      whole = whole || holds(spans[token], seen.place);
    }
    sums.whole_characters += whole ? 1U : 0U;
    sums.cut_characters += touched && !whole ? 1U : 0U;
  }
  return sums;
}

}  // namespace vocabsmith::reference
