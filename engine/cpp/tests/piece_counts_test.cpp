#include "vocabsmith/piece_counts.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using vocabsmith::Count;
using vocabsmith::DocumentUnit;
using vocabsmith::PieceCounts;
using vocabsmith::Scanner;
using vocabsmith::SpecialTokens;

namespace {

using Counts = std::map<std::string, Count>;

constexpr Count largest = std::numeric_limits<Count>::max();

Counts contents(const PieceCounts& counts) {
  Counts all;
  counts.for_each([&](std::string_view piece, Count count) { all[std::string(piece)] += count; });
  return all;
}

Counts counted(std::string_view text, Scanner scanner, const SpecialTokens& specials = {},
               DocumentUnit unit = DocumentUnit::file) {
  PieceCounts counts;
  count_pieces(text, scanner, specials, counts, {.unit = unit});
  return contents(counts);
}

Counts counted_records(std::string_view text, const std::vector<std::uint64_t>& ends, Scanner scanner,
                       const SpecialTokens& specials = {}, DocumentUnit unit = DocumentUnit::file) {
  PieceCounts counts;
  count_records(text, ends, scanner, specials, counts, {.unit = unit});
  return contents(counts);
}

// Pieces of every length from 1 to 40, some of which differ in their last byte only.
std::string numbered(int i) {
  return std::string(static_cast<std::size_t>(i % 37), 'x') + std::to_string(i);
}

}  // namespace

TEST(PieceCounts, AnEmptyTableHoldsNothing) {
  const PieceCounts counts;
  EXPECT_EQ(counts.size(), 0U);
  EXPECT_EQ(counts.total(), 0U);
  EXPECT_EQ(counts.count_of("a"), 0U);
}

TEST(PieceCounts, AddsUpEachPiece) {
  PieceCounts counts;
  counts.add("one");
  counts.add("two", 5);
  counts.add("one", 2);
  EXPECT_EQ(contents(counts), (Counts{{"one", 3}, {"two", 5}}));
}

TEST(PieceCounts, IgnoresEmptyPiecesAndZeroCounts) {
  PieceCounts counts;
  counts.add("", 3);
  counts.add("a", 0);
  EXPECT_EQ(counts.size(), 0U);
}

TEST(PieceCounts, ATableOfWeightZeroAddsNothing) {
  PieceCounts left;
  PieceCounts right;
  left.add("a");
  right.add("b", 3);
  right.add("a piece longer than 15 bytes", 2);
  left.add_all(right, 0);
  EXPECT_EQ(contents(left), (Counts{{"a", 1}}));
  EXPECT_EQ(left.size(), 1U);
  EXPECT_EQ(left.longest(), 1U);
}

TEST(PieceCounts, TellsItsSizes) {
  PieceCounts counts;
  counts.add("ab", 3);
  counts.add("a piece of 22 letters.", 2);
  EXPECT_EQ(counts.size(), 2U);
  EXPECT_EQ(counts.total(), 5U);
  EXPECT_EQ(counts.total_bytes(), 50U);
  EXPECT_EQ(counts.distinct_bytes(), 24U);
  EXPECT_EQ(counts.longest(), 22U);
}

TEST(PieceCounts, TellsZeroBytesAndLengthsApart) {
  PieceCounts counts;
  std::string zeros;
  for (Count length = 1; length <= 20; ++length) {
    zeros.push_back('\0');
    counts.add(zeros, length);
  }
  EXPECT_EQ(counts.size(), 20U);
  EXPECT_EQ(counts.count_of(std::string(15, '\0')), 15U);
  EXPECT_EQ(counts.count_of(std::string(16, '\0')), 16U);
}

TEST(PieceCounts, TakesBytesThatAreNotText) {
  PieceCounts counts;
  for (std::size_t length = 1; length <= 20; ++length) counts.add(std::string(length, '\xFF'));
  EXPECT_EQ(counts.size(), 20U);
  EXPECT_EQ(counts.count_of(std::string(15, '\xFF')), 1U);
}

TEST(PieceCounts, HoldsManyPiecesOfAllLengths) {
  PieceCounts counts;
  Counts expected;
  for (int i = 0; i < 200'000; ++i) {
    const std::string piece = numbered(i % 50'000);
    counts.add(piece);
    ++expected[piece];
  }
  EXPECT_EQ(contents(counts), expected);
}

TEST(PieceCounts, HoldsPiecesLongerThanABlockOfTheArena) {
  const std::string long_piece(3'000'000, 'a');
  PieceCounts counts;
  counts.add("a piece of the first block");
  counts.add(long_piece, 2);
  counts.add("a piece of the next block");
  counts.add(long_piece, 3);
  EXPECT_EQ(counts.count_of(long_piece), 5U);
  EXPECT_EQ(counts.count_of("a piece of the first block"), 1U);
  EXPECT_EQ(counts.count_of("a piece of the next block"), 1U);
  EXPECT_EQ(counts.longest(), 3'000'000U);
}

TEST(PieceCounts, TheTableMayBeMergedIntoAnother) {
  PieceCounts left;
  PieceCounts right;
  left.add("a", 1);
  left.add("a piece longer than 15 bytes", 2);
  right.add("a piece longer than 15 bytes", 10);
  right.add("b", 20);
  left.add_all(right, 3);
  EXPECT_EQ(contents(left), (Counts{{"a", 1}, {"a piece longer than 15 bytes", 32}, {"b", 60}}));
}

TEST(PieceCounts, MergingTablesEqualsCountingAtOnce) {
  PieceCounts whole;
  PieceCounts parts[3];
  PieceCounts merged;
  for (int i = 0; i < 100'000; ++i) {
    whole.add(numbered(i % 30'000));
    parts[i % 3].add(numbered(i % 30'000));
  }
  for (const PieceCounts& part : parts) merged.add_all(part);
  EXPECT_EQ(contents(merged), contents(whole));
}

TEST(PieceCounts, CountsBeyond32Bits) {
  PieceCounts counts;
  counts.add("the", 3'000'000'000);
  counts.add("the", 3'000'000'000);
  EXPECT_EQ(counts.count_of("the"), 6'000'000'000U);
}

TEST(PieceCounts, RefusesCountsThatPass64Bits) {
  PieceCounts counts;
  counts.add("a", largest);
  EXPECT_THROW(counts.add("a"), std::overflow_error);
  EXPECT_EQ(counts.count_of("a"), largest);
  PieceCounts doubled;
  EXPECT_THROW(doubled.add_all(counts, 2), std::overflow_error);
}

TEST(PieceCounts, RefusesTotalsThatPass64Bits) {
  PieceCounts counts;
  counts.add("ab", largest);
  EXPECT_EQ(counts.total(), largest);
  EXPECT_THROW(counts.total_bytes(), std::overflow_error);
  counts.add("b");
  EXPECT_THROW(counts.total(), std::overflow_error);
}

TEST(PieceCounts, RefusesToBeAddedToItself) {
  PieceCounts counts;
  EXPECT_THROW(counts.add_all(counts), std::invalid_argument);
}

TEST(PieceCounts, MovingTakesEverythingAlong) {
  PieceCounts from;
  from.add("a piece longer than 15 bytes", 7);
  PieceCounts to(std::move(from));
  EXPECT_EQ(contents(to), (Counts{{"a piece longer than 15 bytes", 7}}));
  from = PieceCounts();
  EXPECT_EQ(from.size(), 0U);
  EXPECT_EQ(from.longest(), 0U);
  from.add("x");
  to = std::move(from);
  EXPECT_EQ(contents(to), (Counts{{"x", 1}}));
}

TEST(CountPieces, CountsThePiecesOfAText) {
  EXPECT_EQ(counted("the cat, the dog", Scanner::gpt2),
            (Counts{{"the", 1}, {" cat", 1}, {",", 1}, {" the", 1}, {" dog", 1}}));
}

TEST(CountPieces, SpecialTokensAreNeitherCountedNorJoinedAcross) {
  EXPECT_EQ(counted("<doc>one<doc>two<doc>one", Scanner::none, SpecialTokens({"<doc>"})),
            (Counts{{"one", 2}, {"two", 1}}));
}

TEST(CountPieces, ASpecialTokenEndsTheTextBeforeIt) {
  EXPECT_EQ(counted("a  <d>  b", Scanner::gpt2, SpecialTokens({"<d>"})),
            (Counts{{"a", 1}, {"  ", 1}, {" ", 1}, {" b", 1}}));
}

TEST(CountPieces, ALineOwnsItsEnding) {
  EXPECT_EQ(counted("a\nb\r\nc\r\rd", Scanner::none, {}, DocumentUnit::line),
            (Counts{{"a\n", 1}, {"b\r\n", 1}, {"c\r", 1}, {"\r", 1}, {"d", 1}}));
}

TEST(CountPieces, NoPieceCrossesTheEndOfALine) {
  EXPECT_EQ(counted("a; \n \nb", Scanner::cl100k, {}, DocumentUnit::line),
            (Counts{{"a", 1}, {";", 1}, {" \n", 2}, {"b", 1}}));
}

TEST(CountPieces, ASpecialTokenEndsALine) {
  EXPECT_EQ(counted("a\r<d>\nb\n<d>", Scanner::none, SpecialTokens({"<d>"}), DocumentUnit::line),
            (Counts{{"a\r", 1}, {"\n", 1}, {"b\n", 1}}));
}

TEST(CountPieces, AddsToWhatWasCountedBefore) {
  PieceCounts counts;
  counts.add("a", 2);
  count_pieces("a a", Scanner::gpt2, {}, counts);
  EXPECT_EQ(contents(counts), (Counts{{"a", 3}, {" a", 1}}));
}

TEST(CountPieces, EveryPieceCountsAsOftenAsItsTextWeighs) {
  PieceCounts counts;
  count_pieces("a b a", Scanner::gpt2, {}, counts, {.weight = 3'000'000'000});
  EXPECT_EQ(contents(counts), (Counts{{"a", 3'000'000'000}, {" b", 3'000'000'000}, {" a", 3'000'000'000}}));
}

TEST(CountPieces, APieceThatIsMostOfALentTextIsNotCopied) {
  const std::string text(5'000'000, 'x');
  const std::string same = text;
  PieceCounts counts;
  count_pieces(text, Scanner::none, {}, counts, {.lent = true});
  count_pieces(same, Scanner::none, {}, counts, {.lent = true});
  count_pieces("a few words of text", Scanner::none, {}, counts);
  EXPECT_TRUE(counts.holds_lent_text());
  EXPECT_EQ(counts.times_lent(), 1U);
  EXPECT_EQ(contents(counts), (Counts{{text, 2}, {"a few words of text", 1}}));
  counts.for_each([&](std::string_view piece, Count count) { EXPECT_EQ(piece.data() == text.data(), count == 2); });
  PieceCounts total;
  total.add_all(counts);
  EXPECT_FALSE(total.holds_lent_text());
  EXPECT_EQ(total.count_of(text), 2U);
}

TEST(CountPieces, LongPiecesAreCountedAmongShortOnes) {
  const std::string of_5000(5000, 'x');
  EXPECT_EQ(counted("a " + of_5000 + " a " + of_5000, Scanner::gpt2),
            (Counts{{"a", 1}, {" a", 1}, {" " + of_5000, 2}}));
}

TEST(CountPieces, ATextOfNothingHasNoPieces) {
  EXPECT_EQ(counted("", Scanner::none), Counts{});
  EXPECT_EQ(counted("<d><d>", Scanner::gpt2, SpecialTokens({"<d>"})), Counts{});
}

TEST(CountRecords, NoPieceCrossesTheBorderOfTwoRecords) {
  EXPECT_EQ(counted_records("abcd ef", {2, 4, 7}, Scanner::gpt2), (Counts{{"ab", 1}, {"cd", 1}, {" ef", 1}}));
}

TEST(CountRecords, ARecordIsCutAsADocumentOfItsOwn) {
  // In one text the last space would go with the word behind it.
  EXPECT_EQ(counted_records("a  b", {3, 4}, Scanner::gpt2), (Counts{{"a", 1}, {"  ", 1}, {"b", 1}}));
}

TEST(CountRecords, RecordsMayBeEmpty) {
  EXPECT_EQ(counted_records("ab", {0, 1, 1, 1, 2, 2}, Scanner::none), (Counts{{"a", 1}, {"b", 1}}));
  EXPECT_EQ(counted_records("", {0, 0}, Scanner::gpt2), Counts{});
  EXPECT_EQ(counted_records("", {}, Scanner::gpt2), Counts{});
}

TEST(CountRecords, SpecialTokensAreCutInsideARecordOnly) {
  EXPECT_EQ(counted_records("a<d>b<d>c", {3, 9}, Scanner::none, SpecialTokens({"<d>"})),
            (Counts{{"a<d", 1}, {">b", 1}, {"c", 1}}));
}

TEST(CountRecords, LinesOfARecordAreDocumentsIfLinesAre) {
  EXPECT_EQ(counted_records("a\r\nb\n", {2, 5}, Scanner::none, {}, DocumentUnit::line),
            (Counts{{"a\r", 1}, {"\n", 1}, {"b\n", 1}}));
  EXPECT_EQ(counted_records("a\nb", {3}, Scanner::none, {}, DocumentUnit::line), (Counts{{"a\n", 1}, {"b", 1}}));
}

TEST(CountRecords, EveryPieceCountsAsOftenAsItsTextWeighs) {
  PieceCounts counts;
  count_records("ab", std::vector<std::uint64_t>{1, 2}, Scanner::gpt2, {}, counts, {.weight = 3'000'000'000});
  EXPECT_EQ(contents(counts), (Counts{{"a", 3'000'000'000}, {"b", 3'000'000'000}}));
}

TEST(CountRecords, EndsThatDoNotDescribeTheTextAreRefusedBeforeAnythingIsCounted) {
  for (const std::vector<std::uint64_t>& ends :
       {std::vector<std::uint64_t>{2, 1, 3}, {4}, {2}, {}, {~std::uint64_t{0}}, {~std::uint64_t{0}, 3}}) {
    PieceCounts counts;
    EXPECT_THROW(count_records("abc", ends, Scanner::gpt2, {}, counts), std::invalid_argument);
    EXPECT_EQ(counts.size(), 0U);
    EXPECT_THROW(number_of_documents("abc", ends, {}, DocumentUnit::file), std::invalid_argument);
  }
}

TEST(CountRecords, DocumentsAreWhatHoldsText) {
  const std::vector<std::uint64_t> ends{0, 1, 6, 9};  // nothing, a, b<d>\n, <d>
  const std::string_view text = "ab<d>\n<d>";
  EXPECT_EQ(number_of_documents(text, ends, {}, DocumentUnit::file), 3U);
  EXPECT_EQ(number_of_documents(text, ends, SpecialTokens({"<d>"}), DocumentUnit::file), 3U);
  EXPECT_EQ(number_of_documents("a\nb\n\nc", std::vector<std::uint64_t>{4, 6}, {}, DocumentUnit::line), 4U);
  EXPECT_EQ(number_of_documents("", {}, {}, DocumentUnit::file), 0U);
}
