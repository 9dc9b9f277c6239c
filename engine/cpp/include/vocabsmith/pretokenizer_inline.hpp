// From the name of a pattern to its scanner. Each scanner is a transcription of a regular expression: the alternatives
// in their order, with what a backtracking engine would find out by trying replaced by a look at what follows.
//
// Every character is looked at a bounded number of times, so no text takes more than linear time.
#pragma once

#include "vocabsmith/pretokenizer.hpp"
#include "vocabsmith/scanners/cl100k.hpp"
#include "vocabsmith/scanners/deepseek3.hpp"
#include "vocabsmith/scanners/digits.hpp"
#include "vocabsmith/scanners/gpt2.hpp"
#include "vocabsmith/scanners/o200k.hpp"
#include "vocabsmith/scanners/whitespace.hpp"

namespace vocabsmith {
namespace scanning {

inline std::size_t whole_text_end(std::string_view text, std::size_t /*begin*/) {
  return text.size();
}

// A scanner as a type, so that its code is put in where it is used.
template <std::size_t (*end_of_piece)(std::string_view, std::size_t)>
struct EndOfPiece {
  std::size_t operator()(std::string_view text, std::size_t begin) const { return end_of_piece(text, begin); }
};

// use(EndOfPiece<…>{}) for the scanner of that name.
template <typename Use>
auto with_scanner(Scanner scanner, Use&& use) {
  switch (scanner) {
    case Scanner::gpt2:
      return use(EndOfPiece<gpt2_end>{});
    case Scanner::cl100k:
      return use(EndOfPiece<cl100k_end>{});
    case Scanner::qwen2:
      return use(EndOfPiece<qwen2_end>{});
    case Scanner::o200k:
      return use(EndOfPiece<o200k_end>{});
    case Scanner::nanochat:
      return use(EndOfPiece<nanochat_end>{});
    case Scanner::deepseek3:
      return use(EndOfPiece<deepseek3_end>{});
    case Scanner::digits:
      return use(EndOfPiece<digits_end>{});
    case Scanner::whitespace:
      return use(EndOfPiece<whitespace_end>{});
    case Scanner::none:
      break;
  }
  return use(EndOfPiece<whole_text_end>{});
}

}  // namespace scanning

template <typename Visit>
void for_each_piece(Scanner scanner, std::string_view text, Visit&& visit) {
  scanning::with_scanner(scanner, [&](auto end_of_piece) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = end_of_piece(text, begin);
      visit(text.substr(begin, end - begin));
      begin = end;
    }
  });
}

}  // namespace vocabsmith
