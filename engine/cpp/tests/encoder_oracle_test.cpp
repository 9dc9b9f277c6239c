// The fast ways of merging against the definition, on random merge lists that no training would give.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "reference/naive_encoder.hpp"
#include "src/merge_table.hpp"
#include "src/piece_merging.hpp"
#include "vocabsmith/encoder.hpp"

using vocabsmith::Encoder;
using vocabsmith::MergeTable;
using vocabsmith::Scanner;
using vocabsmith::TokenId;
using vocabsmith::Vocabulary;
namespace reference = vocabsmith::reference;

namespace {

using Ids = std::vector<TokenId>;

class RandomVocabularies : public testing::TestWithParam<unsigned> {
 protected:
  std::size_t below(std::size_t limit) { return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random_); }

  std::string text(std::size_t size, const std::string& letters) {
    std::string text;
    while (text.size() < size) text += letters[below(letters.size())];
    return text;
  }

  // Merges of random tokens, in random order; one token in four is a further spelling of one that is there.
  Vocabulary vocabulary(const std::string& letters, std::size_t merges) {
    Vocabulary vocabulary;
    for (int byte = 0; byte < 256; ++byte) vocabulary.tokens.emplace_back(1, static_cast<char>(byte));
    std::iota(vocabulary.byte_ids.rbegin(), vocabulary.byte_ids.rend(), 0U);
    std::reverse(vocabulary.tokens.begin(), vocabulary.tokens.end());
    Ids parts;
    for (const char letter : letters) parts.push_back(vocabulary.byte_ids[static_cast<unsigned char>(letter)]);
    while (vocabulary.merges.size() < merges) {
      const TokenId left = parts[below(parts.size())];
      const TokenId right = parts[below(parts.size())];
      parts.push_back(token_for(vocabulary, vocabulary.tokens[left] + vocabulary.tokens[right]));
      vocabulary.merges.push_back({left, right, parts.back()});
    }
    std::shuffle(vocabulary.merges.begin(), vocabulary.merges.end(), random_);
    return vocabulary;
  }

 private:
  TokenId token_for(Vocabulary& vocabulary, const std::string& bytes) {
    const auto known = std::find(vocabulary.tokens.begin(), vocabulary.tokens.end(), bytes);
    if (known != vocabulary.tokens.end() && below(4) != 0)
      return static_cast<TokenId>(known - vocabulary.tokens.begin());
    vocabulary.tokens.push_back(bytes);
    return static_cast<TokenId>(vocabulary.tokens.size() - 1);
  }

  std::mt19937 random_{GetParam()};
};

Ids bytes_of(const Vocabulary& vocabulary, const std::string& piece) {
  Ids ids;
  for (const char byte : piece) ids.push_back(vocabulary.byte_ids[static_cast<unsigned char>(byte)]);
  return ids;
}

Ids merged_short(const Vocabulary& vocabulary, const std::string& piece) {
  Ids ids = bytes_of(vocabulary, piece);
  ids.resize(merge_short(MergeTable(vocabulary.merges), ids));
  return ids;
}

Ids merged_long(const Vocabulary& vocabulary, const std::string& piece) {
  Ids ids = bytes_of(vocabulary, piece);
  merge_long(MergeTable(vocabulary.merges), ids, nullptr);
  return ids;
}

}  // namespace

TEST_P(RandomVocabularies, BothWaysOfMergingFollowTheDefinition) {
  const std::string letters = std::string("abcd").substr(0, 1 + below(4));
  const Vocabulary with_merges = vocabulary(letters, 1 + below(40));
  for (int piece = 0; piece < 20; ++piece) {
    const std::string bytes = text(below(vocabsmith::short_piece_limit + 1), letters);
    const Ids expected = reference::encode_piece(with_merges, bytes);
    EXPECT_EQ(merged_short(with_merges, bytes), expected) << bytes;
    EXPECT_EQ(merged_long(with_merges, bytes), expected) << bytes;
  }
}

TEST_P(RandomVocabularies, PiecesOnBothSidesOfTheLimitFollowTheDefinition) {
  const Vocabulary with_merges = vocabulary("ab", 12);
  const Encoder encoder{Vocabulary(with_merges)};
  for (std::size_t size = vocabsmith::short_piece_limit - 2; size <= vocabsmith::short_piece_limit + 2; ++size) {
    const std::string piece = text(size, "ab");
    Ids ids;
    encoder.encode_piece(piece, ids);
    EXPECT_EQ(ids, reference::encode_piece(with_merges, piece)) << piece;
  }
}

// Some bytes are never joined there, others always.
TEST_P(RandomVocabularies, TextsThatNothingCutsFollowTheDefinition) {
  Vocabulary with_merges = vocabulary("abcdefgh", 1 + below(40));
  with_merges.whole_pieces_first = GetParam() % 2 == 1;
  const std::string bytes = text(1000, "abcdefgh");
  const Ids expected = reference::encode_piece(with_merges, bytes);
  const Encoder encoder(std::move(with_merges));
  Ids ids;
  EXPECT_TRUE(encoder.encode(bytes, Scanner::none, true, ids));
  EXPECT_EQ(ids, expected);
}

TEST_P(RandomVocabularies, TextsAreTheirPiecesOneAfterTheOther) {
  Vocabulary with_merges = vocabulary("abcd ", 30);
  with_merges.whole_pieces_first = GetParam() % 2 == 1;
  const std::string bytes = text(3000, "abcd   ");
  Ids expected;
  vocabsmith::for_each_piece(Scanner::gpt2, bytes, [&](std::string_view piece) {
    const Ids ids = reference::encode_piece(with_merges, piece);
    expected.insert(expected.end(), ids.begin(), ids.end());
  });
  Ids ids;
  std::string decoded;
  const Encoder encoder(std::move(with_merges));
  EXPECT_TRUE(encoder.encode(bytes, Scanner::gpt2, true, ids));
  EXPECT_EQ(ids, expected);
  EXPECT_EQ(encoder.decode(ids, decoded), ids.size());
  EXPECT_EQ(decoded, bytes);
}

TEST_P(RandomVocabularies, PiecesThatComeBackGetTheSameIds) {
  const Vocabulary with_merges = vocabulary("abc", 25);
  std::vector<std::string> words;
  std::vector<Ids> ids_of_words;
  for (int word = 0; word < 12; ++word) {
    words.emplace_back(" ").append(text(1 + below(120), "abc"));
    ids_of_words.push_back(reference::encode_piece(with_merges, words.back()));
  }
  std::string bytes;
  Ids expected;
  while (bytes.size() < 100'000) {
    const std::size_t word = below(words.size());
    bytes += words[word];
    expected.insert(expected.end(), ids_of_words[word].begin(), ids_of_words[word].end());
  }
  Ids ids{7};  // what is there already stays and counts for nothing
  EXPECT_TRUE(Encoder(Vocabulary(with_merges)).encode(bytes, Scanner::gpt2, true, ids));
  expected.insert(expected.begin(), 7);
  EXPECT_EQ(ids, expected);
}

TEST_P(RandomVocabularies, ABatchIsItsTextsOneAfterTheOther) {
  const Encoder encoder(vocabulary("abcd ", 30));
  std::vector<std::string> texts;
  Ids expected;
  std::vector<std::uint64_t> expected_ends;
  for (int number = 0; number < 30; ++number) {
    texts.push_back(text(below(6000), "abcd   "));
    EXPECT_TRUE(encoder.encode(texts.back(), Scanner::gpt2, true, expected));
    expected_ends.push_back(expected.size());
  }
  Ids ids;
  std::vector<std::uint64_t> ends;
  EXPECT_TRUE(
      encoder.encode_batch(std::vector<std::string_view>(texts.begin(), texts.end()), Scanner::gpt2, true, ids, ends));
  EXPECT_EQ(ids, expected);
  EXPECT_EQ(ends, expected_ends);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomVocabularies, testing::Range(0U, 100U));
