#include "vocabsmith/character_counts.hpp"

#include <cstddef>

#include "stopping.hpp"
#include "vocabsmith/utf8.hpp"

namespace vocabsmith {
namespace {

constexpr std::size_t code_points = 0x110000;

// Nine megabytes, of which few are in use at a time: the characters of a script lie close together.
std::vector<Count> counts_by_code_point(const PieceSource& pieces, Monitor& monitor) {
  std::vector<Count> counts(code_points);
  Rounds rounds(monitor);
  pieces.visit_pieces([&](std::string_view piece, Count count) {
    for (std::size_t at = 0; at < piece.size();) {
      const Character character = read_character(piece, at);
      rounds.pass(character.length);
      if (character.form == Form::well_formed) counts[character.code_point] += count;
      at += character.length;
    }
  });
  return counts;
}

}  // namespace

std::vector<CharacterCount> count_characters(const PieceSource& pieces, Monitor& monitor) {
  const std::vector<Count> counts = counts_by_code_point(pieces, monitor);
  std::vector<CharacterCount> found;
  for (std::size_t code_point = 0; code_point < counts.size(); ++code_point) {
    if (counts[code_point] != 0) found.push_back({static_cast<char32_t>(code_point), counts[code_point]});
  }
  return found;
}

}  // namespace vocabsmith
