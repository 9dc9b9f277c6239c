#include "vocabsmith/pretokenizer.hpp"

#include <algorithm>

namespace vocabsmith {
namespace {

using scanning::is_line_end;
using scanning::look;

// Class of the character that ends at `end` (end > 0). Longer characters are tried first, because their last byte
// alone would pass for a byte of no character.
CharClass class_before(std::string_view text, std::size_t end) {
  for (std::size_t back = std::min<std::size_t>(end, 4); back > 1; --back) {
    const auto seen = look(text, end - back);
    if (seen.end == end) return seen.kind;
  }
  return look(text, end - 1).kind;
}

bool letter_at(std::string_view text, std::size_t at) {
  return look(text, at).kind == CharClass::letter;
}

// Rule 1: both sides of such a place are borders already, whatever follows the line end.
bool before_line_end(std::string_view text, std::size_t at) {
  if (!is_line_end(text[at])) return false;
  const CharClass before = class_before(text, at);
  return before == CharClass::letter || before == CharClass::number;
}

// Rule 2: the LF is all the white space there is, and no pattern joins it to a letter.
bool after_lone_line_feed(std::string_view text, std::size_t at) {
  return at >= 2 && text[at - 1] == '\n' && class_before(text, at - 1) != CharClass::space && letter_at(text, at);
}

// The last place in (0, limit] where `text`, which holds no special token before `limit`, may be divided.
std::size_t last_line_cut(std::string_view text, std::size_t limit) {
  if (text.empty()) return 0;
  for (std::size_t at = std::min(limit, text.size() - 1); at > 0; --at) {
    if (before_line_end(text, at) || after_lone_line_feed(text, at)) return at;
  }
  return 0;
}

}  // namespace

std::optional<Scanner> scanner_named(std::string_view name) {
  if (name == "none") return Scanner::none;
  if (name == "gpt2") return Scanner::gpt2;
  if (name == "cl100k" || name == "llama3") return Scanner::cl100k;
  return std::nullopt;
}

std::size_t piece_end(Scanner scanner, std::string_view text, std::size_t begin) {
  switch (scanner) {
    case Scanner::gpt2:
      return scanning::gpt2_end(text, begin);
    case Scanner::cl100k:
      return scanning::cl100k_end(text, begin);
    case Scanner::none:
      break;
  }
  return text.size();
}

std::size_t last_safe_cut(std::string_view text, const SpecialTokens& specials, bool divide_lines) {
  // A token that begins before the horizon lies wholly inside the text; behind it one may begin and not be seen.
  std::size_t horizon = text.size();
  if (!specials.empty()) horizon = text.size() < specials.longest() ? 0 : text.size() - specials.longest() + 1;
  std::size_t stretch = 0;  // after the last special token
  while (const auto match = specials.find(text, stretch, horizon)) stretch = match->end;
  if (!divide_lines || horizon <= stretch) return stretch;
  return stretch + last_line_cut(text.substr(stretch), horizon - stretch);
}

}  // namespace vocabsmith
