// What an encoder derives from its vocabulary, and the encoding of one piece. Private to the encoder.
#pragma once

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
  explicit Tables(Vocabulary checked);

  // Ids of one piece, appended to `out`. False when `monitor`, which may be null, asked for a stop.
  bool encode_piece(std::string_view piece, std::vector<TokenId>& out, Monitor* monitor) const;

  Vocabulary vocabulary;
  MergeTable merges;
  SpecialTokens specials;
  std::unordered_map<std::string_view, TokenId> whole_pieces;  // only with `whole_pieces_first`

 private:
  void encode_short(std::string_view piece, std::vector<TokenId>& out) const;
  bool encode_long(std::string_view piece, std::vector<TokenId>& out, Monitor* monitor) const;
  TokenId id_of_byte(char byte) const { return vocabulary.byte_ids[static_cast<unsigned char>(byte)]; }
};

}  // namespace vocabsmith
