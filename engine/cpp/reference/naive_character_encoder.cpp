#include "reference/naive_character_encoder.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "reference/text_characters.hpp"

namespace vocabsmith::reference {
namespace {

struct Symbol {
  TokenId id;
  ByteRange span;
};

class Piece {
 public:
  explicit Piece(const CharacterVocabulary& vocabulary) : vocabulary_(vocabulary) {}

  void look_up(std::string_view piece) {
    const std::vector<std::string> characters = characters_of(piece);
    std::uint64_t at = 0;
    for (std::size_t i = 0; i < characters.size(); ++i) {
      const ByteRange span{at, at + characters[i].size()};
      const std::string before = i > 0 ? vocabulary_.continuing_prefix : "";
      const std::string behind = i + 1 == characters.size() ? vocabulary_.word_suffix : "";
      add_character(before, characters[i], behind, span);
      at = span.end;
    }
    end_unknown();
  }

  void merge() {
    while (const std::optional<std::size_t> at = first_pair()) {
      Symbol& left = symbols_[*at];
      const Symbol& right = symbols_[*at + 1];
      left.id = vocabulary_.merges[*rank_of(*at)].token;
      left.span = {std::min(left.span.begin, right.span.begin), std::max(left.span.end, right.span.end)};
      symbols_.erase(symbols_.begin() + static_cast<std::ptrdiff_t>(*at) + 1);
    }
  }

  EncodedPieces result() const {
    EncodedPieces result;
    for (const Symbol& symbol : symbols_) result.add(symbol.id, symbol.span);
    return result;
  }

  std::optional<TokenId> id_spelled(const std::string& spelling) const {
    const auto& specials = vocabulary_.special_ids;
    for (TokenId id = 0; id < vocabulary_.tokens.size(); ++id) {
      const bool special = std::find(specials.begin(), specials.end(), id) != specials.end();
      if (!special && this->spelling(id) == spelling) return id;
    }
    return std::nullopt;
  }

 private:
  // As files spell tokens, so that the byte token of a is not the token a.
  std::string spelling(TokenId id) const {
    if (vocabulary_.byte_ids) {
      for (int byte = 0; byte < 256; ++byte) {
        if ((*vocabulary_.byte_ids)[static_cast<std::size_t>(byte)] != id) continue;
        char text[8];
        std::snprintf(text, sizeof text, "<0x%02X>", static_cast<unsigned>(byte));
        return text;
      }
    }
    return vocabulary_.tokens[id];
  }

  void add_character(const std::string& before, const std::string& character, const std::string& behind,
                     ByteRange span) {
    if (const auto id = id_spelled(before + character + behind)) {
      end_unknown();
      symbols_.push_back({*id, span});
    } else if (has_bytes(before + character + behind)) {
      add_bytes(before, {span.begin, span.begin});
      add_bytes(character, span);
      add_bytes(behind, {span.end, span.end});
    } else if (vocabulary_.unknown_id) {
      add_unknown(span);
    }
  }

  bool has_bytes(const std::string& text) const {
    return vocabulary_.byte_ids && std::all_of(text.begin(), text.end(), [&](char c) { return id_of(c) != no_token; });
  }

  TokenId id_of(char byte) const { return (*vocabulary_.byte_ids)[static_cast<unsigned char>(byte)]; }

  // One for each byte of the text, or nothing of the text at all.
  void add_bytes(const std::string& bytes, ByteRange span) {
    const std::uint64_t step = span.begin == span.end ? 0 : 1;
    for (const char byte : bytes) {
      symbols_.push_back({id_of(byte), {span.begin, span.begin + step}});
      span.begin += step;
    }
  }

  // It waits for what follows; byte tokens pass it by.
  void add_unknown(ByteRange span) {
    if (unknown_ && vocabulary_.fuse_unknown) {
      unknown_->end = span.end;
      return;
    }
    end_unknown();
    unknown_ = span;
  }

  void end_unknown() {
    if (unknown_) symbols_.push_back({*vocabulary_.unknown_id, *unknown_});
    unknown_.reset();
  }

  // Of the pair at `at`; of equal merges the last holds.
  std::optional<std::size_t> rank_of(std::size_t at) const {
    for (std::size_t rank = vocabulary_.merges.size(); rank-- > 0;) {
      const MergeRule& merge = vocabulary_.merges[rank];
      if (merge.left == symbols_[at].id && merge.right == symbols_[at + 1].id) return rank;
    }
    return std::nullopt;
  }

  std::optional<std::size_t> first_pair() const {
    std::optional<std::size_t> best;
    std::size_t lowest = vocabulary_.merges.size();
    for (std::size_t at = 0; at + 1 < symbols_.size(); ++at) {
      const std::optional<std::size_t> rank = rank_of(at);
      if (!rank || *rank >= lowest) continue;
      lowest = *rank;
      best = at;
    }
    return best;
  }

  const CharacterVocabulary& vocabulary_;
  std::vector<Symbol> symbols_;
  std::optional<ByteRange> unknown_;
};

}  // namespace

EncodedPieces encode_characters(const CharacterVocabulary& vocabulary, std::string_view text) {
  Piece piece(vocabulary);
  if (vocabulary.whole_pieces_first && !text.empty()) {
    if (const auto whole = piece.id_spelled(std::string(text))) {
      EncodedPieces result;
      result.add(*whole, {0, text.size()});
      return result;
    }
  }
  piece.look_up(text);
  piece.merge();
  return piece.result();
}

}  // namespace vocabsmith::reference
