// Where a text may be divided without changing its pieces, and where its lines end.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "scanner_texts.hpp"
#include "vocabsmith/pretokenizer.hpp"

using vocabsmith::all_scanners;
using vocabsmith::for_each_piece;
using vocabsmith::last_cut_in_every_form;
using vocabsmith::last_line_end;
using vocabsmith::last_safe_cut;
using vocabsmith::line_end;
using vocabsmith::NastyTexts;
using vocabsmith::Pieces;
using vocabsmith::pieces;
using vocabsmith::Scanner;
using vocabsmith::SpecialTokens;

namespace {

// Pieces and special tokens of a text, as counting and encoding see it.
Pieces pieces_and_specials(Scanner scanner, std::string_view text, const SpecialTokens& specials) {
  Pieces all;
  const auto keep = [&](std::string_view piece) { all.emplace_back(piece); };
  std::size_t begin = 0;
  while (const auto match = specials.find(text, begin)) {
    for_each_piece(scanner, text.substr(begin, match->begin - begin), keep);
    keep(text.substr(match->begin, match->end - match->begin));
    begin = match->end;
  }
  for_each_piece(scanner, text.substr(begin), keep);
  return all;
}

}  // namespace

// At every such place of a text, not only at the last.
TEST(LastSafeCut, ChangesNoPieceOfAnyScannerThatIsDivided) {
  NastyTexts texts;
  for (int run = 0; run < 20'000; ++run) {
    const std::string whole = texts.next();
    const std::string_view text = whole;
    std::size_t cut = last_safe_cut(text, {}, true);
    for (; cut != 0; cut = last_safe_cut(text.substr(0, cut), {}, true)) {
      for (const Scanner scanner : all_scanners) {
        if (scanner == Scanner::none) continue;
        Pieces divided = pieces(scanner, text.substr(0, cut));
        for (const std::string& piece : pieces(scanner, text.substr(cut))) divided.push_back(piece);
        ASSERT_EQ(divided, pieces(scanner, text)) << "cut at " << cut;
      }
    }
  }
}

TEST(LastSafeCut, LiesBeforeALineEndThatFollowsALetterOrNumber) {
  EXPECT_EQ(last_safe_cut("one\r\n  two", {}, true), 3U);
  EXPECT_EQ(last_safe_cut("11\n22", {}, true), 2U);
  EXPECT_EQ(last_safe_cut("語\n\n", {}, true), 3U);
}

TEST(LastSafeCut, LiesAfterALineFeedBetweenANonSpaceAndALetter) {
  EXPECT_EQ(last_safe_cut("one;\ntwo", {}, true), 5U);
  EXPECT_EQ(last_safe_cut("one\ntwo", {}, true), 4U);
  EXPECT_EQ(last_safe_cut("\xFF\n語", {}, true), 2U);
}

TEST(LastSafeCut, LiesBeforeASpaceBetweenTwoLetters) {
  EXPECT_EQ(last_safe_cut("one two 3", {}, true), 3U);
  EXPECT_EQ(last_safe_cut("語 語", {}, true), 3U);
}

TEST(LastSafeCut, IsNowhereElse) {
  EXPECT_EQ(last_safe_cut("", {}, true), 0U);
  EXPECT_EQ(last_safe_cut(" two", {}, true), 0U);
  EXPECT_EQ(last_safe_cut("one", {}, true), 0U);
  EXPECT_EQ(last_safe_cut("one ", {}, true), 0U);
  EXPECT_EQ(last_safe_cut("one  two", {}, true), 0U);
  EXPECT_EQ(last_safe_cut("one\ttwo", {}, true), 0U);
  EXPECT_EQ(last_safe_cut("one, two", {}, true), 0U);
  EXPECT_EQ(last_safe_cut("one 2", {}, true), 0U);
  EXPECT_EQ(last_safe_cut("one \xE8\xAA", {}, true), 0U);
  EXPECT_EQ(last_safe_cut(";\n  two", {}, true), 0U);
  EXPECT_EQ(last_safe_cut(";\n\ntwo", {}, true), 0U);
  EXPECT_EQ(last_safe_cut("\ntwo", {}, true), 0U);
  EXPECT_EQ(last_safe_cut("one\n", {}, true), 3U);
  EXPECT_EQ(last_safe_cut(";\n\xE8\xAA", {}, true), 0U);
}

TEST(LastSafeCut, OnlySpecialTokensDivideAnUndividedText) {
  const SpecialTokens specials({"<d>"});
  EXPECT_EQ(last_safe_cut("one\ntwo\n", specials, false), 0U);
  EXPECT_EQ(last_safe_cut("one<d>two\nthree", specials, false), 6U);
  EXPECT_EQ(last_safe_cut("one\n<d>", specials, false), 7U);
}

TEST(LastSafeCut, IsTheLaterOfLineAndSpecialToken) {
  const SpecialTokens specials({"<d>"});
  EXPECT_EQ(last_safe_cut("a\nb<d>c, d", specials, true), 6U);
  EXPECT_EQ(last_safe_cut("a<d>b\nc, d, e", specials, true), 6U);
}

TEST(LastSafeCut, TrustsNoPlaceWhereASpecialTokenMayStillBegin) {
  const SpecialTokens specials({"a\nb<end>"});
  EXPECT_EQ(last_safe_cut("xa\nb<en", specials, true), 0U);
  EXPECT_EQ(last_safe_cut("xa\nb<end", specials, true), 0U);
  EXPECT_EQ(last_safe_cut("xa\nb<end>", specials, true), 9U);
  EXPECT_EQ(last_safe_cut("xa\nb<and>", specials, true), 2U);
  EXPECT_EQ(last_safe_cut("xa\nb<and> ", specials, true), 3U);
}

TEST(LineEnd, BelongsToTheLine) {
  const std::string_view text = "a\nb\r\nc\r\rd";
  std::vector<std::size_t> ends;
  for (std::size_t at = 0; at < text.size(); ends.push_back(at)) at = line_end(text, at);
  EXPECT_EQ(ends, (std::vector<std::size_t>{2, 5, 7, 8, 9}));
}

TEST(LastLineEnd, IsThatOfTheLastWholeLine) {
  EXPECT_EQ(last_line_end("one\ntwo", {}), 4U);
  EXPECT_EQ(last_line_end("one\ntwo\n", {}), 8U);
  EXPECT_EQ(last_line_end("one\r\ntwo", {}), 5U);
  EXPECT_EQ(last_line_end("one\rtwo", {}), 4U);
  EXPECT_EQ(last_line_end("one", {}), 0U);
  EXPECT_EQ(last_line_end("", {}), 0U);
}

TEST(LastLineEnd, IsNotInTheMiddleOfCrLfWhateverFollows) {
  EXPECT_EQ(last_line_end("one\r", {}), 0U);
  EXPECT_EQ(last_line_end("one\r\r", {}), 4U);
  EXPECT_EQ(last_line_end("one\r\n", {}), 5U);
}

TEST(LastLineEnd, IsCoveredByNoSpecialToken) {
  const SpecialTokens specials({"\nend"});
  EXPECT_EQ(last_line_end("a\nb\nen", specials), 2U);
  EXPECT_EQ(last_line_end("a\nb\nenx!", specials), 4U);
  EXPECT_EQ(last_line_end("a\nb\nendc", specials), 7U);
  EXPECT_EQ(last_line_end("a\r\n", SpecialTokens({"\n\n\n"})), 0U);
  EXPECT_EQ(last_line_end("a\nb", SpecialTokens({"\nb..."})), 0U);
}

TEST(LastSafeCut, ChangesNoPieceWhateverFollows) {
  const std::vector<SpecialTokens> choices = {SpecialTokens(), SpecialTokens({"<d>"}),
                                              SpecialTokens({"<", "<d", "<d>a\n", "\n\n", "a\n"})};
  NastyTexts texts;
  int cuts = 0;
  for (int run = 0; run < 60'000; ++run) {
    const std::string whole = texts.next();
    const SpecialTokens& specials = choices[texts.below(choices.size())];
    const std::string_view window = std::string_view(whole).substr(0, texts.below(whole.size() + 1));
    const std::size_t cut = last_safe_cut(window, specials, true);
    if (cut == 0) continue;
    ++cuts;
    for (const Scanner scanner : {Scanner::gpt2, Scanner::cl100k}) {
      Pieces parts = pieces_and_specials(scanner, std::string_view(whole).substr(0, cut), specials);
      for (auto& piece : pieces_and_specials(scanner, std::string_view(whole).substr(cut), specials))
        parts.push_back(piece);
      ASSERT_EQ(parts, pieces_and_specials(scanner, whole, specials)) << whole << " cut at " << cut;
    }
  }
  EXPECT_GT(cuts, 10'000);
}

TEST(LastCutInEveryForm, LiesAfterALineFeedBetweenANonSpaceAndALetter) {
  EXPECT_EQ(last_cut_in_every_form("one.\ntwo", {}), 5U);
  EXPECT_EQ(last_cut_in_every_form("。\n語", {}), 4U);
  EXPECT_EQ(last_cut_in_every_form("a\n\u1100", {}), 2U);
  EXPECT_EQ(last_cut_in_every_form("one\ntwo three", {}), 4U);
}

TEST(LastCutInEveryForm, IsNoOtherPlaceThatIsSafeInOneFormOnly) {
  EXPECT_EQ(last_cut_in_every_form("one two", {}), 0U);
  EXPECT_EQ(last_cut_in_every_form("one\r\n2", {}), 0U);
  EXPECT_EQ(last_cut_in_every_form(" \ntwo", {}), 0U);
  EXPECT_EQ(last_cut_in_every_form("one\n2", {}), 0U);
  EXPECT_EQ(last_cut_in_every_form("one\n\u0301", {}), 0U);
}

TEST(LastCutInEveryForm, IsNotBeforeALetterThatBecomesASpaceAndAMark) {
  EXPECT_EQ(last_cut_in_every_form("a\n\u037A", {}), 0U);
  EXPECT_EQ(last_cut_in_every_form("a\n\u0E33", {}), 0U);
  EXPECT_EQ(last_cut_in_every_form("a\n\uFE70", {}), 0U);
}

TEST(LastCutInEveryForm, MayBeTheEndOfASpecialToken) {
  const vocabsmith::SpecialTokens specials({"<d>"});
  EXPECT_EQ(last_cut_in_every_form("a\nb<d>c d", specials), 6U);
}
