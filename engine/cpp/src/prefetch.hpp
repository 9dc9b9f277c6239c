// Asks the processor to fetch what a loop will look at a few rounds later.
#pragma once

#include <algorithm>
#include <cstddef>

#if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
#include <xmmintrin.h>
#endif

namespace vocabsmith {

inline void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(address);
#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
  _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0);
#endif
}

// visit(item) for each item in order; ask(item), which prefetches what visit will look at, a few rounds earlier.
template <typename Items, typename Ask, typename Visit>
void visit_prefetched(const Items& items, Ask&& ask, Visit&& visit) {
  constexpr std::size_t distance = 12;
  const std::size_t size = items.size();
  for (std::size_t i = 0; i < std::min(distance, size); ++i) ask(items[i]);
  for (std::size_t i = 0; i < size; ++i) {
    if (i + distance < size) ask(items[i + distance]);
    visit(items[i]);
  }
}

}  // namespace vocabsmith
