// A text as its records, and as its documents: parted by special tokens, and by line ends if lines are documents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
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

// visit(std::string_view record), in order, once it is known that all of them lie in the text.
template <typename Visit>
void for_each_record(std::string_view text, std::span<const std::uint64_t> ends, Visit visit) {
  std::uint64_t begin = 0;
  for (const std::uint64_t end : ends) {
    if (end < begin) throw std::invalid_argument("the ends of the records do not rise");
    begin = end;
  }
  if (begin != text.size()) throw std::invalid_argument("the last record does not end where the text does");
  begin = 0;
  for (const std::uint64_t end : ends) {
    visit(text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
    begin = end;
  }
}

}  // namespace vocabsmith
