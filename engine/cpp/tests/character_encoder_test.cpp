#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <thread>

#include "tests/encoded.hpp"
#include "vocabsmith/character_encoder.hpp"

namespace vocabsmith {
namespace {

// <unk> is 0, a 1, b 2, ab 3, é 4, aé 5.
CharacterVocabulary letters() {
  CharacterVocabulary vocabulary;
  vocabulary.tokens = {"<unk>", "a", "b", "ab", "é", "aé"};
  vocabulary.merges = {{1, 2, 3}, {1, 4, 5}};
  vocabulary.unknown_id = 0;
  return vocabulary;
}

// Bytes 0x00, 0x01 … are 6, 7 … but for the byte of x, which has no token.
CharacterVocabulary letters_and_bytes() {
  CharacterVocabulary vocabulary = letters();
  vocabulary.byte_ids.emplace();
  for (std::size_t byte = 0; byte < 256; ++byte) {
    (*vocabulary.byte_ids)[byte] = static_cast<TokenId>(6 + byte);
    vocabulary.tokens.emplace_back(1, static_cast<char>(byte));
  }
  (*vocabulary.byte_ids)['x'] = no_token;
  vocabulary.tokens[6 + 'x'] = "no byte";
  return vocabulary;
}

void expect_refused(const CharacterVocabulary& vocabulary, const std::string& reason) {
  try {
    CharacterEncoder encoder{CharacterVocabulary(vocabulary)};
    FAIL() << "not refused: " << reason;
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(error.what(), reason);
  }
}

}  // namespace

TEST(CharacterEncoder, MergesCharactersAndNotBytes) {
  const CharacterEncoder encoder(letters());
  EXPECT_EQ(ids(encoder, "aébab"), (Ids{5, 2, 3}));
  EXPECT_EQ(spans(encoder, "aébab"), (Spans{{0, 3}, {3, 4}, {4, 6}}));
}

TEST(CharacterEncoder, MergesTheLowestRankAndItsLeftmostPlaceFirst) {
  CharacterVocabulary vocabulary;
  vocabulary.tokens = {"a", "b", "aa", "ab"};
  vocabulary.merges = {{0, 0, 2}, {0, 1, 3}};
  EXPECT_EQ(ids(CharacterEncoder(CharacterVocabulary(vocabulary)), "aaab"), (Ids{2, 3}));
  vocabulary.merges = {{0, 1, 3}, {0, 0, 2}};
  EXPECT_EQ(ids(CharacterEncoder(CharacterVocabulary(vocabulary)), "aaaab"), (Ids{2, 0, 3}));
}

TEST(CharacterEncoder, OfTwoMergesOfTheSamePairTheLastHolds) {
  CharacterVocabulary vocabulary;
  vocabulary.tokens = {"a", "b", "c", "ab", "bc"};
  vocabulary.merges = {{0, 1, 3}, {1, 2, 4}, {0, 1, 3}};
  EXPECT_EQ(ids(CharacterEncoder(std::move(vocabulary)), "abc"), (Ids{0, 4}));
}

TEST(CharacterEncoder, AnUnknownCharacterIsItsBytes) {
  const CharacterEncoder encoder(letters_and_bytes());
  EXPECT_EQ(ids(encoder, "aè"), (Ids{1, 6 + 0xC3, 6 + 0xA8}));
  EXPECT_EQ(spans(encoder, "aè"), (Spans{{0, 1}, {1, 2}, {2, 3}}));
}

TEST(CharacterEncoder, ABytesTokenIsNotTheCharacter) {
  CharacterVocabulary vocabulary = letters_and_bytes();
  vocabulary.tokens[2] = "B";  // only the byte token of b is left
  vocabulary.merges = {};
  EXPECT_EQ(ids(CharacterEncoder(std::move(vocabulary)), "ab"), (Ids{1, 6 + 'b'}));
}

TEST(CharacterEncoder, ACharacterWithoutAllOfItsBytesIsUnknown) {
  EXPECT_EQ(ids(CharacterEncoder(letters_and_bytes()), "axb"), (Ids{1, 0, 2}));
}

// So the library has it.
TEST(CharacterEncoder, AnUnknownTokenComesBehindByteTokensThatFollowIt) {
  const CharacterEncoder encoder(letters_and_bytes());
  EXPECT_EQ(ids(encoder, "xyb"), (Ids{6 + 'y', 0, 2}));
  EXPECT_EQ(spans(encoder, "xyb"), (Spans{{1, 2}, {0, 1}, {2, 3}}));
}

TEST(CharacterEncoder, UnknownNeighboursAreFusedIfTheVocabularyWantsIt) {
  CharacterVocabulary vocabulary = letters();
  EXPECT_EQ(ids(CharacterEncoder(CharacterVocabulary(vocabulary)), "axèb"), (Ids{1, 0, 0, 2}));
  vocabulary.fuse_unknown = true;
  const CharacterEncoder encoder(std::move(vocabulary));
  EXPECT_EQ(ids(encoder, "axèb"), (Ids{1, 0, 2}));
  EXPECT_EQ(spans(encoder, "axèb"), (Spans{{0, 1}, {1, 4}, {4, 5}}));
}

TEST(CharacterEncoder, WithoutAnUnknownTokenUnknownCharactersAreLeftOutAndTheirNeighboursMeet) {
  CharacterVocabulary vocabulary = letters();
  vocabulary.unknown_id.reset();
  const CharacterEncoder encoder(std::move(vocabulary));
  EXPECT_EQ(ids(encoder, "xaxxbx"), (Ids{3}));
  EXPECT_EQ(spans(encoder, "xaxxbx"), (Spans{{1, 5}}));
}

TEST(CharacterEncoder, APrefixMarksWhatContinuesAWordAndASuffixWhatEndsIt) {
  CharacterVocabulary vocabulary;
  vocabulary.tokens = {"a", "##b", "##b</w>", "a##b"};
  vocabulary.tokens[3] = "ab</w>";
  vocabulary.merges = {{0, 2, 3}};
  vocabulary.continuing_prefix = "##";
  vocabulary.word_suffix = "</w>";
  const CharacterEncoder encoder(std::move(vocabulary));
  EXPECT_EQ(ids(encoder, "ab"), (Ids{3}));
  EXPECT_EQ(ids(encoder, "abb"), (Ids{0, 1, 2}));
}

TEST(CharacterEncoder, AWholePieceIsLookedUpFirstIfTheVocabularyWantsIt) {
  CharacterVocabulary vocabulary = letters();
  vocabulary.tokens.emplace_back("bab");
  EXPECT_EQ(ids(CharacterEncoder(CharacterVocabulary(vocabulary)), "bab"), (Ids{2, 3}));
  vocabulary.whole_pieces_first = true;
  EXPECT_EQ(ids(CharacterEncoder(CharacterVocabulary(vocabulary)), "bab"), (Ids{6}));
  vocabulary.special_ids = {6};
  EXPECT_EQ(ids(CharacterEncoder(std::move(vocabulary)), "bab"), (Ids{2, 3}));
}

TEST(CharacterEncoder, BytesThatAreNoTextAreUnknownCharacters) {
  EXPECT_EQ(ids(CharacterEncoder(letters()),
                "a\xC3"
                "b"),
            (Ids{1, 0, 2}));
  EXPECT_EQ(ids(CharacterEncoder(letters_and_bytes()),
                "a\xC3"
                "b"),
            (Ids{1, 6 + 0xC3, 2}));
}

TEST(CharacterEncoder, NothingIsMergedAcrossPiecesAndGapsBelongToNone) {
  const std::string text = "ab ab";
  const std::uint64_t begins[] = {0, 1, 3}, ends[] = {1, 2, 5};
  EncodedPieces out;
  EXPECT_TRUE(CharacterEncoder(letters()).encode_pieces({text, begins, ends}, out));
  EXPECT_EQ(out.ids, (Ids{1, 2, 3}));
  EXPECT_EQ(out.spans, (Spans{{0, 1}, {1, 2}, {3, 5}}));
}

TEST(CharacterEncoder, RefusesPiecesOutOfOrder) {
  const CharacterEncoder encoder(letters());
  EncodedPieces out;
  const std::uint64_t zero[] = {0, 0}, one[] = {1, 1}, three[] = {1, 3};
  EXPECT_THROW(encoder.encode_pieces({"ab", zero, one}, out), std::invalid_argument);
  EXPECT_THROW(encoder.encode_pieces({"ab", zero, std::span(one, 1)}, out), std::invalid_argument);
  EXPECT_THROW(encoder.encode_pieces({"ab", std::span(one, 1), std::span(zero, 1)}, out), std::invalid_argument);
  EXPECT_THROW(encoder.encode_pieces({"ab", std::span(zero, 1), std::span(three + 1, 1)}, out), std::invalid_argument);
}

TEST(CharacterEncoder, RefusesAVocabularyThatContradictsItself) {
  CharacterVocabulary vocabulary = letters();
  vocabulary.merges.push_back({1, 9, 3});
  expect_refused(vocabulary, "the right part of merge 2, 9, does not exist; there are 6 tokens");
  vocabulary = letters();
  vocabulary.merges.push_back({2, 1, 3});
  expect_refused(vocabulary, "merge 2: tokens 2 and 1 do not spell token 3");
  vocabulary = letters();
  vocabulary.special_ids = {3};
  expect_refused(vocabulary, "the token of merge 0, 3, is a special token, which nothing else may produce");
  vocabulary = letters();
  vocabulary.unknown_id = 6;
  expect_refused(vocabulary, "the unknown token, 6, does not exist; there are 6 tokens");
  vocabulary = letters();
  vocabulary.tokens[1] = "";
  expect_refused(vocabulary, "merge 0 has an empty part");
  vocabulary = letters_and_bytes();
  (*vocabulary.byte_ids)['y'] = 1;
  expect_refused(vocabulary, "id 1 stands for byte 121, but its token is not that byte");
}

// A megabyte that nothing divides.
TEST(CharacterEncoder, StopsInTheMiddleOfALongText) {
  CharacterVocabulary vocabulary;
  vocabulary.tokens = {"a", "aa"};
  vocabulary.merges = {{0, 0, 1}};
  const CharacterEncoder encoder(std::move(vocabulary));
  const std::string text(1 << 20, 'a');
  const std::uint64_t begins[] = {0}, ends[] = {text.size()};
  EncodedPieces out;
  EXPECT_TRUE(encoder.encode_pieces({text, begins, ends}, out));
  EXPECT_EQ(out.ids, Ids(text.size() / 2, 1));
  Monitor monitor;
  monitor.stop();
  EXPECT_FALSE(encoder.encode_pieces({text, begins, ends}, out, &monitor));
}

}  // namespace vocabsmith
