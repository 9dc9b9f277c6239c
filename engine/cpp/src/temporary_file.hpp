// A file without a name, for what does not fit into memory. Private to spilling.
//
// Nothing is left of it, however the process ends: where the system has nameless files it is one, elsewhere its name is
// taken away as soon as it is open, or the system removes it when it is closed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace vocabsmith {

class TemporaryFile {
 public:
  // Throws std::system_error if `folder` takes no file.
  explicit TemporaryFile(const std::string& folder);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  // At the end. `needed`: how many bytes are still to come with these, for the error: std::system_error.
  void append(const char* bytes, std::size_t size, std::uint64_t needed);

  // Fills `out` with `size` bytes from `offset` on. Throws std::system_error, also if the file ends before. Any number
  // of threads may read.
  void read(std::uint64_t offset, char* out, std::size_t size) const;

 private:
  int descriptor_ = -1;
};

}  // namespace vocabsmith
