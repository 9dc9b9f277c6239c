#include "vocabsmith/pretokenizer.hpp"

#include <algorithm>
#include <utility>

#include "documents.hpp"
#include "vocabsmith/scanners/characters.hpp"

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

// Rule 3: no pattern continues from a letter into a space, and a single one never stays with what stands before it.
bool before_lone_space(std::string_view text, std::size_t at) {
  return text[at] == ' ' && at + 1 < text.size() && letter_at(text, at + 1) &&
         class_before(text, at) == CharClass::letter;
}

// Letters that may begin with something else in a compatibility form.
bool begins_as_letter_in_every_form(char32_t letter) {
  return letter < 0xFC5E && letter != 0x037A && letter != 0x0E33 && letter != 0x0EB3;
}

bool is_safe_in_every_form(std::string_view text, std::size_t at) {
  return at < text.size() && after_lone_line_feed(text, at) &&
         begins_as_letter_in_every_form(read_character(text, at).code_point);
}

bool is_safe(std::string_view text, std::size_t at) {
  return at < text.size() &&
         (before_line_end(text, at) || after_lone_line_feed(text, at) || before_lone_space(text, at));
}

bool ends_line(std::string_view text, std::size_t at) {
  return text[at - 1] == '\n' || (text[at - 1] == '\r' && at < text.size() && text[at] != '\n');
}

// What follows the last special token of a text.
struct Rest {
  std::string_view text;
  std::size_t begin;
  std::size_t horizon;  // no special token begins before it; from it on one may begin and not be seen yet
};

Rest rest_after_specials(std::string_view text, const SpecialTokens& specials) {
  std::size_t horizon = text.size();
  if (!specials.empty()) horizon = text.size() < specials.longest() ? 0 : text.size() - specials.longest() + 1;
  std::size_t begin = 0;
  while (const auto match = specials.find(text, begin, horizon)) begin = match->end;
  return {text.substr(begin), begin, std::max(begin, horizon) - begin};
}

// The last allowed place in (0, horizon] of the rest, as a place of the whole text; where the rest begins if none is.
template <typename Allowed>
std::size_t last_allowed(const Rest& rest, Allowed allowed) {
  std::size_t at = rest.horizon;
  while (at > 0 && !allowed(rest.text, at)) --at;
  return rest.begin + at;
}

}  // namespace

std::optional<Scanner> scanner_named(std::string_view name) {
  static constexpr std::pair<std::string_view, Scanner> names[] = {
      {"none", Scanner::none},         {"gpt2", Scanner::gpt2},
      {"cl100k", Scanner::cl100k},     {"llama3", Scanner::cl100k},
      {"qwen2", Scanner::qwen2},       {"o200k", Scanner::o200k},
      {"nanochat", Scanner::nanochat}, {"deepseek3", Scanner::deepseek3},
      {"digits", Scanner::digits},     {"whitespace", Scanner::whitespace},
  };
  for (const auto& [known, scanner] : names) {
    if (name == known) return scanner;
  }
  return std::nullopt;
}

void append_piece_ends(Scanner scanner, std::string_view text, std::vector<std::uint64_t>& ends) {
  for_each_piece(scanner, text, [&](std::string_view piece) {
    ends.push_back(static_cast<std::uint64_t>(piece.data() + piece.size() - text.data()));
  });
}

std::size_t number_of_pieces(Scanner scanner, std::string_view text) {
  std::size_t number = 0;
  for_each_piece(scanner, text, [&](std::string_view) { ++number; });
  return number;
}

std::size_t longest_piece(Scanner scanner, std::string_view text, const SpecialTokens& specials,
                          std::span<const std::uint64_t> ends) {
  std::size_t longest = 0;
  const auto measure = [&](std::string_view document) {
    for_each_piece(scanner, document, [&](std::string_view piece) { longest = std::max(longest, piece.size()); });
  };
  for_each_record(text, ends,
                  [&](std::string_view record) { for_each_document(record, specials, DocumentUnit::file, measure); });
  return longest;
}

std::size_t last_safe_cut(std::string_view text, const SpecialTokens& specials, bool divide_lines) {
  const Rest rest = rest_after_specials(text, specials);
  return divide_lines ? last_allowed(rest, is_safe) : rest.begin;
}

std::size_t last_cut_in_every_form(std::string_view text, const SpecialTokens& specials) {
  return last_allowed(rest_after_specials(text, specials), is_safe_in_every_form);
}

std::size_t line_end(std::string_view text, std::size_t begin) {
  std::size_t at = begin;
  while (at < text.size() && !is_line_end(text[at])) ++at;
  return text.substr(at, 2) == "\r\n" ? at + 2 : std::min(at + 1, text.size());
}

std::size_t last_line_end(std::string_view text, const SpecialTokens& specials) {
  return last_allowed(rest_after_specials(text, specials), ends_line);
}

}  // namespace vocabsmith
