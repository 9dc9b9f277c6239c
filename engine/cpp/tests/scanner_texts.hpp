// What the tests of scanners share: pieces as strings, all scanners, and texts of what is likely to go wrong.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "vocabsmith/pretokenizer.hpp"

namespace vocabsmith {

using Pieces = std::vector<std::string>;

inline Pieces pieces(Scanner scanner, std::string_view text) {
  Pieces all;
  for_each_piece(scanner, text, [&](std::string_view piece) { all.emplace_back(piece); });
  return all;
}

inline constexpr Scanner all_scanners[] = {Scanner::none,      Scanner::gpt2,   Scanner::cl100k,
                                           Scanner::qwen2,     Scanner::o200k,  Scanner::nanochat,
                                           Scanner::deepseek3, Scanner::digits, Scanner::whitespace};

// Every class, every kind of line end, marks, and bytes that are not UTF-8.
class NastyTexts {
 public:
  std::string next() {
    static const Pieces alphabet = {"a",      "B",      "s",      "1",  "22",   " ",      " ",    "\n",
                                    "\n",     "\r",     "\t",     "'",  "'s",   "'LL",    "!",    ".",
                                    "<",      ">",      "<d>",    "語", "é",    "\u0301", "٣",    "😀",
                                    "\u0085", "\u2028", "\u00A0", "ſ",  "\xFF", "\xE8",   "\x80", "\xE8\xAA"};
    std::string text;
    for (auto left = random_() % 40; left > 0; --left) text += alphabet[random_() % alphabet.size()];
    return text;
  }
  std::size_t below(std::size_t limit) { return random_() % limit; }

 private:
  std::mt19937 random_{1};
};

}  // namespace vocabsmith
