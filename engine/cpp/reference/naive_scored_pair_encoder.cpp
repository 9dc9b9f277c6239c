#include "reference/naive_scored_pair_encoder.hpp"

#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "reference/scored_pieces.hpp"
#include "reference/text_characters.hpp"

namespace vocabsmith::reference {
namespace {

constexpr int most_prefixes = 64;        // of user-defined pieces that begin at one place
constexpr int most_takings_apart = 100;  // in a row

struct Symbol {
  std::string_view text;
  bool done;  // user-defined
};

class Text {
 public:
  explicit Text(const ScoredVocabulary& vocabulary) : vocabulary_(vocabulary) {}

  void cut(std::string_view text) {
    while (!text.empty()) {
      const std::size_t taken = user_defined_length(text);
      const std::size_t length = taken > 0 ? taken : characters_of(text.substr(0, 4)).front().size();
      symbols_.push_back({text.substr(0, length), taken > 0});
      text.remove_prefix(length);
    }
  }

  void join_all() {
    for (std::size_t at = 0; at + 1 < symbols_.size(); ++at) note(at);
    while (const std::optional<std::size_t> at = best_pair()) {
      symbols_[*at].text = both(*at);
      symbols_.erase(symbols_.begin() + static_cast<std::ptrdiff_t>(*at) + 1);
      if (*at > 0) note(*at - 1);
      note(*at);
    }
  }

  std::vector<FoundPiece> pieces() const {
    std::vector<FoundPiece> pieces;
    for (const Symbol& symbol : symbols_) take_apart(symbol.text, 0, pieces);
    return pieces;
  }

 private:
  using Parts = std::pair<std::string_view, std::string_view>;

  std::size_t user_defined_length(std::string_view text) const {
    std::size_t longest = 0;
    int found = 0;
    for (std::size_t length = 1; length <= text.size() && found < most_prefixes; ++length) {
      const auto id = piece_spelled(vocabulary_, text.substr(0, length));
      if (!id || vocabulary_.kinds[*id] != PieceKind::user_defined) continue;
      longest = length;
      ++found;
    }
    return longest;
  }

  std::string_view both(std::size_t at) const {
    return {symbols_[at].text.data(), symbols_[at].text.size() + symbols_[at + 1].text.size()};
  }

  std::optional<TokenId> joined(std::size_t at) const {
    if (at + 1 >= symbols_.size() || symbols_[at].done || symbols_[at + 1].done) return std::nullopt;
    return piece_spelled(vocabulary_, both(at));
  }

  void note(std::size_t at) {
    const auto id = joined(at);
    if (id && vocabulary_.kinds[*id] == PieceKind::unused)
      parts_[both(at)] = {symbols_[at].text, symbols_[at + 1].text};
  }

  // -0 is less than +0.
  static bool is_higher(float a, float b) { return a != b ? a > b : a == 0.0F && !std::signbit(a) && std::signbit(b); }

  std::optional<std::size_t> best_pair() const {
    std::optional<std::size_t> best;
    float highest = 0;
    for (std::size_t at = 0; at + 1 < symbols_.size(); ++at) {
      const auto id = joined(at);
      if (!id || (best && !is_higher(vocabulary_.scores[*id], highest))) continue;
      best = at;
      highest = vocabulary_.scores[*id];
    }
    return best;
  }

  // Goes no deeper than `most_takings_apart`.
  void take_apart(std::string_view text, int times, std::vector<FoundPiece>& pieces) const {
    const auto id = piece_spelled(vocabulary_, text);
    if (!id || vocabulary_.kinds[*id] != PieceKind::unused || times > most_takings_apart) {
      pieces.push_back({text, id});
    } else if (const auto parts = parts_.find(text); parts != parts_.end()) {
      take_apart(text.substr(0, parts->second.first.size()), times + 1, pieces);
      take_apart(text.substr(parts->second.first.size()), times + 1, pieces);
    } else {
      pieces.push_back({text, std::nullopt});
    }
  }

  const ScoredVocabulary& vocabulary_;
  std::vector<Symbol> symbols_;
  std::map<std::string_view, Parts> parts_;
};

}  // namespace

EncodedPieces encode_scored_pairs(const ScoredVocabulary& vocabulary, std::string_view bytes) {
  Text text(vocabulary);
  text.cut(bytes);
  text.join_all();
  return written(vocabulary, text.pieces());
}

}  // namespace vocabsmith::reference
