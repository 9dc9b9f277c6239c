#include "data_file.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#include <share.h>
#include <stdio.h>
#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <mutex>
#else
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace vocabsmith {
namespace {

// The systems take at most 2 GiB in one call.
constexpr std::size_t most_at_once = std::size_t{1} << 30;

#ifdef _WIN32

std::mutex seeking;  // there is no reading at an offset that would leave the place of the file alone

int open_nameless(const std::string& folder) {
  static std::atomic<unsigned> number{0};
  for (;;) {
    const std::string path =
        folder + "\\vocabsmith-" + std::to_string(_getpid()) + "-" + std::to_string(number++) + ".tmp";
    int descriptor = -1;
    const int flags = _O_CREAT | _O_EXCL | _O_RDWR | _O_BINARY | _O_TEMPORARY | _O_SHORT_LIVED | _O_NOINHERIT;
    if (_sopen_s(&descriptor, path.c_str(), flags, _SH_DENYNO, _S_IREAD | _S_IWRITE) == 0) return descriptor;
    if (errno != EEXIST) return -1;
  }
}

int open_named(const std::string& path, int flags) {
  const std::filesystem::path name(std::u8string(path.begin(), path.end()));
  int descriptor = -1;
  if (_wsopen_s(&descriptor, name.c_str(), flags | _O_BINARY | _O_NOINHERIT, _SH_DENYNO, _S_IREAD | _S_IWRITE) != 0) {
    return -1;
  }
  return descriptor;
}

int create_named(const std::string& path) {
  return open_named(path, _O_CREAT | _O_EXCL | _O_RDWR);
}

int open_to_read(const std::string& path) {
  return open_named(path, _O_RDONLY);
}

long long size_of(int descriptor) {
  return _filelengthi64(descriptor);
}

long long write_some(int descriptor, const char* bytes, std::size_t size) {
  const std::lock_guard lock(seeking);
  if (_lseeki64(descriptor, 0, SEEK_END) < 0) return -1;
  return _write(descriptor, bytes, static_cast<unsigned>(size));
}

long long read_some(int descriptor, char* out, std::size_t size, std::uint64_t offset) {
  const std::lock_guard lock(seeking);
  if (_lseeki64(descriptor, static_cast<long long>(offset), SEEK_SET) < 0) return -1;
  return _read(descriptor, out, static_cast<unsigned>(size));
}

void close_file(int descriptor) {
  _close(descriptor);
}

#else

int open_nameless(const std::string& folder) {
#ifdef O_TMPFILE
  const int nameless = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (nameless >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return nameless;
#endif
  std::string path = folder + "/vocabsmith-XXXXXX";
  const int descriptor = mkstemp(path.data());
  if (descriptor >= 0) {
    unlink(path.c_str());
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  }
  return descriptor;
}

int create_named(const std::string& path) {
  return open(path.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
}

int open_to_read(const std::string& path) {
  return open(path.c_str(), O_RDONLY | O_CLOEXEC);
}

long long size_of(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 ? static_cast<long long>(status.st_size) : -1;
}

long long write_some(int descriptor, const char* bytes, std::size_t size) {
  return write(descriptor, bytes, size);
}

long long read_some(int descriptor, char* out, std::size_t size, std::uint64_t offset) {
  return pread(descriptor, out, size, static_cast<off_t>(offset));
}

void close_file(int descriptor) {
  close(descriptor);
}

#endif

[[noreturn]] void fail(int error, const std::string& what) {
  throw std::system_error(error, std::generic_category(), what);
}

}  // namespace

DataFile DataFile::nameless(const std::string& folder) {
  const int descriptor = open_nameless(folder);
  if (descriptor < 0) fail(errno, "no temporary file can be made there");
  return DataFile(descriptor);
}

DataFile DataFile::created(const std::string& path) {
  const int descriptor = create_named(path);
  if (descriptor < 0) fail(errno, "no file of pieces can be made there");
  return DataFile(descriptor);
}

DataFile DataFile::opened(const std::string& path) {
  const int descriptor = open_to_read(path);
  if (descriptor < 0) fail(errno, "the file cannot be opened");
  return DataFile(descriptor);
}

DataFile::DataFile(DataFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

DataFile& DataFile::operator=(DataFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

DataFile::~DataFile() {
  if (descriptor_ >= 0) close_file(descriptor_);
}

void DataFile::append(const char* bytes, std::size_t size, std::uint64_t needed) {
  while (size != 0) {
    const long long written = write_some(descriptor_, bytes, std::min(size, most_at_once));
    if (written <= 0 && !(written < 0 && errno == EINTR)) {
      fail(written < 0 ? errno : ENOSPC, "has no room for another " + std::to_string(needed) + " bytes of pieces");
    }
    if (written <= 0) continue;
    bytes += written;
    size -= static_cast<std::size_t>(written);
    needed -= static_cast<std::uint64_t>(written);
  }
}

void DataFile::read(std::uint64_t offset, char* out, std::size_t size) const {
  while (size != 0) {
    const long long taken = read_some(descriptor_, out, std::min(size, most_at_once), offset);
    if (taken <= 0 && !(taken < 0 && errno == EINTR)) {
      fail(taken < 0 ? errno : EIO, "a file of pieces there cannot be read back");
    }
    if (taken <= 0) continue;
    out += taken;
    offset += static_cast<std::uint64_t>(taken);
    size -= static_cast<std::size_t>(taken);
  }
}

std::uint64_t DataFile::size() const {
  const long long bytes = size_of(descriptor_);
  if (bytes < 0) fail(errno, "the size of a file of pieces is not known");
  return static_cast<std::uint64_t>(bytes);
}

}  // namespace vocabsmith
