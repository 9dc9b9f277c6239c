// The characters of a text, one after the other. A byte that belongs to no well-formed character is one by itself.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "vocabsmith/utf8.hpp"

namespace vocabsmith::reference {

inline std::vector<std::string> characters_of(std::string_view text) {
  std::vector<std::string> characters;
  for (std::size_t at = 0; at < text.size(); at += characters.back().size()) {
    const Character found = read_character(text, at);
    characters.emplace_back(text.substr(at, found.form == Form::well_formed ? found.length : 1));
  }
  return characters;
}

}  // namespace vocabsmith::reference
