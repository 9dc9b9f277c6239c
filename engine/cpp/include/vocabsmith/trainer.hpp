// Piece counts to merges: byte pair encoding, learned.
//
// Every piece starts as a row of bytes, or of characters. Each step finds the pair of neighbouring tokens with the
// largest count, makes it a new token, and writes that token wherever the pair stood, left to right and without
// overlap. Only the neighbours of those places change their counts, so nothing has to be counted again from the start.
//
// Three facts carry the speed, and the tests hold them:
//   - counts kept step by step equal a full recount at any moment;
//   - a pair's count never grows after the merge that made it, so a pair that is rare now need not be watched until
//     the best pair is as rare (see pair_index.hpp);
//   - no token is ever made twice: a stretch of text without a merge across its borders is cut as it would be alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "vocabsmith/monitor.hpp"
#include "vocabsmith/piece_source.hpp"
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
  std::size_t pair_memory = 0;                 // bytes for what is known of pairs; 0: as much as suits the pieces
  std::array<std::uint8_t, 256> byte_of_id{};  // the byte that each of the ids 0-255 stands for
  // The characters that learning begins with; their ids follow those of the bytes. All other text stands as its bytes,
  // and these are part of no pair. None: it begins with bytes.
  std::optional<std::vector<char32_t>> characters;

  std::size_t base_size() const { return 256 + (characters ? characters->size() : 0); }
};

struct TrainingOutcome {
  std::vector<Merge> merges;
  Count initial_tokens = 0;  // of the corpus, before the first merge: its bytes, or characters and bytes
  StopReason stop_reason = StopReason::no_pairs;
};

// Learns merges from the pieces of `counts`. Reports every merge to `monitor` and obeys its pause and stop.
// Throws std::overflow_error if the corpus holds 2^64 bytes or more, std::length_error if its distinct pieces are too
// long to be numbered in 32 bits, std::invalid_argument if a byte or a character is named twice.
TrainingOutcome train(const PieceSource& counts, const TrainerOptions& options, Monitor& monitor);

class Spellings;
template <typename Symbol>
class TokenRow;
template <typename Symbol>
class PairIndex;
template <typename Symbol>
class NeighbourTally;

// The algorithm behind train(). One run, once. `Symbol` is the number type of a token in the row of pieces: 16 bits
// where they suffice, otherwise 32.
template <typename Symbol>
class Trainer {
 public:
  // `most_postings` bounds the places that are kept (see pair_index.hpp); 0: as many as suit the pieces.
  Trainer(const PieceSource& counts, const TrainerOptions& options, Monitor& monitor, std::size_t most_postings = 0);
  ~Trainer();
  TrainingOutcome run();

 private:
  friend class TrainerProbe;  // a test's view of the counts between two merges

  void lay_out_pieces();      // pieces become one row of bytes or characters
  StopReason learn_merges();  // the steps below, until something ends them
  Count count_pairs();        // all pairs from the present tokens; the largest count, 0 if there is no pair
  void merge(Pair pair, Count count);

  // A pair whose places are kept. They are overwritten with those where it really stood.
  void merge_at(std::span<std::uint32_t> places, Pair pair, TokenId token);
  void forget_changes(TokenId token);  // of the merge before; `token` is new
  // 1. Write the new token wherever the pair stands, gathering what stands beside it. Returns at how many places.
  std::size_t replace_pair(Pair pair, TokenId token, std::span<std::uint32_t> places);
  // 2. (before, left) and (right, after) stood at those places and are gone.
  void lower_old_pairs(Pair pair);
  // 3. Two new tokens side by side are neighbours of each other, not of what they replaced.
  void correct_joined_places(Pair pair, TokenId token);
  // 4. (before, token) and (token, after) stand there now.
  void add_new_pairs(TokenId token, std::size_t merged);
  void write_new_places(Pair pair, TokenId token);

  // A pair that stands nearly everywhere: the row is walked through, and then all pairs are counted again.
  void merge_everywhere(Pair pair, TokenId token);

  void spell(Pair pair, std::uint32_t position);
  void report(const Merge& merge);

  const PieceSource& counts_;
  const TrainerOptions options_;
  Monitor& monitor_;
  std::unique_ptr<Spellings> spellings_;                    // the bytes of every token
  std::unique_ptr<TokenRow<Symbol>> row_;                   // the present tokens of all distinct pieces
  std::unique_ptr<PairIndex<Symbol>> pairs_;                // count and places of each pair that can win soon
  std::unique_ptr<NeighbourTally<Symbol>> before_, after_;  // changes of one merge, by neighbour
  Count joined_weight_ = 0;          // places of one merge that follow another directly: weighted, ...
  std::uint32_t joined_places_ = 0;  // ... and as they stand in the row
  Count tokens_left_ = 0;
  TrainingOutcome outcome_;
};

}  // namespace vocabsmith
