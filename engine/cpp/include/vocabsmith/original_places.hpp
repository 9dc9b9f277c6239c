// Where tokens of an edited text stand in the text before it was edited.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "vocabsmith/encoded_pieces.hpp"

namespace vocabsmith {

// A text, what it was edited to, and for each character of that which characters of the original it stands for: those
// from begins[i] to ends[i], none if it was inserted.
struct EditedText {
  std::string_view original;
  std::string_view edited;
  std::span<const std::int64_t> begins;
  std::span<const std::int64_t> ends;
};

// The bytes of the original for each of `spans`, bytes of the edited text. A token that holds a part of a character
// stands for the same part of it, if it is as in the original, otherwise for all that became this character. An empty
// span is an empty one before the original of the character it stands at. Throws std::invalid_argument for places that
// do not exist, and unless both texts have as many characters as is said.
std::vector<ByteRange> places_in_original(const EditedText& text, std::span<const ByteRange> spans);

}  // namespace vocabsmith
