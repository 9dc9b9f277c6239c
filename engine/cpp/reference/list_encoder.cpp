#include "reference/list_encoder.hpp"

#include <cstddef>
#include <limits>
#include <optional>

#include "reference/pending_pairs.hpp"

namespace vocabsmith::reference {
namespace {

constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

struct Node {
  std::optional<TokenId> id;  // none: unlinked, now part of the token before it
  std::size_t previous;
  std::size_t next;
};

class TokensInList {
 public:
  TokensInList(const MergeRanks& merges, std::string_view text) : merges_(merges), pending_(merges) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      const bool last = at + 1 == text.size();
      nodes_.push_back({merges.id_of_byte(text[at]), at == 0 ? nowhere : at - 1, last ? nowhere : at + 1});
    }
    for (std::size_t at = 0; at < nodes_.size(); ++at) await_pair_at(at);
  }

  void merge_all(TimeLimit& limit) {
    while (const std::optional<PendingPair> next = pending_.pop()) {
      limit.spend(1);
      if (pair_at(next->at) == next->pair) merge(next->at, merges_.token_of(next->rank));
    }
  }

  std::vector<TokenId> ids() const {
    std::vector<TokenId> ids;
    for (const Node& node : nodes_) {
      if (node.id) ids.push_back(*node.id);
    }
    return ids;
  }

 private:
  // The token at this place and the one after it; none if no token begins here, or if it is the last one.
  std::optional<Pair> pair_at(std::size_t at) const {
    const Node& left = nodes_[at];
    if (!left.id || left.next == nowhere) return std::nullopt;
    return Pair{*left.id, *nodes_[left.next].id};
  }

  void await_pair_at(std::size_t at) {
    if (const std::optional<Pair> pair = pair_at(at)) pending_.push(at, *pair);
  }

  void merge(std::size_t at, TokenId token) {
    Node& left = nodes_[at];
    Node& right = nodes_[left.next];
    left.id = token;
    left.next = right.next;
    right.id.reset();
    if (left.next != nowhere) nodes_[left.next].previous = at;
    await_pair_at(at);
    if (left.previous != nowhere) await_pair_at(left.previous);
  }

  const MergeRanks& merges_;
  std::vector<Node> nodes_;
  PendingPairs pending_;
};

}  // namespace

std::vector<TokenId> encode_with_list(const MergeRanks& merges, std::string_view text, TimeLimit& limit) {
  TokensInList tokens(merges, text);
  tokens.merge_all(limit);
  return tokens.ids();
}

}  // namespace vocabsmith::reference
