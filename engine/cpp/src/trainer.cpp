#include "vocabsmith/trainer.hpp"

#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include "neighbour_tally.hpp"
#include "pair_index.hpp"
#include "prefetch.hpp"
#include "spellings.hpp"
#include "stopping.hpp"
#include "token_row.hpp"

namespace vocabsmith {
namespace {

// Bytes of the corpus, repeats counted. Every count kept later is smaller, so that none can overflow.
Count corpus_size(const PieceSource& counts) {
  constexpr Count limit = std::numeric_limits<Count>::max();
  Count size = 0;
  counts.visit_pieces([&](std::string_view piece, Count count) {
    if (count > (limit - size) / piece.size()) {
      throw std::overflow_error("the corpus holds 2^64 bytes or more; use smaller weights");
    }
    size += count * piece.size();
  });
  return size;
}

}  // namespace

TrainingOutcome train(const PieceSource& counts, const TrainerOptions& options, Monitor& monitor) {
  return Trainer(counts, options, monitor).run();
}

Trainer::Trainer(const PieceSource& counts, const TrainerOptions& options, Monitor& monitor)
    : counts_(counts),
      options_(options),
      monitor_(monitor),
      spellings_(std::make_unique<Spellings>(options_.byte_of_id)),
      pairs_(std::make_unique<PairIndex>(options_, *spellings_)),
      before_(std::make_unique<NeighbourTally>()),
      after_(std::make_unique<NeighbourTally>()) {}

Trainer::~Trainer() = default;

TrainingOutcome Trainer::run() {
  monitor_.begin_stage(Stage::merging, options_.max_merges);
  outcome_.initial_tokens = tokens_left_ = corpus_size(counts_);
  try {
    lay_out_pieces();
    outcome_.stop_reason = learn_merges();
  } catch (const StopRequested&) {
    outcome_.stop_reason = StopReason::stopped;
  }
  return std::move(outcome_);
}

void Trainer::lay_out_pieces() {
  row_ = std::make_unique<TokenRow>(counts_, *spellings_, monitor_);
}

StopReason Trainer::learn_merges() {
  while (outcome_.merges.size() < options_.max_merges) {
    obey(monitor_);
    if (const auto best = pairs_->best()) {
      merge(best->pair, best->count);
      continue;
    }
    const Count largest = count_pairs();
    if (largest == 0) return StopReason::no_pairs;
    if (largest < options_.min_frequency) return StopReason::below_min_frequency;
  }
  return StopReason::reached_size;
}

Count Trainer::count_pairs() {
  return pairs_->recount(*row_, outcome_.merges.size(), monitor_);
}

void Trainer::merge(Pair pair, Count count) {
  const TokenId token = spellings_->size();
  forget_changes();
  replace_pair(pair, token, pairs_->take_places(pair));
  spellings_->add(row_->text(merged_.front().position, spellings_->length(pair.left) + spellings_->length(pair.right)));
  lower_old_pairs(pair);
  correct_joined_places(pair, token);
  add_new_pairs(token);
  report({pair.left, pair.right, token, count, tokens_left_});
}

void Trainer::forget_changes() {
  before_->clear();
  after_->clear();
  merged_.clear();
  joined_weight_ = 0;
  joined_places_ = 0;
}

// Places come from front to back. In a run of equal tokens the place before a match was merged already and ends here,
// so the pair is replaced from left to right without overlap: a a a becomes aa a.
void Trainer::replace_pair(Pair pair, TokenId token, std::span<const Position> places) {
  constexpr std::size_t prefetch_distance = 12;
  const std::uint32_t left_length = spellings_->length(pair.left);
  const std::uint32_t right_length = spellings_->length(pair.right);
  TokenRow& row = *row_;
  TokenRow::WeightReader weights = row.weights();
  before_->make_room(token + 1);
  after_->make_room(token + 1);

  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i % rounds_between_checkpoints == 0) obey(monitor_);
    if (i + prefetch_distance < places.size()) prefetch(row.address(places[i + prefetch_distance]));
    const Position position = places[i];
    if (row.at(position) != pair.left || row.at(position + left_length) != pair.right) continue;  // merged away since
    const Count weight = weights.at(position);
    note_place({position, row.at(position - 1), row.at(position + left_length + right_length)}, token, weight);
    row.join(position, left_length, right_length, token);
    tokens_left_ -= weight;
  }
}

void Trainer::note_place(Place place, TokenId token, Count weight) {
  if (place.before == token) {  // the place noted last ends where this one begins
    joined_weight_ += weight;
    ++joined_places_;
    merged_.back().after = token;
    place.before = no_token;
  }
  if (place.before != no_token) before_->add(place.before, weight);
  if (place.after != no_token) after_->add(place.after, weight);
  merged_.push_back(place);
}

void Trainer::lower_old_pairs(Pair pair) {
  for (const TokenId before : before_->touched()) pairs_->lower({before, pair.left}, (*before_)[before].weight);
  for (const TokenId after : after_->touched()) pairs_->lower({pair.right, after}, (*after_)[after].weight);
}

// The first of two joined places was noted with `left` after it, where `token` stands now.
void Trainer::correct_joined_places(Pair pair, TokenId token) {
  if (joined_places_ == 0) return;
  NeighbourTally::Neighbour& replaced = (*after_)[pair.left];
  replaced.weight -= joined_weight_;
  replaced.places -= joined_places_;
  after_->add(token, joined_weight_, joined_places_);
}

void Trainer::add_new_pairs(TokenId token) {
  for (const TokenId id : before_->touched()) {
    NeighbourTally::Neighbour& before = (*before_)[id];
    before.next_place = pairs_->add({id, token}, before.weight, before.places).data();
  }
  for (const TokenId id : after_->touched()) {
    NeighbourTally::Neighbour& after = (*after_)[id];
    if (after.places != 0) after.next_place = pairs_->add({token, id}, after.weight, after.places).data();
  }
  write_new_places();
}

void Trainer::write_new_places() {
  for (const Place& place : merged_) {
    if (place.before != no_token) {
      Position*& next = (*before_)[place.before].next_place;
      if (next) *next++ = place.position - spellings_->length(place.before);
    }
    if (place.after != no_token) {
      Position*& next = (*after_)[place.after].next_place;
      if (next) *next++ = place.position;
    }
  }
}

void Trainer::report(const Merge& merge) {
  outcome_.merges.push_back(merge);
  monitor_.append_merge(merge);
  monitor_.advance_to(outcome_.merges.size());
}

}  // namespace vocabsmith
