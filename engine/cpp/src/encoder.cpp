#include "vocabsmith/encoder.hpp"

#include <algorithm>
#include <utility>

#include "earlier_pieces.hpp"
#include "encoder_tables.hpp"
#include "piece_cache.hpp"
#include "prefetch.hpp"
#include "vocabulary_check.hpp"

namespace vocabsmith {

// One call of encode or encode_pieces: the pieces of one text, one after the other. They are looked up some rounds
// after they were found, so that their slots of the cache have come from memory by then.
class Encoder::Run {
 public:
  Run(const Tables& tables, std::string_view text, std::vector<TokenId>& out, Monitor* monitor)
      : tables_(tables),
        text_end_(text.data() + text.size()),
        out_(out),
        monitor_(monitor),
        cache_(text.size()),
        earlier_(text.size()) {
    if (out.empty()) out.reserve(text.size() / 4);  // about what running text needs
  }

  // All of these return false when the monitor asked for a stop.
  bool add_text(std::string_view text, Scanner scanner) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = piece_end(scanner, text, begin);
      if (!add_piece(text.substr(begin, end - begin))) return false;
      begin = end;
    }
    return true;
  }

  bool add_piece(std::string_view piece) {
    if (piece.empty()) return true;
    Waiting& next = waiting_[waiting_count_++];
    next.piece = piece;
    next.place = nullptr;
    if (piece.size() <= PieceKey::max_bytes) {
      next.key = PieceKey(piece, static_cast<std::size_t>(text_end_ - piece.data()));
      next.place = &cache_.place_of(next.key);
      prefetch(next.place);
    }
    return waiting_count_ < waiting_.size() || finish();
  }

  bool add_special(TokenId id) {
    if (!finish()) return false;
    out_.push_back(id);
    return true;
  }

  // Encodes the pieces that wait.
  bool finish() {
    if (monitor_ != nullptr && !monitor_->checkpoint()) return false;
    for (const Waiting& next : std::span(waiting_).first(waiting_count_)) {
      if (const PieceCache::Ids* ids = next.place == nullptr ? nullptr : next.place->find(next.key)) {
        std::copy(ids->begin(), ids->end(), known_.begin() + static_cast<std::ptrdiff_t>(known_count_));
        known_count_ += PieceCache::size_of(*ids);
      } else if (!encode(next)) {
        return false;
      }
    }
    flush();
    waiting_count_ = 0;
    return true;
  }

 private:
  static constexpr std::size_t batch = 64;

  struct Waiting {
    std::string_view piece;
    PieceKey key;
    PieceCache::Place* place;  // null if the piece is too long for the cache
  };

  bool encode(const Waiting& next) {
    flush();
    if (next.place == nullptr) return encode_long(next.piece);
    const std::size_t before = out_.size();
    if (!tables_.encode_piece(next.piece, out_, monitor_)) return false;
    const std::span<const TokenId> ids = std::span(out_).subspan(before);
    if (ids.size() <= PieceCache::max_ids) next.place->put(next.key, ids);
    return true;
  }

  bool encode_long(std::string_view piece) {
    EarlierPieces::Entry& earlier = earlier_.entry_of(piece);
    const std::size_t before = out_.size();
    if (earlier.piece == piece) {
      out_.resize(before + earlier.ids_count);
      std::copy_n(out_.begin() + static_cast<std::ptrdiff_t>(earlier.ids_begin), earlier.ids_count,
                  out_.begin() + static_cast<std::ptrdiff_t>(before));
    } else if (!tables_.encode_piece(piece, out_, monitor_)) {
      return false;
    }
    earlier = {piece, before, out_.size() - before};
    return true;
  }

  void flush() {
    out_.insert(out_.end(), known_.begin(), known_.begin() + static_cast<std::ptrdiff_t>(known_count_));
    known_count_ = 0;
  }

  const Tables& tables_;
  const char* text_end_;
  std::vector<TokenId>& out_;
  Monitor* monitor_;
  PieceCache cache_;
  EarlierPieces earlier_;
  std::array<Waiting, batch> waiting_;
  std::size_t waiting_count_ = 0;
  std::array<TokenId, batch * PieceCache::max_ids> known_;  // ids from the cache that are not in `out_` yet
  std::size_t known_count_ = 0;
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
    if (!run.add_text(text.substr(begin, special->begin - begin), scanner)) return false;
    if (!run.add_special(tables_->vocabulary.special_ids[special->index])) return false;
    begin = special->end;
  }
  return run.add_text(text.substr(begin), scanner) && run.finish();
}

void Encoder::encode_pieces(std::string_view text, std::span<const std::uint64_t> ends,
                            std::vector<TokenId>& out) const {
  check_ends(text, ends);
  Run run(*tables_, text, out, nullptr);
  std::uint64_t begin = 0;
  for (const std::uint64_t end : ends) {
    run.add_piece(text.substr(begin, end - begin));
    begin = end;
  }
  run.finish();
}

std::size_t Encoder::decode(std::span<const TokenId> ids, std::string& out) const {
  const std::vector<std::string>& tokens = tables_->vocabulary.tokens;
  for (std::size_t position = 0; position < ids.size(); ++position) {
    if (ids[position] >= tokens.size()) return position;
    out += tokens[ids[position]];
  }
  return ids.size();
}

}  // namespace vocabsmith
