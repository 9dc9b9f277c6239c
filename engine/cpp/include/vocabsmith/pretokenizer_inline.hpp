// Runs a scanner over a text. Each scanner is a transcription of a regular expression: the alternatives in their order,
// with what a backtracking engine would find out by trying replaced by a look at what follows.
//
// Every character is looked at a bounded number of times, so no text takes more than linear time.
#pragma once

#include "vocabsmith/pretokenizer.hpp"
#include "vocabsmith/scanners/cl100k.hpp"
#include "vocabsmith/scanners/gpt2.hpp"

namespace vocabsmith {
namespace scanning {

// End of the piece that begins at `begin`.
using EndOfPiece = std::size_t (*)(std::string_view text, std::size_t begin);

EndOfPiece end_of_piece_by(Scanner scanner);

template <typename End, typename Visit>
void for_each_piece_of(End end_of_piece, std::string_view text, Visit&& visit) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = end_of_piece(text, begin);
    visit(text.substr(begin, end - begin));
    begin = end;
  }
}

}  // namespace scanning

// The two patterns that cut most text are put in where they are used, which saves a call for each piece. More of them
// would be too much for a compiler to put in.
template <typename Visit>
void for_each_piece(Scanner scanner, std::string_view text, Visit&& visit) {
  switch (scanner) {
    case Scanner::gpt2:
      scanning::for_each_piece_of([](auto... at) { return scanning::gpt2_end(at...); }, text, visit);
      return;
    case Scanner::cl100k:
      scanning::for_each_piece_of([](auto... at) { return scanning::cl100k_end(at...); }, text, visit);
      return;
    default:
      scanning::for_each_piece_of(scanning::end_of_piece_by(scanner), text, visit);
  }
}

}  // namespace vocabsmith
