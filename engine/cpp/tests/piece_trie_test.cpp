#include "src/piece_trie.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace vocabsmith {
namespace {

using Found = std::vector<std::pair<std::uint32_t, TokenId>>;  // length, id

Found found(const PieceTrie& trie, std::string_view text) {
  Found found;
  trie.for_each_prefix(text,
                       [&](std::uint32_t length, TokenId id, float /*score*/) { found.emplace_back(length, id); });
  return found;
}

}  // namespace

TEST(PieceTrie, FindsAllPiecesThatATextBeginsWithTheShortestFirst) {
  const PieceTrie trie({{"abc", 0, 0}, {"a", 1, 0}, {"abd", 2, 0}, {"b", 3, 0}});
  EXPECT_EQ(found(trie, "abcd"), (Found{{1, 1}, {3, 0}}));
  EXPECT_EQ(found(trie, "ab"), (Found{{1, 1}}));
  EXPECT_EQ(found(trie, "x"), Found{});
  EXPECT_EQ(trie.longest(), 3U);
}

TEST(PieceTrie, KeepsTheScoreOfEachPiece) {
  const PieceTrie trie({{"a", 0, -1.5F}, {"ab", 1, 2.5F}});
  std::vector<float> scores;
  trie.for_each_prefix("ab", [&](std::uint32_t, TokenId, float score) { scores.push_back(score); });
  EXPECT_EQ(scores, (std::vector<float>{-1.5F, 2.5F}));
}

TEST(PieceTrie, WithoutPiecesFindsNothing) {
  const PieceTrie trie({});
  EXPECT_EQ(found(trie, std::string(3, '\0')), Found{});
  EXPECT_EQ(trie.longest(), 0U);
}

TEST(PieceTrie, TellsNullBytesFromTheEndOfAPiece) {
  const std::string null(1, '\0');
  const PieceTrie trie({{"a", 0, 0}});
  EXPECT_EQ(found(trie, "a" + null + null), (Found{{1, 0}}));
  const std::string with_null = "a" + null;
  const PieceTrie other({{with_null, 5, 0}});
  EXPECT_EQ(found(other, with_null + null), (Found{{2, 5}}));
}

TEST(PieceTrie, HoldsEveryByteBehindEveryByte) {
  std::vector<std::string> texts;
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) texts.push_back({static_cast<char>(first), static_cast<char>(second)});
  }
  std::vector<PieceTrie::Piece> pieces;
  for (TokenId id = 0; id < texts.size(); ++id) pieces.push_back({texts[id], id, 0});
  const PieceTrie trie(pieces);
  for (TokenId id = 0; id < texts.size(); ++id) ASSERT_EQ(found(trie, texts[id] + "z"), (Found{{2, id}}));
}

TEST(PieceTrie, FindsWhatASetFindsOnRandomPieces) {
  std::mt19937 random(3);
  std::set<std::string> known;
  while (known.size() < 5'000) {
    std::string text;
    for (auto left = 1 + random() % 8; left > 0; --left)
      text += static_cast<char>(random() % 3 == 0 ? random() : 'a' + random() % 4);
    known.insert(text);
  }
  const std::vector<std::string> texts(known.begin(), known.end());
  std::vector<PieceTrie::Piece> pieces;
  for (TokenId id = 0; id < texts.size(); ++id) pieces.push_back({texts[id], id, 0});
  const PieceTrie trie(pieces);
  for (int round = 0; round < 20'000; ++round) {
    const std::string text = texts[random() % texts.size()] + texts[random() % texts.size()];
    Found expected;
    for (std::uint32_t length = 1; length <= text.size(); ++length) {
      const auto place = known.find(text.substr(0, length));
      if (place != known.end())
        expected.emplace_back(length, static_cast<TokenId>(std::distance(known.begin(), place)));
    }
    ASSERT_EQ(found(trie, text), expected);
  }
}

}  // namespace vocabsmith
