#include "spellings.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

#include "vocabsmith/utf8.hpp"

namespace vocabsmith {
namespace {

constexpr TokenId nothing = std::numeric_limits<TokenId>::max();

// A token's hash is the value of its bytes as a polynomial in this number, so that it follows from the hashes of its
// parts, however long they are.
constexpr std::uint64_t hash_base = 0x9E3779B97F4A7C15U;

std::uint64_t power_of_base(std::uint32_t exponent) {
  std::uint64_t power = 1;
  for (std::uint64_t square = hash_base; exponent != 0; exponent >>= 1, square *= square) {
    if (exponent & 1) power *= square;
  }
  return power;
}

std::uint64_t hash_of(const char* bytes, std::size_t length) {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < length; ++i) hash = hash * hash_base + static_cast<std::uint8_t>(bytes[i]) + 1U;
  return hash;
}

std::uint64_t prefix_of(const char* bytes, std::size_t length) {
  std::uint64_t prefix = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    prefix = prefix << 8 | (i < length ? static_cast<std::uint8_t>(bytes[i]) : 0U);
  }
  return prefix;
}

// The upper bits of a polynomial are well mixed when the lower ones are spread over them.
std::size_t first_slot(std::uint64_t hash, std::size_t slots) {
  hash = (hash ^ (hash >> 32)) * 0xD6E8FEB86659FD93U;
  return static_cast<std::size_t>(hash >> 32) & (slots - 1);
}

}  // namespace

Spellings::Spellings(const std::array<std::uint8_t, 256>& byte_of_id,
                     const std::optional<std::vector<char32_t>>& characters)
    : made_(1024, nothing) {
  add_bytes(byte_of_id);
  if (characters) {
    character_ids_.emplace(*characters, size());
    add_characters(*characters);
  } else {
    for (TokenId id = 0; id < size(); ++id) remember(id);
  }
}

void Spellings::add_bytes(const std::array<std::uint8_t, 256>& byte_of_id) {
  std::array<bool, 256> named{};
  for (TokenId id = 0; id < 256; ++id) {
    const std::uint8_t byte = byte_of_id[id];
    if (named[byte]) {
      throw std::invalid_argument("byte " + std::to_string(byte) +
                                  " has two ids; the byte order must name each of the 256 bytes once");
    }
    named[byte] = true;
    id_of_byte_[byte] = id;
    char* spelling = room_for(1);
    *spelling = static_cast<char>(byte);
    append(spelling, 1, hash_of(spelling, 1));
  }
}

void Spellings::add_characters(const std::vector<char32_t>& characters) {
  for (const char32_t character : characters) {
    char* spelling = room_for(4);
    const std::uint32_t length = write_character(character, spelling);
    add(spelling, length, hash_of(spelling, length));
  }
}

void Spellings::add_joined(Pair pair) {
  const std::string_view left = bytes(pair.left);
  const std::string_view right = bytes(pair.right);
  char* spelling = room_for(left.size() + right.size());
  std::memcpy(spelling, left.data(), left.size());
  std::memcpy(spelling + left.size(), right.data(), right.size());
  add(spelling, left.size() + right.size(), joined_hash(pair));
}

void Spellings::add_slice(Pair pair, std::string_view bytes) {
  add(bytes.data(), bytes.size(), joined_hash(pair));
}

std::uint64_t Spellings::joined_hash(Pair pair) const {
  return hashes_[pair.left] * power_of_base(lengths_[pair.right]) + hashes_[pair.right];
}

void Spellings::add(const char* bytes, std::size_t length, std::uint64_t hash) {
  append(bytes, length, hash);
  remember(size() - 1);
}

void Spellings::append(const char* bytes, std::size_t length, std::uint64_t hash) {
  bytes_.push_back(bytes);
  lengths_.push_back(static_cast<std::uint32_t>(length));
  prefixes_.push_back(prefix_of(bytes, length));
  hashes_.push_back(hash);
}

char* Spellings::room_for(std::size_t length) {
  if (length > block_left_) {
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(block_size));
    block_left_ = block_size;
  }
  char* room = blocks_.back().get() + (block_size - block_left_);
  block_left_ -= length;
  return room;
}

void Spellings::remember(TokenId token) {
  if (2 * std::size_t{size()} > made_.size()) {
    std::vector<TokenId> old(2 * made_.size(), nothing);
    old.swap(made_);
    for (const TokenId earlier : old) {
      if (earlier != nothing) place(earlier);
    }
  }
  place(token);
}

void Spellings::place(TokenId token) {
  std::size_t slot = first_slot(hashes_[token], made_.size());
  for (; made_[slot] != nothing; slot = (slot + 1) & (made_.size() - 1)) {
    if (hashes_[made_[slot]] == hashes_[token] && bytes(made_[slot]) == bytes(token)) {
      throw std::logic_error("a token was made twice: \"" + std::string(bytes(token)) + "\"");
    }
  }
  made_[slot] = token;
}

}  // namespace vocabsmith
