#include "vocabsmith/special_tokens.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using vocabsmith::SpecialTokens;

namespace {

// The text cut at its special tokens, and they themselves.
std::vector<std::string> cut(std::string_view text, const SpecialTokens& specials) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  const auto keep = [&](std::size_t end) {
    if (end > begin) parts.emplace_back(text.substr(begin, end - begin));
    begin = end;
  };
  while (const auto match = specials.find(text, begin)) {
    keep(match->begin);
    keep(match->end);
  }
  keep(text.size());
  return parts;
}

using Parts = std::vector<std::string>;

// The same by comparing every token at every place.
Parts cut_naively(std::string_view text, const Parts& tokens) {
  Parts parts;
  std::string ordinary;
  while (!text.empty()) {
    std::string longest;
    for (const std::string& token : tokens) {
      if (text.starts_with(token) && token.size() > longest.size()) longest = token;
    }
    if (longest.empty()) {
      ordinary += text.front();
      text.remove_prefix(1);
      continue;
    }
    if (!ordinary.empty()) parts.push_back(std::exchange(ordinary, {}));
    text.remove_prefix(longest.size());
    parts.push_back(std::move(longest));
  }
  if (!ordinary.empty()) parts.push_back(ordinary);
  return parts;
}

}  // namespace

TEST(SpecialTokens, TheLongestAtAPositionWinsInAnyOrder) {
  std::vector<std::string> tokens = {"<d>", "<d><d>", "<d>x"};
  std::sort(tokens.begin(), tokens.end());
  do {
    EXPECT_EQ(cut("a<d><d>b<d>xq", SpecialTokens(tokens)), (Parts{"a", "<d><d>", "b", "<d>x", "q"}));
  } while (std::next_permutation(tokens.begin(), tokens.end()));
}

TEST(SpecialTokens, TheLeftmostWinsOverALongerOneThatBeginsLater) {
  EXPECT_EQ(cut("xabcdy", SpecialTokens({"bcdy", "ab"})), (Parts{"x", "ab", "cdy"}));
}

TEST(SpecialTokens, AMatchTellsItsPlaceAndWhichTokenItIs) {
  const auto match = SpecialTokens({"<b>", "<a>", "<ab>"}).find("..<ab>", 0);
  ASSERT_TRUE(match.has_value());
  EXPECT_EQ(match->begin, 2U);
  EXPECT_EQ(match->end, 6U);
  EXPECT_EQ(match->index, 2U);
}

TEST(SpecialTokens, ATokenThatIsCutShortIsText) {
  EXPECT_EQ(cut("a<|end", SpecialTokens({"<|end|>"})), (Parts{"a<|end"}));
  EXPECT_EQ(cut("a<|end", SpecialTokens({"<|end|>", "<|e"})), (Parts{"a", "<|e", "nd"}));
}

TEST(SpecialTokens, ThereMayBeNone) {
  EXPECT_TRUE(SpecialTokens().empty());
  EXPECT_EQ(SpecialTokens().longest(), 0U);
  EXPECT_EQ(cut("text", SpecialTokens()), (Parts{"text"}));
}

TEST(SpecialTokens, MayBeginWithAnyByte) {
  EXPECT_EQ(cut("é語\n\nx语", SpecialTokens({"語", "\n\n", "\xFF"})), (Parts{"é", "語", "\n\n", "x语"}));
}

TEST(SpecialTokens, NothingBeginsAtOrAfterTheHorizon) {
  const SpecialTokens specials({"<d>"});
  EXPECT_TRUE(specials.find("ab<d>", 0, 3).has_value());
  EXPECT_FALSE(specials.find("ab<d>", 0, 2).has_value());
  EXPECT_FALSE(specials.find("ab<d>", 3, 99).has_value());
}

TEST(SpecialTokens, AVeryLongOneIsLookedForQuicklyInTextLikeIt) {
  const std::string token(100'000, 'x');
  const SpecialTokens specials({"xy", token + "y"});
  EXPECT_FALSE(specials.find(token, 0).has_value());
  EXPECT_EQ(specials.find("xx" + token + "y", 0)->begin, 2U);
}

// Hang guard: comparing at every place would take hours.
TEST(SpecialTokens, TwoWithOneVeryLongBeginningAreLookedForQuicklyInTextLikeIt) {
  const std::string beginning(100'000, 'x');
  const SpecialTokens specials({beginning + "y", beginning + "z"});
  const std::string text = std::string(3'000'000, 'x') + "z";
  EXPECT_EQ(specials.find(text, 0)->begin, 2'900'000U);
  EXPECT_FALSE(specials.find(std::string_view(text).substr(0, 3'000'000), 0).has_value());
}

TEST(SpecialTokens, OneInsideTheBeginningOfAnotherDoesNotHideTheEarlierOne) {
  EXPECT_EQ(cut("abcdx", SpecialTokens({"ab", "abcde", "cd"})), (Parts{"ab", "cd", "x"}));
  EXPECT_EQ(cut("abcdx", SpecialTokens({"abcde", "cd"})), (Parts{"ab", "cd", "x"}));
}

TEST(SpecialTokens, AreThoseThatComparingAtEveryPlaceFinds) {
  std::mt19937 random{1};
  const auto letters = [&](std::size_t least, std::size_t most) {
    std::string text(least + random() % (most - least + 1), 'a');
    for (char& letter : text) letter = static_cast<char>('a' + random() % 2);
    return text;
  };
  for (int run = 0; run < 20'000; ++run) {
    std::set<std::string> tokens;
    for (auto left = 1 + random() % 5; left > 0; --left) tokens.insert(letters(1, 6));
    const Parts listed(tokens.begin(), tokens.end());
    const std::string text = letters(0, 40);
    ASSERT_EQ(cut(text, SpecialTokens(listed)), cut_naively(text, listed)) << text;
  }
}

TEST(SpecialTokens, ThousandsWithOneBeginningAreToldApart) {
  std::vector<std::string> tokens;
  for (int i = 0; i < 3000; ++i) tokens.push_back("<|reserved_" + std::to_string(i) + "|>");
  const SpecialTokens specials(tokens);
  EXPECT_EQ(specials.find("<|reserved_7<|reserved_2999|>", 0)->index, 2999U);
  EXPECT_EQ(specials.longest(), 17U);
}

TEST(SpecialTokens, EmptyAndRepeatedOnesAreRefused) {
  EXPECT_THROW(SpecialTokens({""}), std::invalid_argument);
  EXPECT_THROW(SpecialTokens({"<a>", "<b>", "<a>"}), std::invalid_argument);
}
