#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/targets.hpp"
#include "fuzz/texts.hpp"
#include "vocabsmith/character_counts.hpp"
#include "vocabsmith/monitor.hpp"
#include "vocabsmith/piece_counts.hpp"
#include "vocabsmith/saved_counts.hpp"
#include "vocabsmith/spilled_counts.hpp"
#include "vocabsmith/trainer.hpp"

namespace vocabsmith::fuzz {
namespace {

using Model = std::map<std::string, Count>;

// Several bounded tables that spill into one, as those of several threads do; and what they should hold together.
class Tables {
 public:
  explicit Tables(Input& input)
      : input_(input),
        spill_(std::filesystem::temp_directory_path().string(), monitor_, input.between(2, 5)),
        tables_(input.between(1, 3)) {
    const std::size_t limit = input.one_in(20) ? input.below(30'000) : input.between(30'000, 2'000'000);
    for (PieceCounts& table : tables_) table.bound(limit, spill_, monitor_);
  }

  void add_piece() {
    const std::string piece = random_key(input_);
    const Count count = input_.one_in(30) ? Count{1} << input_.below(40) : input_.below(4);
    any_table().add(ExactText(piece).view(), count);
    note(piece, count);
  }

  void add_text() {
    const ExactText text(random_text(input_, 2000));
    const Scanner scanner = input_.pick(all_scanners);
    const Count weight = input_.between(1, 5);
    count_pieces(text.view(), scanner, {}, any_table(), {.weight = weight});
    for_each_piece(scanner, text.view(), [&](std::string_view piece) { note(std::string(piece), weight); });
  }

  void add_table() {
    PieceCounts other;
    const Count weight = input_.below(4);
    for (std::size_t left = input_.below(60); left > 0; --left) {
      const std::string piece = random_key(input_);
      const Count count = input_.between(1, 9);
      other.add(piece, count);
      note(piece, count * weight);
    }
    any_table().add_all(other, weight);
  }

  // Everything goes to files with names, and another Spill goes on with them.
  std::unique_ptr<SpilledCounts> merged_elsewhere(const std::string& folder) {
    Spill other(folder, monitor_, input_.between(2, 5));
    for (const std::string& name : spill_.keep(folder, "run-")) other.adopt(folder, name);
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      const std::string name = "table-" + std::to_string(i);
      save_counts(tables_[i], folder, name, monitor_);
      PieceCounts table;
      if (input_.one_in(2)) table.bound(input_.between(30'000, 2'000'000), other, monitor_);
      load_counts(folder, name, table, monitor_);
      other.take(table);
    }
    return other.merge();
  }

  std::unique_ptr<SpilledCounts> merged() {
    for (PieceCounts& table : tables_) spill_.take(table);
    return spill_.merge();
  }

  const Model& model() const { return model_; }

 private:
  PieceCounts& any_table() { return tables_[input_.below(tables_.size())]; }

  void note(const std::string& piece, Count count) {
    if (!piece.empty() && count != 0) model_[piece] += count;
  }

  Input& input_;
  Monitor monitor_;
  Spill spill_;
  std::vector<PieceCounts> tables_;
  Model model_;
};

// A folder of its own, which goes with all that is in it.
class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("vocabsmith-fuzz-" + std::to_string(number()))) {
    std::filesystem::create_directory(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string name() const { return path_.string(); }

 private:
  static std::uint64_t number() { return (std::uint64_t{std::random_device()()} << 32) | std::random_device()(); }

  std::filesystem::path path_;
};

void compare(const SpilledCounts& counts, const Model& model) {
  Count total = 0;
  Count total_bytes = 0;
  std::size_t distinct_bytes = 0;
  auto expected = model.begin();
  counts.visit_pieces([&](std::string_view piece, Count count) {
    if (expected == model.end() || expected->first != piece || expected->second != count)
      fail("the piece after so many bytes is wrong: " + std::to_string(distinct_bytes));
    total += count;
    total_bytes += count * piece.size();
    distinct_bytes += piece.size();
    ++expected;
  });
  check(expected == model.end(), "a piece is missing");
  check(counts.size() == model.size() && counts.distinct_bytes() == distinct_bytes, "wrong sizes");
  check(counts.total() == total && counts.total_bytes() == total_bytes, "wrong totals");
}

TrainingOutcome learned(const PieceSource& source, Input options_from) {
  TrainerOptions options;
  options.max_merges = options_from.below(60);
  options.min_frequency = options_from.below(3);
  options.tie_break = options_from.one_in(2) ? TieBreak::greater_bytes : TieBreak::smaller_ids;
  std::iota(options.byte_of_id.begin(), options.byte_of_id.end(), std::uint8_t{0});
  Monitor monitor;
  if (options_from.one_in(3)) {
    options.characters.emplace();
    for (const CharacterCount& found : count_characters(source, monitor)) {
      if (!options_from.one_in(6)) options.characters->push_back(found.character);
    }
  }
  return train(source, options, monitor);
}

void compare(const TrainingOutcome& outcome, const TrainingOutcome& expected) {
  check(outcome.initial_tokens == expected.initial_tokens && outcome.stop_reason == expected.stop_reason,
        "what is spilled is learned from differently");
  check(outcome.merges.size() == expected.merges.size(), "what is spilled gives another number of merges");
  for (std::size_t i = 0; i < expected.merges.size(); ++i) {
    const Merge& a = outcome.merges[i];
    const Merge& b = expected.merges[i];
    check(a.left == b.left && a.right == b.right && a.count == b.count && a.tokens_left == b.tokens_left,
          "what is spilled gives another merge");
  }
}

}  // namespace

void try_spilling(Input& input) {
  Tables tables(input);
  for (std::size_t left = input.between(1, input.one_in(4) ? 4000 : 200); left > 0; --left) {
    if (input.one_in(40)) {
      tables.add_text();
    } else if (input.one_in(40)) {
      tables.add_table();
    } else {
      tables.add_piece();
    }
  }
  if (input.one_in(10)) {
    const Folder folder;
    compare(*tables.merged_elsewhere(folder.name()), tables.model());
  }
  const auto merged = tables.merged();
  compare(*merged, tables.model());
  PieceCounts in_memory;
  for (const auto& [piece, count] : tables.model()) in_memory.add(piece, count);
  compare(learned(*merged, input), learned(in_memory, input));
}

}  // namespace vocabsmith::fuzz
