#include "vocabsmith/character_counts.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "vocabsmith/piece_counts.hpp"

namespace vocabsmith {
namespace {

// Each character with its count, as "U+4E2D=3".
std::vector<std::string> counted(const PieceCounts& pieces) {
  Monitor monitor;
  std::vector<std::string> counts;
  for (const auto& [character, count] : count_characters(pieces, monitor)) {
    std::ostringstream text;
    text << "U+" << std::hex << std::uppercase << static_cast<std::uint32_t>(character) << '=' << std::dec << count;
    counts.push_back(text.str());
  }
  return counts;
}

TEST(CharacterCounts, CountsEachCharacterAsOftenAsItsPieces) {
  PieceCounts pieces;
  pieces.add("aé中a", 3);
  pieces.add("中😀", 2);
  EXPECT_EQ(counted(pieces), (std::vector<std::string>{"U+61=6", "U+E9=3", "U+4E2D=5", "U+1F600=2"}));
}

TEST(CharacterCounts, BytesThatAreNotUtf8AreNoCharacters) {
  PieceCounts pieces;
  pieces.add(
      "\xFF\xE4\xB8"
      "a\xED\xA0\x80\xF0\x9F\x98");
  EXPECT_EQ(counted(pieces), std::vector<std::string>{"U+61=1"});
}

TEST(CharacterCounts, KnowsTheFirstAndTheLastCharacterOfAll) {
  PieceCounts pieces;
  pieces.add(std::string("\0\xF4\x8F\xBF\xBF", 5));
  EXPECT_EQ(counted(pieces), (std::vector<std::string>{"U+0=1", "U+10FFFF=1"}));
}

TEST(CharacterCounts, CountsWith64Bits) {
  PieceCounts pieces;
  pieces.add("a", std::numeric_limits<Count>::max());
  EXPECT_EQ(counted(pieces), std::vector<std::string>{"U+61=18446744073709551615"});
}

TEST(CharacterCounts, NothingIsCountedWithoutPieces) {
  EXPECT_TRUE(counted(PieceCounts()).empty());
}

TEST(CharacterCounts, AStopEndsCountingInTheMiddleOfAPiece) {
  PieceCounts pieces;
  pieces.add(std::string(1 << 20, 'x'));
  Monitor monitor;
  monitor.stop();
  EXPECT_THROW(count_characters(pieces, monitor), StopRequested);
}

}  // namespace
}  // namespace vocabsmith
