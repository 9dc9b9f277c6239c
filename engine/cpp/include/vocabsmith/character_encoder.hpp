// Text to ids by merges over characters: byte pair encoding that is not byte-level, as in Llama 2 and as in Hugging
// Face's BPE without ByteLevel.
//
// In each piece
//   1. every character becomes a token: the one that spells it (with the continuing prefix in front, unless it is the
//      first of its piece, and the word suffix behind it if it is the last), else its byte tokens, if all of them
//      exist, else the unknown token, else nothing;
//   2. the adjacent pair of lowest rank is merged, leftmost first, until no pair has a rank.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "vocabsmith/encoded_pieces.hpp"
#include "vocabsmith/encoder.hpp"
#include "vocabsmith/monitor.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

inline constexpr TokenId no_token = 0xFFFFFFFF;

struct CharacterVocabulary {
  std::vector<std::string> tokens;                   // bytes of each id; a byte token is its one byte
  std::optional<std::array<TokenId, 256>> byte_ids;  // the token of each byte, or no_token; none: no byte fallback
  std::vector<MergeRule> merges;                     // by rank; of rules with the same pair the last holds
  std::vector<TokenId> special_ids;                  // ids that no character, no whole piece and no merge gives
  std::optional<TokenId> unknown_id;                 // none: unknown characters are left out
  bool fuse_unknown = false;                         // neighbouring unknown characters become one token
  bool whole_pieces_first = false;                   // look a whole piece up before merging (ignore_merges)
  std::string continuing_prefix;                     // what tokens inside a word begin with, such as ##
  std::string word_suffix;                           // what tokens at the end of a word end with, such as </w>
};

// Any number of threads may encode with one at the same time.
class CharacterEncoder {
 public:
  // Throws std::invalid_argument unless every id exists, byte tokens are their bytes, and every merge spells its token
  // from two parts (the right one without the continuing prefix) that are neither empty nor special.
  explicit CharacterEncoder(CharacterVocabulary vocabulary);
  ~CharacterEncoder();
  CharacterEncoder(const CharacterEncoder&) = delete;
  CharacterEncoder& operator=(const CharacterEncoder&) = delete;

  // Ids of the pieces, appended to `out`, as Hugging Face's library gives them. So an unknown token waits until it is
  // clear what follows, and comes behind byte tokens that follow it. `monitor` may be null; its pause is obeyed, and
  // its stop ends the call early: false, and `out` is incomplete. Throws std::invalid_argument for pieces that are not
  // in order inside the text, std::length_error for 4 GiB that nothing divides.
  bool encode_pieces(const CutText& cut, EncodedPieces& out, Monitor* monitor = nullptr) const;

 private:
  class Tables;
  class Run;
  std::unique_ptr<const Tables> tables_;
};

}  // namespace vocabsmith
