#include "vocabsmith/saved_counts.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "../src/run_facts.hpp"

using vocabsmith::Count;
using vocabsmith::Monitor;
using vocabsmith::PieceCounts;
using vocabsmith::PieceSource;
using vocabsmith::RunFacts;
using vocabsmith::Spill;
using vocabsmith::SpilledCounts;
using vocabsmith::StopRequested;

namespace {

using Counts = std::map<std::string, Count>;

constexpr Count largest = std::numeric_limits<Count>::max();

Counts contents(const PieceSource& counts) {
  Counts all;
  counts.visit_pieces([&](std::string_view piece, Count count) { all[std::string(piece)] += count; });
  return all;
}

class SavedCounts : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() / (std::string("vocabsmith-saved-") + test->name());
    std::filesystem::remove_all(path_);
    std::filesystem::create_directory(path_);
    folder = path_.string();
  }
  void TearDown() override { std::filesystem::remove_all(path_); }

  std::string read(const std::string& name) const {
    std::ifstream file(path_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
  }
  Counts loaded(const std::string& name) {
    PieceCounts counts;
    load_counts(folder, name, counts, monitor);
    return contents(counts);
  }

  Monitor monitor;
  std::string folder;

 private:
  std::filesystem::path path_;
};

PieceCounts some_counts() {
  PieceCounts counts;
  counts.add("a", 3);
  counts.add(std::string_view("\0\xFF", 2), largest);
  counts.add("a piece of more than fifteen bytes", 300);
  return counts;
}

PieceCounts many_counts(int pieces) {
  std::mt19937 random(3);
  PieceCounts counts;
  for (int i = 0; i < pieces; ++i) {
    std::string piece = std::to_string(i);
    piece.resize(piece.size() + random() % 20, '-');
    counts.add(piece, 1 + random() % 1000);
  }
  return counts;
}

// The same counts as a file of theirs, in the order of their bytes.
std::unique_ptr<SpilledCounts> spilled(PieceCounts counts, Monitor& monitor) {
  Spill spill(std::filesystem::temp_directory_path().string(), monitor);
  spill.take(counts);
  return spill.merge();
}

}  // namespace

TEST_F(SavedCounts, ATableComesBackAsItWas) {
  for (const int pieces : {0, 1, 1000, 100'000}) {
    const PieceCounts counts = many_counts(pieces);
    const std::string name = std::to_string(pieces);
    save_counts(counts, folder, name, monitor);
    EXPECT_EQ(loaded(name), contents(counts)) << pieces;
    EXPECT_FALSE(vocabsmith::are_spilled(folder, name));
  }
}

TEST_F(SavedCounts, AnyBytesAndAnyCountComeBack) {
  save_counts(some_counts(), folder, "saved", monitor);
  EXPECT_EQ(loaded("saved"), contents(some_counts()));
}

TEST_F(SavedCounts, WhatWasSpilledIsUsedWhereItIs) {
  const auto counts = spilled(many_counts(10'000), monitor);
  save_counts(*counts, folder, "saved", monitor);
  EXPECT_TRUE(vocabsmith::are_spilled(folder, "saved"));
  const auto opened = open_counts(folder, "saved", monitor);
  EXPECT_EQ(contents(*opened), contents(*counts));
  EXPECT_EQ(opened->size(), counts->size());
  EXPECT_EQ(opened->total(), counts->total());
  EXPECT_EQ(opened->total_bytes(), counts->total_bytes());
  EXPECT_EQ(opened->distinct_bytes(), counts->distinct_bytes());
  EXPECT_EQ(opened->longest(), counts->longest());
}

TEST_F(SavedCounts, WhatWasSpilledGoesIntoATableToo) {
  save_counts(*spilled(some_counts(), monitor), folder, "saved", monitor);
  EXPECT_EQ(loaded("saved"), contents(some_counts()));
}

TEST_F(SavedCounts, ATableIsNotUsedWhereItIs) {
  save_counts(some_counts(), folder, "saved", monitor);
  EXPECT_THROW(open_counts(folder, "saved", monitor), std::domain_error);
}

TEST_F(SavedCounts, SumsThatAreTooLargeStaySo) {
  PieceCounts counts;
  counts.add("ab", largest);
  counts.add("c", 1);
  save_counts(*spilled(std::move(counts), monitor), folder, "saved", monitor);
  const auto opened = open_counts(folder, "saved", monitor);
  EXPECT_THROW(opened->total(), std::overflow_error);
  EXPECT_THROW(opened->total_bytes(), std::overflow_error);
}

TEST_F(SavedCounts, LoadingAddsToWhatATableHolds) {
  save_counts(some_counts(), folder, "saved", monitor);
  PieceCounts counts;
  counts.add("a", 4);
  counts.add("b", 1);
  load_counts(folder, "saved", counts, monitor);
  EXPECT_EQ(counts.count_of("a"), 7U);
  EXPECT_EQ(counts.size(), 4U);
}

TEST_F(SavedCounts, ASumPast64BitsIsAnError) {
  save_counts(some_counts(), folder, "saved", monitor);
  PieceCounts counts;
  load_counts(folder, "saved", counts, monitor);
  EXPECT_THROW(load_counts(folder, "saved", counts, monitor), std::overflow_error);
}

TEST_F(SavedCounts, ABoundedTableSpillsWhatItLoads) {
  const PieceCounts counts = many_counts(20'000);
  save_counts(counts, folder, "saved", monitor);
  Spill spill(std::filesystem::temp_directory_path().string(), monitor);
  PieceCounts small;
  small.bound(60'000, spill, monitor);
  load_counts(folder, "saved", small, monitor);
  EXPECT_FALSE(spill.empty());
  spill.take(small);
  EXPECT_EQ(contents(*spill.merge()), contents(counts));
}

TEST_F(SavedCounts, AFileIsNeverWrittenOver) {
  write("saved", "mine");
  EXPECT_THROW(save_counts(some_counts(), folder, "saved", monitor), std::system_error);
  EXPECT_EQ(read("saved"), "mine");
}

TEST_F(SavedCounts, EveryChangedByteIsFound) {
  save_counts(some_counts(), folder, "table", monitor);
  save_counts(*spilled(some_counts(), monitor), folder, "spilled", monitor);
  for (const std::string name : {"table", "spilled"}) {
    const std::string good = read(name);
    for (std::size_t at = 0; at < good.size(); ++at) {
      for (const int change : {1, 2, 16, 64, 128, 255}) {
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ change);
        write("bad", bad);
        EXPECT_THROW(loaded("bad"), std::domain_error) << name << " at " << at << " with " << change;
        EXPECT_THROW(open_counts(folder, "bad", monitor), std::domain_error);
      }
    }
  }
}

TEST_F(SavedCounts, AFileOfAnyOtherLengthIsRefused) {
  save_counts(some_counts(), folder, "saved", monitor);
  const std::string good = read("saved");
  for (std::size_t length = 0; length < good.size(); ++length) {
    write("bad", good.substr(0, length));
    EXPECT_THROW(loaded("bad"), std::domain_error) << length;
    write("bad", good.substr(length + 1));
    EXPECT_THROW(loaded("bad"), std::domain_error) << length;
  }
  write("bad", good + "\n");
  EXPECT_THROW(loaded("bad"), std::domain_error);
}

// A trailer that is right in itself, behind something else.
TEST_F(SavedCounts, SizesThatCannotBeAreRefused) {
  const auto refused = [&](const std::string& pieces, RunFacts facts) {
    facts.bytes = pieces.size();
    const auto trailer = facts.trailer();
    write("bad", pieces + std::string(trailer.begin(), trailer.end()));
    EXPECT_THROW(loaded("bad"), std::domain_error);
  };
  RunFacts facts;
  facts.size = std::numeric_limits<std::uint64_t>::max();
  refused("abc", facts);
  facts.size = 1;
  facts.piece_bytes = facts.longest = std::numeric_limits<std::uint64_t>::max();
  refused("abc", facts);
  facts.piece_bytes = facts.longest = 3;
  refused("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01 and more", facts);
}

// What is read is never trusted: whatever the pieces and the numbers are, they are looked at within their bounds.
TEST_F(SavedCounts, AnyBytesBehindWhichATrailerStandsAreRefused) {
  std::mt19937_64 random(11);
  const auto number = [&](std::uint64_t below) { return random() % (random() % 4 == 0 ? ~std::uint64_t{0} : below); };
  for (int round = 0; round < 3000; ++round) {
    std::string pieces(random() % 300, '\0');
    for (char& byte : pieces) byte = static_cast<char>(random() % (random() % 3 == 0 ? 256 : 4));
    RunFacts facts;
    facts.bytes = pieces.size();
    facts.size = number(pieces.size() / 3 + 1);
    facts.piece_bytes = number(pieces.size() + 1);
    facts.longest = number(facts.piece_bytes + 1);
    facts.checksum = random();
    facts.rising = random() % 2 == 0;
    const auto trailer = facts.trailer();
    write("bad", pieces + std::string(trailer.begin(), trailer.end()));
    EXPECT_THROW(loaded("bad"), std::domain_error);
    EXPECT_THROW(open_counts(folder, "bad", monitor), std::domain_error);
  }
}

TEST_F(SavedCounts, PiecesTwiceOrOutOfOrderAreRefusedWhereOrderIsPromised) {
  for (const auto& [first, second] : {std::pair{"b", "a"}, std::pair{"a", "a"}}) {
    RunFacts facts;
    facts.rising = true;
    facts.add(first, 1);
    facts.add(second, 1);
    facts.bytes = 6;
    const auto trailer = facts.trailer();
    write("bad", std::string("\1") + first + "\1\1" + second + "\1" + std::string(trailer.begin(), trailer.end()));
    EXPECT_THROW(open_counts(folder, "bad", monitor), std::domain_error);
    std::filesystem::remove(std::filesystem::path(folder) / "bad");
  }
}

TEST_F(SavedCounts, ANewerVersionIsRefused) {
  auto trailer = RunFacts().trailer();
  trailer[8] = 2;
  write("newer", std::string(trailer.begin(), trailer.end()));
  try {
    loaded("newer");
    FAIL();
  } catch (const std::domain_error& error) {
    EXPECT_STREQ(error.what(), "was made by a newer version");
  }
}

TEST_F(SavedCounts, AMissingFileAndAFolderAreRefused) {
  EXPECT_THROW(loaded("missing"), std::domain_error);
  EXPECT_THROW(loaded("."), std::domain_error);
}

TEST_F(SavedCounts, SavingAndLoadingCanBeStopped) {
  const PieceCounts counts = many_counts(200'000);
  save_counts(counts, folder, "saved", monitor);
  monitor.stop();
  EXPECT_THROW(save_counts(counts, folder, "stopped", monitor), StopRequested);
  EXPECT_THROW(loaded("stopped"), std::domain_error);
  EXPECT_THROW(loaded("saved"), StopRequested);
}

// ---------------------------------------------------------------- what a Spill
// keeps

TEST_F(SavedCounts, WhatASpillKeepsIsThereForAnother) {
  const PieceCounts expected = many_counts(3000);
  std::vector<std::string> names;
  {
    Spill spill(folder, monitor);
    PieceCounts counts = many_counts(3000);
    spill.take(counts);
    names = spill.keep(folder, "run-");
    EXPECT_EQ(names, std::vector<std::string>({"run-0"}));
    EXPECT_EQ(contents(*spill.merge()), contents(expected));
  }
  Spill other(folder, monitor);
  other.adopt(folder, names.front());
  EXPECT_EQ(contents(*other.merge()), contents(expected));
}

TEST_F(SavedCounts, ASpillKeepsEachRunOnce) {
  Spill spill(folder, monitor);
  PieceCounts counts = many_counts(10);
  spill.take(counts);
  spill.keep(folder, "a-");
  counts = many_counts(20);
  spill.take(counts);
  EXPECT_EQ(spill.keep(folder, "b-"), std::vector<std::string>({"a-0", "b-1"}));
  EXPECT_EQ(spill.kept(), std::vector<std::string>({"a-0", "b-1"}));
}

TEST_F(SavedCounts, WhatWasMergedIsKeptAnew) {
  Spill spill(folder, monitor, 2);
  for (int i = 1; i <= 3; ++i) {
    PieceCounts counts = many_counts(10 * i);
    spill.take(counts);
    if (i == 2) {
      EXPECT_EQ(spill.keep(folder, "a-").size(), 2U);
    }
  }
  const auto names = spill.keep(folder, "b-");
  Spill other(folder, monitor);
  for (const std::string& name : names) other.adopt(folder, name);
  EXPECT_EQ(contents(*other.merge()), contents(*spill.merge()));
}

TEST_F(SavedCounts, ASpillGoesOnAfterItCouldNotKeep) {
  Spill spill(folder, monitor);
  PieceCounts counts = many_counts(100);
  spill.take(counts);
  EXPECT_THROW(spill.keep(folder + "/no such folder", "a-"), std::system_error);
  EXPECT_TRUE(spill.kept().empty());
  EXPECT_EQ(contents(*spill.merge()), contents(many_counts(100)));
}

TEST_F(SavedCounts, ASpillAdoptsNothingThatIsDamagedOrInNoOrder) {
  save_counts(some_counts(), folder, "table", monitor);
  Spill spill(folder, monitor);
  EXPECT_THROW(spill.adopt(folder, "table"), std::domain_error);
  EXPECT_THROW(spill.adopt(folder, "missing"), std::domain_error);
  EXPECT_TRUE(spill.empty());
}
