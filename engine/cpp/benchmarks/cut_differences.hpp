// What becomes of the tokens of a text when it is cut before it is encoded.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "vocabsmith/types.hpp"

namespace vocabsmith::benchmarks {

// Compares places where tokens end. That is enough for a learned vocabulary, which has one token for a spelling.
class CutDifferences {
 public:
  // `tokens`: the bytes of each id.
  CutDifferences(std::string_view text, const std::vector<std::string>& tokens, const std::vector<TokenId>& uncut,
                 const std::vector<TokenId>& cut)
      : text_(text), uncut_(ends_of(uncut, tokens)), cut_(ends_of(cut, tokens)) {
    std::set_symmetric_difference(uncut_.begin(), uncut_.end(), cut_.begin(), cut_.end(),
                                  std::back_inserter(differing_));
    std::set_intersection(uncut_.begin(), uncut_.end(), cut_.begin(), cut_.end(), std::back_inserter(common_));
  }

  // Tokens uncut, cut, how many more; lines in which a token ends at another place; the first such place; the longest
  // token that the cut text has to do without.
  std::string as_cells() const {
    const auto uncut = static_cast<long>(uncut_.size()), cut = static_cast<long>(cut_.size());
    const long percent = std::lround(100.0 * static_cast<double>(cut - uncut) / static_cast<double>(uncut));
    return std::to_string(uncut) + " | " + std::to_string(cut) + " | " + std::to_string(cut - uncut) + " (" +
           std::to_string(percent) + " %) | " + std::to_string(lines_that_differ().size()) + " | " +
           first_difference() + " | " + longest_not_used();
  }

 private:
  using Ends = std::vector<std::size_t>;

  static Ends ends_of(const std::vector<TokenId>& ids, const std::vector<std::string>& tokens) {
    Ends ends;
    std::size_t end = 0;
    for (const TokenId id : ids) ends.push_back(end += tokens[id].size());
    return ends;
  }

  std::set<std::size_t> lines_that_differ() const {
    std::set<std::size_t> lines;
    std::size_t line = 1, at = 0;
    for (const std::size_t end : differing_) {
      for (; at + 1 < end; ++at) line += text_[at] == '\n' ? 1 : 0;
      lines.insert(line);
    }
    return lines;
  }

  // From one place where tokens end both ways to the next.
  std::string first_difference() const {
    if (differing_.empty()) return "none";
    const auto after = std::upper_bound(common_.begin(), common_.end(), differing_.front());
    const std::size_t begin = after == common_.begin() ? 0 : *(after - 1);
    return "line " + std::to_string(*lines_that_differ().begin()) + ": " + show(uncut_, begin, *after) + " becomes " +
           show(cut_, begin, *after);
  }

  std::string longest_not_used() const {
    std::size_t longest_begin = 0, longest_end = 0, begin = 0;
    for (const std::size_t end : uncut_) {
      const auto inside = std::upper_bound(cut_.begin(), cut_.end(), begin);
      if (*inside < end && end - begin > longest_end - longest_begin) {
        longest_begin = begin;
        longest_end = end;
      }
      begin = end;
    }
    return longest_end == 0 ? "none" : show(uncut_, longest_begin, longest_end);
  }

  // Each token in quotes, with signs for what cannot be seen.
  std::string show(const Ends& ends, std::size_t begin, std::size_t end) const {
    std::string shown = "`";
    for (std::size_t at = begin; at < end; ++at) {
      shown += text_[at] == ' ' ? "␣" : text_[at] == '\n' ? "↵" : std::string(1, text_[at]);
      const bool token_ends = std::binary_search(ends.begin(), ends.end(), at + 1);
      if (token_ends && at + 1 < end) shown += "` `";
    }
    return shown + "`";
  }

  std::string_view text_;
  Ends uncut_, cut_;
  Ends differing_, common_;
};

}  // namespace vocabsmith::benchmarks
