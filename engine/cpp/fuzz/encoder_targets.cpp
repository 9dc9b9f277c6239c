#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/targets.hpp"
#include "fuzz/texts.hpp"
#include "reference/naive_encoder.hpp"
#include "vocabsmith/encoder.hpp"

namespace vocabsmith::fuzz {
namespace {

using Ids = std::vector<TokenId>;

TokenId id_for(Input& input, Vocabulary& vocabulary, const std::string& bytes) {
  const auto known = std::find(vocabulary.tokens.begin(), vocabulary.tokens.end(), bytes);
  if (known != vocabulary.tokens.end() && !input.one_in(4))
    return static_cast<TokenId>(known - vocabulary.tokens.begin());
  vocabulary.tokens.push_back(bytes);
  return static_cast<TokenId>(vocabulary.tokens.size() - 1);
}

// Merges of random tokens in random order, as no training would give them; some spellings have several ids, some
// pairs several rules.
void add_merges(Input& input, Vocabulary& vocabulary, std::string_view letters) {
  Ids parts;
  for (const char letter : letters) parts.push_back(vocabulary.byte_ids[static_cast<unsigned char>(letter)]);
  for (std::size_t left = input.below(50); left > 0; --left) {
    const TokenId first = input.pick(parts);
    const TokenId second = input.pick(parts);
    const TokenId token = id_for(input, vocabulary, vocabulary.tokens[first] + vocabulary.tokens[second]);
    vocabulary.merges.push_back({first, second, token});
    if (vocabulary.tokens[token].size() < 60) parts.push_back(token);
  }
  if (!input.one_in(3)) input.shuffle(vocabulary.merges);
}

Vocabulary random_vocabulary(Input& input, std::string_view letters) {
  Vocabulary vocabulary;
  std::array<std::uint8_t, 256> byte_of_id;
  std::iota(byte_of_id.begin(), byte_of_id.end(), std::uint8_t{0});
  if (input.one_in(2)) input.shuffle(byte_of_id);
  for (std::size_t id = 0; id < 256; ++id) {
    vocabulary.tokens.emplace_back(1, static_cast<char>(byte_of_id[id]));
    vocabulary.byte_ids[byte_of_id[id]] = static_cast<TokenId>(id);
  }
  add_merges(input, vocabulary, letters);
  for (const std::string& token : random_special_tokens(input, 3)) {
    vocabulary.special_ids.push_back(static_cast<TokenId>(vocabulary.tokens.size()));
    vocabulary.tokens.push_back(token);
  }
  vocabulary.whole_pieces_first = input.one_in(3);
  return vocabulary;
}

// By the definition: special tokens first, then piece by piece.
class Definition {
 public:
  Definition(const Vocabulary& vocabulary, Scanner scanner, bool allow_specials)
      : vocabulary_(vocabulary), scanner_(scanner), allow_specials_(allow_specials) {}

  Ids encode(std::string_view text) const {
    Ids ids;
    std::size_t begin = 0;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t length = allow_specials_ ? special_length(text.substr(at)) : 0;
      if (length == 0) {
        ++at;
        continue;
      }
      add_ordinary(text.substr(begin, at - begin), ids);
      ids.push_back(special_id(text.substr(at, length)));
      begin = at += length;
    }
    add_ordinary(text.substr(begin), ids);
    return ids;
  }

 private:
  std::size_t special_length(std::string_view rest) const {
    std::size_t longest = 0;
    for (const TokenId id : vocabulary_.special_ids) {
      const std::string& token = vocabulary_.tokens[id];
      if (rest.starts_with(token)) longest = std::max(longest, token.size());
    }
    return longest;
  }

  TokenId special_id(std::string_view token) const {
    return *std::find_if(vocabulary_.special_ids.begin(), vocabulary_.special_ids.end(),
                         [&](TokenId id) { return vocabulary_.tokens[id] == token; });
  }

  void add_ordinary(std::string_view text, Ids& ids) const {
    for_each_piece(scanner_, text, [&](std::string_view piece) {
      const Ids more = reference::encode_piece(vocabulary_, piece);
      ids.insert(ids.end(), more.begin(), more.end());
    });
  }

  const Vocabulary& vocabulary_;
  Scanner scanner_;
  bool allow_specials_;
};

// Of the letters that the merges are made of, so that there is something to merge.
std::string text_of(Input& input, std::string_view letters, std::size_t longest) {
  if (input.one_in(4)) return random_text(input, longest);
  const std::size_t size = input.mostly_small(longest);
  std::string text;
  while (text.size() < size) {
    if (!text.empty() && input.one_in(12)) text += text.substr(text.size() - std::min(text.size(), input.below(150)));
    text += input.one_in(20) ? ' ' : letters[input.below(letters.size())];
  }
  return text.substr(0, size);
}

void compare(const Ids& ids, const Ids& expected, std::string_view text, const Vocabulary& vocabulary) {
  if (ids == expected) return;
  std::string what = "wrong ids of " + spelled(text) + (vocabulary.whole_pieces_first ? ", whole pieces first" : "");
  for (const MergeRule& merge : vocabulary.merges)
    what += "\n  " + spelled(vocabulary.tokens[merge.left]) + " " + spelled(vocabulary.tokens[merge.right]) + " (" +
            std::to_string(merge.left) + ", " + std::to_string(merge.right) + ") -> " + std::to_string(merge.token);
  fail(what);
}

void try_batch(const Encoder& encoder, const Vocabulary& vocabulary, const std::vector<ExactText>& texts,
               const Definition& definition, Scanner scanner, bool allow_specials) {
  std::vector<std::string_view> views;
  for (const ExactText& text : texts) views.push_back(text.view());
  Ids ids;
  std::vector<std::uint64_t> ends;
  check(encoder.encode_batch(views, scanner, allow_specials, ids, ends), "a batch that was stopped");
  std::size_t begin = 0;
  for (std::size_t i = 0; i < views.size(); ++i) {
    compare(Ids(ids.begin() + static_cast<std::ptrdiff_t>(begin), ids.begin() + static_cast<std::ptrdiff_t>(ends[i])),
            definition.encode(views[i]), views[i], vocabulary);
    begin = ends[i];
  }
  check(begin == ids.size(), "ids behind the end of a batch");
}

void try_pieces(Input& input, const Encoder& encoder, const Vocabulary& vocabulary, std::string_view text) {
  std::vector<std::uint64_t> ends;
  Ids expected;
  for (std::size_t begin = 0; begin < text.size(); begin = ends.back()) {
    ends.push_back(begin + input.between(1, std::min<std::size_t>(text.size() - begin, 130)));
    const std::string_view piece = text.substr(begin, ends.back() - begin);
    const Ids more = reference::encode_piece(vocabulary, piece);
    expected.insert(expected.end(), more.begin(), more.end());
    Ids alone;
    encoder.encode_piece(piece, alone);
    compare(alone, more, piece, vocabulary);
  }
  Ids ids;
  check(encoder.encode_pieces(text, ends, ids), "pieces that were stopped");
  compare(ids, expected, text, vocabulary);
}

}  // namespace

void try_encoder(Input& input) {
  static constexpr std::string_view alphabets[] = {"a", "ab", "abc", "ab ", "\xE8\xAA\x9E z", "012<d>\n"};
  const std::string_view letters = input.pick(alphabets);
  const Vocabulary vocabulary = random_vocabulary(input, letters);
  const Encoder encoder{Vocabulary(vocabulary)};
  const Scanner scanner = input.pick(all_scanners);
  const bool allow_specials = input.one_in(2);
  const Definition definition(vocabulary, scanner, allow_specials);
  std::vector<ExactText> texts;
  for (std::size_t left = input.between(1, 4); left > 0; --left)
    texts.emplace_back(input, text_of(input, letters, 700));
  for (const ExactText& text : texts) {
    Ids ids;
    check(encoder.encode(text.view(), scanner, allow_specials, ids), "a text that was stopped");
    compare(ids, definition.encode(text.view()), text.view(), vocabulary);
    std::string decoded;
    check(encoder.decode(ids, decoded) == ids.size() && decoded == text.view(), "decoding gives another text");
  }
  try_batch(encoder, vocabulary, texts, definition, scanner, allow_specials);
  try_pieces(input, encoder, vocabulary, texts.front().view());
}

}  // namespace vocabsmith::fuzz
