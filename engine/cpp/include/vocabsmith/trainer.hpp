// Piece counts to merges: byte pair encoding, learned.
//
// Every piece starts as a row of bytes. Each step finds the pair of neighbouring tokens with the largest count,
// makes it a new token, and writes that token wherever the pair stood, left to right and without overlap. Only the
// neighbours of those places change their counts, so nothing is ever counted again from the start.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "vocabsmith/monitor.hpp"
#include "vocabsmith/piece_counts.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith {

// Which of several pairs with the same, largest count is merged first.
enum class TieBreak : std::uint8_t {
  smaller_ids,    // `hf`: smaller left id, then smaller right id; the rule of Hugging Face's BpeTrainer
  greater_bytes,  // `bytes`: the greater (left bytes, right bytes) in Python's order; the rule of CS336
};

enum class StopReason : std::uint8_t {
  reached_size,         // as many merges as were asked for
  below_min_frequency,  // no other pair occurs min_frequency times
  no_pairs,             // no pair is left at all (or none short enough)
  stopped,              // the user stopped it; the merges so far are a valid vocabulary
};

struct TrainerOptions {
  std::size_t max_merges = 0;
  Count min_frequency = 2;
  std::size_t max_token_length = 0;  // bytes, inclusive; 0: no limit
  TieBreak tie_break = TieBreak::smaller_ids;
  std::array<std::uint8_t, 256> byte_of_id{};  // the byte that each of the ids 0-255 stands for
};

struct TrainingOutcome {
  std::vector<Merge> merges;
  Count initial_tokens = 0;  // bytes of the corpus, before the first merge
  StopReason stop_reason = StopReason::no_pairs;
};

// Learns merges from `counts`. Reports every merge to `monitor` and obeys its pause and stop.
TrainingOutcome train(const PieceCounts& counts, const TrainerOptions& options, Monitor& monitor);

}  // namespace vocabsmith
