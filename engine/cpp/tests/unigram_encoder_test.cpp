#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "tests/encoded.hpp"
#include "vocabsmith/unigram_encoder.hpp"

namespace vocabsmith {
namespace {

struct Piece {
  std::string text;
  float score;
  PieceKind kind = PieceKind::normal;
};

// <unk> is 0; the pieces are 1, 2 …
ScoredVocabulary vocabulary(std::initializer_list<Piece> pieces) {
  ScoredVocabulary vocabulary{{"<unk>"}, {0}, {PieceKind::unknown}, {}, 0};
  for (const Piece& piece : pieces) {
    vocabulary.tokens.push_back(piece.text);
    vocabulary.scores.push_back(piece.score);
    vocabulary.kinds.push_back(piece.kind);
  }
  return vocabulary;
}

UnigramEncoder encoder(std::initializer_list<Piece> pieces) {
  return UnigramEncoder(vocabulary(pieces));
}

}  // namespace

TEST(UnigramEncoder, FindsTheHighestSumOfScores) {
  const UnigramEncoder letters = encoder({{"a", -2}, {"b", -2}, {"ab", -3}, {"ba", -1.5F}, {"aba", -6}});
  EXPECT_EQ(ids(letters, "aba"), (Ids{1, 4}));
  EXPECT_EQ(letters.score("aba"), -3.5);
  EXPECT_EQ(ids(letters, "abab"), (Ids{1, 4, 2}));
}

// The unknown character scores 10 less than the lowest score.
TEST(UnigramEncoder, APieceIsBetterThanAnUnknownCharacter) {
  const UnigramEncoder letters = encoder({{"a", -2}, {"c", -2}, {"abc", -9}});
  EXPECT_EQ(ids(letters, "abc"), (Ids{3}));
  EXPECT_EQ(letters.score("axc"), -23);
}

TEST(UnigramEncoder, NeighbouringUnknownCharactersAreOneUnknownPiece) {
  const UnigramEncoder letters = encoder({{"a", -2}, {"c", -2}, {"abc", -9}});
  EXPECT_EQ(ids(letters, "axxc"), (Ids{1, 0, 2}));
  EXPECT_EQ(spans(letters, "axxc"), (Spans{{0, 1}, {1, 3}, {3, 4}}));
}

TEST(UnigramEncoder, WithBytePiecesUnknownCharactersAreTheirBytes) {
  ScoredVocabulary letters = vocabulary({{"a", -2}});
  letters.byte_ids.emplace();
  for (std::size_t byte = 0; byte < 256; ++byte) {
    (*letters.byte_ids)[byte] = static_cast<TokenId>(2 + byte);
    letters.tokens.emplace_back(1, static_cast<char>(byte));
    letters.scores.push_back(0);
    letters.kinds.push_back(PieceKind::byte);
  }
  EXPECT_EQ(ids(UnigramEncoder(std::move(letters)), "aèa\xFF"), (Ids{1, 2 + 0xC3, 2 + 0xA8, 1, 2 + 0xFF}));
}

TEST(UnigramEncoder, OfEqualSumsTheOneWhoseLastPieceBeginsFirstWins) {
  EXPECT_EQ(ids(encoder({{"a", -1}, {"aa", -2}}), "aa"), (Ids{2}));
  EXPECT_EQ(ids(encoder({{"a", -1}, {"b", -1}, {"ab", -1}, {"ba", -1}}), "aba"), (Ids{1, 4}));
}

TEST(UnigramEncoder, SumsHave32BitsAndGrowFromLeftToRight) {
  const UnigramEncoder letters = encoder({{"a", -0.1F}, {"b", -8}, {"bb", -16}});
  float sum = 0;
  for (int i = 0; i < 1000; ++i) sum += -0.1F;
  EXPECT_EQ(letters.score(std::string(1000, 'a')), static_cast<double>(sum));
}

TEST(UnigramEncoder, AUserDefinedPieceScoresATenthForEachByteButTheFirst) {
  const UnigramEncoder letters =
      encoder({{"a", 0}, {"b", 0}, {"c", 0}, {"abc", -50, PieceKind::user_defined}, {"ab", 0.25F}});
  EXPECT_EQ(ids(letters, "abc"), (Ids{5, 3}));
  EXPECT_EQ(encoder({{"a", 0}, {"abc", -50, PieceKind::user_defined}}).score("abc"), 0.2F);
}

TEST(UnigramEncoder, UnusedAndControlPiecesNeverComeFromAText) {
  const UnigramEncoder letters =
      encoder({{"a", -1}, {"b", -1}, {"ab", 5, PieceKind::unused}, {"ba", 5, PieceKind::control}});
  EXPECT_EQ(ids(letters, "abba"), (Ids{1, 2, 2, 1}));
}

// 20,000 characters with a score of -50 each: the sum is set back ten times.
TEST(UnigramEncoder, SumsPastAHundredThousandAreSetBackAndNothingIsLost) {
  const UnigramEncoder letters = encoder({{"a", -50}, {"aaa", -149}});
  const std::string text(21'000, 'a');
  EXPECT_EQ(ids(letters, text), Ids(7'000, 2));
  EXPECT_EQ(letters.score(text), -149.0 * 7'000);
}

// Longer than what is remembered at once.
TEST(UnigramEncoder, LongTextsAreTheWholeOfWhatTheyAre) {
  const UnigramEncoder letters = encoder({{"a", -1}, {"b", -1}, {"▁", -1}, {"▁ab", -1.5F}});
  std::string text;
  Ids expected;
  for (int i = 0; i < 50'000; ++i) {
    text += "▁aba";
    expected.insert(expected.end(), {4, 1});
  }
  const EncodedPieces found = encoded(letters, text);
  EXPECT_EQ(found.ids, expected);
  EXPECT_EQ(found.spans.back(), (ByteRange{text.size() - 1, text.size()}));
}

TEST(UnigramEncoder, StopsInTheMiddleOfALongText) {
  const UnigramEncoder letters = encoder({{"a", -1}, {"aa", -1}});
  const std::string text(1 << 20, 'a');
  const std::uint64_t begins[] = {0}, ends[] = {text.size()};
  EncodedPieces out;
  EXPECT_TRUE(letters.encode_pieces({text, begins, ends}, out));
  EXPECT_EQ(out.ids, Ids(text.size() / 2, 2));
  Monitor monitor;
  monitor.stop();
  EXPECT_FALSE(letters.encode_pieces({text, begins, ends}, out, &monitor));
}

TEST(UnigramEncoder, RefusesScoresThatAreNotFinite) {
  EXPECT_THROW(encoder({{"a", std::numeric_limits<float>::infinity()}}), std::invalid_argument);
  EXPECT_THROW(encoder({{"a", std::numeric_limits<float>::quiet_NaN()}}), std::invalid_argument);
}

TEST(UnigramEncoder, OnlyBytePiecesMayStandInForTheUnknownPiece) {
  ScoredVocabulary letters{{"a"}, {-1}, {PieceKind::normal}, {}, {}};
  EXPECT_THROW(UnigramEncoder(std::move(letters)), std::invalid_argument);
}

}  // namespace vocabsmith
