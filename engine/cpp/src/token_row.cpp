#include "token_row.hpp"

#include <array>
#include <cstring>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

#include "stretches.hpp"
#include "vocabsmith/utf8.hpp"

namespace vocabsmith {
namespace {

constexpr std::uint64_t max_positions = std::numeric_limits<Position>::max();

bool is_long(std::string_view piece) {
  return piece.size() > Spellings::most_joined_bytes;
}

// A number for each count that pieces have. Nearly all counts are small.
class NumberByCount {
 public:
  std::uint64_t& operator[](Count count) { return count < small_.size() ? small_[count] : large_[count]; }

  // Count and number, the largest count first, without the zeros.
  std::vector<std::pair<Count, std::uint64_t>> falling() const {
    std::vector<std::pair<Count, std::uint64_t>> numbers(large_.begin(), large_.end());
    std::sort(numbers.begin(), numbers.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (Count count = small_.size(); count-- > 0;) {
      if (small_[count] != 0) numbers.emplace_back(count, small_[count]);
    }
    return numbers;
  }

 private:
  std::array<std::uint64_t, 4096> small_{};
  std::unordered_map<Count, std::uint64_t> large_;
};

// What is to be known before anything is laid out.
struct Survey {
  NumberByCount room;      // places that the pieces of each count need, one for a separator after each
  Count corpus_bytes = 0;  // repeats counted. Every count kept later is smaller, so that none can overflow.
  Count corpus_tokens = 0;

  Survey(const PieceSource& pieces, const CharacterIds* characters, Monitor& monitor) {
    Rounds rounds(monitor);
    pieces.visit_pieces([&](std::string_view piece, Count count) {
      rounds.pass();
      if (count > (std::numeric_limits<Count>::max() - corpus_bytes) / piece.size()) {
        throw std::overflow_error("the corpus holds 2^64 bytes or more; use smaller weights");
      }
      corpus_bytes += count * piece.size();
      corpus_tokens += count * for_each_stretch(piece, characters, rounds, [&](std::string_view stretch, auto tokens) {
                         if (tokens > 1) room[count] += stretch.size() + 1;
                       });
    });
  }
};

// Writes a stretch as bytes or as characters, each byte of which gets the character's id.
template <typename Symbol>
class BaseWriter {
 public:
  explicit BaseWriter(const Spellings& spellings) : characters_(spellings.character_ids()) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      symbol_of_byte_[byte] = static_cast<Symbol>(spellings.id_of_byte(static_cast<std::uint8_t>(byte)));
    }
  }

  void write(std::string_view stretch, Symbol* to, Rounds& rounds) const {
    if (characters_ == nullptr) {
      write_bytes(stretch, to, rounds);
    } else {
      write_characters(stretch, to, rounds);
    }
  }

 private:
  void write_bytes(std::string_view stretch, Symbol* to, Rounds& rounds) const {
    for (std::size_t begin = 0; begin < stretch.size(); begin += rounds_between_checkpoints) {
      const std::string_view part = stretch.substr(begin, rounds_between_checkpoints);
      rounds.pass(part.size());
      for (const char byte : part) *to++ = symbol_of_byte_[static_cast<std::uint8_t>(byte)];
    }
  }

  void write_characters(std::string_view stretch, Symbol* to, Rounds& rounds) const {
    for (std::size_t at = 0; at < stretch.size();) {
      const Character character = read_character(stretch, at);
      rounds.pass(character.length);
      to = std::fill_n(to, character.length, static_cast<Symbol>(characters_->of(character.code_point)));
      at += character.length;
    }
  }

  const CharacterIds* characters_;
  std::array<Symbol, 256> symbol_of_byte_;
};

}  // namespace

template <typename Symbol>
TokenRow<Symbol>::TokenRow(const PieceSource& pieces, const Spellings& spellings, Monitor& monitor) {
  assign_runs(pieces, spellings.character_ids(), monitor);
  write_pieces(pieces, spellings, monitor);
}

template <typename Symbol>
void TokenRow<Symbol>::assign_runs(const PieceSource& pieces, const CharacterIds* characters, Monitor& monitor) {
  const Survey survey(pieces, characters, monitor);
  std::uint64_t end = 1;  // a separator stands in front, too
  std::vector<RowWeights::Run> runs;
  for (const auto& [count, room] : survey.room.falling()) {
    end += room;
    runs.push_back({static_cast<Position>(end), count});
  }
  if (end > max_positions) {
    throw std::length_error("the distinct pieces need " + std::to_string(end) + " places, more than the " +
                            std::to_string(max_positions) + " that can be numbered");
  }
  corpus_tokens_ = survey.corpus_tokens;
  weights_ = RowWeights(std::move(runs));
  size_ = static_cast<std::size_t>(end);
}

template <typename Symbol>
void TokenRow<Symbol>::write_pieces(const PieceSource& pieces, const Spellings& spellings, Monitor& monitor) {
  const BaseWriter<Symbol> writer(spellings);
  NumberByCount next_place;
  std::uint64_t begin = 1;
  for (const RowWeights::Run& run : weights_.runs()) {
    next_place[run.weight] = begin;
    begin = run.end;
  }
  const bool lent = pieces.lends_pieces();
  symbols_ = std::make_unique_for_overwrite<Symbol[]>(size_);
  symbols_[0] = no_token;
  Rounds rounds(monitor);
  pieces.visit_pieces([&](std::string_view piece, Count count) {
    std::uint64_t& place = next_place[count];
    for_each_stretch(piece, spellings.character_ids(), rounds, [&](std::string_view stretch, std::uint64_t tokens) {
      if (tokens == 1) return;
      if (is_long(stretch)) remember_text(static_cast<Position>(place), stretch, lent);
      writer.write(stretch, &symbols_[place], rounds);
      place += stretch.size();
      symbols_[place++] = no_token;
    });
  });
  std::sort(long_pieces_.begin(), long_pieces_.end(),
            [](const LongPiece& a, const LongPiece& b) { return a.begin < b.begin; });
}

template <typename Symbol>
void TokenRow<Symbol>::remember_text(Position begin, std::string_view piece, bool lent) {
  const char* bytes = piece.data();
  if (!lent) {
    copies_.push_back(std::make_unique_for_overwrite<char[]>(piece.size()));
    std::memcpy(copies_.back().get(), piece.data(), piece.size());
    bytes = copies_.back().get();
  }
  long_pieces_.push_back({begin, bytes});
}

template <typename Symbol>
std::string_view TokenRow<Symbol>::long_text(Position begin, std::uint32_t length) const {
  const auto after = std::upper_bound(long_pieces_.begin(), long_pieces_.end(), begin,
                                      [](Position position, const LongPiece& piece) { return position < piece.begin; });
  const LongPiece& piece = *std::prev(after);
  return {piece.bytes + (begin - piece.begin), length};
}

template class TokenRow<std::uint16_t>;
template class TokenRow<std::uint32_t>;

}  // namespace vocabsmith
