// Fills the masks of 64 bytes with the wide instructions of x86-64. Private to the scanners.
//
// Bytes are compared as signed numbers: those beyond ASCII are negative, below every bound here. What is compiled for
// AVX2 may only be called where the processor has it; the attribute lets one library hold both.
#pragma once

#include "vocabsmith/scanners/byte_masks.hpp"

#if defined(__x86_64__) || defined(_M_X64)
#define VOCABSMITH_X86_64

#include <immintrin.h>

#if defined(_MSC_VER) && !defined(__clang__)
#define VOCABSMITH_FOR_AVX2
#define VOCABSMITH_ALWAYS_INLINE __forceinline
#else
#define VOCABSMITH_FOR_AVX2 __attribute__((target("avx2,bmi,popcnt")))
#define VOCABSMITH_ALWAYS_INLINE inline __attribute__((always_inline))
#endif

namespace vocabsmith::scanning {

class Sse2Classifier {
 public:
  VOCABSMITH_ALWAYS_INLINE static ByteMasks classify(const char* bytes) {
    ByteMasks masks;
    for (int begin = 0; begin < 64; begin += 16) {
      const __m128i b = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + begin));
      const __m128i blank = equal(b, ' ');
      masks.letters |= bits(within(_mm_or_si128(b, each(0x20)), 'a', 'z'), begin);
      masks.capitals |= bits(within(b, 'A', 'Z'), begin);
      masks.numbers |= bits(within(b, '0', '9'), begin);
      masks.spaces |= bits(_mm_or_si128(blank, within(b, '\t', '\r')), begin);
      masks.blanks |= bits(blank, begin);
      masks.line_ends |= bits(_mm_or_si128(equal(b, '\r'), equal(b, '\n')), begin);
      masks.apostrophes |= bits(equal(b, '\''), begin);
      masks.controls |= bits(_mm_or_si128(within(b, 0, 0x1F), equal(b, 0x7F)), begin);
      masks.beyond |= bits(b, begin);
    }
    return masks;
  }

 private:
  VOCABSMITH_ALWAYS_INLINE static __m128i each(int c) { return _mm_set1_epi8(static_cast<char>(c)); }
  VOCABSMITH_ALWAYS_INLINE static __m128i equal(__m128i v, char c) { return _mm_cmpeq_epi8(v, each(c)); }
  VOCABSMITH_ALWAYS_INLINE static __m128i within(__m128i v, char low, char high) {
    return _mm_and_si128(_mm_cmpgt_epi8(v, each(low - 1)), _mm_cmpgt_epi8(each(high + 1), v));
  }
  VOCABSMITH_ALWAYS_INLINE static std::uint64_t bits(__m128i found, int begin) {
    return std::uint64_t{static_cast<std::uint32_t>(_mm_movemask_epi8(found))} << begin;
  }
};

class Avx2Classifier {
 public:
  VOCABSMITH_FOR_AVX2 VOCABSMITH_ALWAYS_INLINE static ByteMasks classify(const char* bytes) {
    ByteMasks masks;
    for (int begin = 0; begin < 64; begin += 32) {
      const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes + begin));
      const __m256i blank = equal(b, ' ');
      masks.letters |= bits(within(_mm256_or_si256(b, each(0x20)), 'a', 'z'), begin);
      masks.capitals |= bits(within(b, 'A', 'Z'), begin);
      masks.numbers |= bits(within(b, '0', '9'), begin);
      masks.spaces |= bits(_mm256_or_si256(blank, within(b, '\t', '\r')), begin);
      masks.blanks |= bits(blank, begin);
      masks.line_ends |= bits(_mm256_or_si256(equal(b, '\r'), equal(b, '\n')), begin);
      masks.apostrophes |= bits(equal(b, '\''), begin);
      masks.controls |= bits(_mm256_or_si256(within(b, 0, 0x1F), equal(b, 0x7F)), begin);
      masks.beyond |= bits(b, begin);
    }
    return masks;
  }

 private:
  VOCABSMITH_FOR_AVX2 VOCABSMITH_ALWAYS_INLINE static __m256i each(int c) {
    return _mm256_set1_epi8(static_cast<char>(c));
  }
  VOCABSMITH_FOR_AVX2 VOCABSMITH_ALWAYS_INLINE static __m256i equal(__m256i v, char c) {
    return _mm256_cmpeq_epi8(v, each(c));
  }
  VOCABSMITH_FOR_AVX2 VOCABSMITH_ALWAYS_INLINE static __m256i within(__m256i v, char low, char high) {
    return _mm256_and_si256(_mm256_cmpgt_epi8(v, each(low - 1)), _mm256_cmpgt_epi8(each(high + 1), v));
  }
  VOCABSMITH_FOR_AVX2 VOCABSMITH_ALWAYS_INLINE static std::uint64_t bits(__m256i found, int begin) {
    return std::uint64_t{static_cast<std::uint32_t>(_mm256_movemask_epi8(found))} << begin;
  }
};

}  // namespace vocabsmith::scanning

#endif
