#include "blake2b.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

namespace vocabsmith {
namespace {

constexpr std::size_t block_bytes = 128;
constexpr std::uint64_t digest_bytes = 8;
constexpr std::size_t rounds = 12;

using Words = std::array<std::uint64_t, 16>;
using State = std::array<std::uint64_t, 8>;

constexpr State initial{0x6A09E667F3BCC908U, 0xBB67AE8584CAA73BU, 0x3C6EF372FE94F82BU, 0xA54FF53A5F1D36F1U,
                        0x510E527FADE682D1U, 0x9B05688C2B3E6C1FU, 0x1F83D9ABFB41BD6BU, 0x5BE0CD19137E2179U};

constexpr std::array<std::array<std::uint8_t, 16>, 10> schedule{{
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
}};

// Bytes past the end of the message are zero.
Words words_of(std::string_view block) {
  std::array<char, block_bytes> bytes{};
  std::copy(block.begin(), block.end(), bytes.begin());
  Words words{};
  for (std::size_t word = 0; word < words.size(); ++word) {
    for (std::size_t byte = 0; byte < 8; ++byte) {
      words[word] |= std::uint64_t{static_cast<unsigned char>(bytes[8 * word + byte])} << (8 * byte);
    }
  }
  return words;
}

void mix(Words& v, std::size_t a, std::size_t b, std::size_t c, std::size_t d, std::uint64_t x, std::uint64_t y) {
  v[a] += v[b] + x;
  v[d] = std::rotr(v[d] ^ v[a], 32);
  v[c] += v[d];
  v[b] = std::rotr(v[b] ^ v[c], 24);
  v[a] += v[b] + y;
  v[d] = std::rotr(v[d] ^ v[a], 16);
  v[c] += v[d];
  v[b] = std::rotr(v[b] ^ v[c], 63);
}

void compress(State& state, const Words& words, std::uint64_t bytes_so_far, bool last) {
  Words v{};
  std::copy(state.begin(), state.end(), v.begin());
  std::copy(initial.begin(), initial.end(), v.begin() + 8);
  v[12] ^= bytes_so_far;
  if (last) v[14] = ~v[14];
  for (std::size_t round = 0; round < rounds; ++round) {
    const auto& s = schedule[round % schedule.size()];
    for (std::size_t column = 0; column < 4; ++column) {
      mix(v, column, column + 4, column + 8, column + 12, words[s[2 * column]], words[s[2 * column + 1]]);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      mix(v, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, words[s[2 * i + 8]], words[s[2 * i + 9]]);
    }
  }
  for (std::size_t i = 0; i < state.size(); ++i) state[i] ^= v[i] ^ v[i + 8];
}

}  // namespace

std::uint64_t blake2b_64(std::string_view message) {
  State state = initial;
  state[0] ^= 0x01010000U ^ digest_bytes;  // one leaf, no key
  std::size_t at = 0;
  for (; message.size() - at > block_bytes; at += block_bytes) {
    compress(state, words_of(message.substr(at, block_bytes)), at + block_bytes, false);
  }
  compress(state, words_of(message.substr(at)), message.size(), true);
  return state[0];
}

}  // namespace vocabsmith
