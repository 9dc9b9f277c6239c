#include "vocabsmith/special_tokens.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace vocabsmith {
namespace {

unsigned char byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

}  // namespace

SpecialTokens::SpecialTokens(std::vector<std::string> tokens) : tokens_(std::move(tokens)), sorted_(tokens_.size()) {
  std::iota(sorted_.begin(), sorted_.end(), 0U);
  std::sort(sorted_.begin(), sorted_.end(), [&](auto a, auto b) { return tokens_[a] < tokens_[b]; });
  const auto repeated =
      std::adjacent_find(sorted_.begin(), sorted_.end(), [&](auto a, auto b) { return tokens_[a] == tokens_[b]; });
  if (repeated != sorted_.end()) throw std::invalid_argument("special token given twice: " + tokens_[*repeated]);
  for (const std::string& token : tokens_) {
    if (token.empty()) throw std::invalid_argument("a special token must not be empty");
    begins_token_[byte_at(token, 0)] = true;
    longest_ = std::max(longest_, token.size());
  }
  distinct_first_bytes_ = static_cast<std::size_t>(std::count(begins_token_.begin(), begins_token_.end(), true));
}

std::optional<SpecialTokens::Match> SpecialTokens::find(std::string_view text, std::size_t from,
                                                        std::size_t horizon) const {
  horizon = std::min(horizon, text.size());
  if (tokens_.empty()) return std::nullopt;
  for (std::size_t at = next_candidate(text, from, horizon); at < horizon; at = next_candidate(text, at + 1, horizon)) {
    if (const auto match = longest_at(text, at)) return match;
  }
  return std::nullopt;
}

std::size_t SpecialTokens::next_candidate(std::string_view text, std::size_t from, std::size_t horizon) const {
  if (from >= horizon) return horizon;
  if (distinct_first_bytes_ == 1) {
    const void* found = std::memchr(text.data() + from, byte_at(tokens_.front(), 0), horizon - from);
    return found == nullptr ? horizon : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
  }
  while (from < horizon && !begins_token_[byte_at(text, from)]) ++from;
  return from;
}

// The sorted tokens that agree with the text so far are a range, which every further byte narrows. A token that
// ends there is the first of the range. So thousands of tokens with one beginning cost a few binary searches. When one
// is left, it is compared at once: a very long token has to be looked for at every place that begins like it.
std::optional<SpecialTokens::Match> SpecialTokens::longest_at(std::string_view text, std::size_t at) const {
  std::optional<Match> longest;
  auto first = sorted_.begin();
  auto last = sorted_.end();
  for (std::size_t length = 0; first != last; ++length) {
    if (tokens_[*first].size() == length) {
      longest = Match{at, at + length, *first};
      ++first;
    }
    if (at + length == text.size()) break;
    if (last - first == 1) {
      const std::string& only = tokens_[*first];
      if (text.substr(at).starts_with(only)) longest = Match{at, at + only.size(), *first};
      break;
    }
    const unsigned char next = byte_at(text, at + length);
    first = std::partition_point(first, last, [&](auto i) { return byte_at(tokens_[i], length) < next; });
    last = std::partition_point(first, last, [&](auto i) { return byte_at(tokens_[i], length) == next; });
  }
  return longest;
}

}  // namespace vocabsmith
