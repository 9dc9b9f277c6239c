// Text to ids and back, with a finished vocabulary.
//
// Inside each piece the adjacent pair of lowest rank is merged, leftmost first, until no pair has a rank. Short pieces
// are merged by scanning for the lowest rank on the stack; long ones with a heap over a linked list, so that a piece
// of n bytes costs O(n log n). Both give the same ids for every merge list.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vocabsmith/pretokenizer.hpp"
#include "vocabsmith/special_tokens.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

// A merge as a vocabulary lists it; its rank is its place in the list. The same token may be made by several.
struct MergeRule {
  TokenId left;
  TokenId right;
  TokenId token;
};

// All that an encoder needs to know, in the ids of the finished vocabulary.
struct Vocabulary {
  std::vector<std::string> tokens;             // bytes of each id, special tokens included
  std::array<TokenId, 256> byte_ids{};         // the id of each single byte
  std::vector<MergeRule> merges;               // by rank
  std::vector<TokenId> special_ids;            // id of each special token, in the order of `specials`
  SpecialTokens specials;
  bool whole_pieces_first = false;             // look a whole piece up before merging (.tiktoken, ignore_merges)
};

class Encoder {
 public:
  // Checks that ids are in range and that every merge spells its token; throws std::invalid_argument.
  explicit Encoder(Vocabulary vocabulary);
  ~Encoder();
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  // Ids of one piece (not a special token), appended to `out`.
  void encode_piece(std::string_view piece, std::vector<TokenId>& out) const;

  // Ids of a text. With `allow_specials` special tokens become their one id, otherwise they are text like any other.
  // `stop` may be null; when it becomes true the call ends early and returns false.
  bool encode(std::string_view text, Scanner scanner, bool allow_specials, std::vector<TokenId>& out,
              const std::atomic<bool>* stop = nullptr) const;

  // Ids of a text already cut: piece i is text[ends[i-1], ends[i]).
  void encode_pieces(std::string_view text, std::span<const std::uint64_t> ends, std::vector<TokenId>& out) const;

  // Bytes of the ids, appended to `out`. Returns the position of the first id that does not exist, or ids.size().
  std::size_t decode(std::span<const TokenId> ids, std::string& out) const;

  const Vocabulary& vocabulary() const;

  // (private part: the implementer's)
};

}  // namespace vocabsmith
