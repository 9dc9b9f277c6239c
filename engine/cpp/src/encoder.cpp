#include "vocabsmith/encoder.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "cache_pool.hpp"
#include "earlier_pieces.hpp"
#include "encoder_tables.hpp"
#include "piece_merging.hpp"
#include "prefetch.hpp"
#include "stopping.hpp"
#include "vocabulary_check.hpp"

namespace vocabsmith {

// One call: the pieces of its texts, one after the other. They are looked up some rounds after they were found, so that
// their slots of the cache have come from memory by then.
class Encoder::Run {
 public:
  Run(const Encoder& encoder, std::size_t text_bytes, std::vector<TokenId>& out, Monitor* monitor)
      : tables_(*encoder.tables_),
        out_(out),
        monitor_(monitor),
        loan_(*encoder.caches_, text_bytes),
        cache_(*loan_),
        earlier_(text_bytes) {
    if (out.empty()) out.reserve(text_bytes / 4);  // about what running text needs
  }

  // All of these throw StopRequested when the monitor asks for it. The texts of a run must stay where they are.
  void encode_text(std::string_view text, Scanner scanner, bool allow_specials) {
    text_end_ = text.data() + text.size();
    std::size_t begin = 0;
    while (allow_specials) {
      const auto special = next_special(text, begin);
      if (!special) break;
      add_ordinary(text.substr(begin, special->begin - begin), scanner);
      finish();
      out_.push_back(tables_.vocabulary.special_ids[special->index]);
      begin = special->end;
    }
    add_ordinary(text.substr(begin), scanner);
    finish();
  }

  void encode_pieces(std::string_view text, std::span<const std::uint64_t> ends) {
    text_end_ = text.data() + text.size();
    std::uint64_t begin = 0;
    for (const std::uint64_t end : ends) {
      if (begin < end) add_piece(text.substr(begin, end - begin));
      begin = end;
    }
    finish();
  }

 private:
  static constexpr std::size_t batch = 64;
  static constexpr std::size_t searched_at_once = std::size_t{1} << 22;  // bytes: some milliseconds at most

  struct Waiting {
    std::string_view piece;
    PieceKey key;
    PieceCache::Place* place;  // null if the piece is too long for the cache
  };

  std::optional<SpecialTokens::Match> next_special(std::string_view text, std::size_t from) const {
    for (; from < text.size(); from += searched_at_once) {
      if (monitor_ != nullptr) obey(*monitor_);
      if (const auto special = tables_.specials.find(text, from, from + searched_at_once)) return special;
    }
    return std::nullopt;
  }

  void add_ordinary(std::string_view text, Scanner scanner) {
    for_each_piece(scanner, text, [this](std::string_view piece) { add_piece(piece); });
  }

  // A long piece goes on in its parts, which are likelier to have been met before. Not where whole pieces are looked
  // up, since a part is none.
  void add_piece(std::string_view piece) {
    if (piece.size() <= short_piece_limit || tables_.vocabulary.whole_pieces_first) return add_part(piece);
    for (std::size_t begin = 0; begin < piece.size();) {
      const std::size_t end = tables_.part_end(piece, begin, monitor_);
      add_part(piece.substr(begin, end - begin));
      begin = end;
    }
  }

  void add_part(std::string_view piece) {
    Waiting& next = waiting_[waiting_count_++];
    next.piece = piece;
    next.place = nullptr;
    if (piece.size() <= PieceKey::max_bytes) {
      next.key = PieceKey(piece, static_cast<std::size_t>(text_end_ - piece.data()));
      next.place = &cache_.place_of(next.key);
      prefetch(next.place);
    }
    if (waiting_count_ == waiting_.size()) finish();
  }

  // Encodes the pieces that wait.
  void finish() {
    if (monitor_ != nullptr) obey(*monitor_);
    for (const Waiting& next : std::span(waiting_).first(waiting_count_)) {
      if (const PieceCache::Ids* ids = next.place == nullptr ? nullptr : next.place->find(next.key)) {
        std::copy(ids->begin(), ids->end(), known_.begin() + static_cast<std::ptrdiff_t>(known_count_));
        known_count_ += PieceCache::size_of(*ids);
      } else {
        encode(next);
      }
    }
    flush();
    waiting_count_ = 0;
  }

  void encode(const Waiting& next) {
    flush();
    if (next.place == nullptr) {
      encode_long(next.piece);
      return;
    }
    const std::size_t before = out_.size();
    merge(next.piece);
    const std::span<const TokenId> ids = std::span(out_).subspan(before);
    if (ids.size() <= PieceCache::max_ids) next.place->put(next.key, ids);
  }

  void encode_long(std::string_view piece) {
    EarlierPieces::Entry& earlier = earlier_.entry_of(piece);
    const std::size_t before = out_.size();
    if (earlier.piece == piece) {
      out_.resize(before + earlier.ids_count);
      std::copy_n(out_.begin() + static_cast<std::ptrdiff_t>(earlier.ids_begin), earlier.ids_count,
                  out_.begin() + static_cast<std::ptrdiff_t>(before));
    } else {
      merge(piece);
    }
    earlier = {piece, before, out_.size() - before};
  }

  void merge(std::string_view piece) { tables_.encode_piece(piece, out_, monitor_); }

  void flush() {
    out_.insert(out_.end(), known_.begin(), known_.begin() + static_cast<std::ptrdiff_t>(known_count_));
    known_count_ = 0;
  }

  const Tables& tables_;
  const char* text_end_ = nullptr;
  std::vector<TokenId>& out_;
  Monitor* monitor_;
  CachePool::Loan loan_;
  PieceCache& cache_;
  EarlierPieces earlier_;
  std::array<Waiting, batch> waiting_;
  std::size_t waiting_count_ = 0;
  std::array<TokenId, batch * PieceCache::max_ids> known_;  // ids from the cache that are not in `out_` yet
  std::size_t known_count_ = 0;
};

namespace {

// False if a stop was asked for in the middle of it.
template <typename Work>
bool complete(Work&& work) {
  try {
    work();
    return true;
  } catch (const StopRequested&) {
    return false;
  }
}

}  // namespace

Encoder::Encoder(Vocabulary vocabulary, std::size_t merging_memory) : caches_(std::make_unique<CachePool>()) {
  check_vocabulary(vocabulary);
  tables_ = std::make_unique<const Tables>(std::move(vocabulary), merging_memory);
}

Encoder::~Encoder() = default;

void Encoder::encode_piece(std::string_view piece, std::vector<TokenId>& out) const {
  if (!piece.empty()) tables_->encode_piece(piece, out, nullptr);
}

bool Encoder::encode(std::string_view text, Scanner scanner, bool allow_specials, std::vector<TokenId>& out,
                     Monitor* monitor) const {
  Run run(*this, text.size(), out, monitor);
  return complete([&] { run.encode_text(text, scanner, allow_specials); });
}

bool Encoder::encode_batch(std::span<const std::string_view> texts, Scanner scanner, bool allow_specials,
                           std::vector<TokenId>& out, std::vector<std::uint64_t>& ends, Monitor* monitor) const {
  std::size_t total = 0;
  for (const std::string_view text : texts) total += text.size();
  Run run(*this, total, out, monitor);
  return complete([&] {
    for (const std::string_view text : texts) {
      run.encode_text(text, scanner, allow_specials);
      ends.push_back(out.size());
    }
  });
}

bool Encoder::encode_pieces(std::string_view text, std::span<const std::uint64_t> ends, std::vector<TokenId>& out,
                            Monitor* monitor) const {
  check_ends(text, ends);
  Run run(*this, text.size(), out, monitor);
  return complete([&] { run.encode_pieces(text, ends); });
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
