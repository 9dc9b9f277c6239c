#include "vocabulary_check.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "merge_table.hpp"

namespace vocabsmith {
namespace {

using Text = std::string;

[[noreturn]] void refuse(const Text& reason) {
  throw std::invalid_argument(reason);
}

Text number(std::uint64_t value) {
  return std::to_string(value);
}

class Check {
 public:
  explicit Check(const Vocabulary& vocabulary) : vocabulary_(vocabulary), special_(vocabulary.tokens.size()) {}

  void specials() {
    for (const TokenId id : vocabulary_.special_ids) {
      if (id >= special_.size()) refuse("special id " + number(id) + exceeds());
      if (special_[id]) refuse("special id " + number(id) + " is given twice");
      special_[id] = true;
    }
  }

  void bytes() const {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const TokenId id = vocabulary_.byte_ids[byte];
      ordinary(id, "the id of byte " + number(byte));
      if (vocabulary_.tokens[id] != Text(1, static_cast<char>(byte)))
        refuse("id " + number(id) + " stands for byte " + number(byte) + ", but its token is not that byte");
    }
  }

  void merges() const {
    if (vocabulary_.merges.size() >= no_rank) refuse("there are more merges than 32-bit ranks");
    for (std::size_t rank = 0; rank < vocabulary_.merges.size(); ++rank) {
      const MergeRule& merge = vocabulary_.merges[rank];
      const bool fine = known(merge.left) && known(merge.right) && known(merge.token) && spells_its_token(merge);
      if (!fine) explain(merge, "merge " + number(rank));
    }
  }

 private:
  Text exceeds() const { return " does not exist; there are " + number(vocabulary_.tokens.size()) + " tokens"; }

  bool known(TokenId id) const { return id < special_.size() && !special_[id]; }

  bool spells_its_token(const MergeRule& merge) const {
    const Text& left = vocabulary_.tokens[merge.left];
    const Text& right = vocabulary_.tokens[merge.right];
    const Text& token = vocabulary_.tokens[merge.token];
    return !left.empty() && !right.empty() && token.size() == left.size() + right.size() && token.starts_with(left) &&
           token.ends_with(right);
  }

  void ordinary(TokenId id, const Text& role) const {
    if (id >= special_.size()) refuse(role + ", " + number(id) + "," + exceeds());
    if (special_[id]) refuse(role + ", " + number(id) + ", is a special token, which nothing else may produce");
  }

  [[noreturn]] void explain(const MergeRule& merge, const Text& name) const {
    ordinary(merge.left, "the left part of " + name);
    ordinary(merge.right, "the right part of " + name);
    ordinary(merge.token, "the token of " + name);
    if (vocabulary_.tokens[merge.left].empty() || vocabulary_.tokens[merge.right].empty())
      refuse(name + " has an empty part");
    refuse(name + ": tokens " + number(merge.left) + " and " + number(merge.right) + " do not spell token " +
           number(merge.token));
  }

  const Vocabulary& vocabulary_;
  std::vector<bool> special_;
};

}  // namespace

void check_vocabulary(const Vocabulary& vocabulary) {
  Check check(vocabulary);
  check.specials();
  check.bytes();
  check.merges();
}

void check_ends(std::string_view text, std::span<const std::uint64_t> ends) {
  std::uint64_t begin = 0;
  for (const std::uint64_t end : ends) {
    if (end < begin) refuse("the piece that begins at " + number(begin) + " ends before it, at " + number(end));
    begin = end;
  }
  if (begin != text.size()) refuse("the last piece ends at " + number(begin) + ", the text at " + number(text.size()));
}

}  // namespace vocabsmith
