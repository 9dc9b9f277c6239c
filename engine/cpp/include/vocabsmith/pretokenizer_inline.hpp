// Runs a scanner over a text: it finds the ends of many pieces at a time, which are then visited one by one.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "vocabsmith/pretokenizer.hpp"

namespace vocabsmith {
namespace scanning {

// Ends of pieces that follow one another.
using Ends = std::array<std::size_t, 256>;

// Finds pieces from `begin` on, where one begins. Returns how many, at least one.
using FindEnds = std::size_t (*)(std::string_view text, std::size_t begin, Ends& ends);

FindEnds find_ends_by(Scanner scanner);

}  // namespace scanning

template <typename Visit>
void for_each_piece(Scanner scanner, std::string_view text, Visit&& visit) {
  const scanning::FindEnds find_ends = scanning::find_ends_by(scanner);
  scanning::Ends ends;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t found = find_ends(text, begin, ends);
    for (std::size_t i = 0; i < found; ++i) {
      visit(text.substr(begin, ends[i] - begin));
      begin = ends[i];
    }
  }
}

}  // namespace vocabsmith
