#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/targets.hpp"
#include "fuzz/texts.hpp"
#include "vocabsmith/special_tokens.hpp"
#include "vocabsmith/utf8.hpp"

namespace vocabsmith::fuzz {
namespace {

using Match = SpecialTokens::Match;

// Every token at every place.
std::optional<Match> find(const std::vector<std::string>& tokens, std::string_view text, std::size_t from,
                          std::size_t horizon) {
  for (std::size_t at = from; at < std::min(horizon, text.size()); ++at) {
    std::optional<Match> best;
    for (std::size_t index = 0; index < tokens.size(); ++index) {
      const std::size_t end = at + tokens[index].size();
      if (text.substr(at).starts_with(tokens[index]) && (!best || end > best->end)) best = Match{at, end, index};
    }
    if (best) return best;
  }
  return std::nullopt;
}

// The bytes of every character, and of every true beginning of one, made by the arithmetic of UTF-8 and nothing else.
class Utf8 {
 public:
  Utf8() {
    for (std::uint32_t c = 0; c <= 0x10FFFF; ++c) {
      if (c >= 0xD800 && c <= 0xDFFF) continue;
      const std::string bytes = encoded(c);
      for (std::size_t length = 1; length < bytes.size(); ++length) beginnings_.insert(bytes.substr(0, length));
      if (bytes.size() < 4 || c % 64 == 0) characters_.insert(bytes.size() < 4 ? bytes : bytes.substr(0, 3));
    }
  }

  // Length of the character at the begin of `text`; 0 if there is none.
  std::size_t character(std::string_view text) const {
    for (std::size_t length = 1; length <= std::min<std::size_t>(text.size(), 3); ++length) {
      const auto found = characters_.find(text.substr(0, length));
      if (found == characters_.end()) continue;
      const bool has_fourth = static_cast<unsigned char>(text[0]) >= 0xF0;
      if (!has_fourth) return length;
      return text.size() > 3 && (static_cast<unsigned char>(text[3]) & 0xC0) == 0x80 ? 4 : 0;
    }
    return 0;
  }

  bool begins(std::string_view text) const { return beginnings_.contains(text); }

  // Length of the maximal ill-formed part at the begin of `text`.
  std::size_t ill_formed(std::string_view text) const {
    std::size_t length = std::min<std::size_t>(text.size(), 3);
    while (length > 1 && !begins(text.substr(0, length))) --length;
    return length;
  }

 private:
  static std::string encoded(std::uint32_t c) {
    const auto byte = [](std::uint32_t value) { return static_cast<char>(value); };
    if (c < 0x80) return {byte(c)};
    if (c < 0x800) return {byte(0xC0 + c / 64), byte(0x80 + c % 64)};
    if (c < 0x10000) return {byte(0xE0 + c / 4096), byte(0x80 + c / 64 % 64), byte(0x80 + c % 64)};
    return {byte(0xF0 + c / 262144), byte(0x80 + c / 4096 % 64), byte(0x80 + c / 64 % 64), byte(0x80 + c % 64)};
  }

  std::set<std::string, std::less<>> characters_;  // those of four bytes without their last, which may be any 10xxxxxx
  std::set<std::string, std::less<>> beginnings_;  // one to three bytes that lack more
};

const Utf8& utf8() {
  static const Utf8 all;
  return all;
}

struct Repaired {
  std::string text;
  Repair repair;
  std::size_t valid_prefix;
};

Repaired repaired(std::string_view text, InvalidBytes policy) {
  Repaired result{{}, {}, text.size()};
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8().character(text.substr(at));
    if (length != 0) {
      result.text += text.substr(at, length);
      at += length;
      continue;
    }
    const std::size_t bad = utf8().ill_formed(text.substr(at));
    if (result.repair.bad_bytes == 0) result.repair.first_offset = result.valid_prefix = at;
    result.repair.bad_bytes += bad;
    if (policy == InvalidBytes::replace) result.text += "\uFFFD";
    if (policy == InvalidBytes::keep) result.text += text.substr(at, bad);
    at += bad;
  }
  return result;
}

// Where the last character begins, if it lacks bytes.
std::size_t complete(std::string_view text) {
  for (std::size_t back = std::min<std::size_t>(text.size(), 3); back > 0; --back) {
    if (utf8().begins(text.substr(text.size() - back))) return text.size() - back;
  }
  return text.size();
}

std::string broken_text(Input& input) {
  std::string text = random_text(input, 1200);
  for (std::size_t left = input.below(12); left > 0 && !text.empty(); --left)
    text[input.below(text.size())] = static_cast<char>(input.byte());
  return text;
}

// Window by window, as files are read.
std::string repaired_in_windows(Input& input, std::string_view text, InvalidBytes policy) {
  std::string out;
  std::string pending;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t window = input.between(1, 64);
    pending += text.substr(at, window);
    at += std::min(window, text.size() - at);
    const ExactText read(pending);
    const std::size_t ready = at == text.size() ? pending.size() : complete_prefix(read.view());
    append_repaired(read.view().substr(0, ready), policy, out);
    pending.erase(0, ready);
  }
  return out;
}

}  // namespace

void try_special_tokens(Input& input) {
  const std::vector<std::string> tokens = random_special_tokens(input, input.one_in(8) ? 60 : 5);
  const SpecialTokens specials(tokens);
  std::string bytes = random_text(input, 300);
  for (std::size_t left = input.below(20); left > 0 && !tokens.empty(); --left)
    bytes += input.pick(tokens).substr(0, input.one_in(3) ? input.below(6) : std::string::npos);
  const ExactText text(input, bytes);
  for (std::size_t from = 0; from <= text.view().size();) {
    const std::size_t horizon = input.one_in(4) ? input.below(text.view().size() + 9) : text.view().size();
    const auto found = specials.find(text.view(), from, horizon);
    const auto expected = find(tokens, text.view(), from, horizon);
    const bool same =
        found.has_value() == expected.has_value() &&
        (!found || (found->begin == expected->begin && found->end == expected->end && found->index == expected->index));
    if (!same) fail("special token from " + std::to_string(from) + " of " + spelled(text.view()));
    from = found ? found->end : from + input.between(1, 40);
  }
}

void try_utf8(Input& input) {
  const ExactText text(input, broken_text(input));
  const auto policy = static_cast<InvalidBytes>(input.below(3));
  const Repaired expected = repaired(text.view(), policy);
  std::string out;
  const Repair repair = append_repaired(text.view(), policy, out);
  if (out != expected.text) fail("wrong repair of " + spelled(text.view()));
  check(repair.bad_bytes == expected.repair.bad_bytes, "wrong number of bad bytes");
  check(repair.bad_bytes == 0 || repair.first_offset == expected.repair.first_offset, "wrong first offset");
  if (valid_prefix(text.view()) != expected.valid_prefix) fail("wrong valid prefix of " + spelled(text.view()));
  if (complete_prefix(text.view()) != complete(text.view())) fail("wrong complete prefix of " + spelled(text.view()));
  if (repaired_in_windows(input, text.view(), policy) != out)
    fail("windows change the repair of " + spelled(text.view()));
}

}  // namespace vocabsmith::fuzz
