#include "vocabsmith/utf8.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

using namespace std::literals;
using vocabsmith::append_repaired;
using vocabsmith::Character;
using vocabsmith::complete_prefix;
using vocabsmith::Form;
using vocabsmith::InvalidBytes;
using vocabsmith::is_character;
using vocabsmith::read_character;
using vocabsmith::Repair;
using vocabsmith::valid_prefix;
using vocabsmith::write_character;

namespace {

std::string repaired(std::string_view text, InvalidBytes policy) {
  std::string out;
  append_repaired(text, policy, out);
  return out;
}

std::string replaced(std::string_view text) {
  return repaired(text, InvalidBytes::replace);
}

}  // namespace

TEST(ValidPrefix, IsAllOfWellFormedText) {
  EXPECT_EQ(valid_prefix(""), 0U);
  EXPECT_EQ(valid_prefix("twenty bytes of text"), 20U);
  EXPECT_EQ(valid_prefix("é 語 😀"), 11U);
  EXPECT_EQ(valid_prefix("\xF4\x8F\xBF\xBF"), 4U);  // U+10FFFF
  EXPECT_EQ(valid_prefix("\0"sv), 1U);
}

TEST(ValidPrefix, EndsAtTheFirstByteThatIsNotUtf8WhereverItStands) {
  for (std::size_t before = 0; before < 40; ++before) {
    const std::string text = std::string(before, 'a') + "\xFF" + std::string(20, 'b');
    EXPECT_EQ(valid_prefix(text), before);
  }
}

TEST(ValidPrefix, EndsBeforeACharacterThatIsCutShort) {
  EXPECT_EQ(valid_prefix("ab\xE8\xAA"), 2U);
  EXPECT_EQ(valid_prefix("ab\xF0\x9F\x98"), 2U);
}

TEST(CompletePrefix, HoldsBackACharacterThatLaterBytesCouldComplete) {
  EXPECT_EQ(complete_prefix("ab\xC3"), 2U);
  EXPECT_EQ(complete_prefix("ab\xE8"), 2U);
  EXPECT_EQ(complete_prefix("ab\xE8\xAA"), 2U);
  EXPECT_EQ(complete_prefix("ab\xF0\x9F\x98"), 2U);
  EXPECT_EQ(complete_prefix("\xF0"), 0U);
}

TEST(CompletePrefix, KeepsWholeCharactersAndWhatCanNeverBeOne) {
  EXPECT_EQ(complete_prefix(""), 0U);
  EXPECT_EQ(complete_prefix("ab"), 2U);
  EXPECT_EQ(complete_prefix("語"), 3U);
  EXPECT_EQ(complete_prefix("😀"), 4U);
  EXPECT_EQ(complete_prefix("ab\xFF"), 3U);
  EXPECT_EQ(complete_prefix("ab\xC0"), 3U);
  EXPECT_EQ(complete_prefix("ab\x80\x80"), 4U);
  EXPECT_EQ(complete_prefix("ab\xE0\x80"), 4U);
  EXPECT_EQ(complete_prefix("ab\xED\xA0"), 4U);
  EXPECT_EQ(complete_prefix("\xF0\x9F\x41"), 3U);
}

TEST(Replace, LeavesWellFormedTextAsItIs) {
  EXPECT_EQ(replaced("naïve 語 😀\r\n"), "naïve 語 😀\r\n");
}

TEST(Replace, GivesOneMarkForEachByteThatCanNotBegin) {
  EXPECT_EQ(replaced("a\xFE\xFF z"), "a\uFFFD\uFFFD z");
  EXPECT_EQ(replaced("\xC0\xAF"), "\uFFFD\uFFFD");
  EXPECT_EQ(replaced("\x80\xBF"), "\uFFFD\uFFFD");
}

TEST(Replace, GivesOneMarkForAMaximalIllFormedPart) {
  EXPECT_EQ(replaced("\xF0\x9F\x98"), "\uFFFD");
  EXPECT_EQ(replaced("\xF0\x9F\x98z"), "\uFFFDz");
  EXPECT_EQ(replaced("\xE8\xAA\xE8\xAA\x9E"), "\uFFFD語");
  EXPECT_EQ(replaced("\xC3"), "\uFFFD");
}

TEST(Replace, SeesOverlongFormsAndSurrogatesAsSingleBytes) {
  EXPECT_EQ(replaced("\xE0\x80\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(replaced("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(replaced("\xF0\x80\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(replaced("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(replaced("\xF5\x80"), "\uFFFD\uFFFD");
}

TEST(Skip, LeavesIllFormedPartsOut) {
  EXPECT_EQ(repaired("a\xFF\xE8\xAA z\xF0", InvalidBytes::skip), "a z");
}

TEST(Keep, ChangesNothing) {
  EXPECT_EQ(repaired("a\xFF\xE8\xAA z", InvalidBytes::keep), "a\xFF\xE8\xAA z");
}

TEST(Repair, CountsBadBytesAndTellsWhereTheFirstIs) {
  for (const InvalidBytes policy : {InvalidBytes::replace, InvalidBytes::skip, InvalidBytes::keep}) {
    std::string out;
    const Repair repair = append_repaired("語a\xF0\x9F\x98 \xFF", policy, out);
    EXPECT_EQ(repair.bad_bytes, 4U);
    EXPECT_EQ(repair.first_offset, 4U);
  }
}

TEST(WriteCharacter, WritesWhatIsReadBack) {
  for (char32_t code_point = 0; code_point <= 0x10FFFF; ++code_point) {
    if (!is_character(code_point)) continue;
    char bytes[4];
    const std::uint32_t length = write_character(code_point, bytes);
    const Character character = read_character(std::string_view(bytes, length), 0);
    ASSERT_EQ(character.form, Form::well_formed);
    ASSERT_EQ(character.code_point, code_point);
    ASSERT_EQ(character.length, length);
  }
}

TEST(WriteCharacter, HalvesOfSurrogatePairsAreNoCharacters) {
  EXPECT_TRUE(is_character(0xD7FF));
  EXPECT_FALSE(is_character(0xD800));
  EXPECT_FALSE(is_character(0xDFFF));
  EXPECT_TRUE(is_character(0xE000));
  EXPECT_FALSE(is_character(0x110000));
}

TEST(Repair, AppendsToWhatIsThere) {
  std::string out = "before ";
  EXPECT_EQ(append_repaired("after", InvalidBytes::replace, out).bad_bytes, 0U);
  EXPECT_EQ(out, "before after");
}
