#include "vocabsmith/encoder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using vocabsmith::Encoder;
using vocabsmith::Scanner;
using vocabsmith::TokenId;
using vocabsmith::Vocabulary;

namespace {

using Ids = std::vector<TokenId>;

// Ids 0-255 are the bytes of these values.
Vocabulary bytes_only() {
  Vocabulary vocabulary;
  std::iota(vocabulary.byte_ids.begin(), vocabulary.byte_ids.end(), 0U);
  for (int byte = 0; byte < 256; ++byte) vocabulary.tokens.emplace_back(1, static_cast<char>(byte));
  return vocabulary;
}

TokenId add_merge(Vocabulary& vocabulary, TokenId left, TokenId right) {
  const auto token = static_cast<TokenId>(vocabulary.tokens.size());
  vocabulary.tokens.push_back(vocabulary.tokens[left] + vocabulary.tokens[right]);
  vocabulary.merges.push_back({left, right, token});
  return token;
}

void add_special(Vocabulary& vocabulary, const std::string& token) {
  vocabulary.special_ids.push_back(static_cast<TokenId>(vocabulary.tokens.size()));
  vocabulary.tokens.push_back(token);
}

// The worked example: aa is 256, ab is 257, aaab is 258.
Vocabulary worked_example() {
  Vocabulary vocabulary = bytes_only();
  add_merge(vocabulary, 'a', 'a');
  add_merge(vocabulary, 'a', 'b');
  add_merge(vocabulary, 256, 257);
  return vocabulary;
}

// Merges of `byte` with itself, each twice as long as the one before it: ids 256, 257, …
Vocabulary doubling(unsigned char byte, int merges) {
  Vocabulary vocabulary = bytes_only();
  TokenId token = byte;
  for (int i = 0; i < merges; ++i) token = add_merge(vocabulary, token, token);
  return vocabulary;
}

Ids encode_piece(const Encoder& encoder, std::string_view piece) {
  Ids ids;
  encoder.encode_piece(piece, ids);
  return ids;
}

Ids encode(const Encoder& encoder, std::string_view text, Scanner scanner = Scanner::gpt2, bool allow_specials = true) {
  Ids ids;
  EXPECT_TRUE(encoder.encode(text, scanner, allow_specials, ids));
  return ids;
}

std::string decode(const Encoder& encoder, const Ids& ids) {
  std::string text;
  EXPECT_EQ(encoder.decode(ids, text), ids.size());
  return text;
}

// Ten times the time that a worst case may take.
class HangGuard {
 public:
  ~HangGuard() { EXPECT_LT(std::chrono::steady_clock::now() - began_, std::chrono::seconds(2)); }

 private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace

// --- pieces

TEST(EncodePiece, MergesTheWorkedExample) {
  const Encoder encoder(worked_example());
  EXPECT_EQ(encode_piece(encoder, "aaabdaaabac"), (Ids{258, 'd', 258, 'a', 'c'}));
}

TEST(EncodePiece, AppendsToWhatIsThere) {
  const Encoder encoder(worked_example());
  Ids ids{7};
  encoder.encode_piece("ab", ids);
  EXPECT_EQ(ids, (Ids{7, 257}));
}

TEST(EncodePiece, OfNothingIsNothing) {
  EXPECT_EQ(encode_piece(Encoder(worked_example()), ""), Ids{});
}

TEST(EncodePiece, MergesTheLeftmostOfEqualRank) {
  EXPECT_EQ(encode_piece(Encoder(doubling('a', 1)), "aaa"), (Ids{256, 'a'}));
}

TEST(EncodePiece, PrefersTheLowerRankToTheLeftOne) {
  Vocabulary vocabulary = bytes_only();
  const TokenId bc = add_merge(vocabulary, 'b', 'c');
  add_merge(vocabulary, 'a', 'b');
  EXPECT_EQ(encode_piece(Encoder(std::move(vocabulary)), "abc"), (Ids{'a', bc}));
}

TEST(EncodePiece, TakesAMergeThatComesBeforeItsOwnPart) {
  Vocabulary vocabulary = bytes_only();
  const TokenId ab = add_merge(vocabulary, 'a', 'b');
  const TokenId abc = add_merge(vocabulary, ab, 'c');
  std::swap(vocabulary.merges[0], vocabulary.merges[1]);  // rank 0 needs the token of rank 1
  EXPECT_EQ(encode_piece(Encoder(std::move(vocabulary)), "abcab"), (Ids{abc, ab}));
}

TEST(EncodePiece, UsesATokenMadeInTwoWays) {
  Vocabulary vocabulary = bytes_only();
  const TokenId ab = add_merge(vocabulary, 'a', 'b');
  const TokenId bc = add_merge(vocabulary, 'b', 'c');
  const TokenId abc = add_merge(vocabulary, ab, 'c');
  vocabulary.merges.push_back({'a', bc, abc});
  std::swap(vocabulary.merges[0], vocabulary.merges[1]);  // bc first
  EXPECT_EQ(encode_piece(Encoder(std::move(vocabulary)), "abc"), Ids{abc});
}

TEST(EncodePiece, TakesTheFirstOfTwoRulesForOnePair) {
  Vocabulary vocabulary = bytes_only();
  const TokenId first = add_merge(vocabulary, 'a', 'b');
  add_merge(vocabulary, 'a', 'b');
  EXPECT_EQ(encode_piece(Encoder(std::move(vocabulary)), "ab"), Ids{first});
}

TEST(EncodePiece, LooksAWholePieceUpOnlyWhenAsked) {
  Vocabulary vocabulary = worked_example();
  vocabulary.tokens.push_back("dada");  // no merge makes it
  EXPECT_EQ(encode_piece(Encoder(Vocabulary(vocabulary)), "dada"), (Ids{'d', 'a', 'd', 'a'}));
  vocabulary.whole_pieces_first = true;
  EXPECT_EQ(encode_piece(Encoder(std::move(vocabulary)), "dada"), Ids{259});
}

TEST(EncodePiece, NeverLooksASpecialTokenUp) {
  Vocabulary vocabulary = worked_example();
  vocabulary.whole_pieces_first = true;
  add_special(vocabulary, "ad");
  EXPECT_EQ(encode_piece(Encoder(std::move(vocabulary)), "ad"), (Ids{'a', 'd'}));
}

// --- texts

TEST(Encode, DoesNotMergeAcrossPieces) {
  const Encoder encoder(doubling('a', 1));
  EXPECT_EQ(encode(encoder, "a a"), (Ids{'a', ' ', 'a'}));
  EXPECT_EQ(encode(encoder, "a1a", Scanner::cl100k), (Ids{'a', '1', 'a'}));
  EXPECT_EQ(encode(encoder, "1aa", Scanner::none), (Ids{'1', 256}));
}

TEST(Encode, OfNothingIsNothing) {
  EXPECT_EQ(encode(Encoder(worked_example()), ""), Ids{});
}

TEST(Encode, GivesEveryRepetitionOfAPieceTheSameIds) {
  const Encoder encoder(worked_example());
  EXPECT_EQ(encode(encoder, "aaab\naaab\nabcde\nabcde"),
            (Ids{258, '\n', 258, '\n', 257, 'c', 'd', 'e', '\n', 257, 'c', 'd', 'e'}));
}

TEST(Encode, CutsTheLongestSpecialTokenInAnyOrder) {
  std::vector<std::string> specials{"<d>", "<d><d>", "<d>x"};
  do {
    Vocabulary vocabulary = bytes_only();
    for (const std::string& token : specials) add_special(vocabulary, token);
    const Encoder encoder(std::move(vocabulary));
    const auto id_of = [&](std::string_view token) {
      return static_cast<TokenId>(256 + (std::find(specials.begin(), specials.end(), token) - specials.begin()));
    };
    const std::string text = "a<d><d>b<d>xq";
    const Ids ids = encode(encoder, text);
    EXPECT_EQ(ids, (Ids{'a', id_of("<d><d>"), 'b', id_of("<d>x"), 'q'}));
    EXPECT_EQ(decode(encoder, ids), text);
  } while (std::next_permutation(specials.begin(), specials.end()));
}

TEST(Encode, TakesSpecialTokensAsTextWhenTheyAreNotAllowed) {
  Vocabulary vocabulary = worked_example();
  add_special(vocabulary, "<a>");
  const Encoder encoder(std::move(vocabulary));
  EXPECT_EQ(encode(encoder, "aa<a>aa"), (Ids{256, 259, 256}));
  EXPECT_EQ(encode(encoder, "aa<a>aa", Scanner::gpt2, false), (Ids{256, '<', 'a', '>', 256}));
}

TEST(Encode, EndsAtOnceWhenStopWasAskedFor) {
  vocabsmith::Monitor monitor;
  monitor.stop();
  Ids ids;
  EXPECT_FALSE(Encoder(worked_example()).encode("aa b", Scanner::gpt2, true, ids, &monitor));
}

TEST(Encode, CanBeStoppedInsideOneLongPiece) {
  const Encoder encoder(doubling('a', 10));
  const std::string text(20'000'000, 'a');  // about a second of work
  vocabsmith::Monitor monitor;
  bool complete = true;
  std::thread worker([&] {
    Ids ids;
    complete = encoder.encode(text, Scanner::none, true, ids, &monitor);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  monitor.stop();
  worker.join();
  EXPECT_FALSE(complete);
}

TEST(Encode, WorksOnManyThreadsAtOnce) {
  const Encoder encoder(worked_example());
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "aaab aab" + std::to_string(i) + (i % 3 == 0 ? "\n" : " ab");
  const Ids expected = encode(encoder, text);
  std::vector<Ids> found(4);
  std::vector<std::thread> threads;
  for (Ids& ids : found) threads.emplace_back([&] { encoder.encode(text, Scanner::gpt2, true, ids); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(found, std::vector<Ids>(4, expected));
}

// --- many texts

TEST(EncodeBatch, EncodesEachTextByItself) {
  Vocabulary vocabulary = worked_example();
  add_special(vocabulary, "<s>");
  const std::vector<std::string_view> texts{"aaab", "", "a", "ab<s>", "<s", ">"};
  Ids ids;
  std::vector<std::uint64_t> ends;
  EXPECT_TRUE(Encoder(std::move(vocabulary)).encode_batch(texts, Scanner::gpt2, true, ids, ends));
  EXPECT_EQ(ids, (Ids{258, 'a', 257, 259, '<', 's', '>'}));
  EXPECT_EQ(ends, (std::vector<std::uint64_t>{1, 1, 2, 4, 6, 7}));
}

TEST(EncodeBatch, OfNoTextsIsNothing) {
  Ids ids;
  std::vector<std::uint64_t> ends;
  EXPECT_TRUE(Encoder(worked_example()).encode_batch({}, Scanner::gpt2, true, ids, ends));
  EXPECT_EQ(ids, Ids{});
  EXPECT_TRUE(ends.empty());
}

TEST(EncodeBatch, EndsAtOnceWhenStopWasAskedFor) {
  vocabsmith::Monitor monitor;
  monitor.stop();
  const std::vector<std::string_view> texts{"aa"};
  Ids ids;
  std::vector<std::uint64_t> ends;
  EXPECT_FALSE(Encoder(worked_example()).encode_batch(texts, Scanner::gpt2, true, ids, ends, &monitor));
}

// --- pieces cut elsewhere

TEST(EncodePieces, MergesInsideTheGivenPieces) {
  const Encoder encoder(worked_example());
  const std::vector<std::uint64_t> ends{1, 4, 6};
  Ids ids;
  encoder.encode_pieces("aaabab", ends, ids);
  EXPECT_EQ(ids, (Ids{'a', 256, 'b', 257}));
}

TEST(EncodePieces, EndsAtOnceWhenStopWasAskedFor) {
  vocabsmith::Monitor monitor;
  monitor.stop();
  Ids ids;
  const std::vector<std::uint64_t> ends{2};
  EXPECT_FALSE(Encoder(worked_example()).encode_pieces("aa", ends, ids, &monitor));
}

TEST(EncodePieces, RefusesEndsThatDoNotCoverTheText) {
  const Encoder encoder(worked_example());
  Ids ids;
  for (const std::vector<std::uint64_t>& ends : {std::vector<std::uint64_t>{}, {1}, {2, 1, 3}, {1, 4}})
    EXPECT_THROW(encoder.encode_pieces("aab", ends, ids), std::invalid_argument);
}

// --- decoding

TEST(Decode, GivesBackEveryByte) {
  const Encoder encoder(worked_example());
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text(1, static_cast<char>(byte));
    for (const Scanner scanner : {Scanner::none, Scanner::gpt2, Scanner::cl100k})
      EXPECT_EQ(decode(encoder, encode(encoder, text, scanner)), text) << byte;
  }
}

TEST(Decode, NamesThePlaceOfAnIdThatDoesNotExist) {
  const Encoder encoder(worked_example());
  std::string text;
  EXPECT_EQ(encoder.decode(Ids{'a', 258, 259, 'b'}, text), 2U);
}

// --- worst cases

TEST(WorstCase, AMillionTimesOneLetter) {
  const Encoder encoder(doubling('a', 10));
  const HangGuard guard;
  Ids expected(976, 265);  // 976 × 1024 + 512 + 64
  expected.insert(expected.end(), {264, 261});
  EXPECT_EQ(encode(encoder, std::string(1'000'000, 'a')), expected);
}

TEST(WorstCase, AMillionLettersThatNeverMerge) {
  const Encoder encoder(doubling('b', 10));
  const HangGuard guard;
  EXPECT_EQ(encode(encoder, std::string(1'000'000, 'a')), Ids(1'000'000, 'a'));
}

TEST(WorstCase, ManySpacesAndThenALetter) {
  const Encoder encoder(doubling(' ', 4));
  const HangGuard guard;
  Ids expected(12'499, 259);  // the last space belongs to the letter; 199,999 = 12,499 × 16 + 15
  expected.insert(expected.end(), {258, 257, 256, ' ', ' ', 'x'});
  EXPECT_EQ(encode(encoder, std::string(200'000, ' ') + "x"), expected);
}

// --- what is refused

TEST(MergingMemory, BoundsWhatNothingDivides) {
  const Encoder encoder(doubling('a', 3), 36 * 1'000);
  EXPECT_EQ(encode_piece(encoder, std::string(1'000, 'a')), Ids(125, 258));
  EXPECT_THROW(encode_piece(encoder, std::string(1'001, 'a')), std::length_error);
}

TEST(MergingMemory, DoesNotBoundTextThatCanBeDivided) {
  const Encoder encoder(doubling('a', 3), 36 * 1'000);
  EXPECT_EQ(encode_piece(encoder, std::string(5'000, 'b')), Ids(5'000, 'b'));
}

TEST(Vocabularies, NeedEveryByte) {
  Vocabulary vocabulary = bytes_only();
  vocabulary.byte_ids['a'] = 'b';
  EXPECT_THROW(Encoder(std::move(vocabulary)), std::invalid_argument);
}

TEST(Vocabularies, HoldNoMergeOfIdsThatDoNotExist) {
  Vocabulary vocabulary = bytes_only();
  vocabulary.merges.push_back({'a', 'b', 256});
  EXPECT_THROW(Encoder(std::move(vocabulary)), std::invalid_argument);
}

TEST(Vocabularies, HoldNoMergeThatSpellsSomethingElse) {
  Vocabulary vocabulary = worked_example();
  vocabulary.merges[0] = {'a', 'b', 256};
  EXPECT_THROW(Encoder(std::move(vocabulary)), std::invalid_argument);
}

TEST(Vocabularies, HoldNoMergeThatMakesASpecialToken) {
  Vocabulary vocabulary = worked_example();
  vocabulary.special_ids = {256};
  EXPECT_THROW(Encoder(std::move(vocabulary)), std::invalid_argument);
}

TEST(Vocabularies, HoldNoMergeOfAnEmptyPart) {
  Vocabulary vocabulary = bytes_only();
  vocabulary.tokens.push_back("");
  vocabulary.merges.push_back({256, 'a', 'a'});
  EXPECT_THROW(Encoder(std::move(vocabulary)), std::invalid_argument);
}

TEST(Vocabularies, HoldEverySpecialTokenOnce) {
  Vocabulary vocabulary = bytes_only();
  add_special(vocabulary, "<s>");
  vocabulary.special_ids = {256, 256};
  EXPECT_THROW(Encoder(std::move(vocabulary)), std::invalid_argument);
}
