#include <cstdint>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/targets.hpp"
#include "fuzz/texts.hpp"
#include "reference/heap_trainer.hpp"
#include "reference/naive_trainer.hpp"
#include "vocabsmith/character_counts.hpp"
#include "vocabsmith/monitor.hpp"
#include "vocabsmith/piece_counts.hpp"
#include "vocabsmith/trainer.hpp"

namespace vocabsmith::fuzz {
namespace {

using reference::WeightedPiece;

struct Corpus {
  std::vector<WeightedPiece> pieces;
  TrainerOptions options;
};

Count random_weight(Input& input) {
  if (input.one_in(10)) return Count{1} << input.below(46);
  return input.between(1, input.one_in(4) ? 1000 : 3);
}

TrainerOptions random_options(Input& input) {
  TrainerOptions options;
  options.max_merges = input.one_in(3) ? input.between(1, 20) : input.one_in(2) ? 60'000 : 1'000'000;
  options.min_frequency = input.one_in(8) ? input.below(2000) : input.below(4);
  options.max_token_length = input.one_in(3) ? input.between(1, input.one_in(2) ? 100 : 6) : 0;
  options.tie_break = input.one_in(2) ? TieBreak::greater_bytes : TieBreak::smaller_ids;
  std::iota(options.byte_of_id.begin(), options.byte_of_id.end(), std::uint8_t{0});
  if (input.one_in(2)) input.shuffle(options.byte_of_id);
  return options;
}

PieceCounts counted(const Corpus& corpus) {
  PieceCounts counts;
  for (const WeightedPiece& piece : corpus.pieces) counts.add(piece.bytes, piece.count);
  return counts;
}

// Learning begins with most of the characters that occur, in any order, and sometimes with many that do not.
void begin_with_characters(Input& input, Corpus& corpus) {
  Monitor monitor;
  std::set<char32_t> listed;
  for (const CharacterCount& found : count_characters(counted(corpus), monitor)) {
    if (!input.one_in(6)) listed.insert(found.character);
  }
  const std::size_t more = input.one_in(4) ? input.mostly_small(70'000) : 0;
  for (std::size_t i = 0; i < more; ++i) listed.insert(static_cast<char32_t>(0xF0000 + i));
  std::vector<char32_t>& characters = corpus.options.characters.emplace(listed.begin(), listed.end());
  if (input.one_in(2)) input.shuffle(characters);
}

Corpus random_corpus(Input& input) {
  Corpus corpus;
  corpus.options = random_options(input);
  const bool one_long = input.one_in(4);
  const std::size_t longest = one_long ? 500 : input.between(1, 14);
  for (std::size_t left = one_long ? 1 : input.between(1, input.one_in(4) ? 40 : 6); left > 0; --left)
    corpus.pieces.push_back({random_piece(input, longest), random_weight(input)});
  return corpus;
}

// Words by Zipf's law, or many different short ones, or a few long pieces: up to some 100,000 merges.
Corpus large_corpus(Input& input) {
  Corpus corpus;
  corpus.options = random_options(input);
  corpus.options.max_token_length = 0;
  corpus.options.min_frequency = input.between(1, 2);
  const bool few_and_long = input.one_in(4);
  const std::size_t count = few_and_long ? input.between(1, 4) : input.mostly_small(30'000);
  const std::size_t letters = input.between(2, 256);
  for (std::size_t number = 1; number <= count + 1; ++number) {
    std::string bytes;
    for (std::size_t left = input.between(1, few_and_long ? 6000 : 14); left > 0; --left)
      bytes += static_cast<char>(input.below(letters));
    corpus.pieces.push_back({bytes, input.one_in(2) ? 1 + 100'000 / number : Count{1}});
  }
  return corpus;
}

std::string described(const Corpus& corpus) {
  const TrainerOptions& options = corpus.options;
  std::string text = "\n  max_merges " + std::to_string(options.max_merges) + ", min_frequency " +
                     std::to_string(options.min_frequency) + ", max_token_length " +
                     std::to_string(options.max_token_length) +
                     (options.tie_break == TieBreak::smaller_ids ? ", smaller_ids" : ", greater_bytes");
  if (options.characters) {
    text += ", characters";
    for (std::size_t i = 0; i < options.characters->size() && i < 50; ++i)
      text += ' ' + std::to_string(static_cast<std::uint32_t>((*options.characters)[i]));
  }
  for (std::size_t i = 0; i < corpus.pieces.size() && i < 50; ++i)
    text += "\n  " + spelled(corpus.pieces[i].bytes) + " x " + std::to_string(corpus.pieces[i].count);
  return text;
}

std::string described(const Merge& merge) {
  std::ostringstream text;
  text << '(' << merge.left << ", " << merge.right << ") -> " << merge.token << " counted " << merge.count << ", left "
       << merge.tokens_left;
  return text.str();
}

bool same(const Merge& a, const Merge& b) {
  return a.left == b.left && a.right == b.right && a.token == b.token && a.count == b.count &&
         a.tokens_left == b.tokens_left;
}

void compare(const std::vector<Merge>& merges, const std::vector<Merge>& expected, const Corpus& corpus) {
  for (std::size_t i = 0; i < merges.size() && i < expected.size(); ++i) {
    if (!same(merges[i], expected[i]))
      fail("merge " + std::to_string(i) + " is " + described(merges[i]) + ", not " + described(expected[i]) +
           described(corpus));
  }
  if (merges.size() != expected.size())
    fail(std::to_string(merges.size()) + " merges, not " + std::to_string(expected.size()) + described(corpus));
}

void compare(const TrainingOutcome& outcome, const TrainingOutcome& expected, const Corpus& corpus) {
  compare(outcome.merges, expected.merges, corpus);
  if (outcome.initial_tokens != expected.initial_tokens) fail("wrong number of tokens" + described(corpus));
  if (outcome.stop_reason != expected.stop_reason) fail("wrong reason to stop" + described(corpus));
}

// As train() does it, or with tokens of either size and places that do not all fit. If there is room for few places in
// a large corpus, it is counted anew nearly every time.
TrainingOutcome trained(Input& input, const Corpus& corpus, Monitor& monitor) {
  const PieceCounts counts = counted(corpus);
  if (input.one_in(3)) return train(counts, corpus.options, monitor);
  const std::size_t bytes = counts.distinct_bytes();
  const std::size_t fewest = bytes < 5000 ? 1 : bytes / 8;
  const std::size_t most_postings = input.one_in(4) ? 0 : input.between(fewest, bytes);
  const bool fits_16_bits = corpus.options.base_size() + corpus.options.max_merges < 65'500;
  if (fits_16_bits && input.one_in(2))
    return Trainer<std::uint16_t>(counts, corpus.options, monitor, most_postings).run();
  return Trainer<std::uint32_t>(counts, corpus.options, monitor, most_postings).run();
}

void try_against_the_recount(Input& input, const Corpus& corpus) {
  const TrainingOutcome expected = reference::train(corpus.pieces, corpus.options);
  Monitor monitor;
  compare(trained(input, corpus, monitor), expected, corpus);
  compare(monitor.merges_since(0), expected.merges, corpus);
}

}  // namespace

void try_trainer(Input& input) {
  try_against_the_recount(input, random_corpus(input));
}

void try_character_training(Input& input) {
  Corpus corpus = random_corpus(input);
  for (WeightedPiece& piece : corpus.pieces) {
    if (std::string text = random_text(input, 60); !text.empty()) piece.bytes = std::move(text);
  }
  begin_with_characters(input, corpus);
  try_against_the_recount(input, corpus);
}

void try_large_training(Input& input) {
  Corpus corpus = large_corpus(input);
  if (input.one_in(3)) begin_with_characters(input, corpus);
  reference::StepTimes times;
  const TrainingOutcome expected = reference::train_with_heap(corpus.pieces, corpus.options, {}, times);
  Monitor monitor;
  compare(trained(input, corpus, monitor), expected, corpus);
}

}  // namespace vocabsmith::fuzz
