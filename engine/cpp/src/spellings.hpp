// The bytes that every token stands for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "character_ids.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

class Spellings {
 public:
  // Up to so many bytes a token is spelt out here. A longer one is a slice of the piece it came from, so that a
  // vocabulary of very long tokens costs no more memory than the text.
  static constexpr std::size_t most_joined_bytes = 64;

  // The 256 single bytes, and then the characters, if learning begins with these. Throws std::invalid_argument if one
  // is named twice.
  explicit Spellings(const std::array<std::uint8_t, 256>& byte_of_id,
                     const std::optional<std::vector<char32_t>>& characters = std::nullopt);
  Spellings(const Spellings&) = delete;
  Spellings& operator=(const Spellings&) = delete;

  // The next token. Both throw std::logic_error if the token was made before.
  void add_joined(Pair pair);                         // has at most most_joined_bytes
  void add_slice(Pair pair, std::string_view bytes);  // `bytes` must outlive this object

  std::string_view bytes(TokenId token) const { return {bytes_[token], lengths_[token]}; }
  std::uint32_t length(TokenId token) const { return lengths_[token]; }
  std::size_t joined_length(Pair pair) const { return std::size_t{lengths_[pair.left]} + lengths_[pair.right]; }
  const std::uint32_t* lengths() const { return lengths_.data(); }
  TokenId id_of_byte(std::uint8_t byte) const { return id_of_byte_[byte]; }
  const CharacterIds* character_ids() const { return character_ids_ ? &*character_ids_ : nullptr; }
  TokenId size() const { return static_cast<TokenId>(bytes_.size()); }

  // Is (left bytes, right bytes) of `a` greater than that of `b`, in Python's order of tuples of bytes? Bytes compare
  // as unsigned, and a proper prefix is smaller.
  bool greater(Pair a, Pair b) const {
    return a.left != b.left ? greater_token(a.left, b.left) : greater_token(a.right, b.right);
  }

 private:
  static constexpr std::size_t block_size = std::size_t{1} << 16;

  // The first eight bytes decide nearly always, and padding them with zeros never decides wrongly.
  bool greater_token(TokenId a, TokenId b) const {
    return prefixes_[a] != prefixes_[b] ? prefixes_[a] > prefixes_[b] : bytes(a) > bytes(b);
  }

  void add_bytes(const std::array<std::uint8_t, 256>& byte_of_id);
  void add_characters(const std::vector<char32_t>& characters);
  void add(const char* bytes, std::size_t length, std::uint64_t hash);
  void append(const char* bytes, std::size_t length, std::uint64_t hash);
  std::uint64_t joined_hash(Pair pair) const;
  char* room_for(std::size_t length);
  void remember(TokenId token);
  void place(TokenId token);

  std::array<TokenId, 256> id_of_byte_;
  std::optional<CharacterIds> character_ids_;
  std::vector<const char*> bytes_;
  std::vector<std::uint32_t> lengths_;   // apart from the bytes: the inner loop wants nothing else
  std::vector<std::uint64_t> prefixes_;  // the first eight bytes, the first one on top
  std::vector<std::uint64_t> hashes_;
  std::vector<TokenId> made_;  // a hash table of the tokens that can be merged, none of which may be made twice
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t block_left_ = 0;
};

}  // namespace vocabsmith
