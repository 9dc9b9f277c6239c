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

SpecialTokens::SpecialTokens(std::vector<std::string> tokens) : tokens_(std::move(tokens)) {
  std::vector<std::uint32_t> sorted(tokens_.size());
  std::iota(sorted.begin(), sorted.end(), 0U);
  std::sort(sorted.begin(), sorted.end(), [&](auto a, auto b) { return tokens_[a] < tokens_[b]; });
  const auto repeated =
      std::adjacent_find(sorted.begin(), sorted.end(), [&](auto a, auto b) { return tokens_[a] == tokens_[b]; });
  if (repeated != sorted.end()) throw std::invalid_argument("special token given twice: " + tokens_[*repeated]);
  std::vector<std::uint32_t> path;
  for (const std::uint32_t token : sorted) add(token, path);
  for (std::uint32_t node = nodes_[root].child; node != none; node = nodes_[node].sibling) {
    first_nodes_[nodes_[node].last_byte] = node;
    ++distinct_first_bytes_;
  }
  std::vector<std::uint32_t> by_depth{root};
  for (std::size_t next = 0; next < by_depth.size(); ++next) {
    link(by_depth[next]);
    for (std::uint32_t child = nodes_[by_depth[next]].child; child != none; child = nodes_[child].sibling)
      by_depth.push_back(child);
  }
}

// `path`: the nodes of the token before, in sorted order, without the root.
void SpecialTokens::add(std::uint32_t token, std::vector<std::uint32_t>& path) {
  const std::string& bytes = tokens_[token];
  if (bytes.empty()) throw std::invalid_argument("a special token must not be empty");
  longest_ = std::max(longest_, bytes.size());
  std::size_t common = 0;
  while (common < std::min(path.size(), bytes.size()) && nodes_[path[common]].last_byte == byte_at(bytes, common))
    ++common;
  path.resize(common);
  for (std::size_t at = common; at < bytes.size(); ++at) {
    if (nodes_.size() == none) throw std::length_error("the special tokens together are too long");
    const std::uint32_t parent = path.empty() ? root : path.back();
    const auto node = static_cast<std::uint32_t>(nodes_.size());
    Node made;
    made.depth = static_cast<std::uint32_t>(at) + 1;
    made.sibling = nodes_[parent].child;
    made.last_byte = byte_at(bytes, at);
    nodes_.push_back(made);
    nodes_[parent].child = node;
    path.push_back(node);
  }
  nodes_[path.back()].token = token;
}

// Sets `shorter` and `ending` of the children of a node. Those of every shorter beginning are known.
void SpecialTokens::link(std::uint32_t parent) {
  for (std::uint32_t child = nodes_[parent].child; child != none; child = nodes_[child].sibling) {
    Node& node = nodes_[child];
    if (parent != root) node.shorter = step(nodes_[parent].shorter, node.last_byte);
    node.ending = node.token != none ? child : nodes_[node.shorter].ending;
  }
}

std::uint32_t SpecialTokens::child_of(std::uint32_t node, unsigned char byte) const {
  std::uint32_t child = nodes_[node].child;
  while (child != none && nodes_[child].last_byte != byte) child = nodes_[child].sibling;
  return child;
}

std::uint32_t SpecialTokens::step(std::uint32_t node, unsigned char byte) const {
  for (; node != root; node = nodes_[node].shorter) {
    const std::uint32_t child = child_of(node, byte);
    if (child != none) return child;
  }
  return first_nodes_[byte];
}

// The node stands for the earliest beginning of a token that the text read so far ends with. Once that lies behind the
// match found, nothing can begin before it or reach further.
std::optional<SpecialTokens::Match> SpecialTokens::find(std::string_view text, std::size_t from,
                                                        std::size_t horizon) const {
  horizon = std::min(horizon, text.size());
  if (tokens_.empty()) return std::nullopt;
  std::optional<Match> found;
  std::uint32_t node = root;
  for (std::size_t at = from; at < text.size();) {
    if (node == root) at = next_candidate(text, at, horizon);
    if (at - nodes_[node].depth >= horizon) break;
    node = step(node, byte_at(text, at++));
    if (found && at - nodes_[node].depth > found->begin) break;
    if (const std::uint32_t ending = nodes_[node].ending; ending != none) {
      const std::size_t begin = at - nodes_[ending].depth;
      if (begin < horizon && (!found || begin <= found->begin)) found = Match{begin, at, nodes_[ending].token};
    }
  }
  return found;
}

std::size_t SpecialTokens::next_candidate(std::string_view text, std::size_t from, std::size_t horizon) const {
  if (from >= horizon) return horizon;
  if (distinct_first_bytes_ == 1) {
    const void* found = std::memchr(text.data() + from, byte_at(tokens_.front(), 0), horizon - from);
    return found == nullptr ? horizon : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
  }
  while (from < horizon && first_nodes_[byte_at(text, from)] == root) ++from;
  return from;
}

}  // namespace vocabsmith
