#include "vocabsmith/rebuilt_merges.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

using vocabsmith::rebuild_merges;
using vocabsmith::TokenId;

namespace {

using Rows = std::vector<std::array<TokenId, 3>>;

// Tokens numbered from 0.
Rows rebuilt(const std::vector<std::string_view>& tokens) {
  std::vector<TokenId> ranks(tokens.size());
  for (std::size_t at = 0; at < ranks.size(); ++at) ranks[at] = static_cast<TokenId>(at);
  Rows rows;
  for (const auto& merge : rebuild_merges(tokens, ranks)) rows.push_back({merge.left, merge.right, merge.token});
  return rows;
}

TEST(RebuiltMerges, ATokenIsCutByThoseOfLowerRank) {
  EXPECT_EQ(rebuilt({"a", "b", "c", "ab", "bc", "abc"}), (Rows{{0, 1, 3}, {1, 2, 4}, {3, 2, 5}}));
  EXPECT_EQ(rebuilt({"a", "b", "c", "bc", "ab", "abc"}), (Rows{{1, 2, 3}, {0, 1, 4}, {0, 3, 5}}));
}

TEST(RebuiltMerges, TheLeftmostOfEqualPairsComesFirst) {
  EXPECT_EQ(rebuilt({"a", "aa", "aaa"}), (Rows{{0, 0, 1}, {1, 0, 2}}));
}

TEST(RebuiltMerges, ATokenThatDoesNotComeApartIntoTwoHasNone) {
  EXPECT_EQ(rebuilt({"a", "b", "c", "abc"}), Rows{});
  EXPECT_EQ(rebuilt({"a", "ax"}), Rows{});
}

TEST(RebuiltMerges, ABytesRankMayBeAboveThatOfATokenWithIt) {
  EXPECT_EQ(rebuilt({"a", "ab", "b"}), (Rows{{0, 2, 1}}));
}

TEST(RebuiltMerges, RanksMayHaveHoles) {
  const std::vector<std::string_view> tokens{"a", "b", "ab"};
  const std::vector<TokenId> ranks{7, 9, 1000};
  const auto merges = rebuild_merges(tokens, ranks);
  ASSERT_EQ(merges.size(), 1U);
  EXPECT_EQ(merges[0].left, 7U);
  EXPECT_EQ(merges[0].right, 9U);
  EXPECT_EQ(merges[0].token, 1000U);
}

TEST(RebuiltMerges, ALongTokenTakesNoLongTime) {
  std::vector<std::string> tokens{"a"};
  while (tokens.back().size() < (1U << 20)) tokens.push_back(tokens.back() + tokens.back());
  const std::vector<std::string_view> views(tokens.begin(), tokens.end());
  EXPECT_EQ(rebuilt(views).back(), (std::array<TokenId, 3>{19, 19, 20}));
}

}  // namespace
