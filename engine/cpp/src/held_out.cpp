#include "vocabsmith/held_out.hpp"

#include <utility>

#include "blake2b.hpp"
#include "documents.hpp"

namespace vocabsmith {
namespace {

void add(std::string_view document, HoldingOut& rule, DividedDocuments& out) {
  const std::optional<bool> continued = std::exchange(rule.continued, std::nullopt);
  if (document.empty()) return;
  const bool held_out = continued ? *continued : document_hash(document) < rule.bound;
  Documents& side = held_out ? out.held_out : out.learned;
  side.text.append(document);
  side.ends.push_back(side.text.size());
  side.begun += continued ? 0 : 1;
}

}  // namespace

std::uint64_t document_hash(std::string_view document) {
  return blake2b_64(document.substr(0, deciding_bytes));
}

DividedDocuments divide_documents(std::string_view text, const SpecialTokens& specials, DocumentUnit unit,
                                  HoldingOut rule) {
  DividedDocuments out;
  for_each_document(text, specials, unit, [&](std::string_view document) { add(document, rule, out); });
  return out;
}

DividedDocuments divide_records(std::string_view text, std::span<const std::uint64_t> ends,
                                const SpecialTokens& specials, DocumentUnit unit, std::uint64_t bound) {
  DividedDocuments out;
  HoldingOut rule{bound, std::nullopt};
  const auto divide = [&](std::string_view document) { add(document, rule, out); };
  for_each_record(text, ends, [&](std::string_view record) { for_each_document(record, specials, unit, divide); });
  return out;
}

}  // namespace vocabsmith
