#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/targets.hpp"
#include "fuzz/texts.hpp"
#include "vocabsmith/pretokenizer.hpp"
#include "vocabsmith/scanners/instructions.hpp"
#include "vocabsmith/special_tokens.hpp"

namespace vocabsmith::fuzz {
namespace {

using Ends = std::vector<std::size_t>;

Ends piece_ends(Scanner scanner, std::string_view text) {
  Ends ends;
  std::size_t begin = 0;
  for_each_piece(scanner, text, [&](std::string_view piece) {
    check(piece.data() == text.data() + begin && !piece.empty(), "a piece that does not follow the one before");
    ends.push_back(begin += piece.size());
  });
  if (begin != text.size()) fail("the pieces do not cover " + spelled(text));
  return ends;
}

// Many pieces at a time, by whatever instructions, are those of the plain scanners.
void check_one_by_one(Scanner scanner, std::string_view text, const Ends& ends) {
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    if (piece_end(scanner, text, begin) != end) fail("two ways to scan differ in " + spelled(text));
    begin = end;
  }
}

// What stands before a piece does not change it.
void check_part(Input& input, Scanner scanner, std::string_view text, const Ends& ends) {
  if (ends.empty()) return;
  const std::size_t border = ends[input.below(ends.size())];
  const ExactText rest(text.substr(border));
  Ends expected;
  for (const std::size_t end : ends) {
    if (end > border) expected.push_back(end - border);
  }
  if (piece_ends(scanner, rest.view()) != expected) fail("what stands before a piece changes it: " + spelled(text));
}

// Ends of pieces and of special tokens together, with special tokens cut out first.
void add_borders(Scanner scanner, std::string_view text, const SpecialTokens& specials, std::size_t offset,
                 Ends& ends) {
  std::size_t begin = 0;
  const auto add = [&](std::string_view between) {
    for (const std::size_t end : piece_ends(scanner, between)) ends.push_back(offset + begin + end);
  };
  while (const auto special = specials.find(text, begin)) {
    add(text.substr(begin, special->begin - begin));
    ends.push_back(offset + special->end);
    begin = special->end;
  }
  add(text.substr(begin));
}

bool begins_line(std::string_view text, std::size_t at) {
  return text[at - 1] == '\n' || (text[at - 1] == '\r' && (at == text.size() || text[at] != '\n'));
}

void check_cut(Scanner scanner, std::string_view text, const SpecialTokens& specials, std::size_t cut) {
  const ExactText before(text.substr(0, cut));
  const ExactText after(text.substr(cut));
  Ends whole;
  Ends halves;
  add_borders(scanner, text, specials, 0, whole);
  add_borders(scanner, before.view(), specials, 0, halves);
  add_borders(scanner, after.view(), specials, cut, halves);
  if (whole != halves) {
    fail("a cut at " + std::to_string(cut) + " changes the pieces of scanner " +
         std::to_string(static_cast<int>(scanner)) + " in " + spelled(text));
  }
}

}  // namespace

void try_scanners(Input& input) {
  const ExactText text(input, random_text(input, 6000));
  for (const scanning::Instructions instructions : scanning::known_instructions()) {
    scanning::use_instructions(instructions);
    for (const Scanner scanner : all_scanners) {
      const Ends ends = piece_ends(scanner, text.view());
      check_one_by_one(scanner, text.view(), ends);
      check_part(input, scanner, text.view(), ends);
    }
  }
  scanning::use_instructions(scanning::known_instructions().front());
}

void try_cuts(Input& input) {
  const ExactText text(input, random_text(input, 600));
  const SpecialTokens specials(random_special_tokens(input, 3));
  // A window of the text: what follows it is not known when the cut is chosen.
  const ExactText window(text.view().substr(0, input.between(0, text.view().size())));
  if (const std::size_t cut = last_safe_cut(window.view(), specials, true)) {
    for (const Scanner scanner : all_scanners) {
      if (scanner != Scanner::none) check_cut(scanner, text.view(), specials, cut);
    }
  }
  if (const std::size_t cut = last_safe_cut(window.view(), specials, false))
    check_cut(Scanner::none, text.view(), specials, cut);
  if (const std::size_t cut = last_line_end(window.view(), specials)) {
    Ends borders;
    add_borders(Scanner::none, text.view(), specials, 0, borders);
    const bool after_special = std::find(borders.begin(), borders.end(), cut) != borders.end();
    check(after_special || begins_line(text.view(), cut), "the end of a line is none");
  }
}

}  // namespace vocabsmith::fuzz
