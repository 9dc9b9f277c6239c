// What the reference trainers read and write: every piece as a list of tokens.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "vocabsmith/trainer.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith::reference {

struct WeightedPiece {
  std::string bytes;
  Count count;  // at least 1
};

// A piece as it stands after some merges.
struct WeightedTokens {
  std::vector<TokenId> tokens;
  Count count;
};

using Corpus = std::vector<WeightedTokens>;
using Merges = std::vector<Merge>;

// As learning begins: bytes; or the characters that are listed, and the bytes of all others.
Corpus as_base_tokens(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options);
// The corpus as it stands after these merges, which are the first of its own: each piece encoded with them.
Corpus after_merges(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options, const Merges& merges);
Count count_tokens(const Corpus& corpus);

// visit(Pair, std::size_t number of the piece) for every two neighbours, piece after piece.
template <typename Visit>
void for_each_pair(const Corpus& corpus, Visit&& visit) {
  for (std::size_t number = 0; number < corpus.size(); ++number) {
    const std::vector<TokenId>& tokens = corpus[number].tokens;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) visit(Pair{tokens[i], tokens[i + 1]}, number);
  }
}

// `pair` becomes `token`: left to right, without overlap.
void replace_pair(std::vector<TokenId>& tokens, Pair pair, TokenId token);
void apply_merge(Corpus& corpus, const Merge& merge);

}  // namespace vocabsmith::reference
