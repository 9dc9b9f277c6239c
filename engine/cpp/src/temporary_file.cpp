#include "temporary_file.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <sys/stat.h>

#include <atomic>
#include <mutex>
#else
#include <fcntl.h>
#include <stdlib.h>
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

TemporaryFile::TemporaryFile(const std::string& folder) : descriptor_(open_nameless(folder)) {
  if (descriptor_ < 0) fail(errno, "no temporary file can be made there");
}

TemporaryFile::~TemporaryFile() {
  close_file(descriptor_);
}

void TemporaryFile::append(const char* bytes, std::size_t size, std::uint64_t needed) {
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

void TemporaryFile::read(std::uint64_t offset, char* out, std::size_t size) const {
  while (size != 0) {
    const long long taken = read_some(descriptor_, out, std::min(size, most_at_once), offset);
    if (taken <= 0 && !(taken < 0 && errno == EINTR)) {
      fail(taken < 0 ? errno : EIO, "a temporary file there cannot be read back");
    }
    if (taken <= 0) continue;
    out += taken;
    offset += static_cast<std::uint64_t>(taken);
    size -= static_cast<std::size_t>(taken);
  }
}

}  // namespace vocabsmith
