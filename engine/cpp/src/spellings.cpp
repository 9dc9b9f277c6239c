#include "spellings.hpp"

#include <stdexcept>
#include <string>

namespace vocabsmith {

Spellings::Spellings(const std::array<std::uint8_t, 256>& byte_of_id) {
  std::array<bool, 256> named{};
  for (TokenId id = 0; id < 256; ++id) {
    const std::uint8_t byte = byte_of_id[id];
    if (named[byte]) {
      throw std::invalid_argument("byte " + std::to_string(byte) +
                                  " has two ids; the byte order must name each of the 256 bytes once");
    }
    named[byte] = true;
    single_bytes_[id] = static_cast<char>(byte);
    id_of_byte_[byte] = id;
    add({&single_bytes_[id], 1});
  }
}

void Spellings::add(std::string_view bytes) {
  if (!made_.insert(bytes).second) {
    throw std::logic_error("a token was made twice: \"" + std::string(bytes) + "\"");
  }
  bytes_.push_back(bytes);
  lengths_.push_back(static_cast<std::uint32_t>(bytes.size()));
}

bool Spellings::greater(Pair a, Pair b) const {
  if (a.left != b.left) return bytes(a.left) > bytes(b.left);
  return bytes(a.right) > bytes(b.right);
}

}  // namespace vocabsmith
