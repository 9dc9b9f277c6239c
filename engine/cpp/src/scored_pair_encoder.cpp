#include "vocabsmith/scored_pair_encoder.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "characters_in_text.hpp"
#include "encode_cut.hpp"
#include "model_checks.hpp"
#include "pending_pairs.hpp"
#include "scored_output.hpp"
#include "scored_pair_tables.hpp"
#include "symbol_row.hpp"

namespace vocabsmith {
namespace {

// Both are the library's: how many beginnings it looks at to find the longest user-defined piece, and how often in a
// row it takes unused pieces apart.
constexpr std::size_t most_user_defined_prefixes = 64;
constexpr std::size_t most_takings_apart = 100;

}  // namespace

// One call: the texts one after the other.
class ScoredPairEncoder::Run {
 public:
  Run(const Tables& tables, EncodedPieces& out, Monitor* monitor)
      : tables_(tables), out_(tables.vocabulary, out), monitor_(monitor), steps_(monitor) {}

  // Throws StopRequested when the monitor asks for it.
  void encode(std::string_view text, std::uint64_t begin) {
    if (text.size() >= nowhere) throw std::length_error("a piece of 4 GiB or more cannot be encoded; divide the text");
    out_.begin_text();
    parts_.clear();
    text_ = text;
    begin_ = begin;
    for (std::uint32_t at = 0; at < text.size();) {
      steps_.take();
      at += add_symbol(at);
    }
    merge_row();
  }

 private:
  using Range = SymbolRow::Range;

  struct Parts {
    Symbol left;
    Symbol right;
  };

  struct Apart {
    Symbol symbol;
    std::uint32_t begin;
    std::size_t times;  // how often what it came from was taken apart
  };

  // Returns its length.
  std::uint32_t add_symbol(std::uint32_t at) {
    Symbol symbol = stranger;
    std::uint32_t length = 0;
    std::size_t found = 0;
    tables_.user_defined.for_each_prefix(text_.substr(at), [&](std::uint32_t bytes, TokenId id, float /*score*/) {
      if (found++ >= most_user_defined_prefixes) return;
      symbol = id;
      length = bytes;
    });
    if (found == 0) {
      const TextCharacter character = character_at(text_, at);
      symbol = tables_.symbol_of(character.number);
      length = character.length;
    }
    if (!row_.empty() && !tables_.may_join(row_.last(), symbol)) merge_row();
    row_.add(symbol, {at, at + length});
    return length;
  }

  void merge_row() {
    const auto note = [this](const Join& join, Symbol left, Symbol right) {
      if (tables_.is_unused(join.symbol)) parts_[join.symbol] = {left, right};
    };
    row_.merge(tables_.joins, note, monitor_, [this](Symbol symbol, Range range) { write(symbol, range); });
  }

  void write(Symbol symbol, Range range) {
    if (!tables_.is_unused(symbol)) return write_whole(symbol, range);
    apart_.push_back({symbol, range.begin, 0});
    while (!apart_.empty()) {
      steps_.take();
      const Apart next = apart_.back();
      apart_.pop_back();
      take_apart(next);
    }
  }

  void take_apart(const Apart& whole) {
    const auto length = static_cast<std::uint32_t>(tables_.text_of(whole.symbol).size());
    const Range range{whole.begin, whole.begin + length};
    if (!tables_.is_unused(whole.symbol) || whole.times > most_takings_apart) return write_whole(whole.symbol, range);
    const auto found = parts_.find(whole.symbol);
    if (found == parts_.end()) return write_unknown(range);
    const auto [left, right] = found->second;
    const auto left_length = static_cast<std::uint32_t>(tables_.text_of(left).size());
    apart_.push_back({right, whole.begin + left_length, whole.times + 1});
    apart_.push_back({left, whole.begin, whole.times + 1});
  }

  void write_whole(Symbol symbol, Range range) {
    if (!tables_.is_piece(symbol)) return write_unknown(range);
    out_.add_known(symbol, {begin_ + range.begin, begin_ + range.end});
  }

  void write_unknown(Range range) {
    out_.add_unknown(text_.substr(range.begin, range.end - range.begin), {begin_ + range.begin, begin_ + range.end});
  }

  const Tables& tables_;
  ScoredOutput out_;
  Monitor* monitor_;
  Steps steps_;
  std::string_view text_;
  std::uint64_t begin_ = 0;                  // of the text
  SymbolRow row_;                            // what may still be joined with what comes
  std::unordered_map<Symbol, Parts> parts_;  // of unused pieces, as they came up last
  std::vector<Apart> apart_;                 // what is to be taken apart; the next one last
};

ScoredPairEncoder::ScoredPairEncoder(ScoredVocabulary vocabulary) {
  check_scored_vocabulary(vocabulary, false);
  tables_ = std::make_unique<const Tables>(std::move(vocabulary));
}

ScoredPairEncoder::~ScoredPairEncoder() = default;

bool ScoredPairEncoder::encode_pieces(const CutText& cut, EncodedPieces& out, Monitor* monitor) const {
  return encode_cut<Run>(*tables_, cut, out, monitor);
}

}  // namespace vocabsmith
