#include <cstdio>
#include <cstdlib>

#include "fuzz/targets.hpp"

namespace vocabsmith::fuzz {

void check(bool holds, std::string_view what) {
  if (!holds) fail(std::string(what));
}

void fail(const std::string& what) {
  std::fprintf(stderr, "found: %s\n", what.c_str());
  std::abort();
}

std::string spelled(std::string_view bytes) {
  std::string text = "\"";
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    if (value >= 0x20 && value < 0x7F && byte != '"' && byte != '\\') {
      text += byte;
    } else {
      char escaped[5];
      std::snprintf(escaped, sizeof escaped, "\\%03o", value);  // octal: three digits at most, whatever follows
      text += escaped;
    }
  }
  return text + "\"";
}

}  // namespace vocabsmith::fuzz
