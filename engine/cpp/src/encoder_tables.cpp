#include "encoder_tables.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "piece_merging.hpp"
#include "stopping.hpp"

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

std::size_t place_of(char left, char right) {
  return std::size_t{static_cast<unsigned char>(left)} * 256 + static_cast<unsigned char>(right);
}

}  // namespace

Encoder::Tables::Tables(Vocabulary checked, std::size_t merging_memory)
    : vocabulary(std::move(checked)),
      merges(vocabulary.merges),
      specials(special_tokens_of(vocabulary)),
      whole_pieces(whole_pieces_of(vocabulary)),
      merging_memory_(merging_memory) {
  for (const MergeRule& merge : vocabulary.merges)
    joined_.set(place_of(vocabulary.tokens[merge.left].back(), vocabulary.tokens[merge.right].front()));
}

std::size_t Encoder::Tables::part_end(std::string_view piece, std::size_t begin, Monitor* monitor) const {
  std::size_t end = begin + 1;
  while (end < piece.size() && joined_[place_of(piece[end - 1], piece[end])]) {
    if (++end % rounds_between_checkpoints == 0 && monitor != nullptr) obey(*monitor);
  }
  return end;
}

void Encoder::Tables::encode_piece(std::string_view piece, std::vector<TokenId>& out, Monitor* monitor) const {
  if (vocabulary.whole_pieces_first) {
    const auto found = whole_pieces.find(piece);
    if (found != whole_pieces.end()) {
      out.push_back(found->second);
      return;
    }
  }
  if (piece.size() <= short_piece_limit) return encode_short(piece, out);
  for (std::size_t begin = 0; begin < piece.size();) {
    const std::size_t end = part_end(piece, begin, monitor);
    encode_part(piece.substr(begin, end - begin), out, monitor);
    begin = end;
  }
}

void Encoder::Tables::encode_part(std::string_view part, std::vector<TokenId>& out, Monitor* monitor) const {
  if (monitor != nullptr) obey(*monitor);
  if (part.size() <= short_piece_limit) return encode_short(part, out);
  encode_long(part, out, monitor);
}

void Encoder::Tables::encode_short(std::string_view piece, std::vector<TokenId>& out) const {
  std::array<TokenId, short_piece_limit> ids;
  std::transform(piece.begin(), piece.end(), ids.begin(), [&](char byte) { return id_of_byte(byte); });
  const std::size_t size = merge_short(merges, std::span(ids).first(piece.size()));
  out.insert(out.end(), ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(size));
}

void Encoder::Tables::encode_long(std::string_view piece, std::vector<TokenId>& out, Monitor* monitor) const {
  check_memory(piece.size());
  std::vector<TokenId> ids;
  ids.reserve(piece.size());
  for (const char byte : piece) {
    if (ids.size() % rounds_between_checkpoints == 0 && monitor != nullptr) obey(*monitor);
    ids.push_back(id_of_byte(byte));
  }
  merge_long(merges, ids, monitor);
  out.insert(out.end(), ids.begin(), ids.end());
}

void Encoder::Tables::check_memory(std::size_t length) const {
  if (merging_memory_ == 0 || length <= merging_memory_ / merging_bytes_per_id) return;
  throw std::length_error(std::to_string(length) + " bytes that nothing divides take " +
                          std::to_string(length / 1'000'000 * merging_bytes_per_id) + " MB of memory to encode, and " +
                          std::to_string(merging_memory_ / 1'000'000) + " MB are allowed");
}

}  // namespace vocabsmith
