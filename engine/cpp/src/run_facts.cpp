#include "run_facts.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

#include "piece_key.hpp"

namespace vocabsmith {
namespace {

constexpr std::string_view magic = "VSPIECES";
constexpr std::uint64_t version = 1;
constexpr std::uint64_t smallest_piece = 3;  // bytes of a run: its length, one byte, its count

constexpr std::uint64_t is_rising = 1, total_is_too_large = 2, total_bytes_are_too_large = 4;

// Eight bytes as a number that is the same on every machine.
std::uint64_t number_at(const char* bytes) {
  if constexpr (std::endian::native == std::endian::little) return load_word(bytes);
  std::uint64_t number = 0;
  for (int i = 7; i >= 0; --i) number = (number << 8) | static_cast<unsigned char>(bytes[i]);
  return number;
}

// Depends on every byte, on the count, and on all pieces before.
std::uint64_t checksum_after(std::uint64_t checksum, std::string_view piece, Count count) {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
  checksum = (checksum ^ count) * odd;
  std::size_t at = 0;
  for (; at + sizeof checksum <= piece.size(); at += sizeof checksum) {
    checksum = (checksum ^ (checksum >> 29) ^ number_at(piece.data() + at)) * odd;
  }
  std::uint64_t rest = piece.size();
  for (; at < piece.size(); ++at) rest = (rest << 8) ^ static_cast<unsigned char>(piece[at]);
  return (checksum ^ (checksum >> 29) ^ rest) * odd;
}

class TrailerWriter {
 public:
  void put(std::string_view bytes) { at_ = std::copy(bytes.begin(), bytes.end(), at_); }

  void put_number(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) *at_++ = static_cast<char>((number >> shift) & 0xFF);
  }

  void put_checksum() { put_number(checksum_after(0, {trailer.data(), RunFacts::trailer_bytes - 8}, 0)); }

  RunFacts::Trailer trailer{};

 private:
  RunFacts::Trailer::iterator at_ = trailer.begin();
};

}  // namespace

void CheckedSum::add_product(Count a, Count b) {
  too_large_ |= b != 0 && a > std::numeric_limits<Count>::max() / b;
  add(a * b);
}

Count CheckedSum::value() const {
  if (too_large_) throw std::overflow_error("the counts pass 2^64 - 1 together");
  return value_;
}

void RunFacts::add(std::string_view piece, Count count) {
  ++size;
  piece_bytes += piece.size();
  longest = std::max<std::uint64_t>(longest, piece.size());
  total.add(count);
  total_bytes.add_product(count, piece.size());
  checksum = checksum_after(checksum, piece, count);
}

RunFacts::Trailer RunFacts::trailer() const {
  const std::uint64_t flags = (rising ? is_rising : 0) | (total.too_large() ? total_is_too_large : 0) |
                              (total_bytes.too_large() ? total_bytes_are_too_large : 0);
  TrailerWriter writer;
  writer.put(magic);
  writer.put_number(version | (flags << 32));
  for (const std::uint64_t number : {bytes, size, piece_bytes, longest}) writer.put_number(number);
  for (const std::uint64_t number : {total.low_bits(), total_bytes.low_bits(), checksum}) writer.put_number(number);
  writer.put_checksum();
  return writer.trailer;
}

RunFacts RunFacts::of_trailer(const Trailer& trailer, std::uint64_t file_bytes) {
  const auto number = [&](std::size_t place) { return number_at(trailer.data() + 8 * place); };
  if (std::string_view(trailer.data(), magic.size()) != magic) {
    throw std::domain_error("is no file of pieces, or was cut short");
  }
  const std::uint64_t flags = number(1) >> 32;
  if ((number(1) & 0xFFFFFFFFU) > version) throw std::domain_error("was made by a newer version");
  RunFacts facts;
  facts.bytes = number(2);
  facts.size = number(3);
  facts.piece_bytes = number(4);
  facts.longest = number(5);
  facts.total = CheckedSum(number(6), (flags & total_is_too_large) != 0);
  facts.total_bytes = CheckedSum(number(7), (flags & total_bytes_are_too_large) != 0);
  facts.checksum = number(8);
  facts.rising = (flags & is_rising) != 0;
  const bool possible = facts.bytes == file_bytes - trailer_bytes && facts.size <= facts.bytes / smallest_piece &&
                        facts.piece_bytes <= facts.bytes && facts.longest <= facts.piece_bytes;
  if (!possible || facts.trailer() != trailer) throw std::domain_error("is damaged");
  return facts;
}

}  // namespace vocabsmith
