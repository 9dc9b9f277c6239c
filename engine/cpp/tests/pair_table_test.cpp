// The table of pairs, and the parts in which pairs are counted when they are too many for it.
#include "src/pair_table.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "src/pair_part.hpp"

namespace vocabsmith {
namespace {

PairTable<int, std::uint16_t> table_of(TokenId pairs) {
  PairTable<int, std::uint16_t> table;
  for (TokenId id = 0; id < pairs; ++id) table[{id, id + 1}] = static_cast<int>(id);
  return table;
}

TEST(PairTable, KeepsTheChosenPairsWithTheirValuesAndForgetsTheOthers) {
  auto table = table_of(1'000);
  table.keep_if([](Pair pair) { return pair.left % 3 == 0; });
  EXPECT_EQ(table.size(), 334u);
  for (TokenId id = 0; id < 1'000; ++id) {
    const int* value = table.find({id, id + 1});
    ASSERT_EQ(value != nullptr, id % 3 == 0);
    if (value != nullptr) {
      ASSERT_EQ(*value, static_cast<int>(id));
    }
  }
}

TEST(PairTable, StartsAForgottenPairAnew) {
  auto table = table_of(10);
  table.keep_if([](Pair) { return false; });
  EXPECT_EQ((table[{7, 8}]), 0);
  EXPECT_EQ(table.size(), 1u);
}

TEST(PairPart, HoldsEveryPairUntilItIsHalved) {
  const PairPart all;
  for (TokenId id = 0; id < 1'000; ++id) ASSERT_TRUE(all.holds({id, 2 * id}));
}

TEST(PairPart, EveryPairIsInOnePartHoweverTheyAreHalved) {
  std::vector<PairPart> parts(1);
  for (const std::size_t halved : {0, 0, 1, 3, 0, 2, 5, 5, 1}) parts.push_back(parts[halved].halve());
  for (TokenId left = 0; left < 100; ++left) {
    for (TokenId right = 0; right < 100; ++right) {
      int holding = 0;
      for (const PairPart& part : parts) holding += part.holds({left, right});
      ASSERT_EQ(holding, 1) << left << ' ' << right;
    }
  }
}

TEST(PairPart, HalvesHaveAboutTheSameSize) {
  PairPart part;
  const PairPart other = part.halve();
  int in_first = 0;
  for (TokenId left = 0; left < 100; ++left) {
    for (TokenId right = 0; right < 100; ++right) {
      ASSERT_NE(part.holds({left, right}), other.holds({left, right}));
      in_first += part.holds({left, right});
    }
  }
  EXPECT_GT(in_first, 4'500);
  EXPECT_LT(in_first, 5'500);
}

}  // namespace
}  // namespace vocabsmith
