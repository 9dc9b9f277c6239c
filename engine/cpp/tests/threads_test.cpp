// The core as Python uses it: threads that count, each in a table of its own, and may spill; one that merges, watched,
// paused and stopped from another; several that encode with one Encoder. Built with -DVOCABSMITH_SANITIZE=thread, data
// races show.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "vocabsmith/character_encoder.hpp"
#include "vocabsmith/encoder.hpp"
#include "vocabsmith/monitor.hpp"
#include "vocabsmith/piece_counts.hpp"
#include "vocabsmith/pretokenizer.hpp"
#include "vocabsmith/scored_pair_encoder.hpp"
#include "vocabsmith/spilled_counts.hpp"
#include "vocabsmith/trainer.hpp"
#include "vocabsmith/unigram_encoder.hpp"

namespace vocabsmith {
namespace {

using namespace std::chrono_literals;

std::string random_words(unsigned seed, std::size_t size) {
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < size) {
    for (auto left = 1 + random() % 9; left > 0; --left) text += static_cast<char>('a' + random() % 12);
    text += random() % 12 == 0 ? '\n' : ' ';
  }
  return text;
}

// Cut where counting may cut it.
std::vector<std::string_view> parts_of(std::string_view text, std::size_t window) {
  std::vector<std::string_view> parts;
  while (text.size() > window) {
    const std::size_t cut = last_safe_cut(text.substr(0, window), {}, true);
    parts.push_back(text.substr(0, cut));
    text.remove_prefix(cut);
  }
  parts.push_back(text);
  return parts;
}

// One thread for each table.
void count(std::string_view text, std::vector<PieceCounts>& tables, Monitor& monitor) {
  monitor.begin_stage(Stage::reading, text.size());
  const std::vector<std::string_view> parts = parts_of(text, 4096);
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> team;
  for (PieceCounts& table : tables) {
    team.emplace_back([&parts, &next, &table, &monitor] {
      for (std::size_t part = next++; part < parts.size(); part = next++) {
        monitor.checkpoint();
        count_pieces(parts[part], Scanner::gpt2, {}, table);
        monitor.advance_by(parts[part].size());
      }
    });
  }
  for (std::thread& member : team) member.join();
}

PieceCounts counted_by(unsigned threads, std::string_view text, Monitor& monitor) {
  std::vector<PieceCounts> tables(threads);
  count(text, tables, monitor);
  PieceCounts sum;
  for (const PieceCounts& table : tables) sum.add_all(table);
  return sum;
}

TrainerOptions options(std::size_t merges) {
  TrainerOptions options;
  options.max_merges = merges;
  std::iota(options.byte_of_id.begin(), options.byte_of_id.end(), std::uint8_t{0});
  return options;
}

// Looks, and pauses now and then, until it goes out of scope.
class Watcher {
 public:
  explicit Watcher(Monitor& monitor) : monitor_(monitor), thread_([this] { watch(); }) {}
  ~Watcher() {
    done_ = true;
    thread_.join();
  }

 private:
  void watch() {
    for (std::uint64_t seen = 0, round = 0; !done_; ++round) {
      const Progress progress = monitor_.snapshot();
      seen += monitor_.merges_since(seen).size();
      EXPECT_TRUE(progress.total == 0 || progress.done <= progress.total);
      EXPECT_GE(seen, progress.merges);
      if (round % 4 == 0) monitor_.pause();
      std::this_thread::sleep_for(200us);
      monitor_.resume();
    }
  }

  Monitor& monitor_;
  std::atomic<bool> done_{false};
  std::thread thread_;
};

Vocabulary vocabulary_of(const std::vector<Merge>& merges) {
  Vocabulary vocabulary;
  for (int byte = 0; byte < 256; ++byte) vocabulary.tokens.emplace_back(1, static_cast<char>(byte));
  std::iota(vocabulary.byte_ids.begin(), vocabulary.byte_ids.end(), TokenId{0});
  for (const Merge& merge : merges) {
    vocabulary.tokens.push_back(vocabulary.tokens[merge.left] + vocabulary.tokens[merge.right]);
    vocabulary.merges.push_back({merge.left, merge.right, merge.token});
  }
  vocabulary.special_ids = {static_cast<TokenId>(vocabulary.tokens.size())};
  vocabulary.tokens.emplace_back("<end>");
  return vocabulary;
}

std::vector<Merge> learned(std::string_view text, std::size_t merges) {
  Monitor monitor;
  return train(counted_by(1, text, monitor), options(merges), monitor).merges;
}

void expect_equal(const std::vector<Merge>& merges, const std::vector<Merge>& expected) {
  ASSERT_EQ(merges.size(), expected.size());
  for (std::size_t i = 0; i < merges.size(); ++i) {
    ASSERT_EQ(merges[i].left, expected[i].left) << "merge " << i;
    ASSERT_EQ(merges[i].right, expected[i].right) << "merge " << i;
    ASSERT_EQ(merges[i].count, expected[i].count) << "merge " << i;
    ASSERT_EQ(merges[i].tokens_left, expected[i].tokens_left) << "merge " << i;
  }
}

}  // namespace

TEST(Threads, EightThatCountAndOneThatMergesGiveWhatOneGivesWhileTheyAreWatchedAndPaused) {
  const std::string text = random_words(1, 200'000);
  const std::vector<Merge> expected = learned(text, 1500);
  Monitor monitor;
  TrainingOutcome outcome;
  {
    const Watcher watcher(monitor);
    outcome = train(counted_by(8, text, monitor), options(1500), monitor);
  }
  ASSERT_NO_FATAL_FAILURE(expect_equal(outcome.merges, expected));
  ASSERT_NO_FATAL_FAILURE(expect_equal(monitor.merges_since(0), expected));
  EXPECT_EQ(monitor.snapshot().done, 1500U);
}

TEST(Threads, TablesOfFourThatSpillIntoOneGiveTheSameMerges) {
  const std::string text = random_words(7, 200'000);
  const std::vector<Merge> expected = learned(text, 500);
  Monitor monitor;
  Spill spill(std::filesystem::temp_directory_path().string(), monitor, 3);
  std::vector<PieceCounts> tables(4);
  for (PieceCounts& table : tables) table.bound(60'000, spill, monitor);
  std::unique_ptr<SpilledCounts> counts;
  {
    const Watcher watcher(monitor);
    count(text, tables, monitor);
    EXPECT_FALSE(spill.empty());
    std::vector<std::thread> team;
    for (PieceCounts& table : tables) team.emplace_back([&] { spill.take(table); });
    for (std::thread& member : team) member.join();
    counts = spill.merge();
  }
  ASSERT_NO_FATAL_FAILURE(expect_equal(train(*counts, options(500), monitor).merges, expected));
}

TEST(Threads, AStopFromOutsideLeavesTheFirstOfTheMerges) {
  const std::string text = random_words(2, 200'000);
  std::vector<Merge> expected = learned(text, 1'000'000);
  Monitor monitor;
  const PieceCounts counts = counted_by(2, text, monitor);
  std::thread watcher([&] {
    while (monitor.snapshot().merges < 100) std::this_thread::yield();
    monitor.stop();
  });
  const TrainingOutcome outcome = train(counts, options(1'000'000), monitor);
  watcher.join();
  ASSERT_GE(outcome.merges.size(), 100U);
  ASSERT_LE(outcome.merges.size(), expected.size());
  EXPECT_EQ(outcome.stop_reason == StopReason::stopped, outcome.merges.size() < expected.size());
  expected.resize(outcome.merges.size());
  ASSERT_NO_FATAL_FAILURE(expect_equal(outcome.merges, expected));
}

TEST(Threads, AnyNumberMayEncodeAndDecodeWithOneEncoder) {
  const Encoder encoder(vocabulary_of(learned(random_words(3, 100'000), 800)));
  const std::string text = random_words(4, 100'000) + "<end>" + std::string(5000, 'a');
  std::vector<TokenId> expected;
  ASSERT_TRUE(encoder.encode(text, Scanner::gpt2, true, expected));
  Monitor monitor;
  std::vector<std::thread> team;
  {
    const Watcher watcher(monitor);
    for (int member = 0; member < 4; ++member) {
      team.emplace_back([&] {
        for (int round = 0; round < 5; ++round) {
          std::vector<TokenId> ids;
          std::string decoded;
          EXPECT_TRUE(encoder.encode(text, Scanner::gpt2, true, ids, &monitor));
          EXPECT_EQ(ids, expected);
          EXPECT_EQ(encoder.decode(ids, decoded), ids.size());
          EXPECT_EQ(decoded, text);
        }
      });
    }
    for (std::thread& member : team) member.join();
  }
}

TEST(Threads, BatchesOfSeveralThreadsAreTheTextsOneByOne) {
  const Encoder encoder(vocabulary_of(learned(random_words(5, 100'000), 500)));
  const std::string text = random_words(6, 60'000);
  const std::vector<std::string_view> texts = parts_of(text, 700);
  std::vector<TokenId> expected;
  for (const std::string_view part : texts) ASSERT_TRUE(encoder.encode(part, Scanner::cl100k, false, expected));
  std::vector<std::thread> team;
  for (int member = 0; member < 4; ++member) {
    team.emplace_back([&] {
      std::vector<TokenId> ids;
      std::vector<std::uint64_t> ends;
      EXPECT_TRUE(encoder.encode_batch(texts, Scanner::cl100k, false, ids, ends));
      EXPECT_EQ(ids, expected);
    });
  }
  for (std::thread& member : team) member.join();
}

template <typename AnyEncoder>
void expect_the_same_in_all_threads(const AnyEncoder& encoder, const std::string& text) {
  const std::uint64_t begins[] = {0}, ends[] = {text.size()};
  EncodedPieces expected;
  ASSERT_TRUE(encoder.encode_pieces({text, begins, ends}, expected));
  std::vector<std::thread> team;
  for (int member = 0; member < 4; ++member) {
    team.emplace_back([&] {
      EncodedPieces found;
      EXPECT_TRUE(encoder.encode_pieces({text, begins, ends}, found));
      EXPECT_EQ(found.ids, expected.ids);
      EXPECT_EQ(found.spans, expected.spans);
    });
  }
  for (std::thread& member : team) member.join();
}

TEST(Threads, SeveralEncodeWithOneOfTheEncodersThatAreNotByteLevel) {
  const std::string text = random_words(7, 50'000);
  CharacterVocabulary characters;
  characters.tokens = {"<unk>", "a", "b", "ab", " ", " ab"};
  characters.merges = {{1, 2, 3}, {4, 3, 5}};
  characters.unknown_id = 0;
  expect_the_same_in_all_threads(CharacterEncoder(std::move(characters)), text);
  const ScoredVocabulary scored{{"<unk>", "a", "b", "ab", " ", " ab"},
                                {0, -1, -2, -3, -4, -5},
                                {PieceKind::unknown, PieceKind::normal, PieceKind::normal, PieceKind::unused,
                                 PieceKind::normal, PieceKind::normal},
                                {},
                                0};
  expect_the_same_in_all_threads(ScoredPairEncoder(ScoredVocabulary(scored)), text);
  expect_the_same_in_all_threads(UnigramEncoder(ScoredVocabulary(scored)), text);
}

}  // namespace vocabsmith
