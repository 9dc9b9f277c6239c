// The symbols of a part of a piece, with the bytes that each stands for. Private to the encoders of characters and of
// scored pairs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "symbol_merging.hpp"
#include "vocabsmith/monitor.hpp"

namespace vocabsmith {

class SymbolRow {
 public:
  // Counted from where the piece begins.
  struct Range {
    std::uint32_t begin;
    std::uint32_t end;
  };

  bool empty() const { return row_.empty(); }
  Symbol last() const { return row_.back().symbol; }

  void add(Symbol symbol, Range range) {
    row_.push_back({symbol, static_cast<std::uint32_t>(row_.size())});
    ranges_.push_back(range);
  }

  // Merges all, calls visit(symbol, range) for each symbol that is left, and is empty again. Throws StopRequested when
  // `monitor`, which may be null, asks for it.
  template <typename Note, typename Visit>
  void merge(const JoinTable& joins, Note&& note, Monitor* monitor, Visit&& visit) {
    if (row_.size() > 1) merge_row(joins, row_, note, monitor);
    for (std::size_t i = 0; i < row_.size(); ++i) {
      const std::size_t end = i + 1 < row_.size() ? row_[i + 1].first : ranges_.size();
      visit(row_[i].symbol, range_of(row_[i].first, end));
    }
    row_.clear();
    ranges_.clear();
  }

 private:
  // From the first byte to the last: symbols need not stand in the order of the text.
  Range range_of(std::size_t first, std::size_t end) const {
    Range whole = ranges_[first];
    for (std::size_t i = first + 1; i < end; ++i) {
      whole.begin = std::min(whole.begin, ranges_[i].begin);
      whole.end = std::max(whole.end, ranges_[i].end);
    }
    return whole;
  }

  std::vector<Placed> row_;
  std::vector<Range> ranges_;
};

}  // namespace vocabsmith
