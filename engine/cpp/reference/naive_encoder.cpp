#include "reference/naive_encoder.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace vocabsmith::reference {
namespace {

struct Place {
  Rank rank;
  std::size_t at;  // the pair is ids[at], ids[at + 1]
};

std::optional<Place> lowest_pair(const MergeRanks& merges, const std::vector<TokenId>& ids) {
  std::optional<Place> lowest;
  for (std::size_t at = 0; at + 1 < ids.size(); ++at) {
    const std::optional<Rank> rank = merges.rank_of({ids[at], ids[at + 1]});
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

std::vector<TokenId> encode_naively(const MergeRanks& merges, std::string_view text, TimeLimit& limit) {
  std::vector<TokenId> ids;
  for (const char byte : text) ids.push_back(merges.id_of_byte(byte));
  while (const auto lowest = lowest_pair(merges, ids)) {
    limit.spend(ids.size());
    ids[lowest->at] = merges.token_of(lowest->rank);
    ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(lowest->at) + 1);
  }
  return ids;
}

std::vector<TokenId> encode_piece(const Vocabulary& vocabulary, std::string_view piece) {
  if (const auto whole = whole_piece(vocabulary, piece)) return {*whole};
  TimeLimit none;
  return encode_naively(MergeRanks(vocabulary), piece, none);
}

}  // namespace vocabsmith::reference
