// Memory for large tables that are looked up at random. On Linux it is asked for in huge pages: then finding a page
// does not take longer than finding the entry.
#pragma once

#include <cstddef>
#include <new>

namespace vocabsmith {

inline constexpr std::size_t huge_page = std::size_t{1} << 21;

// Says of memory that begins at a huge page that huge pages would be welcome. Only a hint.
void advise_huge_pages(void* memory, std::size_t bytes);

template <typename T>
struct HugePageAllocator {
  using value_type = T;

  HugePageAllocator() = default;
  template <typename Other>
  HugePageAllocator(const HugePageAllocator<Other>& /*other*/) {}

  T* allocate(std::size_t number) {
    const std::size_t bytes = number * sizeof(T);
    if (bytes < 2 * huge_page) return static_cast<T*>(::operator new(bytes));
    void* memory = ::operator new(bytes, std::align_val_t{huge_page});
    advise_huge_pages(memory, bytes);
    return static_cast<T*>(memory);
  }

  void deallocate(T* memory, std::size_t number) noexcept {
    if (number * sizeof(T) < 2 * huge_page) {
      ::operator delete(memory);
    } else {
      ::operator delete(memory, std::align_val_t{huge_page});
    }
  }

  friend bool operator==(const HugePageAllocator&, const HugePageAllocator&) { return true; }
};

}  // namespace vocabsmith
