// The measures of words and characters as they are defined: every token beside every word and every character.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "vocabsmith/word_measures.hpp"

namespace vocabsmith::reference {

// What one document has, and what tokens make of it. `spans` are places in the document, `known` as in
// `measure_places`.
TextSums plain_text_sums(std::string_view document);
TokenSums plain_token_sums(std::string_view document, std::span<const ByteRange> spans,
                           std::span<const std::uint8_t> known);

}  // namespace vocabsmith::reference
