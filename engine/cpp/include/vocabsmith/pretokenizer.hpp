// Text to pieces. No pair is counted, and no merge is made, across the border of two pieces.
//
// Every pattern known by name has a hand-written scanner (scanners/) that gives exactly the pieces its regular
// expression gives under Unicode 16.0. The pieces of a text cover it without a gap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "vocabsmith/special_tokens.hpp"

namespace vocabsmith {

// The patterns known by name. A user's expressions go through the `regex` module, one layer up.
enum class Scanner : std::uint8_t {
  none,        // the whole text is one piece
  gpt2,        // GPT-2
  cl100k,      // GPT-4 and Llama 3
  qwen2,       // cl100k with single numbers
  o200k,       // GPT-4o
  nanochat,    // cl100k with at most two numbers together
  deepseek3,   // DeepSeek-V3
  digits,      // every number alone, then gpt2
  whitespace,  // words with the space before them, and what lies between
};

std::optional<Scanner> scanner_named(std::string_view name);

// End of the piece that begins at `begin` (begin < text.size()), found without wide instructions. `begin` must be a
// border of two pieces.
std::size_t piece_end(Scanner scanner, std::string_view text, std::size_t begin);

// Calls visit(std::string_view piece) for every piece of `text`, in order. (Definition in pretokenizer_inline.hpp.)
template <typename Visit>
void for_each_piece(Scanner scanner, std::string_view text, Visit&& visit);

// Where each piece of `text` ends, appended to `ends`.
void append_piece_ends(Scanner scanner, std::string_view text, std::vector<std::uint64_t>& ends);

// How many pieces a text has: a scan and nothing else, by which a benchmark sees what scanning costs.
std::size_t number_of_pieces(Scanner scanner, std::string_view text);

// Bytes of the longest piece between the special tokens of records, the texts that end at `ends`; 0 if there is none.
// It is what training will need to hold at once. Throws std::invalid_argument unless the ends rise to the end of the
// text.
std::size_t longest_piece(Scanner scanner, std::string_view text, const SpecialTokens& specials,
                          std::span<const std::uint64_t> ends);

// Where a text may be divided without changing its pieces, for every named pattern but `none`:
//   1. before a CR or LF that follows a letter or a number;
//   2. after a LF that has a non-space before it and a letter after it;
//   3. before a space between two letters.
// Returns the last such place in (0, text.size()) that lies outside every special token, or the end of a special
// token (which may be text.size()), whichever is later; 0 if there is none. With `divide_lines` false only ends of
// special tokens count (`none`, and expressions of a user). `text` must begin where a piece begins; it may go on after
// its end, so places where a special token could still turn out to begin are not trusted.
std::size_t last_safe_cut(std::string_view text, const SpecialTokens& specials, bool divide_lines);

// The same for a text whose Unicode form is yet to be changed (NFC, NFD, NFKC or NFKD): places where its parts, each
// brought into a form, make up the whole text in that form, and where that may be divided by rule 2.
//
// A line feed is such a place. No character but LF has it in a decomposition, it composes with nothing, and as a
// starter (class 0) it lets no mark be ordered across it. So what stands before it and what stands after it change
// alone. A character that is no space never becomes one at its end, and a letter remains a letter at its beginning, but
// for 19, such as U+037A, which becomes a space and a mark: three of them lie below U+FC5E, from which on none is
// trusted. The tests go through all characters.
std::size_t last_cut_in_every_form(std::string_view text, const SpecialTokens& specials);

// What lies between two special tokens: one document, or a document for each of its lines.
enum class DocumentUnit : std::uint8_t { file, line };

// End of the line that begins at `begin` (begin < text.size()). A line owns its ending: LF, CR LF or CR.
std::size_t line_end(std::string_view text, std::size_t begin);

// The same as last_safe_cut where lines are documents: every end of a line is safe then. A CR at the end of the text is
// not trusted, since an LF may follow.
std::size_t last_line_end(std::string_view text, const SpecialTokens& specials);

}  // namespace vocabsmith

#include "vocabsmith/pretokenizer_inline.hpp"
