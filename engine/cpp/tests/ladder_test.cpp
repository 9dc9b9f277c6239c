// The reference trainers, one after the other, on the worked examples. That they agree with each other and with the
// real trainer on random text is shown in trainer_oracle_test.cpp.
#include "reference/ladder.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace vocabsmith::reference {
namespace {

using Pieces = std::vector<WeightedPiece>;
using Steps = std::vector<std::string>;

constexpr std::size_t no_limit = 1'000'000;

// Ids are byte values.
TrainerOptions options_for(std::size_t max_merges) {
  TrainerOptions options;
  options.max_merges = max_merges;
  options.min_frequency = 1;
  std::iota(options.byte_of_id.begin(), options.byte_of_id.end(), std::uint8_t{0});
  return options;
}

// Each merge as "(left,right)=count", with the tokens that are left after it.
Steps steps_of(const TrainingOutcome& outcome) {
  std::vector<std::string> tokens;
  for (int byte = 0; byte < 256; ++byte) tokens.emplace_back(1, static_cast<char>(byte));
  Steps steps;
  for (const Merge& merge : outcome.merges) {
    steps.push_back("(" + tokens[merge.left] + "," + tokens[merge.right] + ")=" + std::to_string(merge.count) + ", " +
                    std::to_string(merge.tokens_left) + " left");
    tokens.push_back(tokens[merge.left] + tokens[merge.right]);
  }
  return steps;
}

class Ladder : public testing::TestWithParam<Rung> {
 protected:
  TrainingOutcome train_on(const Pieces& pieces, const TrainerOptions& options) const {
    StepTimes times;
    return GetParam().train(pieces, options, times);
  }

  Steps learn(const Pieces& pieces, const TrainerOptions& options) const { return steps_of(train_on(pieces, options)); }
};

TEST_P(Ladder, LearnsTheWorkedExample) {
  const TrainingOutcome outcome = train_on({{"aaabdaaabac", 1}}, options_for(3));
  EXPECT_EQ(steps_of(outcome), Steps({"(a,a)=4, 9 left", "(a,b)=2, 7 left", "(aa,ab)=2, 5 left"}));
  EXPECT_EQ(outcome.initial_tokens, 11u);
  EXPECT_EQ(outcome.stop_reason, StopReason::reached_size);
}

TEST_P(Ladder, ForgetsCountsThatAreOutOfDate) {
  const TrainingOutcome outcome = train_on({{"xy", 1}, {"xyz", 1}, {"yzw", 1}, {"yz", 1}}, options_for(no_limit));
  EXPECT_EQ(steps_of(outcome), Steps({"(y,z)=3, 7 left", "(x,y)=1, 6 left", "(x,yz)=1, 5 left", "(yz,w)=1, 4 left"}));
  EXPECT_EQ(outcome.stop_reason, StopReason::no_pairs);
}

TEST_P(Ladder, FindsAPairAgainInAPieceItWasPartlyMergedIn) {
  EXPECT_EQ(learn({{"ababba", 1}}, options_for(no_limit)),
            Steps({"(a,b)=2, 4 left", "(b,a)=1, 3 left", "(ab,ab)=1, 2 left", "(abab,ba)=1, 1 left"}));
  EXPECT_EQ(
      learn({{"stexte", 2}, {"st", 2}}, options_for(no_limit)),
      Steps({"(s,t)=4, 12 left", "(e,x)=2, 10 left", "(t,e)=2, 8 left", "(st,ex)=2, 6 left", "(stex,te)=2, 4 left"}));
}

TEST_P(Ladder, MergesOverlapsFromTheLeft) {
  EXPECT_EQ(learn({{"abababab", 1}}, options_for(no_limit)),
            Steps({"(a,b)=4, 4 left", "(ab,ab)=3, 2 left", "(abab,abab)=1, 1 left"}));
  EXPECT_EQ(learn({{"0000", 1}}, options_for(no_limit)), Steps({"(0,0)=3, 2 left", "(00,00)=1, 1 left"}));
  EXPECT_EQ(learn({{"1000", 1}}, options_for(no_limit)),
            Steps({"(0,0)=2, 3 left", "(1,00)=1, 2 left", "(100,0)=1, 1 left"}));
}

TEST_P(Ladder, HoldsAProperPrefixForTheSmallerOfTwoTokens) {
  TrainerOptions options = options_for(no_limit);
  options.tie_break = TieBreak::greater_bytes;
  EXPECT_EQ(learn({{"aaab", 1}}, options), Steps({"(a,a)=2, 3 left", "(aa,a)=1, 2 left", "(aaa,b)=1, 1 left"}));
}

TEST_P(Ladder, GoesOnFromMergesThatAreLearned) {
  const Pieces pieces{{"aaabdaaabac", 1}};
  const TrainingOutcome all = train_on(pieces, options_for(3));
  StepTimes times;
  const TrainingOutcome rest = GetParam().train(pieces, options_for(2), times, {all.merges[0]});
  EXPECT_EQ(rest.initial_tokens, 9u);
  ASSERT_EQ(rest.merges.size(), 2u);
  for (const std::size_t step : {0, 1}) {
    EXPECT_EQ(rest.merges[step].left, all.merges[step + 1].left);
    EXPECT_EQ(rest.merges[step].right, all.merges[step + 1].right);
    EXPECT_EQ(rest.merges[step].token, all.merges[step + 1].token);
    EXPECT_EQ(rest.merges[step].count, all.merges[step + 1].count);
    EXPECT_EQ(rest.merges[step].tokens_left, all.merges[step + 1].tokens_left);
  }
}

TEST_P(Ladder, GivesUpPastTheLimitOfTime) {
  StepTimes times;
  times.limit = 0;
  const TrainingOutcome outcome = GetParam().train({{"aaabdaaabac", 1}}, options_for(3), times);
  EXPECT_EQ(outcome.stop_reason, StopReason::stopped);
  EXPECT_TRUE(outcome.merges.empty());
}

std::string name_of(const testing::TestParamInfo<Rung>& rung) {
  std::string name;
  for (const char c : rung.param.name) name += c == ' ' || c == ',' ? '_' : c;
  return name;
}

INSTANTIATE_TEST_SUITE_P(Rungs, Ladder, testing::ValuesIn(ladder), name_of);

}  // namespace
}  // namespace vocabsmith::reference
