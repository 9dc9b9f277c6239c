#include "reference/merge_order.hpp"

#include <tuple>

#include "vocabsmith/utf8.hpp"

namespace vocabsmith::reference {

MergeOrder::MergeOrder(const TrainerOptions& options) : options_(options) {
  for (const std::uint8_t byte : options.byte_of_id) spellings_.emplace_back(1, static_cast<char>(byte));
  if (!options.characters) return;
  for (const char32_t character : *options.characters) {
    char bytes[4];
    spellings_.emplace_back(bytes, write_character(character, bytes));
  }
}

bool MergeOrder::allowed(Pair pair) const {
  if (options_.characters && (pair.left < 256 || pair.right < 256)) return false;
  if (options_.max_token_length == 0) return true;
  return spellings_[pair.left].size() + spellings_[pair.right].size() <= options_.max_token_length;
}

bool MergeOrder::first(const Candidate& a, const Candidate& b) const {
  return a.count > b.count || (a.count == b.count && wins_tie(a.pair, b.pair));
}

bool MergeOrder::wins_tie(Pair a, Pair b) const {
  if (options_.tie_break == TieBreak::smaller_ids) return a < b;
  return std::tie(spellings_[a.left], spellings_[a.right]) > std::tie(spellings_[b.left], spellings_[b.right]);
}

}  // namespace vocabsmith::reference
