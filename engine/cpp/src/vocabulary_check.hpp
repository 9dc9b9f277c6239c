// What an encoder refuses. Private to the encoder; all throw std::invalid_argument that names the place and the value.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "vocabsmith/encoder.hpp"

namespace vocabsmith {

void check_vocabulary(const Vocabulary& vocabulary);

// The ends of the pieces must rise to the end of the text.
void check_ends(std::string_view text, std::span<const std::uint64_t> ends);

}  // namespace vocabsmith
