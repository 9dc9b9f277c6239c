#include "vocabsmith/character_encoder.hpp"

#include <cstddef>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "characters_in_text.hpp"
#include "encode_cut.hpp"
#include "joined_characters.hpp"
#include "model_checks.hpp"
#include "pending_pairs.hpp"
#include "stopping.hpp"
#include "symbol_row.hpp"

namespace vocabsmith {
namespace {

std::vector<JoinRule> rules_of(const std::vector<MergeRule>& merges) {
  std::vector<JoinRule> rules;
  rules.reserve(merges.size());
  for (const MergeRule& merge : merges)
    rules.push_back({merge.left, merge.right, merge.token, static_cast<Rank>(rules.size())});
  return rules;
}

}  // namespace

// What is derived from the vocabulary.
class CharacterEncoder::Tables {
 public:
  explicit Tables(CharacterVocabulary checked)
      : vocabulary(std::move(checked)), joins(rules_of(vocabulary.merges)), joined_(vocabulary.merges.size()) {
    spell_tokens();
    find_characters();
    find_joined();
  }

  // The token of a character; none if there is none.
  TokenId token_of(std::uint32_t character, bool is_first, bool is_last) const {
    return characters_[form(!is_first, is_last)].find(character);
  }

  // The token that is the whole piece, if whole pieces are looked up.
  TokenId whole_piece(std::string_view piece) const {
    if (!vocabulary.whole_pieces_first) return no_token;
    const auto found = ids_.find(piece);
    return found == ids_.end() ? no_token : found->second;
  }

  TokenId byte_token(char byte) const { return (*vocabulary.byte_ids)[static_cast<unsigned char>(byte)]; }

  bool has_bytes(std::string_view bytes) const {
    if (!vocabulary.byte_ids) return false;
    for (const char byte : bytes) {
      if (byte_token(byte) == no_token) return false;
    }
    return true;
  }

  // Whether anything may ever be joined across the border of two neighbours.
  bool may_join(Symbol left, Symbol right) const { return !divides_ || joined_.may_join(last_[left], first_[right]); }

  CharacterVocabulary vocabulary;
  JoinTable joins;

 private:
  std::size_t form(bool continues, bool ends) const {
    return (continues && !vocabulary.continuing_prefix.empty() ? 1U : 0U) +
           (ends && !vocabulary.word_suffix.empty() ? 2U : 0U);
  }

  // As files spell them: byte tokens as <0x0A>. Special tokens have no spelling, so that nothing finds them.
  void spell_tokens() {
    spellings_ = vocabulary.tokens;
    if (vocabulary.byte_ids) {
      for (std::size_t byte = 0; byte < 256; ++byte) {
        const TokenId id = (*vocabulary.byte_ids)[byte];
        if (id != no_token) spellings_[id] = spelled_byte(static_cast<unsigned char>(byte));
      }
    }
    std::vector<bool> special(spellings_.size());
    for (const TokenId id : vocabulary.special_ids) special[id] = true;
    for (TokenId id = 0; id < spellings_.size(); ++id) {
      if (!special[id] && !spellings_[id].empty()) ids_.emplace(spellings_[id], id);
    }
  }

  void find_characters() {
    for (const auto& [spelling, id] : ids_) {
      put_character(form(false, false), spelling, id);
      if (const std::size_t inner = form(true, false); inner != 0) put_character(inner, spelling, id);
      if (const std::size_t last = form(false, true); last != 0) put_character(last, spelling, id);
      if (const std::size_t both = form(true, true); both == 3) put_character(both, spelling, id);
    }
  }

  // Puts the token into the map of the form if it is one character with what the form adds to it.
  void put_character(std::size_t form, std::string_view spelling, TokenId id) {
    if ((form & 1U) != 0) {
      if (!spelling.starts_with(vocabulary.continuing_prefix)) return;
      spelling.remove_prefix(vocabulary.continuing_prefix.size());
    }
    if ((form & 2U) != 0) {
      if (!spelling.ends_with(vocabulary.word_suffix)) return;
      spelling.remove_suffix(vocabulary.word_suffix.size());
    }
    if (spelling.empty()) return;
    const TextCharacter character = character_at(spelling, 0);
    if (character.length == spelling.size()) characters_[form].put(character.number, id);
  }

  bool is_well_formed(TokenId id) const { return valid_prefix(spellings_[id]) == spellings_[id].size(); }

  // Nothing is divided where a token may end or begin with another character than its parts: with a continuing prefix,
  // or where bytes join to a character.
  void find_joined() {
    divides_ = vocabulary.continuing_prefix.empty();
    for (const std::string& spelling : spellings_) {
      last_.push_back(spelling.empty() ? JoinedCharacters::none : last_character(spelling));
      first_.push_back(spelling.empty() ? JoinedCharacters::none : character_at(spelling, 0).number);
    }
    for (const MergeRule& merge : vocabulary.merges) {
      joined_.add(last_[merge.left], first_[merge.right]);
      divides_ = divides_ && is_well_formed(merge.left) && is_well_formed(merge.right);
    }
  }

  std::vector<std::string> spellings_;
  std::unordered_map<std::string_view, TokenId> ids_;  // by spelling; of equal ones the first
  std::array<CharacterMap, 4> characters_;             // by form: 1 with the continuing prefix, 2 with the word suffix
  std::vector<std::uint32_t> last_;                    // characters of each token's spelling
  std::vector<std::uint32_t> first_;
  JoinedCharacters joined_;
  bool divides_ = true;
};

// One call: the pieces one after the other.
class CharacterEncoder::Run {
 public:
  Run(const Tables& tables, EncodedPieces& out, Monitor* monitor)
      : tables_(tables), vocabulary_(tables.vocabulary), out_(out), monitor_(monitor), steps_(monitor) {}

  // Throws StopRequested when the monitor asks for it.
  void encode(std::string_view piece, std::uint64_t begin) {
    if (piece.size() >= nowhere) throw std::length_error("a piece of 4 GiB or more cannot be encoded; divide the text");
    if (const TokenId whole = tables_.whole_piece(piece); whole != no_token)
      return out_.add(whole, {begin, begin + piece.size()});
    begin_ = begin;
    for (std::uint32_t at = 0; at < piece.size();) {
      steps_.take();
      const TextCharacter character = character_at(piece, at);
      add_character(piece, character.number, {at, at + character.length});
      at += character.length;
    }
    add_unknown();
    merge_row();
  }

 private:
  using Range = SymbolRow::Range;

  void add_character(std::string_view piece, std::uint32_t character, Range range) {
    const bool is_first = range.begin == 0;
    const bool is_last = range.end == piece.size();
    const TokenId token = tables_.token_of(character, is_first, is_last);
    if (token != no_token) {
      add_unknown();
      add(token, range);
      return;
    }
    const std::string_view prefix = is_first ? std::string_view() : vocabulary_.continuing_prefix;
    const std::string_view suffix = is_last ? std::string_view(vocabulary_.word_suffix) : std::string_view();
    const std::string_view bytes = piece.substr(range.begin, range.end - range.begin);
    if (tables_.has_bytes(prefix) && tables_.has_bytes(bytes) && tables_.has_bytes(suffix)) {
      // What waits as unknown goes on waiting.
      for (const char byte : prefix) add(tables_.byte_token(byte), {range.begin, range.begin});
      for (const char byte : bytes) {
        add(tables_.byte_token(byte), {range.begin, range.begin + 1});
        ++range.begin;
      }
      for (const char byte : suffix) add(tables_.byte_token(byte), {range.end, range.end});
    } else if (vocabulary_.unknown_id) {
      note_unknown(range);
    }
  }

  void note_unknown(Range range) {
    if (unknown_waits_ && vocabulary_.fuse_unknown) {
      unknown_.end = range.end;
      return;
    }
    add_unknown();
    unknown_ = range;
    unknown_waits_ = true;
  }

  void add_unknown() {
    if (!unknown_waits_) return;
    unknown_waits_ = false;
    add(*vocabulary_.unknown_id, unknown_);
  }

  void add(TokenId token, Range range) {
    if (!row_.empty() && !tables_.may_join(row_.last(), token)) merge_row();
    row_.add(token, range);
  }

  void merge_row() {
    row_.merge(tables_.joins, NobodyNotes(), monitor_,
               [this](TokenId token, Range range) { out_.add(token, {begin_ + range.begin, begin_ + range.end}); });
  }

  const Tables& tables_;
  const CharacterVocabulary& vocabulary_;
  EncodedPieces& out_;
  Monitor* monitor_;
  Steps steps_;
  std::uint64_t begin_ = 0;  // of the piece
  SymbolRow row_;            // what may still be joined with what comes
  Range unknown_{};          // the unknown characters that wait, if they do
  bool unknown_waits_ = false;
};

CharacterEncoder::CharacterEncoder(CharacterVocabulary vocabulary) {
  check_character_vocabulary(vocabulary);
  tables_ = std::make_unique<const Tables>(std::move(vocabulary));
}

CharacterEncoder::~CharacterEncoder() = default;

bool CharacterEncoder::encode_pieces(const CutText& cut, EncodedPieces& out, Monitor* monitor) const {
  return encode_cut<Run>(*tables_, cut, out, monitor);
}

}  // namespace vocabsmith
