// Characters of a text as the encoders of characters see them: every byte that belongs to no well-formed character is
// one by itself. Private to the encoders.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "vocabsmith/utf8.hpp"

namespace vocabsmith {

struct TextCharacter {
  std::uint32_t number;  // its code point, or 0x110000 + a byte that belongs to none
  std::uint32_t length;  // bytes, at least 1
};

inline constexpr std::uint32_t first_byte_number = 0x110000;
inline constexpr std::uint32_t character_numbers = first_byte_number + 256;

inline TextCharacter character_at(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x80) return {byte, 1};
  const Character character = read_character(text, at);
  if (character.form != Form::well_formed) return {first_byte_number + byte, 1};
  return {static_cast<std::uint32_t>(character.code_point), character.length};
}

// The number of the last character; `text` is not empty.
inline std::uint32_t last_character(std::string_view text) {
  const std::size_t furthest = std::min<std::size_t>(text.size(), 4);
  for (std::size_t back = 2; back <= furthest; ++back) {
    const TextCharacter found = character_at(text, text.size() - back);
    if (found.length == back) return found.number;
  }
  return character_at(text, text.size() - 1).number;
}

// A number for each character that has got one. Pages of 128, of which few are ever needed.
class CharacterMap {
 public:
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  CharacterMap() : page_of_(character_numbers / page_size), entries_(page_size, none) {}

  std::uint32_t find(std::uint32_t character) const { return entries_[place_of(character)]; }

  void put(std::uint32_t character, std::uint32_t value) {
    if (page_of_[character / page_size] == 0) {
      page_of_[character / page_size] = static_cast<std::uint32_t>(entries_.size());
      entries_.resize(entries_.size() + page_size, none);
    }
    entries_[place_of(character)] = value;
  }

 private:
  static constexpr std::uint32_t page_size = 128;

  std::size_t place_of(std::uint32_t character) const {
    return page_of_[character / page_size] + character % page_size;
  }

  std::vector<std::uint32_t> page_of_;  // where the page begins; 0: the page that stays empty
  std::vector<std::uint32_t> entries_;
};

}  // namespace vocabsmith
