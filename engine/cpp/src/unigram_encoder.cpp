#include "vocabsmith/unigram_encoder.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "characters_in_text.hpp"
#include "encode_cut.hpp"
#include "model_checks.hpp"
#include "pending_pairs.hpp"
#include "piece_trie.hpp"
#include "scored_output.hpp"

namespace vocabsmith {
namespace {

// The constants and formulas of the library.
constexpr float unknown_penalty = 10.0F;
constexpr float furthest_sum = 100000.0F;

float user_defined_score(std::size_t bytes) {
  return static_cast<float>(0.1 * static_cast<double>(bytes - 1));
}

// Of every kind of piece that a text is cut into; unused ones are not among them.
std::vector<PieceTrie::Piece> pieces_of(const ScoredVocabulary& vocabulary) {
  std::vector<PieceTrie::Piece> pieces;
  for (TokenId id = 0; id < vocabulary.tokens.size(); ++id) {
    const std::string_view text = vocabulary.tokens[id];
    if (vocabulary.kinds[id] == PieceKind::normal) pieces.push_back({text, id, vocabulary.scores[id]});
    if (vocabulary.kinds[id] == PieceKind::user_defined) pieces.push_back({text, id, user_defined_score(text.size())});
  }
  return pieces;
}

float unknown_score_of(const ScoredVocabulary& vocabulary) {
  float lowest = std::numeric_limits<float>::max();
  for (TokenId id = 0; id < vocabulary.tokens.size(); ++id) {
    if (vocabulary.kinds[id] == PieceKind::normal) lowest = std::min(lowest, vocabulary.scores[id]);
  }
  return lowest - unknown_penalty;
}

}  // namespace

// What is derived from the vocabulary.
class UnigramEncoder::Tables {
 public:
  explicit Tables(ScoredVocabulary checked)
      : vocabulary(std::move(checked)), trie(pieces_of(vocabulary)), unknown_score(unknown_score_of(vocabulary)) {}

  ScoredVocabulary vocabulary;
  PieceTrie trie;
  float unknown_score;
};

// One call: the texts one after the other. Places are counted from where the window begins: the last place through
// which every way leads, once the window is long enough.
class UnigramEncoder::Run {
 public:
  Run(const Tables& tables, EncodedPieces& out, Monitor* monitor)
      : tables_(tables), out_(tables.vocabulary, out), steps_(monitor) {}

  // Throws StopRequested when the monitor asks for it.
  void encode(std::string_view text, std::uint64_t begin) {
    out_.begin_text();
    begin_window(text, begin, 0.0F);
    set_back_ = 0.0;
    std::size_t at = 0;
    while (at < window_.size()) {
      steps_.take();
      if (at == furthest_ && at >= window_bytes) {
        write_way(at);
        begin_window(window_.substr(at), begin_ + at, ways_[at].sum);
        at = 0;
      }
      at += go_on_from(at);
    }
    write_way(at);
    sum_ = ways_[at].sum;
  }

  // Of the best way through the last text.
  double sum() const { return set_back_ + static_cast<double>(sum_); }

 private:
  static constexpr std::size_t window_bytes = std::size_t{1} << 12;
  static constexpr std::size_t few_places = 256;  // enough for a sentence

  // The best way to a place, by its last step.
  struct Way {
    float sum;
    TokenId id;            // no_token: an unknown character
    std::uint32_t length;  // of the step; 0: there is no way yet
  };

  void begin_window(std::string_view rest, std::uint64_t begin, float sum) {
    window_ = rest;
    begin_ = begin;
    furthest_ = 0;
    if (ways_.empty()) ways_.resize(few_places);
    ways_[0] = {sum, no_token, 0};
  }

  // All steps from one place. Returns the length of its character: the next place.
  std::size_t go_on_from(std::size_t at) {
    const std::uint32_t character = character_at(window_, at).length;
    if (at + std::max<std::size_t>(tables_.trie.longest(), character) >= ways_.size())
      ways_.resize(2 * ways_.size() + tables_.trie.longest());
    set_back_from(at);
    const float sum = ways_[at].sum;
    bool is_known = false;
    tables_.trie.for_each_prefix(window_.substr(at), [&](std::uint32_t length, TokenId id, float score) {
      reach(at + length, {score + sum, id, length});
      is_known |= length == character;
    });
    if (!is_known) reach(at + character, {tables_.unknown_score + sum, no_token, character});
    return character;
  }

  void reach(std::size_t place, Way way) {
    while (furthest_ < place) ways_[++furthest_].length = 0;
    Way& best = ways_[place];
    if (best.length == 0 || way.sum > best.sum) best = way;
  }

  // Keeps sums small enough for 32 bits.
  void set_back_from(std::size_t at) {
    const float sum = ways_[at].sum;
    if (!(sum < -furthest_sum || sum > furthest_sum)) return;
    for (std::size_t place = at; place <= furthest_; ++place) {
      if (place == at || ways_[place].length != 0) ways_[place].sum -= sum;
    }
    ways_[at].sum = 0.0F;
    set_back_ += static_cast<double>(sum);
  }

  // Follows the way to a place back to where the window begins, and writes it from front to back.
  void write_way(std::size_t end) {
    steps_back_.clear();
    for (std::size_t place = end; place > 0; place -= ways_[place].length) steps_back_.push_back(place);
    for (auto place = steps_back_.rbegin(); place != steps_back_.rend(); ++place) {
      steps_.take();
      const Way& way = ways_[*place];
      const ByteRange range{begin_ + *place - way.length, begin_ + *place};
      if (way.id != no_token) {
        out_.add_known(way.id, range);
      } else {
        out_.add_unknown(window_.substr(*place - way.length, way.length), range);
      }
    }
  }

  const Tables& tables_;
  ScoredOutput out_;
  Steps steps_;
  std::string_view window_;   // the text from where the window begins
  std::uint64_t begin_ = 0;   // of the window, in the whole text
  std::size_t furthest_ = 0;  // the last place that has been reached
  std::vector<Way> ways_;     // to each place up to the furthest
  std::vector<std::size_t> steps_back_;
  double set_back_ = 0.0;  // by how much sums have been set back
  float sum_ = 0.0F;
};

UnigramEncoder::UnigramEncoder(ScoredVocabulary vocabulary) {
  check_scored_vocabulary(vocabulary, true);
  tables_ = std::make_unique<const Tables>(std::move(vocabulary));
}

UnigramEncoder::~UnigramEncoder() = default;

bool UnigramEncoder::encode_pieces(const CutText& cut, EncodedPieces& out, Monitor* monitor) const {
  return encode_cut<Run>(*tables_, cut, out, monitor);
}

double UnigramEncoder::score(std::string_view text) const {
  EncodedPieces out;
  Run run(*tables_, out, nullptr);
  run.encode(text, 0);
  return run.sum();
}

}  // namespace vocabsmith
