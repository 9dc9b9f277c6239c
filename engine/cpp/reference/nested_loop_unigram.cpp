#include "reference/nested_loop_unigram.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "reference/scored_pieces.hpp"
#include "reference/text_characters.hpp"

namespace vocabsmith::reference {
namespace {

constexpr float unknown_penalty = 10;
constexpr float furthest_sum = 100'000;  // a sum past it is set back to 0, and what lies before it with it

struct Way {
  float sum;
  std::size_t begin;          // of its last piece
  std::optional<TokenId> id;  // none: an unknown character
};

struct Place {
  bool begins_character = false;
  std::size_t character_end = 0;
  std::optional<Way> best;
  float set_back = 0;  // by how much the sum was set back when this place was passed
};

class Lattice {
 public:
  Lattice(const ScoredVocabulary& vocabulary, std::string_view text)
      : vocabulary_(vocabulary), text_(text), places_(text.size() + 1) {
    std::size_t at = 0;
    for (const std::string& character : characters_of(text)) {
      places_[at].begins_character = true;
      places_[at].character_end = at + character.size();
      at += character.size();
    }
    places_[0].best = Way{0, 0, std::nullopt};
  }

  void find_ways() {
    for (std::size_t end = 1; end <= text_.size(); ++end) {
      for (std::size_t begin = 0; begin < end; ++begin) {
        if (places_[begin].begins_character) try_way(begin, end);
      }
      pass(places_[end]);
    }
  }

  std::vector<FoundPiece> pieces() const {
    std::vector<FoundPiece> pieces;
    for (std::size_t end = text_.size(); end > 0; end = places_[end].best->begin) {
      const Way& way = *places_[end].best;
      pieces.push_back({text_.substr(way.begin, end - way.begin), way.id});
    }
    std::reverse(pieces.begin(), pieces.end());
    return pieces;
  }

  double score() const {
    double set_back = 0;
    for (const Place& place : places_) set_back += static_cast<double>(place.set_back);
    return set_back + static_cast<double>(places_.back().best->sum);
  }

 private:
  void try_way(std::size_t begin, std::size_t end) {
    const Place& from = places_[begin];
    Place& to = places_[end];
    if (to.best) to.best->sum -= from.set_back;
    if (const auto id = piece_spelled(vocabulary_, text_.substr(begin, end - begin));
        id && vocabulary_.kinds[*id] != PieceKind::unused) {
      take_if_better(to, {score_of(*id) + from.best->sum, begin, id});
    } else if (end == from.character_end) {
      take_if_better(to, {unknown_score() + from.best->sum, begin, std::nullopt});
    }
  }

  static void take_if_better(Place& place, const Way& way) {
    if (!place.best || way.sum > place.best->sum) place.best = way;
  }

  void pass(Place& place) const {
    if (!place.begins_character || !(std::abs(place.best->sum) > furthest_sum)) return;
    place.set_back = place.best->sum;
    place.best->sum = 0;
  }

  float score_of(TokenId id) const {
    if (vocabulary_.kinds[id] != PieceKind::user_defined) return vocabulary_.scores[id];
    return static_cast<float>(0.1 * static_cast<double>(vocabulary_.tokens[id].size() - 1));
  }

  float unknown_score() const {
    float lowest = std::numeric_limits<float>::max();
    for (TokenId id = 0; id < vocabulary_.tokens.size(); ++id) {
      if (vocabulary_.kinds[id] == PieceKind::normal) lowest = std::min(lowest, vocabulary_.scores[id]);
    }
    return lowest - unknown_penalty;
  }

  const ScoredVocabulary& vocabulary_;
  std::string_view text_;
  std::vector<Place> places_;
};

}  // namespace

BestCut best_cut(const ScoredVocabulary& vocabulary, std::string_view text) {
  Lattice lattice(vocabulary, text);
  lattice.find_ways();
  return {written(vocabulary, lattice.pieces()), lattice.score()};
}

}  // namespace vocabsmith::reference
