#include "piece_run.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <system_error>

#include "piece_key.hpp"
#include "stopping.hpp"

namespace vocabsmith {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 17;
constexpr std::size_t longest_number = 10;  // bytes of a varint of 64 bits

[[noreturn]] void fail_altered() {
  throw std::system_error(EIO, std::generic_category(), "a temporary file there no longer holds what was written");
}

// Depends on every byte, on the count, and on all pieces before.
std::uint64_t checksum_after(std::uint64_t checksum, std::string_view piece, Count count) {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
  checksum = (checksum ^ count) * odd;
  std::size_t at = 0;
  for (; at + sizeof checksum <= piece.size(); at += sizeof checksum) {
    checksum = (checksum ^ (checksum >> 29) ^ load_word(piece.data() + at)) * odd;
  }
  std::uint64_t rest = piece.size();
  for (; at < piece.size(); ++at) rest = (rest << 8) ^ static_cast<unsigned char>(piece[at]);
  return (checksum ^ (checksum >> 29) ^ rest) * odd;
}

}  // namespace

void CheckedSum::add_product(Count a, Count b) {
  too_large_ |= b != 0 && a > std::numeric_limits<Count>::max() / b;
  add(a * b);
}

Count CheckedSum::value() const {
  if (too_large_) throw std::overflow_error("the counts pass 2^64 - 1 together");
  return value_;
}

PieceRun::PieceRun(const std::string& folder, std::uint64_t expected_bytes, Monitor& monitor)
    : file_(folder), monitor_(&monitor), expected_bytes_(expected_bytes) {
  buffer_.reserve(buffer_bytes);
}

void PieceRun::append(std::string_view piece, Count count) {
  put_number(piece.size());
  put(piece);
  put_number(count);
  ++size_;
  piece_bytes_ += piece.size();
  longest_ = std::max(longest_, piece.size());
  total_.add(count);
  total_bytes_.add_product(count, piece.size());
  checksum_ = checksum_after(checksum_, piece, count);
}

void PieceRun::finish() {
  flush();
  buffer_ = {};
  monitor_ = nullptr;
}

// Seven bits a byte, the lowest first; the highest bit says that more follow.
void PieceRun::put_number(std::uint64_t number) {
  char bytes[longest_number];
  std::size_t length = 0;
  for (; number >= 0x80; number >>= 7) bytes[length++] = static_cast<char>(number | 0x80);
  bytes[length++] = static_cast<char>(number);
  put({bytes, length});
}

void PieceRun::put(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > buffer_bytes) flush();
  if (bytes.size() > buffer_bytes) {
    write(bytes);
  } else {
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  }
}

void PieceRun::flush() {
  write({buffer_.data(), buffer_.size()});
  buffer_.clear();
}

void PieceRun::write(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const std::string_view step = bytes.substr(at, bytes_between_checkpoints);
    const std::uint64_t expected = expected_bytes_ > bytes_ ? expected_bytes_ - bytes_ : 0;
    file_.append(step.data(), step.size(), std::max<std::uint64_t>(expected, bytes.size() - at));
    bytes_ += step.size();
    at += step.size();
    obey(*monitor_);
  }
}

RunReader::RunReader(const PieceRun& run) : run_(&run), buffer_(std::min<std::uint64_t>(run.bytes_, buffer_bytes)) {}

bool RunReader::next() {
  if (seen_ == run_->size_) {
    if (checksum_ != run_->checksum_ || consumed() != run_->bytes_) fail_altered();
    return false;
  }
  fill(longest_number);
  length_ = take_number();
  if (length_ > run_->longest_) fail_altered();
  fill(length_ + longest_number);
  if (end_ - begin_ < length_) fail_altered();
  piece_ = begin_;
  begin_ += length_;
  count_ = take_number();
  checksum_ = checksum_after(checksum_, piece(), count_);
  ++seen_;
  return true;
}

void RunReader::fill(std::size_t wanted) {
  if (end_ - begin_ >= wanted) return;
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  const std::uint64_t left = run_->bytes_ - read_;
  if (buffer_.size() < wanted) buffer_.resize(std::min<std::uint64_t>(wanted, end_ + left));
  const std::size_t more = std::min<std::uint64_t>(left, buffer_.size() - end_);
  run_->file_.read(read_, buffer_.data() + end_, more);
  read_ += more;
  end_ += more;
}

std::uint64_t RunReader::take_number() {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < longest_number && begin_ != end_; ++i) {
    const auto byte = static_cast<unsigned char>(buffer_[begin_++]);
    number |= std::uint64_t{byte & 0x7FU} << (7 * i);
    if (byte < 0x80) return number;
  }
  fail_altered();
}

}  // namespace vocabsmith
