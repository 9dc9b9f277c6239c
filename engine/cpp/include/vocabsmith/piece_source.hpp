// Distinct pieces with their counts, gone through as often as asked, wherever they are kept: in memory (PieceCounts) or
// on disk (SpilledCounts). All that the trainer needs to know of a corpus.
#pragma once

#include <functional>
#include <string_view>

#include "vocabsmith/types.hpp"

namespace vocabsmith {

class PieceSource {
 public:
  using Visit = std::function<void(std::string_view piece, Count count)>;

  virtual ~PieceSource() = default;

  // Each distinct piece once, in an order that is the same every time.
  virtual void visit_pieces(const Visit& visit) const = 0;

  // Do the views stay good as long as the source is not changed? Otherwise they are good during the visit only.
  virtual bool lends_pieces() const = 0;

 protected:
  PieceSource() = default;
  PieceSource(const PieceSource&) = default;
  PieceSource& operator=(const PieceSource&) = default;
};

}  // namespace vocabsmith
