#include "reference/tree_encoder.hpp"

#include <cstddef>
#include <iterator>
#include <map>
#include <optional>

#include "reference/pending_pairs.hpp"

namespace vocabsmith::reference {
namespace {

class TokensInTree {
 public:
  TokensInTree(const MergeRanks& merges, std::string_view text) : merges_(merges), pending_(merges) {
    for (const char byte : text) tokens_.emplace_hint(tokens_.end(), tokens_.size(), merges.id_of_byte(byte));
    for (auto token = tokens_.begin(); token != tokens_.end(); ++token) await_pair_at(token);
  }

  void merge_all(TimeLimit& limit) {
    while (const std::optional<PendingPair> next = pending_.pop()) {
      limit.spend(1);
      const auto left = tokens_.find(next->at);
      if (left != tokens_.end() && pair_at(left) == next->pair) merge(left, merges_.token_of(next->rank));
    }
  }

  std::vector<TokenId> ids() const {
    std::vector<TokenId> ids;
    for (const auto& [at, id] : tokens_) ids.push_back(id);
    return ids;
  }

 private:
  using Tokens = std::map<std::size_t, TokenId>;  // by the place of their first byte

  // The token and the one after it; none at the end of the text.
  std::optional<Pair> pair_at(Tokens::iterator left) {
    const auto right = std::next(left);
    if (right == tokens_.end()) return std::nullopt;
    return Pair{left->second, right->second};
  }

  void await_pair_at(Tokens::iterator left) {
    if (const std::optional<Pair> pair = pair_at(left)) pending_.push(left->first, *pair);
  }

  void merge(Tokens::iterator left, TokenId token) {
    left->second = token;
    tokens_.erase(std::next(left));
    await_pair_at(left);
    if (left != tokens_.begin()) await_pair_at(std::prev(left));
  }

  const MergeRanks& merges_;
  Tokens tokens_;
  PendingPairs pending_;
};

}  // namespace

std::vector<TokenId> encode_with_tree(const MergeRanks& merges, std::string_view text, TimeLimit& limit) {
  TokensInTree tokens(merges, text);
  tokens.merge_all(limit);
  return tokens.ids();
}

}  // namespace vocabsmith::reference
