#include "piece_run.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "stopping.hpp"

namespace vocabsmith {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 17;
constexpr std::size_t longest_number = 10;  // bytes of a varint of 64 bits

constexpr std::size_t copied_at_once = std::size_t{1} << 20;

[[noreturn]] void fail_altered() {
  throw std::system_error(EIO, std::generic_category(), "a file of pieces there no longer holds what was written");
}

std::string path_of(const std::string& folder, const std::string& name) {
  return folder + "/" + name;
}

}  // namespace

PieceRun::PieceRun(const std::string& folder, std::uint64_t expected_bytes, Monitor& monitor)
    : file_(DataFile::nameless(folder)), monitor_(&monitor), expected_bytes_(expected_bytes) {
  buffer_.reserve(buffer_bytes);
  facts_.rising = true;
}

PieceRun PieceRun::created(const std::string& folder, const std::string& name, std::uint64_t expected_bytes,
                           Monitor& monitor) {
  PieceRun run(DataFile::created(path_of(folder, name)), name);
  run.monitor_ = &monitor;
  run.expected_bytes_ = expected_bytes;
  run.buffer_.reserve(buffer_bytes);
  return run;
}

PieceRun PieceRun::opened(const std::string& folder, const std::string& name) {
  try {
    PieceRun run(DataFile::opened(path_of(folder, name)), name);
    const std::uint64_t size = run.file_.size();
    if (size < RunFacts::trailer_bytes) throw std::domain_error("is no file of pieces, or was cut short");
    RunFacts::Trailer trailer;
    run.file_.read(size - trailer.size(), trailer.data(), trailer.size());
    run.facts_ = RunFacts::of_trailer(trailer, size);
    return run;
  } catch (const std::system_error& error) {
    throw std::domain_error("cannot be read: " + error.code().message());
  }
}

void PieceRun::append(std::string_view piece, Count count) {
  put_number(piece.size());
  put(piece);
  put_number(count);
  facts_.add(piece, count);
}

void PieceRun::finish() {
  flush();
  if (!name_.empty()) {
    const RunFacts::Trailer trailer = facts_.trailer();
    file_.append(trailer.data(), trailer.size(), trailer.size());
  }
  buffer_ = {};
  monitor_ = nullptr;
}

void PieceRun::move_to(const std::string& folder, const std::string& name, Monitor& monitor) {
  file_ = copied_to(path_of(folder, name), monitor);
  name_ = name;
}

void PieceRun::copy_to(const std::string& folder, const std::string& name, Monitor& monitor) const {
  copied_to(path_of(folder, name), monitor);
}

DataFile PieceRun::copied_to(const std::string& path, Monitor& monitor) const {
  DataFile copy = DataFile::created(path);
  std::vector<char> bytes(std::min<std::uint64_t>(facts_.bytes, copied_at_once));
  for (std::uint64_t at = 0; at < facts_.bytes;) {
    const std::size_t step = std::min<std::uint64_t>(bytes.size(), facts_.bytes - at);
    file_.read(at, bytes.data(), step);
    copy.append(bytes.data(), step, facts_.bytes - at);
    at += step;
    obey(monitor);
  }
  const RunFacts::Trailer trailer = facts_.trailer();
  copy.append(trailer.data(), trailer.size(), trailer.size());
  return copy;
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
    const std::uint64_t expected = expected_bytes_ > facts_.bytes ? expected_bytes_ - facts_.bytes : 0;
    file_.append(step.data(), step.size(), std::max<std::uint64_t>(expected, bytes.size() - at));
    facts_.bytes += step.size();
    at += step.size();
    obey(*monitor_);
  }
}

RunReader::RunReader(const PieceRun& run) : run_(&run), buffer_(std::min<std::uint64_t>(run.bytes(), buffer_bytes)) {
  seen_.bytes = run.bytes();
  seen_.rising = run.facts().rising;
}

bool RunReader::next() {
  if (seen_.size == run_->size()) {
    if (seen_ != run_->facts() || consumed() != run_->bytes()) fail_altered();
    return false;
  }
  fill(longest_number);
  length_ = take_number();
  if (length_ > run_->longest()) fail_altered();
  fill(length_ + longest_number);
  if (end_ - begin_ < length_) fail_altered();
  piece_ = begin_;
  begin_ += length_;
  count_ = take_number();
  seen_.add(piece(), count_);
  return true;
}

void RunReader::fill(std::size_t wanted) {
  if (end_ - begin_ >= wanted) return;
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  const std::uint64_t left = run_->bytes() - read_;
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
    if (i == longest_number - 1 && byte > 1) break;  // more than 64 bits
    number |= std::uint64_t{byte & 0x7FU} << (7 * i);
    if (byte < 0x80) return number;
  }
  fail_altered();
}

void visit_checked(const PieceRun& run, const PieceSource::Visit& visit) {
  RunReader reader(run);
  const auto has_next = [&] {
    try {
      return reader.next();
    } catch (const std::system_error& error) {
      throw std::domain_error("is damaged, or cannot be read: " + error.code().message());
    }
  };
  const bool rising = run.facts().rising;
  std::string last;
  while (has_next()) {
    const std::string_view piece = reader.piece();
    if (piece.empty() || reader.count() == 0) throw std::domain_error("is damaged");
    if (rising && piece <= last) throw std::domain_error("is damaged");
    if (rising) last = piece;
    visit(piece, reader.count());
  }
}

}  // namespace vocabsmith
