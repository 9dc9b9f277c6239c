#include "vocabsmith/pretokenizer.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "scanner_texts.hpp"

using vocabsmith::all_scanners;
using vocabsmith::for_each_piece;
using vocabsmith::NastyTexts;
using vocabsmith::piece_end;
using vocabsmith::Pieces;
using vocabsmith::pieces;
using vocabsmith::Scanner;
using vocabsmith::scanner_named;

namespace {

Pieces gpt2(std::string_view text) {
  return pieces(Scanner::gpt2, text);
}
Pieces cl100k(std::string_view text) {
  return pieces(Scanner::cl100k, text);
}

std::string repeated(std::string_view part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

}  // namespace

TEST(ScannerNamed, KnowsThePatternsScannedNatively) {
  EXPECT_EQ(scanner_named("none"), Scanner::none);
  EXPECT_EQ(scanner_named("gpt2"), Scanner::gpt2);
  EXPECT_EQ(scanner_named("cl100k"), Scanner::cl100k);
  EXPECT_EQ(scanner_named("llama3"), Scanner::cl100k);
  EXPECT_EQ(scanner_named("qwen2"), Scanner::qwen2);
  EXPECT_EQ(scanner_named("o200k"), Scanner::o200k);
  EXPECT_EQ(scanner_named("nanochat"), Scanner::nanochat);
  EXPECT_EQ(scanner_named("deepseek3"), Scanner::deepseek3);
  EXPECT_EQ(scanner_named("digits"), Scanner::digits);
  EXPECT_EQ(scanner_named("whitespace"), Scanner::whitespace);
  EXPECT_EQ(scanner_named("gpt-2"), std::nullopt);
}

TEST(None, MakesOnePieceOfTheWholeText) {
  EXPECT_EQ(pieces(Scanner::none, "one two\nthree"), (Pieces{"one two\nthree"}));
  EXPECT_EQ(pieces(Scanner::none, ""), Pieces{});
}

TEST(Gpt2, KeepsLettersNumbersAndTheRestApart) {
  EXPECT_EQ(gpt2("abc123!?"), (Pieces{"abc", "123", "!?"}));
  EXPECT_EQ(gpt2("naïve٣語😀"), (Pieces{"naïve", "٣", "語", "😀"}));
}

TEST(Gpt2, JoinsOneSpaceToWhatFollows) {
  EXPECT_EQ(gpt2("a b 1 !"), (Pieces{"a", " b", " 1", " !"}));
  EXPECT_EQ(gpt2("a\tb\u00A0c"), (Pieces{"a", "\t", "b", "\u00A0", "c"}));
}

TEST(Gpt2, AWhiteSpaceRunGivesItsLastCharacterBack) {
  EXPECT_EQ(gpt2("a   b"), (Pieces{"a", "  ", " b"}));
  EXPECT_EQ(gpt2("a\n\nb"), (Pieces{"a", "\n", "\n", "b"}));
  EXPECT_EQ(gpt2("a \u2028b"), (Pieces{"a", " ", "\u2028", "b"}));
  EXPECT_EQ(gpt2("a \n "), (Pieces{"a", " \n "}));
}

TEST(Gpt2, CutsContractionsInLowerCaseOnly) {
  EXPECT_EQ(gpt2("it's we'll I've they'd"), (Pieces{"it", "'s", " we", "'ll", " I", "'ve", " they", "'d"}));
  EXPECT_EQ(gpt2("IT'S"), (Pieces{"IT", "'", "S"}));
  EXPECT_EQ(gpt2("'stop 'l"), (Pieces{"'s", "top", " '", "l"}));
  EXPECT_EQ(gpt2("!'s '"), (Pieces{"!'", "s", " '"}));
}

TEST(Gpt2, AMarkIsNoLetter) {
  EXPECT_EQ(gpt2("e\u0301a"), (Pieces{"e", "\u0301", "a"}));
}

TEST(Cl100k, JoinsAnyOneCharacterButALineEndToLetters) {
  EXPECT_EQ(cl100k("a b\tc(d\u00A0e"), (Pieces{"a", " b", "\tc", "(d", "\u00A0e"}));
  EXPECT_EQ(cl100k("a\nb"), (Pieces{"a", "\n", "b"}));
  EXPECT_EQ(cl100k("e\u0301a"), (Pieces{"e", "\u0301a"}));
}

TEST(Cl100k, CutsNumbersByThrees) {
  EXPECT_EQ(cl100k("1234567"), (Pieces{"123", "456", "7"}));
  EXPECT_EQ(cl100k("٣٣٣٣ 12"), (Pieces{"٣٣٣", "٣", " ", "12"}));
}

TEST(Cl100k, JoinsLineEndsToWhatTheyEnd) {
  EXPECT_EQ(cl100k("a;\r\n\nb"), (Pieces{"a", ";\r\n\n", "b"}));
  EXPECT_EQ(cl100k("a \n\n  b"), (Pieces{"a", " \n\n", " ", " b"}));
  EXPECT_EQ(cl100k(" !\n"), (Pieces{" !\n"}));
}

TEST(Cl100k, AWhiteSpaceRunEndsAfterItsLastLineEnd) {
  EXPECT_EQ(cl100k(" \n \r \t 1"), (Pieces{" \n \r", " \t", " ", "1"}));
  EXPECT_EQ(cl100k("a\u0085\u2028b"), (Pieces{"a", "\u0085", "\u2028b"}));
}

TEST(Cl100k, CutsContractionsInAnyCase) {
  EXPECT_EQ(cl100k("it's IT'S We'LL"), (Pieces{"it", "'s", " IT", "'S", " We", "'LL"}));
  EXPECT_EQ(cl100k("'ſo 'l"), (Pieces{"'ſ", "o", " '", "l"}));
  EXPECT_EQ(cl100k("'also"), (Pieces{"'also"}));
}

TEST(Qwen2, CutsNumbersOneByOne) {
  EXPECT_EQ(pieces(Scanner::qwen2, "ab12 3"), (Pieces{"ab", "1", "2", " ", "3"}));
  EXPECT_EQ(pieces(Scanner::qwen2, "it'S;\r\n  x"), (Pieces{"it", "'S", ";\r\n", " ", " x"}));
}

TEST(Nanochat, CutsNumbersByTwos) {
  EXPECT_EQ(pieces(Scanner::nanochat, "12345 6"), (Pieces{"12", "34", "5", " ", "6"}));
  EXPECT_EQ(pieces(Scanner::nanochat, "'Re'ſ'x"), (Pieces{"'Re", "'ſ", "'x"}));
  EXPECT_EQ(pieces(Scanner::nanochat, " \n\n\n  1"), (Pieces{" \n\n\n", " ", " ", "1"}));
}

TEST(Digits, CutsNumbersOutFirst) {
  EXPECT_EQ(pieces(Scanner::digits, "a12 b"), (Pieces{"a", "1", "2", " b"}));
}

TEST(Digits, ANumberEndsTheTextForWhatStandsBeforeIt) {
  EXPECT_EQ(pieces(Scanner::digits, "a  1"), (Pieces{"a", "  ", "1"}));
  EXPECT_EQ(pieces(Scanner::digits, "a  b"), (Pieces{"a", " ", " b"}));
  EXPECT_EQ(pieces(Scanner::digits, "it's'1"), (Pieces{"it", "'s", "'", "1"}));
}

TEST(WhiteSpace, JoinsOneSpaceToAWord) {
  EXPECT_EQ(pieces(Scanner::whitespace, "one two,3"), (Pieces{"one", " two,3"}));
  EXPECT_EQ(pieces(Scanner::whitespace, " one"), (Pieces{" one"}));
}

TEST(WhiteSpace, WhatLiesBetweenIsAPiece) {
  EXPECT_EQ(pieces(Scanner::whitespace, "a \t  b"), (Pieces{"a", " \t ", " b"}));
  EXPECT_EQ(pieces(Scanner::whitespace, "a \n\u00A0b \n "), (Pieces{"a", " \n\u00A0", "b", " \n "}));
}

TEST(O200k, AWordEndsBeforeTheCapitalThatFollowsASmallLetter) {
  EXPECT_EQ(pieces(Scanner::o200k, "camelCase HTMLPage"), (Pieces{"camel", "Case", " HTMLPage"}));
  EXPECT_EQ(pieces(Scanner::o200k, "ABCabcABC"), (Pieces{"ABCabc", "ABC"}));
}

TEST(O200k, LettersWithoutCaseAreOnBothSides) {
  EXPECT_EQ(pieces(Scanner::o200k, "語AB"), (Pieces{"語", "AB"}));
  EXPECT_EQ(pieces(Scanner::o200k, "A語B語CDe"), (Pieces{"A語B語CDe"}));
  EXPECT_EQ(pieces(Scanner::o200k, "A語B語CD"), (Pieces{"A語B語", "CD"}));
  EXPECT_EQ(pieces(Scanner::o200k, "a語B"), (Pieces{"a語", "B"}));
}

TEST(O200k, AMarkIsPartOfAWord) {
  EXPECT_EQ(pieces(Scanner::o200k, "E\u0301te e\u0301"), (Pieces{"E\u0301te", " e\u0301"}));
  EXPECT_EQ(pieces(Scanner::o200k, "1\u0301AB"), (Pieces{"1", "\u0301", "AB"}));
  EXPECT_EQ(pieces(Scanner::o200k, "1\u0301Ab"), (Pieces{"1", "\u0301Ab"}));
  EXPECT_EQ(pieces(Scanner::o200k, ",\u0301AB"), (Pieces{",\u0301", "AB"}));
}

TEST(O200k, AContractionBelongsToItsWord) {
  EXPECT_EQ(pieces(Scanner::o200k, "it's WE'LL I'ſ"), (Pieces{"it's", " WE'LL", " I'ſ"}));
  EXPECT_EQ(pieces(Scanner::o200k, "'s 's's 1's"), (Pieces{"'s", " '", "s's", " ", "1", "'s"}));
  EXPECT_EQ(pieces(Scanner::o200k, "it'x"), (Pieces{"it", "'x"}));
}

TEST(O200k, JoinsLineEndsAndSlashesToOtherCharacters) {
  EXPECT_EQ(pieces(Scanner::o200k, "a;\n/\r\n//,b"), (Pieces{"a", ";\n/\r\n//", ",b"}));
  EXPECT_EQ(pieces(Scanner::o200k, "1234 \n x"), (Pieces{"123", "4", " \n", " x"}));
}

TEST(Deepseek3, CutsNumbersThenChineseAndJapaneseThenTheRest) {
  EXPECT_EQ(pieces(Scanner::deepseek3, "漢字kana1234 _x"), (Pieces{"漢字", "kana", "123", "4", " _", "x"}));
  EXPECT_EQ(pieces(Scanner::deepseek3, "_abc _é (e\u0301a"), (Pieces{"_abc", " _", "é", " (", "e\u0301a"}));
}

TEST(Deepseek3, EachStretchIsCutAsIfItStoodAlone) {
  EXPECT_EQ(pieces(Scanner::deepseek3, "  漢  1 !"), (Pieces{"  ", "漢", "  ", "1", " !"}));
  EXPECT_EQ(pieces(Scanner::deepseek3, " a b,\n"), (Pieces{" a", " b", ",\n"}));
  EXPECT_EQ(pieces(Scanner::deepseek3, "カ・\n"), (Pieces{"カ", "・", "\n"}));
  EXPECT_EQ(pieces(Scanner::deepseek3, "ー龥龦"), (Pieces{"ー龥", "龦"}));
}

TEST(Deepseek3, WhatNoAlternativeTakesIsAPiece) {
  EXPECT_EQ(pieces(Scanner::deepseek3, "\u0378\u0378a"), (Pieces{"\u0378", "\u0378a"}));
  EXPECT_EQ(pieces(Scanner::deepseek3, "\u0378\u0378,"), (Pieces{"\u0378\u0378", ","}));
  EXPECT_EQ(pieces(Scanner::deepseek3, "\u3040\u3040カ\u3040"), (Pieces{"\u3040", "\u3040カ", "\u3040"}));
  EXPECT_EQ(pieces(Scanner::deepseek3, "a\xFF\xE8z"), (Pieces{"a", "\xFF", "\xE8z"}));
}

TEST(Scanners, AByteOfNoCharacterIsOfNoClass) {
  EXPECT_EQ(gpt2("a\xFF\xE8z"), (Pieces{"a", "\xFF\xE8", "z"}));
  EXPECT_EQ(cl100k("a\xFF\xE8z"), (Pieces{"a", "\xFF\xE8", "z"}));
  EXPECT_EQ(cl100k("a\xE8z"), (Pieces{"a", "\xE8z"}));
  EXPECT_EQ(gpt2("語\xE8\xAA"), (Pieces{"語", "\xE8\xAA"}));
}

TEST(Scanners, ControlCharactersThatPythonCallsSpaceAreNot) {
  EXPECT_EQ(gpt2("a\x1C\x1F!"), (Pieces{"a", "\x1C\x1F!"}));
  EXPECT_EQ(gpt2("a\u200B!"), (Pieces{"a", "\u200B!"}));
}

TEST(Scanners, LettersAreThoseOfUnicode16) {
  EXPECT_EQ(gpt2("a\U00010D4A"), (Pieces{"a\U00010D4A"}));  // Garay, new in 16.0
  EXPECT_EQ(gpt2("a\u088F"), (Pieces{"a", "\u088F"}));      // a letter only since 17.0
}

TEST(Scanners, EndOfOnePieceAgreesWithAllOfThem) {
  NastyTexts texts;
  for (int run = 0; run < 20'000; ++run) {
    const std::string text = texts.next();
    for (const Scanner scanner : all_scanners) {
      Pieces one_by_one;
      for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = piece_end(scanner, text, begin);
        one_by_one.push_back(text.substr(begin, end - begin));
        begin = end;
      }
      ASSERT_EQ(one_by_one, pieces(scanner, text));
    }
  }
}

// Hang guard: a scanner that reads a run again for each of its characters would need minutes here.
TEST(Scanners, LongRunsTakeLinearTime) {
  const Pieces runs = {"a",  "A",  "1",      "^",       " ",    " \t",    "\n",     " \n",  "/",
                       "'s", "a'", "\u0301", "\u0301A", "語AA", "\u0378", "\u3040", "カ・", "\xFF"};
  for (const std::string& run : runs) {
    for (const std::string_view before : {"", "\n", "\u0301"}) {
      for (const std::string_view after : {"", "1"}) {
        std::string text(before);
        text += repeated(run, 500'000);
        text += after;
        for (const Scanner scanner : all_scanners) {
          std::size_t covered = 0;
          for_each_piece(scanner, text, [&](std::string_view piece) { covered += piece.size(); });
          ASSERT_EQ(covered, text.size());
        }
      }
    }
  }
}
