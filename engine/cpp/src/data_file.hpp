// A file that pieces are appended to and read back from. Private to spilling and saving.
//
// A nameless one is for what does not fit into memory. Nothing is left of it, however the process ends: where the
// system has nameless files it is one, elsewhere its name is taken away as soon as it is open, or the system removes it
// when it is closed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace vocabsmith {

class DataFile {
 public:
  // All throw std::system_error. Paths are UTF-8 on Windows, and as the system has them elsewhere.
  static DataFile nameless(const std::string& folder);
  static DataFile created(const std::string& path);  // which there must not be
  static DataFile opened(const std::string& path);   // to be read only

  DataFile(DataFile&& other) noexcept;
  DataFile& operator=(DataFile&& other) noexcept;
  ~DataFile();

  // At the end. `needed`: how many bytes are still to come with these, for the error: std::system_error.
  void append(const char* bytes, std::size_t size, std::uint64_t needed);

  // Fills `out` with `size` bytes from `offset` on. Throws std::system_error, also if the file ends before. Any number
  // of threads may read.
  void read(std::uint64_t offset, char* out, std::size_t size) const;

  std::uint64_t size() const;  // bytes; throws std::system_error

 private:
  explicit DataFile(int descriptor) : descriptor_(descriptor) {}

  int descriptor_ = -1;
};

}  // namespace vocabsmith
