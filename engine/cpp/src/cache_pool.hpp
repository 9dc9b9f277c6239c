// Caches of pieces that outlive the text they were filled from. Private to the encoder.
#pragma once

#include <cstddef>
#include <list>
#include <mutex>

#include "piece_cache.hpp"

namespace vocabsmith {

// What a piece becomes depends on the vocabulary alone, so the next text may use what the last one has found out. Each
// call has a cache to itself while it works; there are never more than calls at the same time.
class CachePool {
 public:
  class Loan {
   public:
    Loan(CachePool& pool, std::size_t text_bytes) : pool_(pool) {
      {
        const std::scoped_lock lock(pool_.mutex_);
        if (!pool_.free_.empty()) held_.splice(held_.begin(), pool_.free_, pool_.free_.begin());
      }
      if (held_.empty()) held_.emplace_back();
      held_.front().prepare_for(text_bytes);
    }

    ~Loan() {
      const std::scoped_lock lock(pool_.mutex_);
      pool_.free_.splice(pool_.free_.begin(), held_);
    }

    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;

    PieceCache& operator*() { return held_.front(); }

   private:
    CachePool& pool_;
    std::list<PieceCache> held_;  // one; a list, since moving it to another one cannot fail
  };

 private:
  std::mutex mutex_;
  std::list<PieceCache> free_;
};

}  // namespace vocabsmith
