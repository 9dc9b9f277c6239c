// The trainer, and the readable ones that lead to it, against the naive one, which counts everything again at each
// step, on random small corpora: few letters, so that ties and overlaps abound.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "reference/ladder.hpp"
#include "reference/naive_trainer.hpp"
#include "src/pair_index.hpp"
#include "src/token_row.hpp"
#include "vocabsmith/piece_counts.hpp"
#include "vocabsmith/trainer.hpp"

namespace vocabsmith {

// The trainer between two merges.
class TrainerProbe {
 public:
  TrainerProbe(const PieceCounts& counts, const TrainerOptions& options) : trainer_(counts, options, monitor_) {
    trainer_.lay_out_pieces();
  }

  // One merge, or none if no pair is left.
  std::optional<Merge> step() {
    auto best = trainer_.pairs_->best();
    if (!best && trainer_.count_pairs() > 0) best = trainer_.pairs_->best();
    if (!best) return std::nullopt;
    trainer_.merge(best->pair, best->count);
    return trainer_.outcome_.merges.back();
  }

  // What the trainer believes: each kept pair's count, ...
  std::map<Pair, Count> kept_counts() const {
    std::map<Pair, Count> counts;
    trainer_.pairs_->for_each([&](Pair pair, Count count, const std::vector<Position>&) { counts[pair] = count; });
    return counts;
  }

  // ... and the weighted places in its postings where it really stands.
  std::map<Pair, Count> counts_at_kept_places() const {
    std::map<Pair, Count> counts;
    trainer_.pairs_->for_each([&](Pair pair, Count, const std::vector<Position>& places) {
      auto weights = trainer_.row_->weights();
      for (const Position place : places) {
        const Position next = place + trainer_.spellings_->length(pair.left);
        const bool here = trainer_.row_->at(place) == pair.left && trainer_.row_->at(next) == pair.right;
        if (here) counts[pair] += weights.at(place);
      }
    });
    return counts;
  }

  Count threshold() const { return trainer_.pairs_->threshold(); }

 private:
  Monitor monitor_;
  Trainer trainer_;
};

namespace {

using reference::WeightedPiece;

class RandomCase {
 public:
  explicit RandomCase(unsigned seed) : random_(seed) {
    const std::size_t letters = between(2, 4);
    const std::size_t pieces = between(1, 6);
    const std::size_t longest = between(0, 9) == 0 ? 300 : 12;
    for (std::size_t i = 0; i < pieces; ++i) add_piece(letters, longest);
    options.max_merges = between(0, 3) == 0 ? 1'000 : between(1, 20);
    options.min_frequency = between(0, 3);
    options.max_token_length = between(0, 2) == 0 ? between(1, 6) : 0;
    options.tie_break = between(0, 1) == 0 ? TieBreak::smaller_ids : TieBreak::greater_bytes;
    std::iota(options.byte_of_id.begin(), options.byte_of_id.end(), std::uint8_t{0});
    if (between(0, 1) == 0) std::shuffle(options.byte_of_id.begin(), options.byte_of_id.end(), random_);
  }

  std::vector<WeightedPiece> pieces;
  TrainerOptions options;

  PieceCounts counts() const {
    PieceCounts counts;
    for (const WeightedPiece& piece : pieces) counts.add(piece.bytes, piece.count);
    return counts;
  }

 private:
  std::size_t between(std::size_t low, std::size_t high) {
    return std::uniform_int_distribution<std::size_t>(low, high)(random_);
  }

  void add_piece(std::size_t letters, std::size_t longest) {
    static const std::string alphabet = "a\xFF\x20z";
    std::string bytes;
    const std::size_t length = between(1, longest);
    while (bytes.size() < length) bytes += alphabet[between(0, letters - 1)];
    const Count weight = between(0, 9) == 0 ? Count{5'000'000'000} : between(1, 3);
    pieces.push_back({bytes, weight});
  }

  std::mt19937 random_;
};

void expect_equal(const std::vector<Merge>& merges, const std::vector<Merge>& expected) {
  ASSERT_EQ(merges.size(), expected.size());
  for (std::size_t i = 0; i < merges.size(); ++i) {
    ASSERT_EQ(merges[i].left, expected[i].left) << "merge " << i;
    ASSERT_EQ(merges[i].right, expected[i].right) << "merge " << i;
    ASSERT_EQ(merges[i].token, expected[i].token) << "merge " << i;
    ASSERT_EQ(merges[i].count, expected[i].count) << "merge " << i;
    ASSERT_EQ(merges[i].tokens_left, expected[i].tokens_left) << "merge " << i;
  }
}

void expect_equal(const TrainingOutcome& outcome, const TrainingOutcome& expected) {
  ASSERT_NO_FATAL_FAILURE(expect_equal(outcome.merges, expected.merges));
  ASSERT_EQ(outcome.initial_tokens, expected.initial_tokens);
  ASSERT_EQ(outcome.stop_reason, expected.stop_reason);
}

TEST(TrainerOracle, LearnsWhatTheNaiveTrainerLearns) {
  for (unsigned seed = 0; seed < 5'000; ++seed) {
    SCOPED_TRACE(seed);
    const RandomCase c(seed);
    const TrainingOutcome expected = reference::train(c.pieces, c.options);
    Monitor monitor;
    const TrainingOutcome outcome = train(c.counts(), c.options, monitor);
    ASSERT_NO_FATAL_FAILURE(expect_equal(outcome, expected));
    ASSERT_NO_FATAL_FAILURE(expect_equal(monitor.merges_since(0), expected.merges));
  }
}

TEST(TrainerOracle, EveryReadableTrainerLearnsTheSame) {
  for (unsigned seed = 0; seed < 5'000; ++seed) {
    const RandomCase c(seed);
    const TrainingOutcome expected = reference::train(c.pieces, c.options);
    for (const reference::Rung& rung : reference::ladder) {
      SCOPED_TRACE(std::string(rung.name) + ", seed " + std::to_string(seed));
      reference::StepTimes times;
      ASSERT_NO_FATAL_FAILURE(expect_equal(rung.train(c.pieces, c.options, times), expected));
    }
  }
}

// The pairs of a full recount that the trainer has to know: short enough, and not below the threshold.
std::map<Pair, Count> recounted(const reference::Corpus& corpus, const std::vector<std::size_t>& lengths,
                                const TrainerOptions& options, Count threshold) {
  std::map<Pair, Count> counts = reference::count_pairs(corpus);
  std::erase_if(counts, [&](const auto& item) {
    const std::size_t length = lengths[item.first.left] + lengths[item.first.right];
    return item.second < threshold || (options.max_token_length != 0 && length > options.max_token_length);
  });
  return counts;
}

TEST(TrainerOracle, KeepsCountsAndPlacesEqualToAFullRecountAfterEveryMerge) {
  for (unsigned seed = 0; seed < 2'000; ++seed) {
    SCOPED_TRACE(seed);
    const RandomCase c(seed);
    const PieceCounts counts = c.counts();
    TrainerProbe trainer(counts, c.options);
    reference::Corpus corpus = reference::as_single_bytes(c.pieces, c.options);
    std::vector<std::size_t> lengths(256, 1);
    while (const std::optional<Merge> merge = trainer.step()) {
      reference::apply_merge(corpus, *merge);
      lengths.push_back(lengths[merge->left] + lengths[merge->right]);
      const auto expected = recounted(corpus, lengths, c.options, trainer.threshold());
      ASSERT_EQ(trainer.kept_counts(), expected);
      ASSERT_EQ(trainer.counts_at_kept_places(), expected);
    }
  }
}

TEST(TrainerOracle, NoPairGrowsAfterTheMergeThatMadeIt) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    const RandomCase c(seed);
    reference::Corpus corpus = reference::as_single_bytes(c.pieces, c.options);
    std::map<Pair, Count> before = reference::count_pairs(corpus);
    for (const Merge& merge : reference::train(c.pieces, c.options).merges) {
      reference::apply_merge(corpus, merge);
      const std::map<Pair, Count> after = reference::count_pairs(corpus);
      for (const auto& [pair, count] : after) {
        const bool is_new = pair.left == merge.token || pair.right == merge.token;
        if (is_new) continue;
        ASSERT_LE(count, before[pair]);
      }
      before = after;
    }
  }
}

}  // namespace
}  // namespace vocabsmith
