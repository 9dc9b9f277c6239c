// What is tried: each target makes up a case from the input, and has the engine and something plain do the same.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "fuzz/input.hpp"

namespace vocabsmith::fuzz {

void try_trainer(Input& input);             // against the full recount
void try_character_training(Input& input);  // the same, from characters
void try_large_training(Input& input);      // more tokens than 16 bits hold; against the readable trainer with a heap
void try_encoder(Input& input);             // against merging as it is defined
void try_characters(Input& input);          // against merging over characters as it is defined
void try_scored_pairs(Input& input);        // against joining pairs as it is defined
void try_unigram(Input& input);             // against all slices of the text, in two nested loops
void try_piece_counts(Input& input);        // against a map
void try_spilling(Input& input);        // tables of a few hundred pieces, against a map, and what is learned from them
void try_counting(Input& input);        // a text, against its documents, lines and pieces in a map
void try_records(Input& input);         // the same for records, and ends that describe none
void try_scanners(Input& input);        // by all instructions the same, the whole text, and nothing beside it is read
void try_cuts(Input& input);            // both sides of a safe cut, against the whole
void try_special_tokens(Input& input);  // against trying every token at every place
void try_utf8(Input& input);            // against a list of all beginnings of characters

struct Target {
  std::string_view name;
  void (*run)(Input& input);
  std::size_t most_bytes;  // of input
};

inline constexpr std::array targets{
    Target{"trainer", try_trainer, 4096},
    Target{"character_training", try_character_training, 4096},
    Target{"large_training", try_large_training, 1 << 19},
    Target{"encoder", try_encoder, 1 << 13},
    Target{"characters", try_characters, 1 << 12},
    Target{"scored_pairs", try_scored_pairs, 1 << 12},
    Target{"unigram", try_unigram, 1 << 12},
    Target{"piece_counts", try_piece_counts, 1 << 15},
    Target{"spilling", try_spilling, 1 << 14},
    Target{"counting", try_counting, 1 << 13},
    Target{"records", try_records, 1 << 13},
    Target{"scanners", try_scanners, 1 << 13},
    Target{"cuts", try_cuts, 1 << 12},
    Target{"special_tokens", try_special_tokens, 1 << 12},
    Target{"utf8", try_utf8, 1 << 12},
};

// Ends the program with a message if something does not hold.
void check(bool holds, std::string_view what);
[[noreturn]] void fail(const std::string& what);

// The bytes as a C string would spell them, to be copied into a test.
std::string spelled(std::string_view bytes);

}  // namespace vocabsmith::fuzz
