// BLAKE2b (RFC 7693) without a key and with a digest of 8 bytes, as a little-endian number: what Python calls
// int.from_bytes(hashlib.blake2b(message, digest_size=8).digest(), "little").
#pragma once

#include <cstdint>
#include <string_view>

namespace vocabsmith {

std::uint64_t blake2b_64(std::string_view message);

}  // namespace vocabsmith
