#include "vocabsmith/encoder.hpp"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "merge_table.hpp"
#include "piece_cache.hpp"
#include "piece_merging.hpp"
#include "vocabsmith/special_tokens.hpp"
#include "vocabulary_check.hpp"

namespace vocabsmith {
namespace {

constexpr std::size_t pieces_between_checks = 4096;

SpecialTokens special_tokens_of(const Vocabulary& vocabulary) {
  std::vector<std::string> tokens;
  for (const TokenId id : vocabulary.special_ids) tokens.push_back(vocabulary.tokens[id]);
  return SpecialTokens(std::move(tokens));
}

// Ids by the bytes of ordinary tokens, for `whole_pieces_first`. The views point into `vocabulary`.
std::unordered_map<std::string_view, TokenId> whole_pieces_of(const Vocabulary& vocabulary) {
  std::unordered_map<std::string_view, TokenId> ids;
  if (!vocabulary.whole_pieces_first) return ids;
  std::vector<bool> special(vocabulary.tokens.size());
  for (const TokenId id : vocabulary.special_ids) special[id] = true;
  for (std::size_t id = 0; id < vocabulary.tokens.size(); ++id) {
    if (!special[id]) ids.emplace(vocabulary.tokens[id], static_cast<TokenId>(id));
  }
  return ids;
}

}  // namespace

struct Encoder::Tables {
  explicit Tables(Vocabulary checked)
      : vocabulary(std::move(checked)),
        merges(vocabulary.merges),
        specials(special_tokens_of(vocabulary)),
        whole_pieces(whole_pieces_of(vocabulary)) {}

  // False: `monitor` asked for a stop.
  bool encode_piece(std::string_view piece, std::vector<TokenId>& out, Monitor* monitor) const;
  void encode_short(std::string_view piece, std::vector<TokenId>& out) const;
  bool encode_long(std::string_view piece, std::vector<TokenId>& out, Monitor* monitor) const;
  TokenId id_of_byte(char byte) const { return vocabulary.byte_ids[static_cast<unsigned char>(byte)]; }

  Vocabulary vocabulary;
  MergeTable merges;
  SpecialTokens specials;
  std::unordered_map<std::string_view, TokenId> whole_pieces;
};

bool Encoder::Tables::encode_piece(std::string_view piece, std::vector<TokenId>& out, Monitor* monitor) const {
  if (vocabulary.whole_pieces_first) {
    const auto found = whole_pieces.find(piece);
    if (found != whole_pieces.end()) {
      out.push_back(found->second);
      return true;
    }
  }
  if (piece.size() > short_piece_limit) return encode_long(piece, out, monitor);
  encode_short(piece, out);
  return true;
}

void Encoder::Tables::encode_short(std::string_view piece, std::vector<TokenId>& out) const {
  std::array<TokenId, short_piece_limit> ids;
  std::transform(piece.begin(), piece.end(), ids.begin(), [&](char byte) { return id_of_byte(byte); });
  const std::size_t size = merge_short(merges, std::span(ids).first(piece.size()));
  out.insert(out.end(), ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(size));
}

bool Encoder::Tables::encode_long(std::string_view piece, std::vector<TokenId>& out, Monitor* monitor) const {
  std::vector<TokenId> ids(piece.size());
  std::transform(piece.begin(), piece.end(), ids.begin(), [&](char byte) { return id_of_byte(byte); });
  if (!merge_long(merges, ids, monitor)) return false;
  out.insert(out.end(), ids.begin(), ids.end());
  return true;
}

// One call of encode or encode_pieces: the pieces of one text, one after the other.
class Encoder::Run {
 public:
  Run(const Tables& tables, std::string_view text, std::vector<TokenId>& out, Monitor* monitor)
      : tables_(tables), text_end_(text.data() + text.size()), out_(out), monitor_(monitor), cache_(text.size()) {}

  // False: the monitor asked for a stop.
  bool add_pieces(std::string_view text, Scanner scanner) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = piece_end(scanner, text, begin);
      if (!add(text.substr(begin, end - begin))) return false;
      begin = end;
    }
    return true;
  }

  bool add(std::string_view piece) {
    if (monitor_ != nullptr && pieces_++ % pieces_between_checks == 0 && !monitor_->checkpoint()) return false;
    if (piece.empty()) return true;
    if (piece.size() > PieceCache::max_bytes) return tables_.encode_piece(piece, out_, monitor_);
    const auto key = PieceCache::key_of(piece, static_cast<std::size_t>(text_end_ - piece.data()));
    PieceCache::Slot& slot = cache_.slot_of(key);
    if (slot.key != key) return add_new(piece, key, slot);
    for (const TokenId id : slot.ids) {
      if (id == PieceCache::no_id) break;
      out_.push_back(id);
    }
    return true;
  }

 private:
  bool add_new(std::string_view piece, const std::array<std::uint64_t, 2>& key, PieceCache::Slot& slot) {
    const std::size_t before = out_.size();
    if (!tables_.encode_piece(piece, out_, monitor_)) return false;
    const std::span<const TokenId> ids = std::span(out_).subspan(before);
    if (ids.size() > PieceCache::max_ids) return true;
    slot.key = key;
    std::fill(std::copy(ids.begin(), ids.end(), slot.ids.begin()), slot.ids.end(), PieceCache::no_id);
    return true;
  }

  const Tables& tables_;
  const char* text_end_;
  std::vector<TokenId>& out_;
  Monitor* monitor_;
  PieceCache cache_;
  std::size_t pieces_ = 0;
};

Encoder::Encoder(Vocabulary vocabulary) {
  check_vocabulary(vocabulary);
  tables_ = std::make_unique<const Tables>(std::move(vocabulary));
}

Encoder::~Encoder() = default;

void Encoder::encode_piece(std::string_view piece, std::vector<TokenId>& out) const {
  if (!piece.empty()) tables_->encode_piece(piece, out, nullptr);
}

bool Encoder::encode(std::string_view text, Scanner scanner, bool allow_specials, std::vector<TokenId>& out,
                     Monitor* monitor) const {
  Run run(*tables_, text, out, monitor);
  std::size_t begin = 0;
  while (allow_specials) {
    const auto special = tables_->specials.find(text, begin);
    if (!special) break;
    if (!run.add_pieces(text.substr(begin, special->begin - begin), scanner)) return false;
    out.push_back(tables_->vocabulary.special_ids[special->index]);
    begin = special->end;
  }
  return run.add_pieces(text.substr(begin), scanner);
}

void Encoder::encode_pieces(std::string_view text, std::span<const std::uint64_t> ends,
                            std::vector<TokenId>& out) const {
  check_ends(text, ends);
  Run run(*tables_, text, out, nullptr);
  std::uint64_t begin = 0;
  for (const std::uint64_t end : ends) {
    run.add(text.substr(begin, end - begin));
    begin = end;
  }
}

std::size_t Encoder::decode(std::span<const TokenId> ids, std::string& out) const {
  const std::vector<std::string>& tokens = tables_->vocabulary.tokens;
  for (std::size_t position = 0; position < ids.size(); ++position) {
    if (ids[position] >= tokens.size()) return position;
    out += tokens[ids[position]];
  }
  return ids.size();
}

const Vocabulary& Encoder::vocabulary() const {
  return tables_->vocabulary;
}

}  // namespace vocabsmith
