#include "reference/naive_trainer.hpp"

#include <algorithm>
#include <optional>

namespace vocabsmith::reference {
namespace {

using Spellings = std::vector<std::string>;

Spellings single_bytes(const TrainerOptions& options) {
  Spellings spellings;
  for (const std::uint8_t byte : options.byte_of_id) spellings.emplace_back(1, static_cast<char>(byte));
  return spellings;
}

Count count_tokens(const Corpus& corpus) {
  Count total = 0;
  for (const WeightedTokens& piece : corpus) total += piece.tokens.size() * piece.count;
  return total;
}

bool wins_tie(Pair a, Pair b, TieBreak rule, const Spellings& spellings) {
  if (rule == TieBreak::smaller_ids) return a < b;
  return std::make_pair(spellings[a.left], spellings[a.right]) > std::make_pair(spellings[b.left], spellings[b.right]);
}

std::optional<std::pair<Pair, Count>> best_pair(const Corpus& corpus, const TrainerOptions& options,
                                                const Spellings& spellings) {
  std::optional<std::pair<Pair, Count>> best;
  for (const auto& [pair, count] : count_pairs(corpus)) {
    const std::size_t length = spellings[pair.left].size() + spellings[pair.right].size();
    if (options.max_token_length != 0 && length > options.max_token_length) continue;
    const bool better = !best || count > best->second ||
                        (count == best->second && wins_tie(pair, best->first, options.tie_break, spellings));
    if (better) best.emplace(pair, count);
  }
  return best;
}

}  // namespace

Corpus as_single_bytes(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options) {
  Corpus corpus;
  for (const WeightedPiece& piece : pieces) {
    WeightedTokens tokens{{}, piece.count};
    for (const char byte : piece.bytes) {
      const auto begin = options.byte_of_id.begin();
      const auto found = std::find(begin, options.byte_of_id.end(), static_cast<std::uint8_t>(byte));
      tokens.tokens.push_back(static_cast<TokenId>(found - begin));
    }
    corpus.push_back(std::move(tokens));
  }
  return corpus;
}

std::map<Pair, Count> count_pairs(const Corpus& corpus) {
  std::map<Pair, Count> counts;
  for (const WeightedTokens& piece : corpus) {
    for (std::size_t i = 0; i + 1 < piece.tokens.size(); ++i) {
      counts[{piece.tokens[i], piece.tokens[i + 1]}] += piece.count;
    }
  }
  return counts;
}

void apply_merge(Corpus& corpus, const Merge& merge) {
  for (WeightedTokens& piece : corpus) {
    std::vector<TokenId> merged;
    for (std::size_t i = 0; i < piece.tokens.size(); ++i) {
      const bool here =
          i + 1 < piece.tokens.size() && piece.tokens[i] == merge.left && piece.tokens[i + 1] == merge.right;
      merged.push_back(here ? merge.token : piece.tokens[i]);
      if (here) ++i;
    }
    piece.tokens = std::move(merged);
  }
}

TrainingOutcome train(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options) {
  Corpus corpus = as_single_bytes(pieces, options);
  Spellings spellings = single_bytes(options);
  TrainingOutcome outcome;
  outcome.initial_tokens = count_tokens(corpus);
  outcome.stop_reason = StopReason::reached_size;
  while (outcome.merges.size() < options.max_merges) {
    const auto best = best_pair(corpus, options, spellings);
    if (!best || best->second < options.min_frequency) {
      outcome.stop_reason = best ? StopReason::below_min_frequency : StopReason::no_pairs;
      break;
    }
    const auto [pair, count] = *best;
    Merge merge{pair.left, pair.right, static_cast<TokenId>(spellings.size()), count, 0};
    apply_merge(corpus, merge);
    merge.tokens_left = count_tokens(corpus);
    spellings.push_back(spellings[pair.left] + spellings[pair.right]);
    outcome.merges.push_back(merge);
  }
  return outcome;
}

}  // namespace vocabsmith::reference
