#include "vocabsmith/word_measures.hpp"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "reference/plain_word_measures.hpp"

using namespace std::literals;
using vocabsmith::ByteRange;
using vocabsmith::count_ids;
using vocabsmith::measure_places;
using vocabsmith::measure_spelling;
using vocabsmith::TextSums;
using vocabsmith::TokenId;
using vocabsmith::TokenSums;
using vocabsmith::WordMarks;
using vocabsmith::reference::plain_text_sums;
using vocabsmith::reference::plain_token_sums;

namespace {

// Token i has i bytes.
const std::vector<std::uint32_t> own_length{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};

WordMarks one_document(std::string_view text) {
  const std::vector<std::uint64_t> ends{text.size()};
  return {text, ends};
}

TokenSums spelled(std::string_view text, const std::vector<TokenId>& lengths) {
  return measure_spelling(one_document(text), lengths, own_length)[0];
}

std::string random_text(std::mt19937& random, std::size_t length) {
  static const std::vector<std::string> parts{"a",
                                              "Z",
                                              "ab",
                                              " ",
                                              "\n",
                                              "1",
                                              ".",
                                              "[",
                                              "`",
                                              "{",
                                              "@",
                                              "é",
                                              "語",
                                              "ि",
                                              "😀",
                                              "-",
                                              "ß",
                                              "я",
                                              "\xFF",
                                              "\x80",
                                              "\xE4\xB8",
                                              "e\u0301",
                                              "wordwordword",
                                              "longer words "};
  std::string text;
  while (text.size() < length) text += parts[random() % parts.size()];
  return text;
}

std::vector<std::uint64_t> random_ends(std::mt19937& random, std::size_t size) {
  std::vector<std::uint64_t> ends;
  std::uint64_t end = 0;
  while (end < size && random() % 3 != 0) {
    end += random() % (size - end + 1);
    ends.push_back(end);
  }
  if (ends.empty() || end < size) ends.push_back(size);
  return ends;
}

}  // namespace

TEST(WordMarks, CountCharactersAndRunsOfLettersWithTheirMarks) {
  EXPECT_EQ(one_document("don't stop, na\u00EFve_2nd").texts()[0], (TextSums{22, 21, 5}));
  EXPECT_EQ(one_document("e\u0301 12").texts()[0], (TextSums{6, 5, 1}));
  EXPECT_EQ(one_document("किसान 漢字かな!").texts()[0], (TextSums{29, 11, 2}));
  EXPECT_EQ(one_document("").texts()[0], (TextSums{0, 0, 0}));
}

TEST(WordMarks, LetNoWordCrossTheEndOfADocument) {
  const std::vector<std::uint64_t> ends{2, 2, 5};
  const WordMarks marks("abcd.", ends);
  ASSERT_EQ(marks.documents(), 3U);
  EXPECT_EQ(marks.texts()[0], (TextSums{2, 2, 1}));
  EXPECT_EQ(marks.texts()[1], (TextSums{0, 0, 0}));
  EXPECT_EQ(marks.texts()[2], (TextSums{3, 3, 1}));
}

TEST(WordMarks, RefuseEndsThatDoNotRiseToTheEndOfTheText) {
  EXPECT_THROW(WordMarks("abc", std::vector<std::uint64_t>{2, 1, 3}), std::invalid_argument);
  EXPECT_THROW(WordMarks("abc", std::vector<std::uint64_t>{2}), std::invalid_argument);
  EXPECT_THROW(WordMarks("abc", std::vector<std::uint64_t>{4}), std::invalid_argument);
}

TEST(Spelling, CountsATokenForEveryWordItTouches) {
  // "ab cd" as a | b c | d
  EXPECT_EQ(spelled("ab cd", {1, 3, 1}), (TokenSums{3, 4, 0, 2, 5, 0}));
  // "x ab" as x | ␣ab
  EXPECT_EQ(spelled("x ab", {1, 3}), (TokenSums{2, 2, 2, 0, 4, 0}));
  // one token for all
  EXPECT_EQ(spelled("ab cd", {5}), (TokenSums{1, 2, 2, 0, 5, 0}));
}

TEST(Spelling, CountsACharacterThatIsCutOnce) {
  EXPECT_EQ(spelled("😀", {1, 1, 1, 1}), (TokenSums{4, 0, 0, 0, 0, 1}));
  EXPECT_EQ(spelled("😀", {1, 3}), (TokenSums{2, 0, 0, 0, 0, 1}));
  EXPECT_EQ(spelled("😀", {3, 1}), (TokenSums{2, 0, 0, 0, 0, 1}));
  EXPECT_EQ(spelled("é語", {2, 3}), (TokenSums{2, 2, 0, 1, 2, 0}));
  EXPECT_EQ(spelled("é語", {1, 3, 1}), (TokenSums{3, 3, 0, 1, 0, 2}));
}

TEST(Spelling, FollowsAWordOverManyMachineWords) {
  const std::string word(1000, 'a');
  EXPECT_EQ(spelled(word, std::vector<TokenId>(1000, 1)), (TokenSums{1000, 1000, 0, 1, 1000, 0}));
  const std::vector<std::uint32_t> lengths{1000, 999, 1};
  const WordMarks marks = one_document(word);
  EXPECT_EQ(measure_spelling(marks, std::vector<TokenId>{0}, lengths)[0], (TokenSums{1, 1, 1, 0, 1000, 0}));
  EXPECT_EQ(measure_spelling(marks, std::vector<TokenId>{1, 2}, lengths)[0], (TokenSums{2, 2, 0, 1, 1000, 0}));
}

TEST(Spelling, CountsATokenInTheDocumentItBeginsIn) {
  const std::vector<std::uint64_t> ends{3, 6};
  const WordMarks marks("a.\nbcd", ends);
  // a | .⏎b | cd: the second word is not cut at its beginning, but behind the b
  const auto sums = measure_spelling(marks, std::vector<TokenId>{1, 3, 2}, own_length);
  EXPECT_EQ(sums[0], (TokenSums{2, 1, 1, 0, 3, 0}));
  EXPECT_EQ(sums[1], (TokenSums{1, 2, 0, 1, 3, 0}));
}

TEST(Spelling, RefusesTokensThatAreNotAsLongAsTheText) {
  EXPECT_THROW(spelled("abc", {1, 1}), std::invalid_argument);
  EXPECT_THROW(spelled("abc", {2, 2}), std::invalid_argument);
  EXPECT_THROW(spelled("abc", {1, 2, 1}), std::invalid_argument);
  EXPECT_THROW(spelled("abc", {1, 0, 2}), std::invalid_argument);
  EXPECT_THROW(spelled("abc", {99}), std::invalid_argument);
  EXPECT_THROW(spelled("", {1}), std::invalid_argument);
}

TEST(Spelling, IsWhatThePlainMeasuresAreOnRandomTexts) {
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    const std::string text = random_text(random, random() % 300);
    const std::vector<std::uint64_t> ends = random_ends(random, text.size());
    const WordMarks marks(text, ends);
    const TokenId longest = 1 + random() % 12;
    std::size_t begin = 0;
    std::vector<TokenId> ids;
    std::vector<TokenSums> expected;
    for (std::size_t document = 0; document < ends.size(); ++document) {
      const std::string_view part = std::string_view(text).substr(begin, ends[document] - begin);
      std::vector<ByteRange> spans;
      for (std::size_t at = 0; at < part.size(); at = spans.back().end) {
        const std::size_t length = std::min<std::size_t>(1 + random() % longest, part.size() - at);
        spans.push_back({at, at + length});
        ids.push_back(static_cast<TokenId>(length));
      }
      EXPECT_EQ(marks.texts()[document], plain_text_sums(part));
      expected.push_back(plain_token_sums(part, spans, std::vector<std::uint8_t>(spans.size(), 1)));
      begin = ends[document];
    }
    ASSERT_EQ(measure_spelling(marks, ids, own_length), expected) << "round " << round;
  }
}

TEST(Places, MayLeaveTextOutOverlapAndBeEmpty) {
  const WordMarks marks = one_document("ab ﬁ");  // the last character has three bytes
  // nothing at 0; a | b; both of what became of the last character have all of it
  const std::vector<ByteRange> spans{{0, 0}, {0, 1}, {1, 2}, {3, 6}, {3, 6}};
  EXPECT_EQ(measure_places(marks, spans, std::vector<std::uint8_t>(5, 1))[0], (TokenSums{5, 4, 0, 2, 3, 0}));
  // unknown: the word is touched, but no character is held
  EXPECT_EQ(measure_places(marks, std::vector<ByteRange>{{0, 6}}, std::vector<std::uint8_t>{0})[0],
            (TokenSums{1, 2, 2, 0, 0, 0}));
  EXPECT_THROW(measure_places(marks, std::vector<ByteRange>{{0, 7}}, std::vector<std::uint8_t>{1}),
               std::invalid_argument);
  EXPECT_THROW(measure_places(marks, spans, std::vector<std::uint8_t>{1}), std::invalid_argument);
}

TEST(Places, AreWhatThePlainMeasuresAreInAnyOrder) {
  std::mt19937 random(2);
  for (int round = 0; round < 2000; ++round) {
    const std::string text = random_text(random, random() % 120);
    std::vector<ByteRange> spans;
    std::vector<std::uint8_t> known;
    for (std::size_t token = 0; token < random() % 40; ++token) {
      const std::size_t begin = random() % (text.size() + 1);
      spans.push_back({begin, begin + random() % (text.size() - begin + 1) % 9});
      known.push_back(random() % 4 == 0 ? 0 : 1);
    }
    ASSERT_EQ(measure_places(one_document(text), spans, known)[0], plain_token_sums(text, spans, known))
        << "round " << round;
  }
}

TEST(IdUses, AreThoseThatOccurWhetherFewOrMany) {
  for (const std::size_t vocab_size : {5U, 100'000U}) {
    const auto uses = count_ids(std::vector<TokenId>{4, 1, 4, 4}, vocab_size);
    EXPECT_EQ(uses.ids, (std::vector<TokenId>{1, 4}));
    EXPECT_EQ(uses.counts, (std::vector<std::uint64_t>{1, 3}));
    EXPECT_TRUE(count_ids({}, vocab_size).ids.empty());
  }
  EXPECT_THROW(count_ids(std::vector<TokenId>{5}, 5), std::invalid_argument);
}
