#include "vocabsmith/original_places.hpp"

#include <algorithm>
#include <stdexcept>

namespace vocabsmith {

namespace {

// Where each character begins, and the end of the text.
std::vector<std::uint64_t> starts_of(std::string_view text) {
  std::vector<std::uint64_t> starts;
  starts.reserve(text.size() + 1);
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at == 0 || (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U) starts.push_back(at);
  }
  starts.push_back(text.size());
  return starts;
}

class Places {
 public:
  explicit Places(const EditedText& text)
      : text_(text), original_(starts_of(text.original)), edited_(starts_of(text.edited)) {
    const std::size_t characters = edited_.size() - 1;
    if (text.begins.size() != characters || text.ends.size() != characters) {
      throw std::invalid_argument("there are not as many places as characters");
    }
    const auto last = static_cast<std::int64_t>(original_.size() - 1);
    for (std::size_t i = 0; i < characters; ++i) {
      if (text.begins[i] < 0 || text.begins[i] > text.ends[i] || text.ends[i] > last) {
        throw std::invalid_argument("a character stands outside of the original");
      }
    }
  }

  ByteRange of(const ByteRange& span) {
    if (span.begin > span.end || span.end > text_.edited.size()) {
      throw std::invalid_argument("a token stands outside of the text");
    }
    if (text_.edited.empty()) return {0, 0};
    const std::size_t first = character_at(std::min<std::uint64_t>(span.begin, text_.edited.size() - 1));
    const std::uint64_t begin = start(text_.begins[first]) + (is_unchanged(first) ? span.begin - edited_[first] : 0);
    if (span.begin == span.end) return {begin, start(text_.begins[first])};
    const std::size_t last = character_at(span.end - 1);
    if (is_unchanged(last)) return {begin, start(text_.begins[last]) + span.end - edited_[last]};
    return {begin, start(text_.ends[last])};
  }

 private:
  std::uint64_t start(std::int64_t character) const { return original_[static_cast<std::size_t>(character)]; }

  // The character of a byte. Tokens follow one another, so it is mostly a few characters on.
  std::size_t character_at(std::uint64_t byte) {
    if (edited_[near_] > byte) {
      const auto behind = std::upper_bound(edited_.begin(), edited_.end(), byte);
      near_ = static_cast<std::size_t>(behind - edited_.begin()) - 1;
    }
    while (edited_[near_ + 1] <= byte) ++near_;
    return near_;
  }

  bool is_unchanged(std::size_t character) const {
    if (text_.ends[character] - text_.begins[character] != 1) return false;
    const auto at = static_cast<std::size_t>(text_.begins[character]);
    return text_.original.substr(original_[at], original_[at + 1] - original_[at]) ==
           text_.edited.substr(edited_[character], edited_[character + 1] - edited_[character]);
  }

  const EditedText& text_;
  std::vector<std::uint64_t> original_;
  std::vector<std::uint64_t> edited_;
  std::size_t near_ = 0;
};

}  // namespace

std::vector<ByteRange> places_in_original(const EditedText& text, std::span<const ByteRange> spans) {
  Places places(text);
  std::vector<ByteRange> found;
  found.reserve(spans.size());
  for (const ByteRange& span : spans) found.push_back(places.of(span));
  return found;
}

}  // namespace vocabsmith
