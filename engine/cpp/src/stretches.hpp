// What of a piece can be merged: all of it, or, where learning begins with characters, what lies between the bytes that
// stand for no character. No merge crosses such a byte, so it parts a piece as the end of a piece does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "character_ids.hpp"
#include "stopping.hpp"
#include "vocabsmith/utf8.hpp"

namespace vocabsmith {

// visit(std::string_view stretch, std::uint64_t its base tokens), from front to back. `characters`: none if every byte
// is a token. Returns how many base tokens the piece has, bytes that part it among them.
template <typename Visit>
std::uint64_t for_each_stretch(std::string_view piece, const CharacterIds* characters, Rounds& rounds, Visit&& visit) {
  if (characters == nullptr) {
    visit(piece, std::uint64_t{piece.size()});
    return piece.size();
  }
  std::uint64_t all = 0, tokens = 0;
  std::size_t begin = 0, at = 0;
  const auto end_stretch = [&] {
    if (tokens != 0) visit(piece.substr(begin, at - begin), tokens);
    all += tokens;
    tokens = 0;
  };
  while (at < piece.size()) {
    const Character character = read_character(piece, at);
    rounds.pass(character.length);
    if (character.form == Form::well_formed && characters->of(character.code_point) != CharacterIds::none) {
      at += character.length;
      ++tokens;
      continue;
    }
    end_stretch();
    all += character.length;
    begin = at += character.length;
  }
  end_stretch();
  return all;
}

}  // namespace vocabsmith
