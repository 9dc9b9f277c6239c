#include "vocabsmith/huge_pages.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace vocabsmith {

void advise_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  madvise(memory, bytes, MADV_HUGEPAGE);
#endif
}

}  // namespace vocabsmith
