#include "reference/cut_encoder.hpp"

#include <cstddef>

#include "reference/naive_encoder.hpp"
#include "vocabsmith/scanners/characters.hpp"
#include "vocabsmith/unicode_classes.hpp"

namespace vocabsmith::reference {
namespace {

enum class Kind { word, space, mark };

Kind kind_of(Category category) {
  if (category == Category::space) return Kind::space;
  return category == Category::punctuation ? Kind::mark : Kind::word;
}

}  // namespace

std::vector<std::string_view> cut_at_spaces_and_punctuation(std::string_view text) {
  std::vector<std::string_view> pieces;
  std::size_t begin = 0, at = 0;
  Kind before = Kind::mark;
  while (at < text.size()) {
    const auto [category, end] = scanning::look_closely(text, at);
    const Kind kind = kind_of(category);
    if (at > begin && (kind != before || kind == Kind::mark)) {
      pieces.push_back(text.substr(begin, at - begin));
      begin = at;
    }
    before = kind;
    at = end;
  }
  if (begin < text.size()) pieces.push_back(text.substr(begin));
  return pieces;
}

std::vector<TokenId> encode_cut(const MergeRanks& merges, std::string_view text, TimeLimit& limit) {
  std::vector<TokenId> ids;
  for (const std::string_view piece : cut_at_spaces_and_punctuation(text)) {
    const std::vector<TokenId> ids_of_piece = encode_naively(merges, piece, limit);
    ids.insert(ids.end(), ids_of_piece.begin(), ids_of_piece.end());
  }
  return ids;
}

}  // namespace vocabsmith::reference
