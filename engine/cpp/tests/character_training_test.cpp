// Learning that begins with characters, in small examples. Byte values are the ids of bytes, so the first character is
// token 256.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "vocabsmith/piece_counts.hpp"
#include "vocabsmith/spilled_counts.hpp"
#include "vocabsmith/trainer.hpp"
#include "vocabsmith/utf8.hpp"

namespace vocabsmith {
namespace {

using Pieces = std::vector<std::pair<std::string, Count>>;
using Steps = std::vector<std::string>;

TrainerOptions options_for(std::u32string_view characters, std::size_t max_merges = 1'000) {
  TrainerOptions options;
  options.max_merges = max_merges;
  options.min_frequency = 1;
  std::iota(options.byte_of_id.begin(), options.byte_of_id.end(), std::uint8_t{0});
  options.characters.emplace(characters.begin(), characters.end());
  return options;
}

TrainingOutcome train_on(const Pieces& pieces, const TrainerOptions& options) {
  PieceCounts counts;
  for (const auto& [piece, count] : pieces) counts.add(piece, count);
  Monitor monitor;
  return train(counts, options, monitor);
}

// Each merge as "(left,right)=count".
Steps steps_of(const TrainingOutcome& outcome, const TrainerOptions& options) {
  std::vector<std::string> tokens;
  for (const std::uint8_t byte : options.byte_of_id) tokens.emplace_back(1, static_cast<char>(byte));
  for (const char32_t character : *options.characters) {
    char bytes[4];
    tokens.emplace_back(bytes, write_character(character, bytes));
  }
  Steps steps;
  for (const Merge& merge : outcome.merges) {
    steps.push_back("(" + tokens[merge.left] + "," + tokens[merge.right] + ")=" + std::to_string(merge.count));
    tokens.push_back(tokens[merge.left] + tokens[merge.right]);
  }
  return steps;
}

Steps learn(const Pieces& pieces, const TrainerOptions& options) {
  return steps_of(train_on(pieces, options), options);
}

TEST(CharacterTraining, LearnsTheWorkedExampleOfBytesFromCharacters) {
  const TrainerOptions options = options_for(U"中é文d", 3);
  const TrainingOutcome outcome = train_on({{"中中中éd中中中é中文", 1}}, options);
  EXPECT_EQ(steps_of(outcome, options), Steps({"(中,中)=4", "(中,é)=2", "(中中,中é)=2"}));
  EXPECT_EQ(outcome.merges[0].left, 256u);
  EXPECT_EQ(outcome.merges[0].token, 260u);
  EXPECT_EQ(outcome.merges[2].tokens_left, 5u);
  EXPECT_EQ(outcome.initial_tokens, 11u);
}

TEST(CharacterTraining, MakesNoTokenOfAPartOfACharacter) {
  EXPECT_EQ(learn({{"😀😁😂", 5}}, options_for(U"😀😁😂")), Steps({"(😀,😁)=5", "(😀😁,😂)=5"}));
}

TEST(CharacterTraining, MergesNothingAcrossACharacterThatStandsAsItsBytes) {
  EXPECT_EQ(learn({{"ab中ab", 1}}, options_for(U"ab")), Steps({"(a,b)=2"}));
}

TEST(CharacterTraining, MergesNoBytesHoweverOftenTheyStandTogether) {
  const TrainingOutcome outcome = train_on({{"中中中中", 9}, {"ab", 1}}, options_for(U"ab"));
  ASSERT_EQ(outcome.merges.size(), 1u);
  EXPECT_EQ(outcome.initial_tokens, 9 * 12 + 2u);
  EXPECT_EQ(outcome.merges[0].tokens_left, 9 * 12 + 1u);
}

TEST(CharacterTraining, BytesThatAreNoCharacterPartAPieceToo) {
  EXPECT_EQ(learn({{"ab\xFF"
                    "ab\xE4\xB8"
                    "ab\xF0\x9F",
                    1}},
                  options_for(U"ab")),
            Steps({"(a,b)=3"}));
}

TEST(CharacterTraining, AByteAndItsCharacterAreTwoTokens) {
  const TrainingOutcome outcome = train_on({{"aa", 1}}, options_for(U"a"));
  ASSERT_EQ(outcome.merges.size(), 1u);
  EXPECT_EQ(outcome.merges[0].left, 256u);
  EXPECT_EQ(outcome.merges[0].token, 257u);
}

TEST(CharacterTraining, TiesGoToTheSmallerIdsInTheOrderOfTheCharacters) {
  EXPECT_EQ(learn({{"ab", 1}, {"zé", 1}}, options_for(U"zéab", 1)), Steps({"(z,é)=1"}));
  EXPECT_EQ(learn({{"ab", 1}, {"zé", 1}}, options_for(U"abzé", 1)), Steps({"(a,b)=1"}));
}

TEST(CharacterTraining, OrToTheGreaterBytes) {
  TrainerOptions options = options_for(U"é中z", 1);
  options.tie_break = TieBreak::greater_bytes;
  EXPECT_EQ(learn({{"zz", 1}, {"é中", 1}, {"中é", 1}}, options), Steps({"(中,é)=1"}));
}

TEST(CharacterTraining, MeasuresTheLongestTokenInBytes) {
  TrainerOptions options = options_for(U"é中a");
  options.max_token_length = 4;
  EXPECT_EQ(learn({{"中中", 9}, {"a中", 2}, {"éé", 1}}, options), Steps({"(a,中)=2", "(é,é)=1"}));
}

TEST(CharacterTraining, WithoutCharactersThereIsNoPair) {
  const TrainingOutcome outcome = train_on({{"abab", 2}}, options_for(U""));
  EXPECT_TRUE(outcome.merges.empty());
  EXPECT_EQ(outcome.stop_reason, StopReason::no_pairs);
  EXPECT_EQ(outcome.initial_tokens, 8u);
}

TEST(CharacterTraining, RefusesACharacterThatIsListedTwice) {
  EXPECT_THROW(train_on({{"ab", 1}}, options_for(U"aba")), std::invalid_argument);
}

TEST(CharacterTraining, RefusesWhatIsNoCharacter) {
  for (const char32_t code_point : {char32_t{0xD800}, char32_t{0x110000}}) {
    EXPECT_THROW(train_on({{"ab", 1}}, options_for(std::u32string(1, code_point))), std::invalid_argument);
  }
}

// Of ids from 256 on, 65,534 is the last that 16 bits hold beside the number that is no id.
TEST(CharacterTraining, LearnsTheSameWhereTheIdsPass16Bits) {
  for (std::size_t characters = 65'530 - 256; characters <= 65'540 - 256; ++characters) {
    std::u32string all(characters, U'\0');
    std::iota(all.begin(), all.end(), U'\x10000');
    std::swap(all.back(), all.front());
    all[1] = U'a';
    const TrainingOutcome outcome = train_on({{"a\U00010000a\U00010000", 1}}, options_for(all, 3));
    ASSERT_EQ(outcome.merges.size(), 2u);
    EXPECT_EQ(outcome.merges[0].right, 256 + characters - 1);
    EXPECT_EQ(outcome.merges[1].left, 256 + characters);
    EXPECT_EQ(outcome.merges[1].tokens_left, 1u);
  }
}

TEST(CharacterTraining, BeginsWithAHundredThousandCharacters) {
  std::u32string all(100'000, U'\0');
  std::iota(all.begin(), all.end(), U'\x10000');
  Pieces pieces;
  for (std::size_t i = 0; i < all.size(); i += 2) {
    char bytes[8];
    const std::uint32_t half = write_character(all[i], bytes);
    pieces.emplace_back(std::string(bytes, half + write_character(all[i + 1], bytes + half)), 1 + i % 7);
  }
  const TrainingOutcome outcome = train_on(pieces, options_for(all, 1'000'000));
  ASSERT_EQ(outcome.merges.size(), 50'000u);
  EXPECT_EQ(outcome.merges.back().token, 150'255u);
  EXPECT_EQ(outcome.merges.back().tokens_left, outcome.initial_tokens / 2);
}

// Long tokens are slices of their text, here behind bytes that part it.
Pieces long_random_pieces() {
  std::mt19937 random(11);
  Pieces pieces;
  for (int n = 0; n < 5; ++n) {
    std::string piece = "\xFF?";
    for (int i = 0; i < 400; ++i) piece += random() % 2 == 0 ? "中" : "é";
    pieces.emplace_back(piece + "?é中é", 1 + n % 2);
  }
  return pieces;
}

TEST(CharacterTraining, LearnsTheSameFromAFileAsFromMemory) {
  TrainerOptions options = options_for(U"中é");
  options.tie_break = TieBreak::greater_bytes;
  Monitor monitor;
  Spill spill(testing::TempDir(), monitor);
  PieceCounts table;
  for (const auto& [piece, count] : long_random_pieces()) table.add(piece, count);
  spill.take(table);
  const TrainingOutcome from_file = train(*spill.merge(), options, monitor);
  EXPECT_GT(from_file.merges.size(), 200u);
  EXPECT_EQ(steps_of(from_file, options), learn(long_random_pieces(), options));
}

TEST(CharacterTraining, AStopEndsTheLayingOutOfALongPiece) {
  PieceCounts counts;
  counts.add(std::string(1 << 20, 'x'));
  Monitor monitor;
  monitor.stop();
  const TrainingOutcome outcome = train(counts, options_for(U"x"), monitor);
  EXPECT_EQ(outcome.stop_reason, StopReason::stopped);
  EXPECT_EQ(outcome.initial_tokens, 0u);
}

}  // namespace
}  // namespace vocabsmith
