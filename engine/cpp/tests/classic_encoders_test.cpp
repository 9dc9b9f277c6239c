// The classic encoders on the worked example, on hostile merge lists, and against the definition on random ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/encoders.hpp"

namespace vocabsmith::reference {
namespace {

using Ids = std::vector<TokenId>;
using Tokens = std::vector<std::string>;

// Bytes are their own ids; each merge is two spellings, and makes the token that has both. A spelling that is there
// already is that token again.
class MergeList {
 public:
  MergeList(std::initializer_list<std::pair<std::string, std::string>> merges = {}) {
    for (int byte = 0; byte < 256; ++byte) vocabulary.tokens.emplace_back(1, static_cast<char>(byte));
    std::iota(vocabulary.byte_ids.begin(), vocabulary.byte_ids.end(), TokenId{0});
    for (const auto& [left, right] : merges) add(id_of(left), id_of(right), id_of(left + right));
  }

  void add(TokenId left, TokenId right, TokenId token) { vocabulary.merges.push_back({left, right, token}); }

  TokenId id_of(const std::string& spelling) {
    const auto known = std::find(vocabulary.tokens.begin(), vocabulary.tokens.end(), spelling);
    const auto id = static_cast<TokenId>(known - vocabulary.tokens.begin());
    return known == vocabulary.tokens.end() ? new_token(spelling) : id;
  }

  TokenId new_token(const std::string& spelling) {
    vocabulary.tokens.push_back(spelling);
    return static_cast<TokenId>(vocabulary.tokens.size() - 1);
  }

  Tokens spell(const Ids& ids) const {
    Tokens tokens;
    for (const TokenId id : ids) tokens.push_back(vocabulary.tokens[id]);
    return tokens;
  }

  Tokens encode(const ClassicEncoder& encoder, std::string_view text) const {
    return spell(encoder.encode(MergeRanks(vocabulary), text));
  }

  Vocabulary vocabulary;
};

class Classic : public testing::TestWithParam<ClassicEncoder> {};

TEST_P(Classic, EncodesTheWorkedExample) {
  const MergeList merges{{"a", "a"}, {"a", "b"}, {"aa", "ab"}};
  EXPECT_EQ(merges.encode(GetParam(), "aaabdaaabac"), Tokens({"aaab", "d", "aaab", "a", "c"}));
}

TEST_P(Classic, AnEmptyTextHasNoIds) {
  EXPECT_EQ(MergeList({{"a", "a"}}).encode(GetParam(), ""), Tokens());
}

TEST_P(Classic, MergesOverlapsFromTheLeft) {
  const MergeList merges{{"a", "a"}, {"aa", "aa"}};
  EXPECT_EQ(merges.encode(GetParam(), "aaaaaaa"), Tokens({"aaaa", "aa", "a"}));
}

TEST_P(Classic, TakesALowerRankThatAMergeMadePossible) {
  const MergeList merges{{"ab", "c"}, {"a", "b"}, {"c", "d"}};
  EXPECT_EQ(merges.encode(GetParam(), "abcdabd"), Tokens({"abc", "d", "ab", "d"}));
}

TEST_P(Classic, PassesOverAPairWhoseTokenWasMergedAway) {
  const MergeList merges{{"b", "c"}, {"a", "b"}, {"c", "d"}};
  EXPECT_EQ(merges.encode(GetParam(), "abcd"), Tokens({"a", "bc", "d"}));
}

TEST_P(Classic, TheFirstOfTwoRulesForAPairHolds) {
  MergeList merges{{"a", "b"}};
  const TokenId again = merges.new_token("ab");
  merges.add('a', 'b', again);
  EXPECT_EQ(GetParam().encode(MergeRanks(merges.vocabulary), "ab"), Ids({256}));
}

TEST_P(Classic, GivesUpPastTheLimitOfTime) {
  const MergeList merges{{"a", "a"}};
  const std::string text(200'000, 'a');
  EXPECT_THROW(GetParam().encode(MergeRanks(merges.vocabulary), text, TimeLimit(0)), GivenUp);
}

std::string name_of(const testing::TestParamInfo<ClassicEncoder>& encoder) {
  std::string name(encoder.param.name);
  std::replace_if(name.begin(), name.end(), [](char c) { return c == ' ' || c == ','; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Encoders, Classic, testing::ValuesIn(classic_encoders), name_of);

TEST(CuttingEncoder, CutsAtWhiteSpaceAndAroundEachPunctuationMark) {
  const auto pieces = cut_at_spaces_and_punctuation("Light,  or \xC2\xABrays\xC2\xBB...\n2 $5");
  EXPECT_EQ(pieces, std::vector<std::string_view>({"Light", ",", "  ", "or", " ", "\xC2\xAB", "rays", "\xC2\xBB", ".",
                                                   ".", ".", "\n", "2", " ", "$5"}));
}

TEST(CuttingEncoder, NeverMakesAMergeThatCrossesACut) {
  const MergeList merges{{"t", "o"}, {"to", " "}, {"b", "e"}, {".", "."}};
  EXPECT_EQ(merges.encode(classic_encoders[0], "to be.."), Tokens({"to ", "be", ".."}));
  EXPECT_EQ(merges.encode(classic_encoders[3], "to be.."), Tokens({"to", " ", "be", ".", "."}));
}

class RandomMergeLists : public testing::TestWithParam<unsigned> {
 protected:
  std::size_t below(std::size_t limit) { return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random_); }

  std::string text(std::size_t size, const std::string& letters) {
    std::string text;
    while (text.size() < size) text += letters[below(letters.size())];
    return text;
  }

  // Merges of random tokens in random order, as no training would give them: parts that only a later merge makes,
  // several rules for a pair, several ways to a token, several tokens of one spelling.
  MergeList merges(const std::string& letters, std::size_t size) {
    MergeList list;
    Ids parts;
    for (const char letter : letters) parts.push_back(static_cast<unsigned char>(letter));
    while (list.vocabulary.merges.size() < size) {
      const TokenId left = parts[below(parts.size())], right = parts[below(parts.size())];
      const std::string spelling = list.vocabulary.tokens[left] + list.vocabulary.tokens[right];
      parts.push_back(below(4) == 0 ? list.new_token(spelling) : list.id_of(spelling));
      list.add(left, right, parts.back());
    }
    std::shuffle(list.vocabulary.merges.begin(), list.vocabulary.merges.end(), random_);
    return list;
  }

 private:
  std::mt19937 random_{GetParam()};
};

TEST_P(RandomMergeLists, UncutTextHasTheSameIdsByEveryMethod) {
  const std::string letters = std::string("ab ,").substr(0, 1 + below(4));
  const MergeList list = merges(letters, 1 + below(40));
  const MergeRanks ranks(list.vocabulary);
  const Encoder encoder{Vocabulary(list.vocabulary)};
  for (int number = 0; number < 20; ++number) {
    const std::string bytes = text(below(300), letters);
    const Ids expected = classic_encoders[0].encode(ranks, bytes);
    EXPECT_EQ(classic_encoders[1].encode(ranks, bytes), expected) << bytes;
    EXPECT_EQ(classic_encoders[2].encode(ranks, bytes), expected) << bytes;
    Ids ids;
    encoder.encode_piece(bytes, ids);
    EXPECT_EQ(ids, expected) << bytes;
  }
}

TEST_P(RandomMergeLists, CuttingChangesNothingIfNoMergeCrossesACut) {
  const MergeList list = merges("abc", 1 + below(30));
  const MergeRanks ranks(list.vocabulary);
  const std::string bytes = text(1'000, "aabbcc ,\n");
  EXPECT_EQ(classic_encoders[3].encode(ranks, bytes), classic_encoders[0].encode(ranks, bytes));
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomMergeLists, testing::Range(0U, 100U));

}  // namespace
}  // namespace vocabsmith::reference
