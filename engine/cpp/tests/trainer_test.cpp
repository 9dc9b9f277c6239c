#include "vocabsmith/trainer.hpp"
#include "vocabsmith/piece_counts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace vocabsmith {
namespace {

using Pieces = std::vector<std::pair<std::string, Count>>;
using Steps = std::vector<std::string>;

constexpr std::size_t no_limit = 1'000'000;

// Ids are byte values, as in the worked examples.
TrainerOptions options_for(std::size_t max_merges) {
  TrainerOptions options;
  options.max_merges = max_merges;
  options.min_frequency = 1;
  std::iota(options.byte_of_id.begin(), options.byte_of_id.end(), std::uint8_t{0});
  return options;
}

TrainerOptions with_greater_bytes(TrainerOptions options) {
  options.tie_break = TieBreak::greater_bytes;
  return options;
}

TrainingOutcome train_on(const Pieces& pieces, const TrainerOptions& options) {
  PieceCounts counts;
  for (const auto& [piece, count] : pieces) counts.add(piece, count);
  Monitor monitor;
  return train(counts, options, monitor);
}

// Each merge as "(left,right)=count".
Steps steps_of(const TrainingOutcome& outcome, const TrainerOptions& options) {
  std::vector<std::string> tokens;
  for (const std::uint8_t byte : options.byte_of_id) tokens.emplace_back(1, static_cast<char>(byte));
  Steps steps;
  for (const Merge& merge : outcome.merges) {
    steps.push_back("(" + tokens[merge.left] + "," + tokens[merge.right] + ")=" + std::to_string(merge.count));
    tokens.push_back(tokens[merge.left] + tokens[merge.right]);
  }
  return steps;
}

Steps learn(const Pieces& pieces, const TrainerOptions& options) {
  return steps_of(train_on(pieces, options), options);
}

std::vector<Count> tokens_left(const TrainingOutcome& outcome) {
  std::vector<Count> left;
  for (const Merge& merge : outcome.merges) left.push_back(merge.tokens_left);
  return left;
}

std::size_t longest_token(const TrainingOutcome& outcome) {
  std::vector<std::size_t> lengths(256, 1);
  for (const Merge& merge : outcome.merges) lengths.push_back(lengths[merge.left] + lengths[merge.right]);
  return *std::max_element(lengths.begin(), lengths.end());
}

TEST(Trainer, LearnsTheWorkedExample) {
  const TrainerOptions options = options_for(3);
  const TrainingOutcome outcome = train_on({{"aaabdaaabac", 1}}, options);
  EXPECT_EQ(steps_of(outcome, options), Steps({"(a,a)=4", "(a,b)=2", "(aa,ab)=2"}));
  EXPECT_EQ(outcome.initial_tokens, 11u);
  EXPECT_EQ(tokens_left(outcome), std::vector<Count>({9, 7, 5}));
  EXPECT_EQ(outcome.stop_reason, StopReason::reached_size);
}

TEST(Trainer, NumbersMergesAfterTheBytes) {
  const TrainingOutcome outcome = train_on({{"aaabdaaabac", 1}}, options_for(3));
  EXPECT_EQ(outcome.merges[0].token, 256u);
  EXPECT_EQ(outcome.merges[2].token, 258u);
  EXPECT_EQ(outcome.merges[2].left, 256u);
  EXPECT_EQ(outcome.merges[2].right, 257u);
}

TEST(Trainer, CountsPast32Bits) {
  for (const Count count : {Count{3'000'000'000}, Count{2'147'483'647}, Count{2'147'483'648}, Count{4'294'967'296},
                            Count{1'099'511'627'776}}) {
    const std::string shown = std::to_string(count);
    EXPECT_EQ(learn({{"hot", count}, {"pan", 7}}, options_for(2)), Steps({"(h,o)=" + shown, "(ho,t)=" + shown}));
  }
}

TEST(Trainer, RefusesACorpusOf64BitsOfBytes) {
  const Count half = Count{1} << 63;
  EXPECT_THROW(train_on({{"ab", half}}, options_for(1)), std::overflow_error);
  EXPECT_THROW(train_on({{"a", half}, {"b", half}}, options_for(1)), std::overflow_error);
  EXPECT_EQ(learn({{"ab", half - 1}}, options_for(1)), Steps({"(a,b)=9223372036854775807"}));
}

TEST(Trainer, ForgetsCountsThatAreOutOfDate) {
  const TrainerOptions options = options_for(no_limit);
  const TrainingOutcome outcome = train_on({{"xy", 1}, {"xyz", 1}, {"yzw", 1}, {"yz", 1}}, options);
  EXPECT_EQ(steps_of(outcome, options), Steps({"(y,z)=3", "(x,y)=1", "(x,yz)=1", "(yz,w)=1"}));
  EXPECT_EQ(outcome.stop_reason, StopReason::no_pairs);
}

TEST(Trainer, CountsEveryNeighbourOfAnOverlappingRun) {
  EXPECT_EQ(learn({{"aaaaa bcbcbc", 1}}, options_for(2)), Steps({"(a,a)=4", "(b,c)=3"}));
}

TEST(Trainer, BreaksTiesBySmallerIds) {
  const Pieces pieces = {{"kz", 1}, {" qx", 2}, {" kz", 1}, {" mv", 2}};
  EXPECT_EQ(learn(pieces, options_for(3)), Steps({"( ,m)=2", "( ,q)=2", "(k,z)=2"}));
}

TEST(Trainer, BreaksTiesByTheIdsOfTheChosenByteOrder) {
  TrainerOptions options = options_for(3);
  std::swap(options.byte_of_id[' '], options.byte_of_id[220]);  // the space comes late, as in GPT-2's order
  const Pieces pieces = {{"kz", 1}, {" qx", 2}, {" kz", 1}, {" mv", 2}};
  EXPECT_EQ(learn(pieces, options), Steps({"(k,z)=2", "(m,v)=2", "(q,x)=2"}));
}

TEST(Trainer, BreaksTiesByGreaterBytes) {
  const Pieces pieces = {{"kz", 1}, {" qx", 2}, {" kz", 1}, {" mv", 2}};
  EXPECT_EQ(learn(pieces, with_greater_bytes(options_for(3))), Steps({"(q,x)=2", "(m,v)=2", "(k,z)=2"}));
}

TEST(Trainer, HoldsAProperPrefixForTheSmallerOfTwoTokens) {
  EXPECT_EQ(learn({{"aaab", 1}}, with_greater_bytes(options_for(no_limit))),
            Steps({"(a,a)=2", "(aa,a)=1", "(aaa,b)=1"}));
}

TEST(Trainer, ComparesBytesAsUnsigned) {
  EXPECT_EQ(learn({{"ab", 1}, {"\xC3\xA9", 1}}, with_greater_bytes(options_for(1))), Steps({"(\xC3,\xA9)=1"}));
}

TEST(Trainer, GivesTheSameMergesWhateverTheOrderOfPieces) {
  const Pieces pieces = {{"kz", 1}, {" qx", 2}, {" kz", 1}, {" mv", 2}};
  const Pieces reversed(pieces.rbegin(), pieces.rend());
  EXPECT_EQ(learn(pieces, options_for(no_limit)), learn(reversed, options_for(no_limit)));
}

TEST(Trainer, StopsBelowTheMinimumFrequency) {
  TrainerOptions options = options_for(744);
  options.min_frequency = 2;
  const TrainingOutcome outcome = train_on({{"aa", 1}, {" bb", 1}, {" cc", 1}, {" aa", 1}}, options);
  EXPECT_EQ(steps_of(outcome, options), Steps({"(a,a)=2"}));
  EXPECT_EQ(outcome.stop_reason, StopReason::below_min_frequency);
}

TEST(Trainer, StopsWhenNoPairIsLeft) {
  TrainerOptions options = options_for(744);
  options.min_frequency = 2;
  const TrainingOutcome outcome = train_on({{"aa", 2}}, options);
  EXPECT_EQ(steps_of(outcome, options), Steps({"(a,a)=2"}));
  EXPECT_EQ(outcome.stop_reason, StopReason::no_pairs);
}

TEST(Trainer, NeverMakesAPairThatDoesNotOccurWhateverTheMinimum) {
  TrainerOptions options = options_for(744);
  options.min_frequency = 0;
  const TrainingOutcome outcome = train_on({{"ab", 1}}, options);
  EXPECT_EQ(steps_of(outcome, options), Steps({"(a,b)=1"}));
  EXPECT_EQ(outcome.stop_reason, StopReason::no_pairs);
}

TEST(Trainer, LearnsNothingFromNothing) {
  const TrainingOutcome outcome = train_on({}, options_for(10));
  EXPECT_TRUE(outcome.merges.empty());
  EXPECT_EQ(outcome.initial_tokens, 0u);
  EXPECT_EQ(outcome.stop_reason, StopReason::no_pairs);
}

TEST(Trainer, CountsPiecesOfOneByteAsTokens) {
  const TrainingOutcome outcome = train_on({{"a", 5}, {"ab", 1}}, options_for(10));
  EXPECT_EQ(outcome.initial_tokens, 7u);
  EXPECT_EQ(tokens_left(outcome), std::vector<Count>({6}));
}

TEST(Trainer, MakesNoMergeWhenNoneIsAskedFor) {
  const TrainingOutcome outcome = train_on({{"ab", 1}}, options_for(0));
  EXPECT_TRUE(outcome.merges.empty());
  EXPECT_EQ(outcome.stop_reason, StopReason::reached_size);
}

TEST(Trainer, MakesNoTokenLongerThanAllowed) {
  TrainerOptions options = options_for(no_limit);
  const Pieces pieces = {{"今天天气很好\n", 200}};
  EXPECT_EQ(longest_token(train_on(pieces, options)), 19u);
  options.max_token_length = 9;
  EXPECT_LE(longest_token(train_on(pieces, options)), 9u);
  EXPECT_EQ(train_on(pieces, options).stop_reason, StopReason::no_pairs);
}

TEST(Trainer, PassesOverAPairThatWouldBeTooLong) {
  TrainerOptions options = options_for(no_limit);
  options.max_token_length = 2;
  EXPECT_EQ(learn({{"hello", 3}, {"lo", 1}}, options), Steps({"(l,o)=4", "(e,l)=3"}));
}

TEST(Trainer, FindsAPairAgainInAPieceItWasPartlyMergedIn) {
  EXPECT_EQ(learn({{"ababba", 1}}, options_for(no_limit)), Steps({"(a,b)=2", "(b,a)=1", "(ab,ab)=1", "(abab,ba)=1"}));
  EXPECT_EQ(learn({{"stexte", 2}, {"st", 2}}, options_for(no_limit)),
            Steps({"(s,t)=4", "(e,x)=2", "(t,e)=2", "(st,ex)=2", "(stex,te)=2"}));
}

TEST(Trainer, MergesOverlapsFromTheLeft) {
  EXPECT_EQ(learn({{"abababab", 1}}, options_for(no_limit)), Steps({"(a,b)=4", "(ab,ab)=3", "(abab,abab)=1"}));
  EXPECT_EQ(learn({{"0000", 1}}, options_for(no_limit)), Steps({"(0,0)=3", "(00,00)=1"}));
  EXPECT_EQ(learn({{"1000", 1}}, options_for(no_limit)), Steps({"(0,0)=2", "(1,00)=1", "(100,0)=1"}));
}

// Words that stand alone and the same words in one text, parted by bytes that never repeat, give the same merges.
TEST(Trainer, TreatsALongPieceAsItTreatsShortOnes) {
  std::mt19937 random(7);
  PieceCounts words;
  std::string text;
  for (int n = 0; n < 100; ++n) {
    std::string word;
    for (int i = 0; i < 40; ++i) word += "acgt"[random() % 4];
    words.add(word);
    text += word;
    text += static_cast<char>(128 + n);
  }
  PieceCounts one_text;
  one_text.add(text);
  TrainerOptions options = options_for(100);
  options.min_frequency = 2;
  Monitor first, second;
  const Steps from_words = steps_of(train(words, options, first), options);
  const Steps from_text = steps_of(train(one_text, options, second), options);
  EXPECT_EQ(from_words.size(), 100u);
  EXPECT_EQ(from_words, from_text);
}

TEST(Trainer, LearnsFromOnePieceOfMegabytesWithoutRescanningIt) {
  std::mt19937 random(1);
  std::string text;
  for (int i = 0; i < 2'000'000; ++i) text += "ACGT"[random() % 4];
  const auto start = std::chrono::steady_clock::now();
  const TrainingOutcome outcome = train_on({{text, 1}}, options_for(44));
  EXPECT_EQ(outcome.merges.size(), 44u);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));  // a guard against hanging
}

TEST(Trainer, LearnsFromARunOfOneLetter) {
  EXPECT_EQ(tokens_left(train_on({{std::string(1 << 20, 'a'), 1}}, options_for(3))),
            std::vector<Count>({1 << 19, 1 << 18, 1 << 17}));
}

TEST(Trainer, CountsOfSuccessiveMergesNeverRise) {
  std::mt19937 random(3);
  std::string text;
  for (int i = 0; i < 5'000; ++i) text += static_cast<char>('a' + random() % 6);
  const TrainingOutcome outcome = train_on({{text, 1}}, options_for(500));
  Count before = std::numeric_limits<Count>::max();
  for (const Merge& merge : outcome.merges) {
    EXPECT_LE(merge.count, before);
    before = merge.count;
  }
}

TEST(Trainer, RefusesAByteOrderThatNamesAByteTwice) {
  TrainerOptions options = options_for(1);
  options.byte_of_id[7] = 8;
  EXPECT_THROW(train_on({{"ab", 1}}, options), std::invalid_argument);
}

// Pieces that are gone when their visit ends, as those of a file are.
class PassingPieces final : public PieceSource {
 public:
  explicit PassingPieces(Pieces pieces) : pieces_(std::move(pieces)) {}

  void visit_pieces(const Visit& visit) const override {
    for (const auto& [piece, count] : pieces_) {
      std::string passing = piece;
      visit(passing, count);
      std::fill(passing.begin(), passing.end(), '?');
    }
  }
  bool lends_pieces() const override { return false; }

 private:
  Pieces pieces_;
};

Pieces long_random_pieces() {
  std::mt19937 random(11);
  Pieces pieces;
  for (int n = 0; n < 5; ++n) {
    std::string piece;
    for (int i = 0; i < 400; ++i) piece += "ab"[random() % 2];
    pieces.emplace_back(piece, 1 + n % 2);
  }
  return pieces;
}

TEST(Trainer, LearnsTheSameFromPiecesThatAreNotLent) {
  const TrainerOptions options = with_greater_bytes(options_for(no_limit));
  Monitor monitor;
  const TrainingOutcome outcome = train(PassingPieces(long_random_pieces()), options, monitor);
  EXPECT_GT(longest_token(outcome), 399u);
  EXPECT_EQ(steps_of(outcome, options), learn(long_random_pieces(), options));
}

TEST(Trainer, LearnsTheSameWhateverTheWidthOfItsSymbols) {
  for (const std::size_t max_merges : {65'278, 65'279, 65'280}) {  // 16 bits suffice for the first of them only
    EXPECT_EQ(learn(long_random_pieces(), options_for(max_merges)), learn(long_random_pieces(), options_for(5'000)));
  }
}

TEST(Trainer, MakesMoreTokensThan16BitsCanNumber) {
  Pieces pieces;
  for (int left = 0; left < 256; ++left) {
    for (int right = 0; right < 256; ++right) {
      pieces.emplace_back(std::string{static_cast<char>(left), static_cast<char>(right)}, 1 + right);
    }
  }
  const TrainingOutcome outcome = train_on(pieces, options_for(no_limit));
  ASSERT_EQ(outcome.merges.size(), 65'536u);
  EXPECT_EQ(outcome.merges.back().token, 65'791u);
  EXPECT_EQ(outcome.merges.back().left, 255u);
  EXPECT_EQ(outcome.merges.back().right, 0u);
}

// Says that it holds one piece of 4 GiB, which nobody may look into.
class FourGibibytes final : public PieceSource {
 public:
  void visit_pieces(const Visit& visit) const override {
    visit({static_cast<const char*>(nullptr) + 4096, std::size_t{1} << 32}, 1);
  }
  bool lends_pieces() const override { return true; }
};

TEST(Trainer, RefusesMorePlacesThan32BitsCanNumber) {
  Monitor monitor;
  try {
    train(FourGibibytes(), options_for(1), monitor);
    FAIL();
  } catch (const std::length_error& error) {
    EXPECT_STREQ(error.what(),
                 "the distinct pieces need 4294967298 places, more than the 4294967295 that can be numbered");
  }
}

}  // namespace
}  // namespace vocabsmith
