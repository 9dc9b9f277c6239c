#include "character_ids.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "vocabsmith/utf8.hpp"

namespace vocabsmith {

CharacterIds::CharacterIds(const std::vector<char32_t>& characters, TokenId first) {
  for (const char32_t character : characters) {
    if (!is_character(character)) {
      throw std::invalid_argument("code point " + std::to_string(static_cast<std::uint32_t>(character)) +
                                  " is no character");
    }
  }
  if (characters.empty()) return;
  ids_.assign(std::size_t{*std::max_element(characters.begin(), characters.end())} + 1, none);
  TokenId next = first;
  for (const char32_t character : characters) {
    if (ids_[character] != none) {
      throw std::invalid_argument("character " + std::to_string(static_cast<std::uint32_t>(character)) +
                                  " has two ids; each may be listed once");
    }
    ids_[character] = next++;
  }
}

}  // namespace vocabsmith
