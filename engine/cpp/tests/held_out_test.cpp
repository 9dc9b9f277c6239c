#include "vocabsmith/held_out.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

using vocabsmith::deciding_bytes;
using vocabsmith::divide_documents;
using vocabsmith::divide_records;
using vocabsmith::document_hash;
using vocabsmith::Documents;
using vocabsmith::DocumentUnit;
using vocabsmith::SpecialTokens;

namespace {

constexpr std::uint64_t all = ~std::uint64_t{0};

std::vector<std::string> listed(const Documents& documents) {
  std::vector<std::string> parts;
  std::uint64_t begin = 0;
  for (const std::uint64_t end : documents.ends) {
    parts.push_back(documents.text.substr(begin, end - begin));
    begin = end;
  }
  return parts;
}

using Texts = std::vector<std::string>;

}  // namespace

// The numbers are those of Python's hashlib.
TEST(DocumentHash, IsBlake2bWithEightBytes) {
  EXPECT_EQ(document_hash(""), 13020603013274838756U);
  EXPECT_EQ(document_hash("abc"), 6455300059550759896U);
  EXPECT_EQ(document_hash(std::string(128, 'a')), 15715450112455173872U);
  EXPECT_EQ(document_hash(std::string(129, 'a')), 11070628195267207908U);
  EXPECT_EQ(document_hash(std::string(4096, '\xFF')), 518076552626242202U);
}

TEST(DocumentHash, LooksAtTheBeginningOnly) {
  const std::string beginning(deciding_bytes, 'x');
  EXPECT_EQ(document_hash(beginning + "one"), document_hash(beginning + "two"));
  EXPECT_NE(document_hash(beginning), document_hash(beginning.substr(1)));
}

TEST(DivideDocuments, KeepsDocumentsWholeAndInOrder) {
  const SpecialTokens specials({"<d>"});
  const auto divided = divide_documents("one<d>two<d><d>three", specials, DocumentUnit::file, {all, std::nullopt});
  EXPECT_EQ(listed(divided.held_out), (Texts{"one", "two", "three"}));
  EXPECT_EQ(listed(divided.learned), Texts{});
}

TEST(DivideDocuments, HoldsOutWhatIsBelowTheBound) {
  const std::uint64_t between = document_hash("two");
  const auto divided = divide_documents("one\ntwo", {}, DocumentUnit::line, {between + 1, std::nullopt});
  ASSERT_LT(document_hash("two"), document_hash("one\n"));
  EXPECT_EQ(listed(divided.learned), (Texts{"one\n"}));
  EXPECT_EQ(listed(divided.held_out), (Texts{"two"}));
}

TEST(DivideDocuments, GoesOnWithADocumentThatBeganBefore) {
  const SpecialTokens specials({"<d>"});
  const auto divided = divide_documents("one<d>two", specials, DocumentUnit::file, {0, true});
  EXPECT_EQ(listed(divided.held_out), (Texts{"one"}));
  EXPECT_EQ(listed(divided.learned), (Texts{"two"}));
}

TEST(DivideDocuments, EndsThatDocumentAtASpecialTokenRightAway) {
  const SpecialTokens specials({"<d>"});
  const auto divided = divide_documents("<d>two", specials, DocumentUnit::file, {0, true});
  EXPECT_EQ(listed(divided.held_out), Texts{});
  EXPECT_EQ(listed(divided.learned), (Texts{"two"}));
}

TEST(DivideDocuments, CountsADocumentWhereItBegins) {
  const SpecialTokens specials({"<d>"});
  EXPECT_EQ(divide_documents("one<d>two", specials, DocumentUnit::file, {all, true}).held_out.begun, 1U);
  EXPECT_EQ(divide_documents("one<d>two", specials, DocumentUnit::file, {all, std::nullopt}).held_out.begun, 2U);
  EXPECT_EQ(divide_documents("<d>two", specials, DocumentUnit::file, {all, true}).held_out.begun, 1U);
}

TEST(DivideRecords, CutsEachRecordByItself) {
  const SpecialTokens specials({"<d>"});
  const std::array<std::uint64_t, 4> ends{4, 4, 6, 9};  // "a<d>", "", "b\n", "c\nd"
  const auto divided = divide_records("a<d>b\nc\nd", ends, specials, DocumentUnit::line, 0);
  EXPECT_EQ(listed(divided.learned), (Texts{"a", "b\n", "c\n", "d"}));
}

TEST(DivideRecords, RefusesEndsThatDoNotRise) {
  const std::array<std::uint64_t, 2> falling{2, 1};
  EXPECT_THROW(divide_records("abc", falling, {}, DocumentUnit::file, 0), std::invalid_argument);
  const std::array<std::uint64_t, 1> outside{4};
  EXPECT_THROW(divide_records("abc", outside, {}, DocumentUnit::file, 0), std::invalid_argument);
  EXPECT_THROW(divide_records("abc", {}, {}, DocumentUnit::file, 0), std::invalid_argument);
}
