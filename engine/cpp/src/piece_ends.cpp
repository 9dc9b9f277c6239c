// Each scanner is a transcription of a regular expression: the alternatives in their order, with what a backtracking
// engine would find out by trying replaced by a look at what follows. Each is written twice: for one piece after the
// other, and for 64 bytes of ASCII at once. Text that is mostly ASCII is scanned by the second with few exceptions.
//
// Every character is looked at a bounded number of times, so no text takes more than linear time.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>

#include "byte_classifiers.hpp"
#include "vocabsmith/pretokenizer.hpp"
#include "vocabsmith/scanners/cl100k.hpp"
#include "vocabsmith/scanners/deepseek3.hpp"
#include "vocabsmith/scanners/digits.hpp"
#include "vocabsmith/scanners/gpt2.hpp"
#include "vocabsmith/scanners/instructions.hpp"
#include "vocabsmith/scanners/o200k.hpp"
#include "vocabsmith/scanners/whitespace.hpp"

#if defined(_MSC_VER) && defined(VOCABSMITH_X86_64)
#include <intrin.h>
#endif

namespace vocabsmith {
namespace scanning {
namespace {

struct WholeText {
  static std::size_t piece_end(std::string_view text, std::size_t /*begin*/) { return text.size(); }
  static std::uint64_t borders(const Block& /*block*/) { return 0; }
};

// Calls use(pattern).
template <typename Use>
auto with_pattern(Scanner scanner, Use&& use) {
  switch (scanner) {
    case Scanner::gpt2:
      return use(Gpt2());
    case Scanner::cl100k:
      return use(Cl100k());
    case Scanner::qwen2:
      return use(Qwen2());
    case Scanner::o200k:
      return use(O200k());
    case Scanner::nanochat:
      return use(Nanochat());
    case Scanner::deepseek3:
      return use(Deepseek3());
    case Scanner::digits:
      return use(Digits());
    case Scanner::whitespace:
      return use(Whitespace());
    case Scanner::none:
      break;
  }
  return use(WholeText());
}

template <typename Pattern>
std::size_t find_ends_plainly(std::string_view text, std::size_t begin, Ends& ends) {
  std::size_t found = 0;
  while (found < ends.size() && begin < text.size()) {
    begin = Pattern::piece_end(text, begin);
    ends[found++] = begin;
  }
  return found;
}

#ifdef VOCABSMITH_X86_64

// A block that yields less is not worth its masks: then the text up to here is scanned plainly.
constexpr std::size_t worthwhile = 32;
constexpr std::size_t plain_stretch = 48;

// Eight at a time, whether there are so many or not: what is too much is overwritten later.
VOCABSMITH_ALWAYS_INLINE std::size_t write_ends(std::uint64_t borders, std::size_t begin, std::size_t* ends) {
  const auto count = static_cast<std::size_t>(std::popcount(borders));
  for (std::size_t done = 0; done < count; done += 8) {
    for (std::size_t i = done; i < done + 8; ++i) {
      ends[i] = begin + static_cast<std::size_t>(std::countr_zero(borders));
      borders &= borders - 1;
    }
  }
  return count;
}

// Goes through a text, by blocks or by pieces.
template <typename Pattern>
struct Search {
  VOCABSMITH_ALWAYS_INLINE bool goes_on() const {
    return begin < text.size() && found + ByteMasks::bytes <= ends.size();
  }

  VOCABSMITH_ALWAYS_INLINE bool at_block() const {
    return begin >= plain_until && text.size() - begin >= ByteMasks::bytes;
  }

  VOCABSMITH_ALWAYS_INLINE void take_block(const ByteMasks& masks) {
    const Block block(masks, text.data() + begin);
    const std::uint64_t borders = Pattern::borders(block) & block.decided();
    found += write_ends(borders, begin, &ends[found]);
    const std::size_t last = static_cast<std::size_t>(std::bit_width(borders | 1)) - 1;
    if (last < worthwhile) plain_until = begin + plain_stretch;
    begin += last;
  }

  void take_piece() {
    begin = Pattern::piece_end(text, begin);
    ends[found++] = begin;
  }

  std::string_view text;
  std::size_t begin;
  Ends& ends;
  std::size_t found = 0;
  std::size_t plain_until = 0;
};

template <typename Pattern>
std::size_t find_ends_by_sse2(std::string_view text, std::size_t begin, Ends& ends) {
  Search<Pattern> search{text, begin, ends};
  while (search.goes_on()) {
    if (search.at_block())
      search.take_block(Sse2Classifier::classify(text.data() + search.begin));
    else
      search.take_piece();
  }
  return search.found;
}

template <typename Pattern>
VOCABSMITH_FOR_AVX2 std::size_t find_ends_by_avx2(std::string_view text, std::size_t begin, Ends& ends) {
  Search<Pattern> search{text, begin, ends};
  while (search.goes_on()) {
    if (search.at_block())
      search.take_block(Avx2Classifier::classify(text.data() + search.begin));
    else
      search.take_piece();
  }
  return search.found;
}

bool has_avx2() {
#if defined(_MSC_VER) && !defined(__clang__)
  std::array<int, 4> registers;
  __cpuid(registers.data(), 1);
  const bool system_saves_them = (registers[2] & (1 << 27)) != 0 && (_xgetbv(0) & 6) == 6;
  __cpuidex(registers.data(), 7, 0);
  return system_saves_them && (registers[1] & (1 << 5)) != 0;
#else
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
         __builtin_cpu_supports("popcnt") != 0;
#endif
}

template <typename Pattern>
FindEnds find_ends_of(Instructions instructions) {
  if (instructions == Instructions::avx2) return find_ends_by_avx2<Pattern>;
  if (instructions == Instructions::sse2) return find_ends_by_sse2<Pattern>;
  return find_ends_plainly<Pattern>;
}

constexpr std::array all_instructions{Instructions::avx2, Instructions::sse2, Instructions::plain};
std::span<const Instructions> known() {
  static const bool avx2 = has_avx2();
  return std::span(all_instructions).subspan(avx2 ? 0 : 1);
}

#else

template <typename Pattern>
FindEnds find_ends_of(Instructions /*instructions*/) {
  return find_ends_plainly<Pattern>;
}

constexpr std::array all_instructions{Instructions::plain};
std::span<const Instructions> known() {
  return all_instructions;
}

#endif

std::atomic<Instructions>& in_use() {
  static std::atomic<Instructions> instructions{known().front()};
  return instructions;
}

}  // namespace

std::span<const Instructions> known_instructions() {
  return known();
}

void use_instructions(Instructions instructions) {
  in_use().store(instructions, std::memory_order_relaxed);
}

FindEnds find_ends_by(Scanner scanner) {
  const Instructions instructions = in_use().load(std::memory_order_relaxed);
  return with_pattern(scanner, [&]<typename Pattern>(Pattern) { return find_ends_of<Pattern>(instructions); });
}

}  // namespace scanning

std::size_t piece_end(Scanner scanner, std::string_view text, std::size_t begin) {
  return scanning::with_pattern(scanner, [&]<typename Pattern>(Pattern) { return Pattern::piece_end(text, begin); });
}

}  // namespace vocabsmith
