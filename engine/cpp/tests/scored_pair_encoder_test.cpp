#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "tests/encoded.hpp"
#include "vocabsmith/scored_pair_encoder.hpp"

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

ScoredPairEncoder encoder(std::initializer_list<Piece> pieces) {
  return ScoredPairEncoder(vocabulary(pieces));
}

// The bytes are the next ids.
ScoredVocabulary with_bytes(ScoredVocabulary vocabulary) {
  vocabulary.byte_ids.emplace();
  for (std::size_t byte = 0; byte < 256; ++byte) {
    (*vocabulary.byte_ids)[byte] = static_cast<TokenId>(vocabulary.tokens.size());
    vocabulary.tokens.emplace_back(1, static_cast<char>(byte));
    vocabulary.scores.push_back(0);
    vocabulary.kinds.push_back(PieceKind::byte);
  }
  return vocabulary;
}

void expect_refused(const ScoredVocabulary& vocabulary, const std::string& reason) {
  try {
    ScoredPairEncoder encoder{ScoredVocabulary(vocabulary)};
    FAIL() << "not refused: " << reason;
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(error.what(), reason);
  }
}

}  // namespace

TEST(ScoredPairEncoder, JoinsTheHighestScoreFirst) {
  EXPECT_EQ(ids(encoder({{"a", 0}, {"b", 0}, {"c", 0}, {"ab", -2}, {"bc", -1}}), "abc"), (Ids{1, 5}));
  EXPECT_EQ(ids(encoder({{"a", 0}, {"b", 0}, {"c", 0}, {"ab", 7}, {"bc", -1}}), "abc"), (Ids{4, 3}));
}

TEST(ScoredPairEncoder, JoinsTheLeftmostOfEqualScoresFirst) {
  EXPECT_EQ(ids(encoder({{"a", 0}, {"b", 0}, {"c", 0}, {"ab", -1}, {"bc", -1}}), "abc"), (Ids{4, 3}));
  EXPECT_EQ(ids(encoder({{"a", 0}, {"aa", -1}}), "aaa"), (Ids{2, 1}));
}

TEST(ScoredPairEncoder, MinusZeroIsLessThanZero) {
  EXPECT_EQ(ids(encoder({{"a", 0}, {"b", 0}, {"c", 0}, {"ab", -0.0F}, {"bc", 0.0F}}), "abc"), (Ids{1, 5}));
}

TEST(ScoredPairEncoder, JoinsAnyTwoThatSpellAPieceAlsoCharactersThatAreNone) {
  const ScoredPairEncoder joins = encoder({{"é▁", -1}});
  EXPECT_EQ(ids(joins, "é▁é"), (Ids{1, 0}));
  EXPECT_EQ(spans(joins, "é▁é"), (Spans{{0, 5}, {5, 7}}));
}

TEST(ScoredPairEncoder, NeighbouringUnknownCharactersAreOneUnknownPiece) {
  const ScoredPairEncoder letters = encoder({{"a", -1}, {"c", -2}});
  EXPECT_EQ(ids(letters, "axèc"), (Ids{1, 0, 2}));
  EXPECT_EQ(spans(letters, "axèc"), (Spans{{0, 1}, {1, 4}, {4, 5}}));
}

TEST(ScoredPairEncoder, WithBytePiecesUnknownCharactersAreTheirBytes) {
  const ScoredPairEncoder letters(with_bytes(vocabulary({{"a", -1}})));
  EXPECT_EQ(ids(letters, "aè\xFF"), (Ids{1, 2 + 0xC3, 2 + 0xA8, 2 + 0xFF}));
  EXPECT_EQ(spans(letters, "aè\xFF"), (Spans{{0, 1}, {1, 2}, {2, 3}, {3, 4}}));
}

TEST(ScoredPairEncoder, UserDefinedPiecesAreTakenWholeTheLongestFirst) {
  const ScoredPairEncoder with_user_defined = encoder({{"a", -1},
                                                       {"b", -1},
                                                       {"ab", -9, PieceKind::user_defined},
                                                       {"abb", -9, PieceKind::user_defined},
                                                       {"aab", 5},
                                                       {"abba", 5}});
  EXPECT_EQ(ids(with_user_defined, "aaba"), (Ids{1, 3, 1}));
  EXPECT_EQ(ids(with_user_defined, "abba"), (Ids{4, 1}));
}

TEST(ScoredPairEncoder, AnUnusedPieceIsMadeAndTakenApartAgain) {
  const ScoredPairEncoder with_unused =
      encoder({{"a", -1}, {"b", -1}, {"ab", -2, PieceKind::unused}, {"aba", -3}, {"c", -1}});
  EXPECT_EQ(ids(with_unused, "aba"), (Ids{4}));
  EXPECT_EQ(ids(with_unused, "abc"), (Ids{1, 2, 5}));
}

TEST(ScoredPairEncoder, AnUnusedPieceHasThePartsThatCameUpLast) {
  const ScoredPairEncoder with_unused = encoder({{"a", -1}, {"aa", -2}, {"aaa", -3, PieceKind::unused}, {"b", -1}});
  EXPECT_EQ(ids(with_unused, "aaa"), (Ids{2, 1}));
  EXPECT_EQ(spans(with_unused, "aaa"), (Spans{{0, 2}, {2, 3}}));
}

TEST(ScoredPairEncoder, AnUnusedCharacterIsUnknown) {
  EXPECT_EQ(ids(encoder({{"a", -1, PieceKind::unused}, {"b", -1}}), "ab"), (Ids{0, 2}));
}

TEST(ScoredPairEncoder, AControlPieceNeverComesFromAText) {
  EXPECT_EQ(ids(encoder({{"a", -1}, {"b", -1}, {"ab", -1, PieceKind::control}}), "ab"), (Ids{1, 2}));
}

TEST(ScoredPairEncoder, TextsThatNothingDividesStopInTheMiddle) {
  const ScoredPairEncoder runs = encoder({{"a", 0}, {"aa", -1}, {"aaaa", -2}});
  const std::string text(1 << 20, 'a');
  const std::uint64_t begins[] = {0}, ends[] = {text.size()};
  EncodedPieces out;
  EXPECT_TRUE(runs.encode_pieces({text, begins, ends}, out));
  EXPECT_EQ(out.ids, Ids(text.size() / 4, 3));
  Monitor monitor;
  monitor.stop();
  EXPECT_FALSE(runs.encode_pieces({text, begins, ends}, out, &monitor));
}

// 150 pieces, each made of the one before and a letter: as deep as the library takes them apart, and no deeper.
TEST(ScoredPairEncoder, UnusedPiecesAreTakenApartAHundredTimesInARow) {
  ScoredVocabulary chain = vocabulary({{"a", -1}});
  for (std::size_t length = 2; length <= 150; ++length) {
    chain.tokens.emplace_back(length, 'a');
    chain.scores.push_back(length == 2 ? 0 : static_cast<float>(length));
    chain.kinds.push_back(PieceKind::unused);
  }
  Ids expected{49};
  expected.insert(expected.end(), 101, 1);
  EXPECT_EQ(ids(ScoredPairEncoder(std::move(chain)), std::string(150, 'a')), expected);
}

TEST(ScoredPairEncoder, RefusesAVocabularyThatContradictsItself) {
  expect_refused(vocabulary({{"a", std::nanf("")}}), "token 1 has a score that is no number");
  expect_refused(vocabulary({{"", 0}}), "token 1 is empty");
  expect_refused(vocabulary({{"a", 0}, {"a", 1, PieceKind::unused}}), "tokens 1 and 2 are the same piece");
  expect_refused(vocabulary({{"a", 0, PieceKind::unknown}}), "token 1 is a second unknown piece");
  expect_refused(vocabulary({{"a", 0, static_cast<PieceKind>(7)}}), "token 1 has the kind 7; there are 1 to 6");
  expect_refused(vocabulary({{"a", 0, PieceKind::byte}}), "there are byte pieces, but it is not said for which bytes");
  ScoredVocabulary wrong = vocabulary({{"a", 0}});
  wrong.unknown_id = 1;
  expect_refused(wrong, "token 0 is a second unknown piece");
  wrong = vocabulary({{"a", 0}});
  wrong.scores.pop_back();
  expect_refused(wrong, "there are 2 tokens and 1 scores");
  wrong = with_bytes(vocabulary({{"a", 0}}));
  std::swap((*wrong.byte_ids)['a'], (*wrong.byte_ids)['b']);
  expect_refused(wrong, "id 100 stands for byte 97, but is not the piece of that byte");
}

// What fills a model up to a size.
TEST(ScoredPairEncoder, UnusedNullBytesMayComeAgain) {
  const std::string null(1, '\0');
  EXPECT_EQ(ids(encoder({{null, 0, PieceKind::unused}, {null, 0, PieceKind::unused}, {"a", 0}}), "a"), (Ids{3}));
}

}  // namespace vocabsmith
