#include "vocabsmith/trainer.hpp"

#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "neighbour_tally.hpp"
#include "pair_index.hpp"
#include "prefetch.hpp"
#include "spellings.hpp"
#include "stopping.hpp"
#include "token_row.hpp"

namespace vocabsmith {
namespace {

// Are all ids, and one number that is no id, below 2^16?
bool fits_16_bits(const TrainerOptions& options) {
  constexpr std::size_t most = std::numeric_limits<std::uint16_t>::max();
  return options.base_size() < most && options.max_merges < most - options.base_size();
}

}  // namespace

TrainingOutcome train(const PieceSource& counts, const TrainerOptions& options, Monitor& monitor) {
  if (fits_16_bits(options)) return Trainer<std::uint16_t>(counts, options, monitor).run();
  return Trainer<std::uint32_t>(counts, options, monitor).run();
}

template <typename Symbol>
Trainer<Symbol>::Trainer(const PieceSource& counts, const TrainerOptions& options, Monitor& monitor,
                         std::size_t most_postings)
    : counts_(counts),
      options_(options),
      monitor_(monitor),
      spellings_(std::make_unique<Spellings>(options_.byte_of_id, options_.characters)),
      pairs_(std::make_unique<PairIndex<Symbol>>(options_, *spellings_, most_postings)),
      before_(std::make_unique<NeighbourTally<Symbol>>()),
      after_(std::make_unique<NeighbourTally<Symbol>>()) {}

template <typename Symbol>
Trainer<Symbol>::~Trainer() = default;

template <typename Symbol>
TrainingOutcome Trainer<Symbol>::run() {
  monitor_.begin_stage(Stage::merging, options_.max_merges);
  try {
    lay_out_pieces();
    outcome_.stop_reason = learn_merges();
  } catch (const StopRequested&) {
    outcome_.stop_reason = StopReason::stopped;
  }
  return std::move(outcome_);
}

template <typename Symbol>
void Trainer<Symbol>::lay_out_pieces() {
  row_ = std::make_unique<TokenRow<Symbol>>(counts_, *spellings_, monitor_);
  outcome_.initial_tokens = tokens_left_ = row_->corpus_tokens();
}

template <typename Symbol>
StopReason Trainer<Symbol>::learn_merges() {
  while (outcome_.merges.size() < options_.max_merges) {
    obey(monitor_);
    if (const auto best = pairs_->take_best()) {
      merge(best->pair, best->count);
      continue;
    }
    const Count largest = count_pairs();
    if (largest == 0) return StopReason::no_pairs;
    if (largest < options_.min_frequency) return StopReason::below_min_frequency;
  }
  return StopReason::reached_size;
}

template <typename Symbol>
Count Trainer<Symbol>::count_pairs() {
  return pairs_->recount(*row_, outcome_.merges.size(), monitor_);
}

template <typename Symbol>
void Trainer<Symbol>::merge(Pair pair, Count count) {
  const TokenId token = spellings_->size();
  const std::span<Position> places = pairs_->places(pair);
  if (places.empty()) {
    merge_everywhere(pair, token);
  } else {
    merge_at(places, pair, token);
  }
  report({pair.left, pair.right, token, count, tokens_left_});
}

template <typename Symbol>
void Trainer<Symbol>::merge_at(std::span<Position> places, Pair pair, TokenId token) {
  forget_changes(token);
  const std::size_t merged = replace_pair(pair, token, places);
  pairs_->shorten(pair, merged);
  spell(pair, places.front());
  lower_old_pairs(pair);
  correct_joined_places(pair, token);
  add_new_pairs(token, merged);
  write_new_places(pair, token);
  pairs_->forget(pair);
}

template <typename Symbol>
void Trainer<Symbol>::forget_changes(TokenId token) {
  before_->clear();
  after_->clear();
  before_->make_room(token);
  after_->make_room(token);
  joined_weight_ = 0;
  joined_places_ = 0;
}

// Places come from front to back. In a run of equal tokens the place before a match was merged already and ends here,
// so the pair is replaced from left to right without overlap: a a a becomes aa a.
template <typename Symbol>
std::size_t Trainer<Symbol>::replace_pair(Pair pair, TokenId token, std::span<Position> places) {
  const std::uint32_t left_length = spellings_->length(pair.left);
  const std::uint32_t right_length = spellings_->length(pair.right);
  TokenRow<Symbol>& row = *row_;
  RowWeights::Reader weights = row.weights();
  Rounds rounds(monitor_);
  std::size_t merged = 0;
  Count weight_merged = 0;

  const auto ask = [&](Position position) { prefetch(row.address(position)); };
  visit_prefetched(places, ask, [&](Position position) {
    rounds.pass();
    if (row.at(position) != pair.left || row.at(position + left_length) != pair.right) return;  // merged away since
    const Count weight = weights.at(position);
    const Symbol before = row.at(position - 1);
    if (before == token) {  // the place before ends where this one begins
      joined_weight_ += weight;
      ++joined_places_;
    } else {
      before_->add(before, weight);
    }
    after_->add(row.at(position + left_length + right_length), weight);
    row.join(position, left_length, right_length, token);
    weight_merged += weight;
    places[merged++] = position;
  });
  tokens_left_ -= weight_merged;
  return merged;
}

template <typename Symbol>
void Trainer<Symbol>::lower_old_pairs(Pair pair) {
  const auto ask_before = [&](Symbol id) { pairs_->prefetch_slot({id, pair.left}); };
  visit_prefetched(before_->touched(), ask_before, [&](Symbol id) {
    const auto& before = (*before_)[id];
    pairs_->lower({id, pair.left}, before.weight, before.places);
  });
  const auto ask_after = [&](Symbol id) { pairs_->prefetch_slot({pair.right, id}); };
  visit_prefetched(after_->touched(), ask_after, [&](Symbol id) {
    const auto& after = (*after_)[id];
    pairs_->lower({pair.right, id}, after.weight, after.places);
  });
}

// The first of two joined places was noted with `left` after it, where `token` stands now.
template <typename Symbol>
void Trainer<Symbol>::correct_joined_places(Pair pair, TokenId token) {
  if (joined_places_ == 0) return;
  auto& replaced = (*after_)[static_cast<Symbol>(pair.left)];
  replaced.weight -= joined_weight_;
  replaced.places -= joined_places_;
  after_->add(static_cast<Symbol>(token), joined_weight_, joined_places_);
}

template <typename Symbol>
void Trainer<Symbol>::add_new_pairs(TokenId token, std::size_t merged) {
  std::size_t needed = 0;
  const auto for_each_kept = [&](auto&& visit) {
    for (const Symbol id : before_->touched()) {
      auto& before = (*before_)[id];
      if (pairs_->keeps(before.weight, {id, token})) visit(Pair{id, token}, before);
    }
    for (const Symbol id : after_->touched()) {
      auto& after = (*after_)[id];
      if (pairs_->keeps(after.weight, {token, id})) visit(Pair{token, id}, after);
    }
  };
  for_each_kept([&](Pair, const auto& neighbour) { needed += neighbour.places; });
  pairs_->make_room(needed, merged, *row_, monitor_);
  for_each_kept([&](Pair pair, auto& neighbour) {
    neighbour.next_posting = pairs_->add(pair, neighbour.weight, neighbour.places);
  });
}

template <typename Symbol>
void Trainer<Symbol>::write_new_places(Pair pair, TokenId token) {
  const TokenRow<Symbol>& row = *row_;
  const std::uint32_t length = spellings_->length(token);
  const std::span<const Position> places = pairs_->places(pair);
  Rounds rounds(monitor_);
  const auto ask = [&](Position position) { prefetch(row.address(position)); };
  visit_prefetched(places, ask, [&](Position position) {
    rounds.pass();
    const Symbol before = row.at(position - 1);
    const TokenId left = before == TokenRow<Symbol>::no_token ? token : before;  // the border has no length, nor a list
    pairs_->write_place((*before_)[before].next_posting, position - spellings_->length(left));
    pairs_->write_place((*after_)[row.at(position + length)].next_posting, position);
  });
}

// Its neighbours would be nearly all there is, so the changes are not gathered.
template <typename Symbol>
void Trainer<Symbol>::merge_everywhere(Pair pair, TokenId token) {
  const std::uint32_t left_length = spellings_->length(pair.left);
  const std::uint32_t right_length = spellings_->length(pair.right);
  RowWeights::Reader weights = row_->weights();
  Rounds rounds(monitor_);
  std::optional<Position> first;
  for (Position position = 1; position < row_->size();) {
    rounds.pass();
    const Symbol here = row_->at(position);
    if (here == TokenRow<Symbol>::no_token) {
      ++position;
    } else if (here != pair.left || row_->at(position + left_length) != pair.right) {
      position += spellings_->length(here);
    } else {
      if (!first) first = position;
      tokens_left_ -= weights.at(position);
      row_->join(position, left_length, right_length, token);
      position += left_length + right_length;
    }
  }
  spell(pair, *first);
  pairs_->forget_all();
}

// `position`: where the new token stands.
template <typename Symbol>
void Trainer<Symbol>::spell(Pair pair, Position position) {
  const std::size_t length = spellings_->joined_length(pair);
  if (length <= Spellings::most_joined_bytes) {
    spellings_->add_joined(pair);
  } else {
    spellings_->add_slice(pair, row_->long_text(position, static_cast<std::uint32_t>(length)));
  }
}

template <typename Symbol>
void Trainer<Symbol>::report(const Merge& merge) {
  outcome_.merges.push_back(merge);
  monitor_.append_merge(merge);
  monitor_.advance_to(outcome_.merges.size());
}

template class Trainer<std::uint16_t>;
template class Trainer<std::uint32_t>;

}  // namespace vocabsmith
