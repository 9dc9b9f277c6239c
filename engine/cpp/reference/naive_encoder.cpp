#include "reference/naive_encoder.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace vocabsmith::reference {
namespace {

struct Place {
  std::size_t rank;
  std::size_t at;  // the pair is ids[at], ids[at + 1]
};

std::optional<std::size_t> rank_of(const Vocabulary& vocabulary, TokenId left, TokenId right) {
  for (std::size_t rank = 0; rank < vocabulary.merges.size(); ++rank) {
    const MergeRule& merge = vocabulary.merges[rank];
    if (merge.left == left && merge.right == right) return rank;
  }
  return std::nullopt;
}

std::optional<Place> lowest_pair(const Vocabulary& vocabulary, const std::vector<TokenId>& ids) {
  std::optional<Place> lowest;
  for (std::size_t at = 0; at + 1 < ids.size(); ++at) {
    const auto rank = rank_of(vocabulary, ids[at], ids[at + 1]);
    if (rank && (!lowest || *rank < lowest->rank)) lowest = Place{*rank, at};
  }
  return lowest;
}

// The token that is the whole piece, if whole pieces are looked up and an ordinary token spells it.
std::optional<TokenId> whole_piece(const Vocabulary& vocabulary, std::string_view piece) {
  if (!vocabulary.whole_pieces_first) return std::nullopt;
  for (TokenId id = 0; id < vocabulary.tokens.size(); ++id) {
    const auto& specials = vocabulary.special_ids;
    if (std::find(specials.begin(), specials.end(), id) != specials.end()) continue;
    if (vocabulary.tokens[id] == piece) return id;
  }
  return std::nullopt;
}

}  // namespace

std::vector<TokenId> encode_piece(const Vocabulary& vocabulary, std::string_view piece) {
  if (const auto whole = whole_piece(vocabulary, piece)) return {*whole};
  std::vector<TokenId> ids;
  for (const char byte : piece) ids.push_back(vocabulary.byte_ids[static_cast<unsigned char>(byte)]);
  while (const auto lowest = lowest_pair(vocabulary, ids)) {
    ids[lowest->at] = vocabulary.merges[lowest->rank].token;
    ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(lowest->at) + 1);
  }
  return ids;
}

}  // namespace vocabsmith::reference
