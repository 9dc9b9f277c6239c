#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "documents.hpp"
#include "piece_batch.hpp"
#include "stopping.hpp"
#include "vocabsmith/monitor.hpp"
#include "vocabsmith/piece_counts.hpp"

namespace vocabsmith {
namespace {

// Tells the table's Monitor how much of a text is counted, and obeys it.
class TextProgress {
 public:
  TextProgress(Monitor* monitor, std::string_view text, std::uint64_t file_bytes)
      : monitor_(monitor), text_(text), file_bytes_(file_bytes), next_look_(text.data() + bytes_between_checkpoints) {}

  void reached(const char* place) {
    if (place >= next_look_) look(place);
  }

  void finish() { look(text_.data() + text_.size()); }

 private:
  void look(const char* place) {
    next_look_ = place + bytes_between_checkpoints;
    if (monitor_ == nullptr) return;
    const double part = static_cast<double>(place - text_.data()) / static_cast<double>(text_.size());
    const bool whole = place == text_.data() + text_.size();
    const std::uint64_t done =
        whole ? file_bytes_ : static_cast<std::uint64_t>(static_cast<double>(file_bytes_) * part);
    monitor_->advance_by(done - std::exchange(done_, done));
    obey(*monitor_);
  }

  Monitor* monitor_;
  std::string_view text_;
  std::uint64_t file_bytes_;
  std::uint64_t done_ = 0;
  const char* next_look_;
};

}  // namespace

// Counts the pieces of parts of one text, in order.
class TextCounter {
 public:
  TextCounter(std::string_view text, Scanner scanner, const SpecialTokens& specials, PieceCounts& counts,
              const CountingOptions& options)
      : text_end_(text.data() + text.size()),
        scanner_(scanner),
        specials_(specials),
        options_(options),
        progress_(counts.monitor_, text, options.file_bytes),
        batch_(counts, options.lent ? text.size() / 2 : nothing_lent) {}

  void count(std::string_view part) {
    const auto add = [&](std::string_view piece) {
      progress_.reached(piece.data());
      batch_.add(piece, static_cast<std::size_t>(text_end_ - piece.data()), options_.weight);
    };
    for_each_document(part, specials_, options_.unit,
                      [&](std::string_view document) { for_each_piece(scanner_, document, add); });
  }

  void finish() {
    batch_.flush();
    progress_.finish();
  }

 private:
  const char* text_end_;
  Scanner scanner_;
  const SpecialTokens& specials_;
  const CountingOptions& options_;
  TextProgress progress_;
  PieceCounts::Batch batch_;
};

void count_pieces(std::string_view text, Scanner scanner, const SpecialTokens& specials, PieceCounts& counts,
                  const CountingOptions& options) {
  TextCounter counter(text, scanner, specials, counts, options);
  counter.count(text);
  counter.finish();
}

void count_records(std::string_view text, std::span<const std::uint64_t> ends, Scanner scanner,
                   const SpecialTokens& specials, PieceCounts& counts, const CountingOptions& options) {
  TextCounter counter(text, scanner, specials, counts, options);
  for_each_record(text, ends, [&](std::string_view record) { counter.count(record); });
  counter.finish();
}

std::uint64_t number_of_documents(std::string_view text, std::span<const std::uint64_t> ends,
                                  const SpecialTokens& specials, DocumentUnit unit) {
  std::uint64_t documents = 0;
  const auto count = [&](std::string_view document) { documents += document.empty() ? 0 : 1; };
  for_each_record(text, ends, [&](std::string_view record) { for_each_document(record, specials, unit, count); });
  return documents;
}

}  // namespace vocabsmith
