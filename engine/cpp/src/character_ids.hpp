// From a character to its token, where learning begins with characters.
#pragma once

#include <limits>
#include <vector>

#include "vocabsmith/types.hpp"

namespace vocabsmith {

class CharacterIds {
 public:
  static constexpr TokenId none = std::numeric_limits<TokenId>::max();

  // They are numbered from `first` on. Throws std::invalid_argument for one that is listed twice, and for what is no
  // character.
  CharacterIds(const std::vector<char32_t>& characters, TokenId first);

  // `none` if the character stands as its bytes.
  TokenId of(char32_t character) const { return character < ids_.size() ? ids_[character] : none; }

 private:
  std::vector<TokenId> ids_;  // by code point
};

}  // namespace vocabsmith
