// Text to ids and back, with a finished vocabulary.
//
// Inside each piece the adjacent pair of lowest rank is merged, leftmost first, until no pair has a rank. Short pieces
// are merged by scanning for the lowest rank on the stack; long ones with a heap over a linked list, so that a piece
// of n bytes costs O(n log n). Both give the same ids for every merge list.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vocabsmith/monitor.hpp"
#include "vocabsmith/pretokenizer.hpp"
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
  std::vector<std::string> tokens;      // bytes of each id, special tokens included
  std::array<TokenId, 256> byte_ids{};  // the id of each single byte
  std::vector<MergeRule> merges;        // by rank; of rules with the same pair the first holds
  std::vector<TokenId> special_ids;     // tokens that only a match in the text produces, never a merge or a look-up
  bool whole_pieces_first = false;      // look a whole piece up before merging (.tiktoken, ignore_merges)
};

class CachePool;

// Any number of threads may encode and decode with one Encoder at the same time. Nothing about it changes but what it
// remembers of pieces met before: at most 4 MiB for each of the threads, and never anything but results of merging.
class Encoder {
 public:
  // Throws std::invalid_argument unless every id exists, every byte id spells its byte, every merge spells its token
  // from two parts that are not empty, none of these is special, and special tokens are distinct and not empty.
  // `merging_memory`: bytes that merging in one piece may take, some 36 for each byte that no place divides; 0: as many
  // as there are. What encodes throws std::length_error for a piece that would take more, or for 4 GiB undivided.
  explicit Encoder(Vocabulary vocabulary, std::size_t merging_memory = 0);
  ~Encoder();
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  // Ids of one piece (not a special token), appended to `out`.
  void encode_piece(std::string_view piece, std::vector<TokenId>& out) const;

  // Ids of a text, appended to `out`. With `allow_specials` special tokens become their one id, otherwise they are
  // text like any other. `monitor` may be null; its pause is obeyed, and its stop ends the call early: false, and `out`
  // is incomplete.
  bool encode(std::string_view text, Scanner scanner, bool allow_specials, std::vector<TokenId>& out,
              Monitor* monitor = nullptr) const;

  // The same for many texts, each by itself; `ends` gets the size of `out` after each of them.
  bool encode_batch(std::span<const std::string_view> texts, Scanner scanner, bool allow_specials,
                    std::vector<TokenId>& out, std::vector<std::uint64_t>& ends, Monitor* monitor = nullptr) const;

  // Ids of a text already cut: piece i is text[ends[i-1], ends[i]). Throws std::invalid_argument unless the ends rise
  // to the end of the text. `monitor` as above.
  bool encode_pieces(std::string_view text, std::span<const std::uint64_t> ends, std::vector<TokenId>& out,
                     Monitor* monitor = nullptr) const;

  // Bytes of the ids, appended to `out`. Returns the position of the first id that does not exist, or ids.size().
  std::size_t decode(std::span<const TokenId> ids, std::string& out) const;

 private:
  struct Tables;
  class Run;
  std::unique_ptr<const Tables> tables_;
  std::unique_ptr<CachePool> caches_;
};

}  // namespace vocabsmith
