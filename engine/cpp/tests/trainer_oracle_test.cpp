// The trainer, and the readable ones that lead to it, against the naive one, which counts everything again at each
// step, on random small corpora.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "random_corpus.hpp"
#include "reference/ladder.hpp"
#include "reference/naive_trainer.hpp"
#include "vocabsmith/piece_counts.hpp"
#include "vocabsmith/trainer.hpp"

namespace vocabsmith {
namespace {

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

class TrainerOracle : public testing::TestWithParam<Base> {};

INSTANTIATE_TEST_SUITE_P(From, TrainerOracle, testing::Values(Base::bytes, Base::characters),
                         [](const auto& base) { return base.param == Base::bytes ? "bytes" : "characters"; });

TEST_P(TrainerOracle, LearnsWhatTheNaiveTrainerLearns) {
  for (unsigned seed = 0; seed < 5'000; ++seed) {
    SCOPED_TRACE(seed);
    const RandomCase c(seed, GetParam());
    const TrainingOutcome expected = reference::train(c.pieces, c.options);
    Monitor monitor;
    const TrainingOutcome outcome = train(c.counts(), c.options, monitor);
    ASSERT_NO_FATAL_FAILURE(expect_equal(outcome, expected));
    ASSERT_NO_FATAL_FAILURE(expect_equal(monitor.merges_since(0), expected.merges));
  }
}

// The fewer places may be kept, the more often pairs are dropped, counted again and merged without places.
template <typename Symbol>
void expect_what_the_naive_trainer_learns(Base base, std::size_t most_postings) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(std::to_string(most_postings) + " places, seed " + std::to_string(seed));
    const RandomCase c(seed, base);
    const PieceCounts counts = c.counts();
    Monitor monitor;
    Trainer<Symbol> trainer(counts, c.options, monitor, most_postings);
    ASSERT_NO_FATAL_FAILURE(expect_equal(trainer.run(), reference::train(c.pieces, c.options)));
  }
}

TEST_P(TrainerOracle, LearnsTheSameHoweverFewPlacesAreKept) {
  for (const std::size_t most_postings : {1, 4, 12, 30, 100}) {
    ASSERT_NO_FATAL_FAILURE(expect_what_the_naive_trainer_learns<std::uint16_t>(GetParam(), most_postings));
    ASSERT_NO_FATAL_FAILURE(expect_what_the_naive_trainer_learns<std::uint32_t>(GetParam(), most_postings));
  }
}

TEST_P(TrainerOracle, LearnsTheSameWithWideSymbols) {
  expect_what_the_naive_trainer_learns<std::uint32_t>(GetParam(), 0);
}

TEST_P(TrainerOracle, EveryReadableTrainerLearnsTheSame) {
  for (unsigned seed = 0; seed < 5'000; ++seed) {
    const RandomCase c(seed, GetParam());
    const TrainingOutcome expected = reference::train(c.pieces, c.options);
    for (const reference::Rung& rung : reference::ladder) {
      SCOPED_TRACE(std::string(rung.name) + ", seed " + std::to_string(seed));
      reference::StepTimes times;
      ASSERT_NO_FATAL_FAILURE(expect_equal(rung.train(c.pieces, c.options, times), expected));
    }
  }
}

TEST_P(TrainerOracle, NoPairGrowsAfterTheMergeThatMadeIt) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    const RandomCase c(seed, GetParam());
    reference::Corpus corpus = reference::as_base_tokens(c.pieces, c.options);
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
