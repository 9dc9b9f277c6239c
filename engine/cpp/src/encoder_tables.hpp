// What an encoder derives from its vocabulary, and the encoding of one piece. Private to the encoder.
#pragma once

#include <bitset>
#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "merge_table.hpp"
#include "vocabsmith/encoder.hpp"
#include "vocabsmith/monitor.hpp"
#include "vocabsmith/special_tokens.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

struct Encoder::Tables {
  Tables(Vocabulary checked, std::size_t merging_memory);

  // Ids of one piece, appended to `out`. Throws StopRequested when `monitor`, which may be null, asks for it.
  void encode_piece(std::string_view piece, std::vector<TokenId>& out, Monitor* monitor) const;

  // End of the part that begins at `begin`: before the first two bytes that no merge can join. What lies on either
  // side of such a place is merged by itself, so a piece may be encoded part by part. Throws as above.
  std::size_t part_end(std::string_view piece, std::size_t begin, Monitor* monitor) const;

  Vocabulary vocabulary;
  MergeTable merges;
  SpecialTokens specials;
  std::unordered_map<std::string_view, TokenId> whole_pieces;  // only with `whole_pieces_first`

 private:
  void encode_part(std::string_view part, std::vector<TokenId>& out, Monitor* monitor) const;
  void encode_short(std::string_view piece, std::vector<TokenId>& out) const;
  void encode_long(std::string_view piece, std::vector<TokenId>& out, Monitor* monitor) const;
  void check_memory(std::size_t length) const;

  std::size_t merging_memory_;                // 0: no limit
  std::bitset<std::size_t{1} << 16> joined_;  // by two bytes: the last of a merge's left part, the first of its right
  TokenId id_of_byte(char byte) const { return vocabulary.byte_ids[static_cast<unsigned char>(byte)]; }
};

}  // namespace vocabsmith
