#include "vocabsmith/spilled_counts.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "../src/piece_run.hpp"
#include "vocabsmith/trainer.hpp"

using vocabsmith::Count;
using vocabsmith::Monitor;
using vocabsmith::PieceCounts;
using vocabsmith::PieceRun;
using vocabsmith::PieceSource;
using vocabsmith::RunReader;
using vocabsmith::Scanner;
using vocabsmith::Spill;
using vocabsmith::SpilledCounts;
using vocabsmith::StopRequested;

namespace {

using Counts = std::map<std::string, Count>;

constexpr Count largest = std::numeric_limits<Count>::max();

const std::string folder = std::filesystem::temp_directory_path().string();

Counts contents(const PieceSource& counts) {
  Counts all;
  counts.visit_pieces([&](std::string_view piece, Count count) { all[std::string(piece)] += count; });
  return all;
}

// A table that spills whenever it has some hundred pieces.
class SmallTable {
 public:
  explicit SmallTable(std::size_t max_runs = 64, std::size_t limit = 60'000) : spill(folder, monitor, max_runs) {
    counts.bound(limit, spill, monitor);
  }

  std::unique_ptr<SpilledCounts> merged() {
    spill.take(counts);
    return spill.merge();
  }

  Monitor monitor;
  Spill spill;
  PieceCounts counts;
};

std::string random_piece(std::mt19937& random) {
  std::string piece(1 + random() % 40, '\0');
  for (char& byte : piece) byte = static_cast<char>("\0\xFF ab"[random() % 5]);
  return piece;
}

}  // namespace

TEST(Spill, ALargeTableAndASmallOneThatSpillsHoldTheSame) {
  for (const std::size_t max_runs : {2U, 3U, 64U}) {
    std::mt19937 random(7);
    Counts expected;
    SmallTable small(max_runs);
    for (int i = 0; i < 60'000; ++i) {
      const std::string piece = random_piece(random);
      const Count count = 1 + random() % 1000;
      small.counts.add(piece, count);
      expected[piece] += count;
    }
    EXPECT_FALSE(small.spill.empty());
    EXPECT_EQ(contents(*small.merged()), expected);
  }
}

TEST(Spill, PiecesComeInTheOrderOfTheirBytesEachOnce) {
  SmallTable small;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 5000; ++i)
      small.counts.add(std::string(static_cast<std::size_t>(i % 30), 'a') + std::to_string(i));
  }
  const auto merged = small.merged();
  std::optional<std::string> before;
  merged->visit_pieces([&](std::string_view piece, Count count) {
    EXPECT_EQ(count, 3U);
    EXPECT_TRUE(!before || *before < piece);
    before = piece;
  });
  EXPECT_EQ(merged->size(), 5000U);
}

TEST(Spill, TellsTheNumbersOfOneLargeTable) {
  SmallTable small;
  PieceCounts large;
  for (int i = 0; i < 3000; ++i) {
    const std::string piece(static_cast<std::size_t>(1 + i % 500), static_cast<char>(i % 200));
    small.counts.add(piece, 5);
    large.add(piece, 5);
  }
  const auto merged = small.merged();
  EXPECT_EQ(merged->size(), large.size());
  EXPECT_EQ(merged->total(), large.total());
  EXPECT_EQ(merged->total_bytes(), large.total_bytes());
  EXPECT_EQ(merged->distinct_bytes(), large.distinct_bytes());
  EXPECT_EQ(merged->longest(), large.longest());
  EXPECT_FALSE(merged->lends_pieces());
}

TEST(Spill, AnEmptyCorpusHasNoPieces) {
  SmallTable small;
  const auto merged = small.merged();
  EXPECT_EQ(merged->size(), 0U);
  EXPECT_EQ(merged->total(), 0U);
  EXPECT_EQ(contents(*merged), Counts{});
}

TEST(Spill, CountsBeyond40BitsAddUp) {
  SmallTable small;
  for (int round = 0; round < 3; ++round) {
    small.counts.add("the", Count{1} << 41);
    small.spill.take(small.counts);
  }
  EXPECT_EQ(contents(*small.merged()), (Counts{{"the", 3 * (Count{1} << 41)}}));
}

TEST(Spill, RefusesCountsThatPass64BitsTogether) {
  SmallTable small;
  small.counts.add("the", largest);
  small.spill.take(small.counts);
  small.counts.add("the");
  EXPECT_THROW(small.merged(), std::overflow_error);
}

TEST(Spill, TotalsThatPass64BitsAreRefusedWhenAskedFor) {
  SmallTable small;
  small.counts.add("ab", largest);
  small.counts.add("c", 1);
  const auto merged = small.merged();
  EXPECT_EQ(merged->size(), 2U);
  EXPECT_THROW(merged->total(), std::overflow_error);
  EXPECT_THROW(merged->total_bytes(), std::overflow_error);
}

TEST(Spill, PiecesLongerThanAnyBufferGoThrough) {
  const std::string of_a(3'000'000, 'a');
  const std::string of_b(1'000'000, 'b');
  SmallTable small;
  for (const std::string& piece : {of_b, of_a, of_b, std::string("c")}) small.counts.add(piece, 2);
  EXPECT_EQ(contents(*small.merged()), (Counts{{of_a, 2}, {of_b, 4}, {"c", 2}}));
}

TEST(Spill, ATextIsCountedAsWithoutALimit) {
  std::string text;
  for (int i = 0; i < 30'000; ++i)
    text += " word" + std::to_string(i % 9000) + (i % 100 == 0 ? std::string(70, '.') : "");
  PieceCounts large;
  count_pieces(text, Scanner::gpt2, {}, large);
  SmallTable small;
  count_pieces(text, Scanner::gpt2, {}, small.counts);
  EXPECT_FALSE(small.spill.empty());
  EXPECT_EQ(contents(*small.merged()), contents(large));
}

TEST(Spill, ATableNeverTakesMuchMoreThanItsLimit) {
  SmallTable small(64, 4'000'000);
  for (int i = 0; i < 300'000; ++i) {
    small.counts.add(std::string(static_cast<std::size_t>(i % 60), 'x') + std::to_string(i));
    ASSERT_LE(small.counts.memory(), 4'000'000U);
  }
  EXPECT_FALSE(small.spill.empty());
}

TEST(Spill, OtherTablesAreAddedWithinTheLimit) {
  PieceCounts large;
  for (int i = 0; i < 20'000; ++i) large.add("a piece that is long " + std::to_string(i));
  SmallTable small;
  small.counts.add("b", 1);
  small.counts.add_all(large, 7);
  Counts expected{{"b", 1}};
  large.for_each([&](std::string_view piece, Count count) { expected[std::string(piece)] = 7 * count; });
  EXPECT_EQ(contents(*small.merged()), expected);
}

TEST(Spill, ThreadsSpillAtTheSameTime) {
  Monitor monitor;
  Spill spill(folder, monitor, 4);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      PieceCounts counts;
      counts.bound(60'000, spill, monitor);
      for (int i = 0; i < 20'000; ++i) counts.add(std::to_string(i));
      spill.take(counts);
    });
  }
  for (std::thread& thread : threads) thread.join();
  const auto merged = spill.merge();
  EXPECT_EQ(merged->size(), 20'000U);
  merged->visit_pieces([](std::string_view, Count count) { ASSERT_EQ(count, 4U); });
}

TEST(Spill, TheSameMergesAreLearnedFromAFileAndFromMemory) {
  for (const auto tie_break : {vocabsmith::TieBreak::smaller_ids, vocabsmith::TieBreak::greater_bytes}) {
    std::mt19937 random(11);
    SmallTable small;
    PieceCounts large;
    for (int i = 0; i < 20'000; ++i) {
      const std::string piece = random_piece(random);
      small.counts.add(piece);
      large.add(piece);
    }
    vocabsmith::TrainerOptions options;
    options.max_merges = 500;
    options.tie_break = tie_break;
    for (std::size_t byte = 0; byte < 256; ++byte) options.byte_of_id[byte] = static_cast<std::uint8_t>(byte);
    Monitor monitor;
    const auto from_memory = train(large, options, monitor);
    const auto from_file = train(*small.merged(), options, monitor);
    ASSERT_EQ(from_file.merges.size(), 500U);
    EXPECT_EQ(from_file.initial_tokens, from_memory.initial_tokens);
    for (std::size_t rank = 0; rank < 500; ++rank) {
      EXPECT_EQ(from_file.merges[rank].left, from_memory.merges[rank].left);
      EXPECT_EQ(from_file.merges[rank].right, from_memory.merges[rank].right);
      EXPECT_EQ(from_file.merges[rank].count, from_memory.merges[rank].count);
      EXPECT_EQ(from_file.merges[rank].tokens_left, from_memory.merges[rank].tokens_left);
    }
  }
}

TEST(Spill, AStopEndsSortingMergingAndCounting) {
  SmallTable table;
  PieceCounts unbounded;
  for (int i = 0; i < 200'000; ++i) unbounded.add(std::to_string(i));
  table.spill.take(unbounded);
  unbounded.add("a");
  table.spill.take(unbounded);
  for (int i = 0; i < 200'000; ++i) unbounded.add(std::to_string(i));
  table.monitor.stop();
  EXPECT_THROW(table.spill.merge(), StopRequested);
  EXPECT_THROW(table.spill.take(unbounded), StopRequested);
  EXPECT_THROW(count_pieces(std::string(5'000'000, 'x'), Scanner::none, {}, table.counts), StopRequested);
}

TEST(Spill, ALargeTableIsAddedUnderTheEyesOfItsMonitor) {
  SmallTable table(64, std::size_t{1} << 30);
  PieceCounts large;
  for (int i = 0; i < 300'000; ++i) large.add(std::to_string(i));
  table.counts.add_all(large);
  EXPECT_EQ(table.monitor.snapshot().total, large.distinct_bytes());
  EXPECT_EQ(table.monitor.snapshot().done, large.distinct_bytes());
  table.monitor.stop();
  EXPECT_THROW(table.counts.add_all(large), StopRequested);
}

TEST(Spill, ProgressGoesOnWhileRunsAreWrittenAndMerged) {
  SmallTable small;
  small.monitor.begin_stage(vocabsmith::Stage::reading, 1000);
  small.monitor.advance_to(1000);
  for (int i = 0; i < 5000; ++i) small.counts.add(std::to_string(i));
  small.merged();
  const vocabsmith::Progress progress = small.monitor.snapshot();
  EXPECT_GT(progress.total, 20'000U);
  EXPECT_EQ(progress.done, progress.total);
}

TEST(Spill, CountingALongTextAdvancesWithinIt) {
  SmallTable small;
  std::string text;
  for (int i = 0; i < 4'000'000; ++i) text += "a ";
  small.monitor.begin_stage(vocabsmith::Stage::reading, 1000);
  small.monitor.pause();
  std::thread worker([&] { count_pieces(text, Scanner::gpt2, {}, small.counts, {.file_bytes = 1000}); });
  while (small.monitor.snapshot().done == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_LT(small.monitor.snapshot().done, 1000U);
  small.monitor.resume();
  worker.join();
  EXPECT_EQ(small.monitor.snapshot().done, 1000U);
}

TEST(Spill, CountingRecordsAdvancesAmongThemAndObeysAStop) {
  SmallTable small;
  std::string text;
  std::vector<std::uint64_t> ends;
  for (int i = 0; i < 2'000'000; ++i) ends.push_back((text += "a b ").size());
  small.monitor.begin_stage(vocabsmith::Stage::reading, 1000);
  small.monitor.pause();
  std::thread worker([&] {
    EXPECT_THROW(count_records(text, ends, Scanner::gpt2, {}, small.counts, {.file_bytes = 1000}), StopRequested);
  });
  while (small.monitor.snapshot().done == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_LT(small.monitor.snapshot().done, 1000U);
  small.monitor.stop();
  worker.join();
}

TEST(Spill, AFolderThatIsNotThereIsAnError) {
  Monitor monitor;
  Spill spill(folder + "/no such folder", monitor);
  PieceCounts counts;
  counts.add("a");
  EXPECT_THROW(spill.take(counts), std::system_error);
}

TEST(PieceRun, AReaderGivesBackWhatWasWritten) {
  Monitor monitor;
  PieceRun run(folder, 0, monitor);
  run.append(std::string_view("\0\0", 2), 1);
  run.append("a", largest);
  run.finish();
  EXPECT_EQ(run.bytes(), 2U + 1 + 1 + 1 + 1 + 10);
  RunReader reader(run);
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.piece(), std::string_view("\0\0", 2));
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.piece(), "a");
  EXPECT_EQ(reader.count(), largest);
  EXPECT_FALSE(reader.next());
}

#ifdef __linux__
namespace {

// The nameless file of this process, as a path that can be opened.
std::filesystem::path only_nameless_file() {
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code error;
    if (std::filesystem::read_symlink(entry.path(), error).string().ends_with("(deleted)")) return entry.path();
  }
  return {};
}

}  // namespace

TEST(PieceRun, AFileThatWasCutShortIsAnError) {
  Monitor monitor;
  PieceRun run(folder, 0, monitor);
  for (int i = 0; i < 100'000; ++i) run.append("piece " + std::to_string(i), 1);
  run.finish();
  std::filesystem::resize_file(only_nameless_file(), run.bytes() / 2);
  RunReader reader(run);
  EXPECT_THROW(while (reader.next()){}, std::system_error);
}

TEST(PieceRun, AFileThatWasChangedIsAnError) {
  Monitor monitor;
  PieceRun run(folder, 0, monitor);
  run.append("abc", 1);
  run.append("abd", 1);
  run.finish();
  for (const int place : {0, 2, 4, 9}) {
    std::fstream file(only_nameless_file(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(place);
    const int byte = file.get();
    file.seekp(place).put(static_cast<char>(byte ^ 2)).flush();
    RunReader reader(run);
    EXPECT_THROW(while (reader.next()){}, std::system_error) << place;
    file.seekp(place).put(static_cast<char>(byte)).flush();
  }
  RunReader reader(run);
  while (reader.next()) {
  }
}
#endif
