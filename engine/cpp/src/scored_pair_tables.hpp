// What scored pairs derive from their vocabulary. Private to the encoder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "characters_in_text.hpp"
#include "joined_characters.hpp"
#include "model_checks.hpp"
#include "piece_trie.hpp"
#include "symbol_merging.hpp"
#include "vocabsmith/scored_pair_encoder.hpp"

namespace vocabsmith {

inline constexpr Symbol stranger = CharacterMap::none;  // a character that is in no piece

// A symbol is a piece, by its id, or a character of pieces that is none itself, by a number past all ids.
class ScoredPairEncoder::Tables {
 public:
  explicit Tables(ScoredVocabulary checked);

  Symbol symbol_of(std::uint32_t character) const { return characters_.find(character); }

  bool is_piece(Symbol symbol) const { return symbol < vocabulary.tokens.size(); }
  bool is_unused(Symbol symbol) const { return is_piece(symbol) && vocabulary.kinds[symbol] == PieceKind::unused; }

  // Not of a stranger.
  std::string_view text_of(Symbol symbol) const {
    return is_piece(symbol) ? vocabulary.tokens[symbol] : characters_in_pieces_[symbol - vocabulary.tokens.size()];
  }

  // Whether anything may ever be joined across the border of two neighbours. Where unused pieces are made, it matters
  // in which order pairs come up in the whole text.
  bool may_join(Symbol left, Symbol right) const {
    if (has_unused_) return true;
    if (left == stranger || right == stranger) return false;
    return joined_.may_join(last_character(text_of(left)), first_character(right));
  }

  ScoredVocabulary vocabulary;
  PieceTrie user_defined;
  JoinTable joins;

 private:
  std::uint32_t first_character(Symbol symbol) const { return character_at(text_of(symbol), 0).number; }

  // User-defined pieces are no part of anything.
  bool is_mergeable(TokenId id) const {
    return stands_in_text(vocabulary, id) && vocabulary.kinds[id] != PieceKind::user_defined;
  }

  void find_symbols();
  void find_characters(std::string_view text);  // numbers for those that are no piece
  std::vector<JoinRule> find_rules() const;     // every way to put a piece together from two symbols
  std::vector<Symbol> symbols_by_length(const PieceTrie& trie, std::string_view text, std::uint32_t character) const;

  std::vector<TokenId> mergeable_;                      // pieces that may be made
  std::vector<std::string_view> characters_in_pieces_;  // those that are no piece
  CharacterMap characters_;
  JoinedCharacters joined_;
  bool has_unused_ = false;
};

}  // namespace vocabsmith
