// A text as its documents: parted by special tokens, and by line ends if lines are documents.
#pragma once

#include <cstddef>
#include <string_view>

#include "vocabsmith/pretokenizer.hpp"
#include "vocabsmith/special_tokens.hpp"

namespace vocabsmith {

template <typename Visit>
void for_each_line(std::string_view text, Visit& visit) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = line_end(text, begin);
    visit(text.substr(begin, end - begin));
    begin = end;
  }
}

// visit(std::string_view document), in order; special tokens are left out.
template <typename Visit>
void for_each_document(std::string_view text, const SpecialTokens& specials, DocumentUnit unit, Visit visit) {
  const auto visit_between = [&](std::string_view between) {
    if (unit == DocumentUnit::line) {
      for_each_line(between, visit);
    } else {
      visit(between);
    }
  };
  std::size_t begin = 0;
  while (const auto special = specials.find(text, begin)) {
    visit_between(text.substr(begin, special->begin - begin));
    begin = special->end;
  }
  visit_between(text.substr(begin));
}

}  // namespace vocabsmith
