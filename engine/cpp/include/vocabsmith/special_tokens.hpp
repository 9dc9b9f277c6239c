// Special tokens are cut out of a document before anything else looks at it: leftmost position first, the
// longest token at that position, literal bytes, whatever order they were given in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vocabsmith {

class SpecialTokens {
 public:
  struct Match {
    std::size_t begin;
    std::size_t end;
    std::size_t index;  // which token, in the order given to the constructor
  };

  SpecialTokens() = default;
  // Throws std::invalid_argument for an empty or a repeated token.
  explicit SpecialTokens(std::vector<std::string> tokens);

  bool empty() const { return tokens_.empty(); }
  std::size_t longest() const { return longest_; }  // bytes of the longest token, 0 if there is none

  // The first match that begins at or after `from` and before `horizon` (positions past it may be undecided
  // while more text is to come).
  std::optional<Match> find(std::string_view text, std::size_t from, std::size_t horizon) const;
  std::optional<Match> find(std::string_view text, std::size_t from) const { return find(text, from, text.size()); }

 private:
  // First place in [from, horizon) where a token may begin; `horizon` if there is none.
  std::size_t next_candidate(std::string_view text, std::size_t from, std::size_t horizon) const;
  // The longest token that stands at `at`.
  std::optional<Match> longest_at(std::string_view text, std::size_t at) const;

  std::vector<std::string> tokens_;
  std::vector<std::uint32_t> sorted_;     // indices in byte order of the tokens: a prefix stands before what it begins
  std::array<bool, 256> begins_token_{};  // by first byte
  std::size_t distinct_first_bytes_ = 0;
  std::size_t longest_ = 0;
};

}  // namespace vocabsmith
