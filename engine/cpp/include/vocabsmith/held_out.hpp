// Which documents are learned from, and which are held out, to measure a vocabulary with text that it never saw.
//
// A document is held out if the hash of its beginning lies below a bound. So nothing else decides: not the number of
// threads, not where a window ends, not the order of the files, nor what else is in them. Equal documents go together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vocabsmith/pretokenizer.hpp"
#include "vocabsmith/special_tokens.hpp"

namespace vocabsmith {

// Bytes at the beginning of a document that are hashed; all of it if it is shorter.
inline constexpr std::size_t deciding_bytes = 4096;

// BLAKE2b with a digest of 8 bytes, read as a little-endian number.
std::uint64_t document_hash(std::string_view document);

// Documents one behind the other: document i is text[ends[i - 1], ends[i]).
struct Documents {
  std::string text;
  std::vector<std::uint64_t> ends;
  std::uint64_t begun = 0;  // how many of them begin here: all, or all but the first
};

struct DividedDocuments {
  Documents learned;
  Documents held_out;
};

// Held out is a document whose hash is below `bound`; bound / 2^64 of them, give or take chance.
struct HoldingOut {
  std::uint64_t bound = 0;
  // Whether the document that the text begins in was held out, if it began in an earlier text.
  std::optional<bool> continued;
};

// The documents of `text`, which is cut at special tokens, and into lines if these are documents. Empty ones are left
// out. `text` ends where a document ends, or no sooner than `deciding_bytes` after it began.
DividedDocuments divide_documents(std::string_view text, const SpecialTokens& specials, DocumentUnit unit,
                                  HoldingOut rule);

// The same of records, each text[ends[i - 1], ends[i]): no document goes on from one to the next.
DividedDocuments divide_records(std::string_view text, std::span<const std::uint64_t> ends,
                                const SpecialTokens& specials, DocumentUnit unit, std::uint64_t bound);

}  // namespace vocabsmith
