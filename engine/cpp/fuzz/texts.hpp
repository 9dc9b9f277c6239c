// Texts that find faults: few letters, every class of character, broken characters, runs longer than any register.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "fuzz/input.hpp"
#include "vocabsmith/pretokenizer.hpp"
#include "vocabsmith/special_tokens.hpp"

namespace vocabsmith::fuzz {

inline constexpr std::array all_scanners{Scanner::none,      Scanner::gpt2,   Scanner::cl100k,
                                         Scanner::qwen2,     Scanner::o200k,  Scanner::nanochat,
                                         Scanner::deepseek3, Scanner::digits, Scanner::whitespace};

// At most `longest` bytes (a few more where the last character is long).
std::string random_text(Input& input, std::size_t longest);

// Bytes out of few, for merging: pairs come back, and overlap.
std::string random_piece(Input& input, std::size_t longest);

// For a table: some come back, some differ in a byte, some are long; it may be empty.
std::string random_key(Input& input);

// Up to `most` different ones, of which some begin alike, or like line ends.
std::vector<std::string> random_special_tokens(Input& input, std::size_t most);

// A text whose memory ends, and mostly begins, where the text does, so that a byte read beside it is found.
class ExactText {
 public:
  ExactText(Input& input, std::string_view text) : ExactText(text, input.one_in(2) ? input.below(64) : 0) {}
  explicit ExactText(std::string_view text, std::size_t before = 0)
      : memory_(new char[before + text.size()]), view_(memory_.get() + before, text.size()) {
    if (!text.empty()) std::memcpy(memory_.get() + before, text.data(), text.size());
  }

  std::string_view view() const { return view_; }

 private:
  std::unique_ptr<char[]> memory_;
  std::string_view view_;
};

}  // namespace vocabsmith::fuzz
