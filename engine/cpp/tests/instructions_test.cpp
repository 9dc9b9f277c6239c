#include "vocabsmith/scanners/instructions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "scanner_texts.hpp"
#include "vocabsmith/pretokenizer.hpp"

using vocabsmith::all_scanners;
using vocabsmith::append_piece_ends;
using vocabsmith::piece_end;
using vocabsmith::Scanner;
using vocabsmith::scanning::Instructions;
using vocabsmith::scanning::known_instructions;
using vocabsmith::scanning::use_instructions;

namespace {

using Ends = std::vector<std::uint64_t>;

Ends ends_one_by_one(Scanner scanner, std::string_view text) {
  Ends ends;
  for (std::size_t begin = 0; begin < text.size(); ends.push_back(begin)) begin = piece_end(scanner, text, begin);
  return ends;
}

Ends ends_by(Instructions instructions, Scanner scanner, std::string_view text) {
  use_instructions(instructions);
  Ends ends;
  append_piece_ends(scanner, text, ends);
  use_instructions(known_instructions().front());
  return ends;
}

void expect_same_pieces(std::string_view text) {
  for (const Scanner scanner : all_scanners) {
    const Ends expected = ends_one_by_one(scanner, text);
    for (const Instructions instructions : known_instructions()) {
      ASSERT_EQ(ends_by(instructions, scanner, text), expected)
          << "scanner " << static_cast<int>(scanner) << ", instructions " << static_cast<int>(instructions) << ": "
          << text;
    }
  }
}

// `length` words drawn from the list.
std::string random_text(std::mt19937& random, const std::vector<std::string>& words, std::size_t length) {
  std::string text;
  for (std::size_t i = 0; i < length; ++i) text += words[random() % words.size()];
  return text;
}

}  // namespace

TEST(Instructions, ThePlainOnesAreAlwaysKnownAndTheLast) {
  EXPECT_EQ(known_instructions().back(), Instructions::plain);
}

TEST(Instructions, GiveTheSamePiecesInAscii) {
  std::mt19937 random{1};
  const std::vector<std::string> words = {"a",  "Bc", "word", "CAPS", "s",  "1",    "234567", " ",
                                          " ",  "  ", "\n",   "\r\n", "\t", "'",    "'s",     "'LL",
                                          "'v", "e",  "!",    "/",    "./", "\x01", "\x7F",   "\v"};
  for (int run = 0; run < 20'000; ++run) expect_same_pieces(random_text(random, words, random() % 150));
}

TEST(Instructions, GiveTheSamePiecesWhereCharactersAreLonger) {
  std::mt19937 random{2};
  const std::vector<std::string> words = {"word",   " the",   " und",   "\n", "  ", "12",   ", ",
                                          "it's",   "Ab",     "/\n/",   "é",  "語", "ſ",    "'",
                                          "\u00A0", "\u2028", "\u0301", "٣",  "😀", "\xFF", "\xE8\xAA"};
  for (int run = 0; run < 10'000; ++run) expect_same_pieces(random_text(random, words, random() % 150));
}

// Every place of a block, and its edges, for what is decided by several bytes.
TEST(Instructions, GiveTheSamePiecesWhereverABlockEnds) {
  for (const std::string_view part : {"it'll", " 's", "'S's", "a'Llx", "!\n/x", ".\r\n\n  b", "x \n\n \ny", "12345678",
                                      "  1", "\n\t", "!a", " !a", "ABcdE", "aB'rE'",
                                      "\x02"
                                      "a"}) {
    for (std::size_t before = 0; before < 140; ++before) {
      expect_same_pieces(std::string(before, 'x') + std::string(part) + std::string(140, 'y'));
      expect_same_pieces(std::string(before, '-') + std::string(part) + std::string(140, ' '));
    }
  }
}
