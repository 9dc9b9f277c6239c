#include "fuzz/texts.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace vocabsmith::fuzz {
namespace {

// One or more of every class and category, the letters of contractions, and parts of characters.
constexpr std::string_view nasty[] = {
    "a",
    "z",
    "s",
    "T",
    "ll",
    "Ve",
    "re",
    "'",
    "'s",
    "'LL",
    "B",
    "Z",
    "\u01C5",
    "\u02B0",
    "中",
    "龥",
    "ぁ",
    "・",
    "ー",
    "\u3040",
    "0",
    "7",
    "٣",
    "½",
    "Ⅷ",
    "\u0301",
    "\u0903",
    ",",
    "_",
    "/",
    "\\",
    "€",
    "^",
    "$",
    " ",
    "  ",
    "\t",
    "\n",
    "\r",
    "\r\n",
    "\v",
    "\u0085",
    "\u00A0",
    "\u2028",
    "\u3000",
    "\u200B",
    "\u0378",
    "\uFFFD",
    "\u017F",
    "é",
    "Ж",
    "ª",
    "😀",
    "\U0001D400",
    "\U0010FFFF",
    std::string_view("\0", 1),
    "\x7F",
    "\xFF",
    "\xC3",
    "\xE8\xAA",
    "\xF0\x9F\x98",
    "\x80",
    "\xED\xA0\x80",
    "\xC0\xAF",
    "\xF4\x90\x80\x80",
};

constexpr std::string_view words[] = {
    "the ", "cat ", "sat",      " on",   "\n",      "\r\n", "    ", "if (x) {\n", "};\n\tif", "don't", "WE'LL",  "2026",
    "3.14", "语言", "カタカナ", "naïve", "e\u0301", " — ",  "...",  "\n\n",       "http://",  "a\nb",  "1\r\n2", ";\nx",
};

void append_utf8(std::string& text, char32_t c) {
  const auto tail = [&](int shift) { text += static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
  if (c < 0x80) {
    text += static_cast<char>(c);
  } else if (c < 0x800) {
    text += static_cast<char>(0xC0 | (c >> 6));
    tail(0);
  } else if (c < 0x10000) {  // surrogates too: three bytes that are no character
    text += static_cast<char>(0xE0 | (c >> 12));
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0 | (c >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

// What stands in source code and prose, each as often as the others.
constexpr std::string_view ascii = "aeiostzABSTZ01789     \n\n\r\t\v'',.;:/\\_-+=<>()[]{}\"#$^|~\x7F";

enum class Style : std::uint8_t { bytes, few_nasty, all_nasty, code_points, words, ascii, all_ascii, everything };

void append_something(Input& input, Style style, const std::vector<std::string_view>& few, std::string& text) {
  switch (style) {
    case Style::bytes:
      text += static_cast<char>(input.byte());
      return;
    case Style::few_nasty:
      text += input.pick(few);
      return;
    case Style::all_nasty:
      text += input.pick(nasty);
      return;
    case Style::code_points:
      append_utf8(text, static_cast<char32_t>(input.one_in(2) ? input.below(0x3000) : input.below(0x110000)));
      return;
    case Style::words:
      text += input.pick(words);
      return;
    case Style::ascii:  // with an exception now and then
      text += input.one_in(100) ? input.pick(nasty) : ascii.substr(input.below(ascii.size()), 1);
      return;
    case Style::all_ascii:
      text += static_cast<char>(input.byte() & 0x7F);
      return;
    case Style::everything:
      append_something(input, static_cast<Style>(input.below(7)), few, text);
  }
}

}  // namespace

std::string random_text(Input& input, std::size_t longest) {
  const auto style = static_cast<Style>(input.below(8));
  std::vector<std::string_view> few;
  for (std::size_t left = input.between(1, 5); left > 0; --left) few.push_back(input.pick(nasty));
  const std::size_t size = input.mostly_small(longest);
  const bool has_runs = input.one_in(2);
  std::string text;
  while (text.size() < size) {
    const std::size_t begin = text.size();
    append_something(input, style, few, text);
    if (!has_runs || !input.one_in(4)) continue;
    const std::string again = text.substr(begin);
    for (std::size_t left = input.mostly_small(130); left > 0 && text.size() < size; --left) text += again;
  }
  return text;
}

std::string random_piece(Input& input, std::size_t longest) {
  static constexpr std::string_view alphabet = "a\xFF\x20zb0\x80q";
  const std::size_t letters = input.between(1, input.one_in(4) ? alphabet.size() : 3);
  const std::size_t size = input.between(1, longest);
  std::string piece;
  while (piece.size() < size) {
    const std::size_t back = input.one_in(6) ? std::min(piece.size(), input.mostly_small(40)) : 0;
    if (back == 0) {
      piece += alphabet[input.below(letters)];
    } else {
      piece += piece.substr(piece.size() - back);
    }
  }
  piece.resize(size);
  return piece;
}

std::string random_key(Input& input) {
  if (input.one_in(2000)) return std::string(input.between(1, 3 << 20), 'x');  // more than a block of a table's arena
  if (input.one_in(2)) return std::string(input.below(40), '\0') + std::to_string(input.below(5000));
  std::string key;
  for (std::size_t left = input.below(input.one_in(8) ? 400 : 24); left > 0; --left)
    key += static_cast<char>(input.below(3) + 0xFE);
  return key;
}

std::vector<std::string> random_special_tokens(Input& input, std::size_t most) {
  static constexpr std::string_view parts[] = {"<", "d", ">", "<d>", "\n", "a\n", "\r\n", "\xFF", "语", "a", " "};
  std::vector<std::string> tokens;
  for (std::size_t left = input.below(most + 1); left > 0; --left) {
    std::string token;
    for (std::size_t part = input.between(1, input.one_in(8) ? 40 : 4); part > 0; --part) token += input.pick(parts);
    if (std::find(tokens.begin(), tokens.end(), token) == tokens.end()) tokens.push_back(std::move(token));
  }
  return tokens;
}

}  // namespace vocabsmith::fuzz
