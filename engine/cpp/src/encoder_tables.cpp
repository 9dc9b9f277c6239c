#include "encoder_tables.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "piece_merging.hpp"

namespace vocabsmith {
namespace {

SpecialTokens special_tokens_of(const Vocabulary& vocabulary) {
  std::vector<std::string> tokens;
  for (const TokenId id : vocabulary.special_ids) tokens.push_back(vocabulary.tokens[id]);
  return SpecialTokens(std::move(tokens));
}

// Ids by the bytes of ordinary tokens, for `whole_pieces_first`. The views point into `vocabulary`.
std::unordered_map<std::string_view, TokenId> whole_pieces_of(const Vocabulary& vocabulary) {
  std::unordered_map<std::string_view, TokenId> ids;
  if (!vocabulary.whole_pieces_first) return ids;
  std::vector<bool> special(vocabulary.tokens.size());
  for (const TokenId id : vocabulary.special_ids) special[id] = true;
  for (std::size_t id = 0; id < vocabulary.tokens.size(); ++id) {
    if (!special[id]) ids.emplace(vocabulary.tokens[id], static_cast<TokenId>(id));
  }
  return ids;
}

}  // namespace

Encoder::Tables::Tables(Vocabulary checked)
    : vocabulary(std::move(checked)),
      merges(vocabulary.merges),
      specials(special_tokens_of(vocabulary)),
      whole_pieces(whole_pieces_of(vocabulary)) {}

bool Encoder::Tables::encode_piece(std::string_view piece, std::vector<TokenId>& out, Monitor* monitor) const {
  if (vocabulary.whole_pieces_first) {
    const auto found = whole_pieces.find(piece);
    if (found != whole_pieces.end()) {
      out.push_back(found->second);
      return true;
    }
  }
  if (piece.size() > short_piece_limit) return encode_long(piece, out, monitor);
  encode_short(piece, out);
  return true;
}

void Encoder::Tables::encode_short(std::string_view piece, std::vector<TokenId>& out) const {
  std::array<TokenId, short_piece_limit> ids;
  std::transform(piece.begin(), piece.end(), ids.begin(), [&](char byte) { return id_of_byte(byte); });
  const std::size_t size = merge_short(merges, std::span(ids).first(piece.size()));
  out.insert(out.end(), ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(size));
}

bool Encoder::Tables::encode_long(std::string_view piece, std::vector<TokenId>& out, Monitor* monitor) const {
  std::vector<TokenId> ids(piece.size());
  std::transform(piece.begin(), piece.end(), ids.begin(), [&](char byte) { return id_of_byte(byte); });
  if (!merge_long(merges, ids, monitor)) return false;
  out.insert(out.end(), ids.begin(), ids.end());
  return true;
}

}  // namespace vocabsmith
