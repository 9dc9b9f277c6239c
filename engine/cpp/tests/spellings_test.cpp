#include "src/spellings.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace vocabsmith {
namespace {

std::array<std::uint8_t, 256> byte_values() {
  std::array<std::uint8_t, 256> order;
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  return order;
}

TEST(Spellings, SpellsATokenFromItsParts) {
  Spellings spellings(byte_values());
  spellings.add_joined({'t', 'h'});
  spellings.add_joined({256, 'e'});
  EXPECT_EQ(spellings.bytes(257), "the");
  EXPECT_EQ(spellings.length(257), 3u);
}

TEST(Spellings, TakesALongTokenFromItsText) {
  Spellings spellings(byte_values());
  const std::string text = "ab";
  spellings.add_slice({'a', 'b'}, text);
  EXPECT_EQ(spellings.bytes(256).data(), text.data());
}

TEST(Spellings, RefusesATokenThatWasMadeBefore) {
  Spellings spellings(byte_values());
  spellings.add_joined({'a', 'b'});
  spellings.add_joined({256, 'c'});
  spellings.add_joined({'b', 'c'});
  EXPECT_THROW(spellings.add_joined({'a', 258}), std::logic_error);
}

TEST(Spellings, HoldsABytesAndACharacterOfTheSameSpellingApart) {
  const Spellings spellings(byte_values(), std::vector<char32_t>{U'a', U'中'});
  EXPECT_EQ(spellings.bytes('a'), "a");
  EXPECT_EQ(spellings.bytes(256), "a");
  EXPECT_EQ(spellings.bytes(257), "中");
  EXPECT_EQ(spellings.length(257), 3u);
  EXPECT_EQ(spellings.size(), 258u);
}

TEST(Spellings, RefusesATokenOfCharactersThatWasMadeBefore) {
  Spellings spellings(byte_values(), std::vector<char32_t>{U'é', U'中', U'a'});
  spellings.add_joined({256, 257});
  spellings.add_joined({259, 258});
  spellings.add_joined({257, 258});
  EXPECT_THROW(spellings.add_joined({256, 261}), std::logic_error);
}

TEST(Spellings, MakesTensOfThousandsOfTokens) {
  Spellings spellings(byte_values());
  for (TokenId left = 0; left < 256; ++left) {
    for (TokenId right = 0; right < 256; ++right) spellings.add_joined({left, right});
  }
  EXPECT_EQ(spellings.bytes(256 + 256 * 7 + 9), std::string({7, 9}));
  EXPECT_THROW(spellings.add_joined({7, 9}), std::logic_error);
}

TEST(Spellings, HoldsTheLongerOfTwoTokensForGreaterWhenOneBeginsTheOther) {
  Spellings spellings(byte_values());
  spellings.add_joined({'a', 0});
  EXPECT_TRUE(spellings.greater({256, 'b'}, {'a', 'b'}));
  EXPECT_FALSE(spellings.greater({'a', 'b'}, {256, 'b'}));
}

TEST(Spellings, ComparesWhatFollowsTheFirstEightBytes) {
  Spellings spellings(byte_values());
  TokenId token = 'x';
  for (int i = 0; i < 7; ++i, token = spellings.size() - 1) spellings.add_joined({token, 'x'});
  spellings.add_joined({token, 'p'});
  spellings.add_joined({token, 'q'});
  EXPECT_TRUE(spellings.greater({token + 2, 'a'}, {token + 1, 'z'}));
  EXPECT_FALSE(spellings.greater({token + 1, 'z'}, {token + 2, 'a'}));
}

TEST(Spellings, ComparesTheRightTokensOfPairsWithTheSameLeft) {
  Spellings spellings(byte_values());
  EXPECT_TRUE(spellings.greater({'a', 'c'}, {'a', 'b'}));
  EXPECT_FALSE(spellings.greater({'a', 'b'}, {'a', 'b'}));
}

}  // namespace
}  // namespace vocabsmith
