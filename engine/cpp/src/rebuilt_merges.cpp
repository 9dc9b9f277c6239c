#include "vocabsmith/rebuilt_merges.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <utility>

namespace vocabsmith {
namespace {

// Token ─► rank. Most texts that are looked up are no token: a part of their hash tells that without a look at the
// token.
class Ranks {
 public:
  explicit Ranks(std::size_t tokens) : slots_(std::bit_ceil(2 * tokens + 1)), mask_(slots_.size() - 1) {}

  void add(std::string_view token, TokenId rank) {
    const std::size_t hash = std::hash<std::string_view>{}(token);
    std::size_t at = hash & mask_;
    while (slots_[at].token.data() != nullptr) at = (at + 1) & mask_;
    slots_[at] = {token, tag_of(hash), rank};
  }

  std::optional<TokenId> find(std::string_view token) const {
    const std::size_t hash = std::hash<std::string_view>{}(token);
    for (std::size_t at = hash & mask_; slots_[at].token.data() != nullptr; at = (at + 1) & mask_) {
      if (slots_[at].tag == tag_of(hash) && slots_[at].token == token) return slots_[at].rank;
    }
    return std::nullopt;
  }

 private:
  struct Slot {
    std::string_view token;
    std::uint32_t tag = 0;
    TokenId rank = 0;
  };

  static std::uint32_t tag_of(std::size_t hash) { return static_cast<std::uint32_t>(hash >> (4 * sizeof hash)); }

  std::vector<Slot> slots_;
  std::size_t mask_;
};

// The parts of one token, of which neighbours are merged until two are left.
class Parts {
 public:
  Parts(std::string_view token, const Ranks& known)
      : token_(token), known_(known), ends_(token.size()), begins_(token.size()), count_(token.size()) {
    for (std::size_t at = 0; at < token.size(); ++at) {
      ends_[at] = at + 1;
      begins_[at] = at;
    }
    for (std::size_t at = 0; at + 1 < token.size(); ++at) look_at(at, at + 1);
  }

  // Where the second of two parts begins; 0 if there are more.
  std::size_t middle() {
    while (count_ > 2 && !queue_.empty()) {
      const auto [rank, begin] = queue_.top();
      queue_.pop();
      if (still_there(rank, begin)) merge(begin);
    }
    return count_ == 2 ? ends_[0] : 0;
  }

 private:
  // Whether neither of the two parts was merged with another one meanwhile.
  bool still_there(TokenId rank, std::size_t begin) const {
    const std::size_t middle = ends_[begin];
    return middle != 0 && middle != token_.size() && known_.find(text(begin, ends_[middle])) == rank;
  }

  void merge(std::size_t begin) {
    const std::size_t middle = ends_[begin];
    const std::size_t end = ends_[middle];
    ends_[begin] = end;
    ends_[middle] = 0;
    begins_[end - 1] = begin;
    --count_;
    if (begin > 0) look_at(begins_[begin - 1], begin);
    if (end < token_.size()) look_at(begin, end);
  }

  // Notes that the parts that begin at these places can be merged, if they can.
  void look_at(std::size_t first, std::size_t second) {
    if (const auto rank = known_.find(text(first, ends_[second]))) queue_.emplace(*rank, first);
  }

  std::string_view text(std::size_t begin, std::size_t end) const { return token_.substr(begin, end - begin); }

  using Entry = std::pair<TokenId, std::size_t>;

  std::string_view token_;
  const Ranks& known_;
  std::vector<std::size_t> ends_;    // by where a part begins; 0 if none begins there any more
  std::vector<std::size_t> begins_;  // by where a part ends, less 1: where that part begins
  std::size_t count_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

}  // namespace

std::vector<RebuiltMerge> rebuild_merges(std::span<const std::string_view> tokens, std::span<const TokenId> ranks) {
  Ranks known(tokens.size());
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at].size() == 1) known.add(tokens[at], ranks[at]);
  }
  std::vector<RebuiltMerge> merges;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    const std::string_view token = tokens[at];
    if (token.size() < 2) continue;
    if (const std::size_t middle = Parts(token, known).middle(); middle != 0) {
      const auto left = known.find(token.substr(0, middle));
      const auto right = known.find(token.substr(middle));
      if (left && right) merges.push_back({*left, *right, ranks[at]});
    }
    known.add(token, ranks[at]);
  }
  return merges;
}

}  // namespace vocabsmith
