// The bytes that every token stands for.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "vocabsmith/types.hpp"

namespace vocabsmith {

class Spellings {
 public:
  // The 256 single bytes. Throws std::invalid_argument if one is named twice.
  explicit Spellings(const std::array<std::uint8_t, 256>& byte_of_id);
  Spellings(const Spellings&) = delete;
  Spellings& operator=(const Spellings&) = delete;

  // The next token. `bytes` must outlive this object: a token is a slice of the corpus, so that a vocabulary of very
  // long tokens costs no more memory than one of short ones. Throws std::logic_error if the token was made before.
  void add(std::string_view bytes);

  std::string_view bytes(TokenId token) const { return bytes_[token]; }
  std::uint32_t length(TokenId token) const { return lengths_[token]; }
  TokenId id_of_byte(std::uint8_t byte) const { return id_of_byte_[byte]; }
  TokenId size() const { return static_cast<TokenId>(bytes_.size()); }

  // Is (left bytes, right bytes) of `a` greater than that of `b`, in Python's order of tuples of bytes? Bytes compare
  // as unsigned, and a proper prefix is smaller.
  bool greater(Pair a, Pair b) const;

 private:
  std::array<char, 256> single_bytes_;
  std::array<TokenId, 256> id_of_byte_;
  std::vector<std::string_view> bytes_;
  std::vector<std::uint32_t> lengths_;  // apart from the bytes: the inner loop wants nothing else
  std::unordered_set<std::string_view> made_;
};

}  // namespace vocabsmith
