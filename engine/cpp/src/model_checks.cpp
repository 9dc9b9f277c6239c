#include "model_checks.hpp"

#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vocabsmith {
namespace {

using Text = std::string;

[[noreturn]] void refuse(const Text& reason) {
  throw std::invalid_argument(reason);
}

Text number(std::uint64_t value) {
  return std::to_string(value);
}

class CharacterCheck {
 public:
  explicit CharacterCheck(const CharacterVocabulary& vocabulary)
      : vocabulary_(vocabulary), special_(vocabulary.tokens.size()), spellings_(vocabulary.tokens) {}

  void specials() {
    for (const TokenId id : vocabulary_.special_ids) {
      exists(id, "special id " + number(id));
      special_[id] = true;
    }
  }

  void bytes() {
    if (!vocabulary_.byte_ids) return;
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const TokenId id = (*vocabulary_.byte_ids)[byte];
      if (id == no_token) continue;
      ordinary(id, "the id of byte " + number(byte));
      if (vocabulary_.tokens[id] != Text(1, static_cast<char>(byte)))
        refuse("id " + number(id) + " stands for byte " + number(byte) + ", but its token is not that byte");
      spellings_[id] = spelled_byte(static_cast<unsigned char>(byte));
    }
  }

  void unknown() const {
    if (vocabulary_.unknown_id)
      exists(*vocabulary_.unknown_id, "the unknown token, " + number(*vocabulary_.unknown_id));
  }

  void merges() const {
    if (vocabulary_.merges.size() >= no_token) refuse("there are more merges than 32-bit ranks");
    for (std::size_t rank = 0; rank < vocabulary_.merges.size(); ++rank) {
      const MergeRule& merge = vocabulary_.merges[rank];
      const Text name = "merge " + number(rank);
      ordinary(merge.left, "the left part of " + name);
      ordinary(merge.right, "the right part of " + name);
      ordinary(merge.token, "the token of " + name);
      if (spellings_[merge.left].empty() || spellings_[merge.right].size() <= vocabulary_.continuing_prefix.size())
        refuse(name + " has an empty part");
      if (spellings_[merge.token] != joined(merge))
        refuse(name + ": tokens " + number(merge.left) + " and " + number(merge.right) + " do not spell token " +
               number(merge.token));
    }
  }

 private:
  Text joined(const MergeRule& merge) const {
    return spellings_[merge.left] + spellings_[merge.right].substr(vocabulary_.continuing_prefix.size());
  }

  void exists(TokenId id, const Text& role) const {
    if (id >= special_.size()) refuse(role + ", does not exist; there are " + number(special_.size()) + " tokens");
  }

  void ordinary(TokenId id, const Text& role) const {
    exists(id, role + ", " + number(id));
    if (special_[id]) refuse(role + ", " + number(id) + ", is a special token, which nothing else may produce");
  }

  const CharacterVocabulary& vocabulary_;
  std::vector<bool> special_;
  std::vector<Text> spellings_;  // byte tokens as <0x0A>
};

class ScoredCheck {
 public:
  explicit ScoredCheck(const ScoredVocabulary& vocabulary) : vocabulary_(vocabulary), size_(vocabulary.tokens.size()) {}

  void lengths() const {
    if (size_ >= (std::size_t{1} << 31)) refuse("there are more tokens than 31-bit ids");
    if (vocabulary_.scores.size() != size_)
      refuse("there are " + number(size_) + " tokens and " + number(vocabulary_.scores.size()) + " scores");
    if (vocabulary_.kinds.size() != size_)
      refuse("there are " + number(size_) + " tokens and " + number(vocabulary_.kinds.size()) + " kinds");
  }

  void tokens(bool finite) const {
    for (std::size_t id = 0; id < size_; ++id) {
      const auto kind = static_cast<unsigned>(vocabulary_.kinds[id]);
      if (kind < 1 || kind > 6) refuse(name(id) + " has the kind " + number(kind) + "; there are 1 to 6");
      if (vocabulary_.tokens[id].empty()) refuse(name(id) + " is empty");
      if (std::isnan(vocabulary_.scores[id])) refuse(name(id) + " has a score that is no number");
      if (finite && std::isinf(vocabulary_.scores[id])) refuse(name(id) + " has an infinite score");
    }
  }

  void repeated() const {
    std::unordered_map<std::string_view, TokenId> found;
    for (TokenId id = 0; id < size_; ++id) {
      if (!stands_in_text(vocabulary_, id)) continue;
      const auto [first, is_new] = found.emplace(vocabulary_.tokens[id], id);
      if (!is_new) refuse("tokens " + number(first->second) + " and " + number(id) + " are the same piece");
    }
  }

  void bytes() const {
    std::size_t pieces = 0;
    for (const PieceKind kind : vocabulary_.kinds) pieces += kind == PieceKind::byte ? 1 : 0;
    if (!vocabulary_.byte_ids) {
      if (pieces != 0) refuse("there are byte pieces, but it is not said for which bytes");
      return;
    }
    if (pieces != 256) refuse("there are " + number(pieces) + " byte pieces, not 256");
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const TokenId id = (*vocabulary_.byte_ids)[byte];
      if (id >= size_) refuse("the id of byte " + number(byte) + ", " + number(id) + ", does not exist");
      if (vocabulary_.kinds[id] != PieceKind::byte || vocabulary_.tokens[id] != Text(1, static_cast<char>(byte)))
        refuse("id " + number(id) + " stands for byte " + number(byte) + ", but is not the piece of that byte");
    }
  }

  void unknown() const {
    if (!vocabulary_.unknown_id && !vocabulary_.byte_ids) refuse("there is neither an unknown piece nor byte pieces");
    for (std::size_t id = 0; id < size_; ++id) {
      const bool is_it = vocabulary_.unknown_id == static_cast<TokenId>(id);
      if (is_it != (vocabulary_.kinds[id] == PieceKind::unknown))
        refuse(name(id) + (is_it ? " is the unknown piece, but is not of that kind" : " is a second unknown piece"));
    }
    if (vocabulary_.unknown_id && *vocabulary_.unknown_id >= size_)
      refuse("the unknown piece, " + number(*vocabulary_.unknown_id) + ", does not exist");
  }

 private:
  static Text name(std::size_t id) { return "token " + number(id); }

  const ScoredVocabulary& vocabulary_;
  std::size_t size_;
};

}  // namespace

void check_cut(const CutText& cut) {
  if (cut.begins.size() != cut.ends.size())
    refuse(number(cut.begins.size()) + " pieces begin and " + number(cut.ends.size()) + " end");
  std::uint64_t last = 0;
  for (std::size_t i = 0; i < cut.begins.size(); ++i) {
    if (cut.begins[i] < last)
      refuse("piece " + number(i) + " begins at " + number(cut.begins[i]) + ", before the end of the last, " +
             number(last));
    if (cut.ends[i] < cut.begins[i])
      refuse("piece " + number(i) + " begins at " + number(cut.begins[i]) + " and ends before, at " +
             number(cut.ends[i]));
    last = cut.ends[i];
  }
  if (last > cut.text.size())
    refuse("the last piece ends at " + number(last) + ", the text at " + number(cut.text.size()));
}

void check_character_vocabulary(const CharacterVocabulary& vocabulary) {
  CharacterCheck check(vocabulary);
  check.specials();
  check.bytes();
  check.unknown();
  check.merges();
}

void check_scored_vocabulary(const ScoredVocabulary& vocabulary, bool finite) {
  const ScoredCheck check(vocabulary);
  check.lengths();
  check.tokens(finite);
  check.repeated();
  check.bytes();
  check.unknown();
}

bool stands_in_text(const ScoredVocabulary& vocabulary, TokenId id) {
  const PieceKind kind = vocabulary.kinds[id];
  if (kind == PieceKind::unused) return vocabulary.tokens[id] != std::string_view("\0", 1);
  return kind == PieceKind::normal || kind == PieceKind::user_defined;
}

std::string spelled_byte(unsigned char byte) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  return std::string("<0x") + digits[byte / 16] + digits[byte % 16] + '>';
}

}  // namespace vocabsmith
