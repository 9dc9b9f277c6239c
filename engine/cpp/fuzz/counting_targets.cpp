#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/targets.hpp"
#include "fuzz/texts.hpp"
#include "vocabsmith/piece_counts.hpp"
#include "vocabsmith/pretokenizer.hpp"
#include "vocabsmith/special_tokens.hpp"

namespace vocabsmith::fuzz {
namespace {

// What a table should hold.
using Model = std::map<std::string, Count, std::less<>>;

void compare(const PieceCounts& counts, const Model& model) {
  Count total = 0;
  Count total_bytes = 0;
  std::size_t distinct_bytes = 0;
  std::size_t longest = 0;
  for (const auto& [piece, count] : model) {
    total += count;
    total_bytes += count * piece.size();
    distinct_bytes += piece.size();
    longest = std::max(longest, piece.size());
    if (counts.count_of(piece) != count) fail("wrong count of " + spelled(std::string_view(piece).substr(0, 100)));
  }
  check(counts.size() == model.size(), "wrong number of pieces");
  check(counts.total() == total && counts.total_bytes() == total_bytes, "wrong totals");
  check(counts.distinct_bytes() == distinct_bytes && counts.longest() == longest, "wrong sizes of pieces");
  std::size_t visited = 0;
  counts.visit_pieces([&](std::string_view piece, Count count) {
    ++visited;
    const auto found = model.find(piece);
    if (found == model.end() || found->second != count) fail("visits " + spelled(piece.substr(0, 100)));
  });
  check(visited == model.size(), "a piece is visited twice");
}

struct Table {
  PieceCounts counts;
  Model model;

  void add(const std::string& piece, Count count) {
    counts.add(ExactText(piece).view(), count);
    if (!piece.empty() && count != 0) model[piece] += count;
  }

  void add_all(const Table& other, Count weight) {
    counts.add_all(other.counts, weight);
    for (const auto& [piece, count] : other.model) {
      if (weight != 0) model[piece] += count * weight;
    }
  }
};

// By the definition, each step by itself.
class Definition {
 public:
  Definition(std::string_view text, const std::vector<std::string>& specials, Scanner scanner, DocumentUnit unit)
      : scanner_(scanner), unit_(unit) {
    std::size_t begin = 0;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t longest = 0;
      for (const std::string& token : specials) {
        if (text.substr(at).starts_with(token)) longest = std::max(longest, token.size());
      }
      if (longest == 0) {
        ++at;
        continue;
      }
      add_document(text.substr(begin, at - begin));
      begin = at += longest;
    }
    add_document(text.substr(begin));
  }

  const Model& model() const { return model_; }

 private:
  void add_document(std::string_view text) {
    if (unit_ == DocumentUnit::file) return add_pieces(text);
    std::size_t begin = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
      const bool in_cr_lf = text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
      if ((text[at] != '\r' && text[at] != '\n') || in_cr_lf) continue;
      add_pieces(text.substr(begin, at + 1 - begin));
      begin = at + 1;
    }
    add_pieces(text.substr(begin));
  }

  void add_pieces(std::string_view text) {
    const ExactText alone(text);
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = piece_end(scanner_, alone.view(), begin);
      ++model_[std::string(text.substr(begin, end - begin))];
      begin = end;
    }
  }

  Scanner scanner_;
  DocumentUnit unit_;
  Model model_;
};

// With another number in place of one of the ends they may describe the text no more.
void try_other_ends(Input& input, std::string_view text, std::vector<std::uint64_t> ends, Scanner scanner) {
  ends[input.below(ends.size())] = input.one_in(2) ? ~std::uint64_t{0} : input.below(2 * text.size() + 2);
  const bool describe = std::is_sorted(ends.begin(), ends.end()) && ends.back() == text.size();
  PieceCounts counts;
  try {
    count_records(text, ends, scanner, {}, counts);
    check(describe, "takes ends that are none");
  } catch (const std::invalid_argument&) {
    check(!describe, "refuses ends");
  }
}

}  // namespace

void try_piece_counts(Input& input) {
  std::array<Table, 3> tables;
  const std::size_t pieces = input.one_in(4) ? 8000 : 300;
  for (std::size_t left = input.between(1, pieces); left > 0; --left) {
    Table& table = tables[input.below(tables.size())];
    const Count count = input.one_in(30) ? Count{1} << input.below(36) : input.below(4);
    table.add(random_key(input), count);
    if (input.one_in(200)) std::swap(tables[0], tables[1]);
    if (input.one_in(200)) tables[1] = std::exchange(tables[2], {});
  }
  tables[0].add_all(tables[1], input.below(4));
  tables[0].add_all(tables[2], input.below(1000));
  for (const Table& table : tables) compare(table.counts, table.model);
}

void try_counting(Input& input) {
  const std::vector<std::string> specials = random_special_tokens(input, 4);
  const Scanner scanner = input.pick(all_scanners);
  const auto unit = input.one_in(3) ? DocumentUnit::line : DocumentUnit::file;
  const ExactText text(input, random_text(input, 4000));
  PieceCounts counts;
  count_pieces(text.view(), scanner, SpecialTokens(specials), counts, {.unit = unit});
  compare(counts, Definition(text.view(), specials, scanner, unit).model());
}

void try_records(Input& input) {
  const std::vector<std::string> specials = random_special_tokens(input, 4);
  const Scanner scanner = input.pick(all_scanners);
  const auto unit = input.one_in(3) ? DocumentUnit::line : DocumentUnit::file;
  const ExactText text(input, random_text(input, 4000));
  std::vector<std::uint64_t> ends;
  Model model;
  for (std::size_t begin = 0; begin < text.view().size() || input.one_in(2);) {
    const std::size_t left = text.view().size() - begin;
    const std::size_t length = left == 0 || input.one_in(20) ? 0 : std::max<std::size_t>(1, input.mostly_small(left));
    const Definition alone(text.view().substr(begin, length), specials, scanner, unit);
    for (const auto& [piece, count] : alone.model()) model[piece] += count;
    ends.push_back(begin += length);
  }
  PieceCounts counts;
  count_records(text.view(), ends, scanner, SpecialTokens(specials), counts, {.unit = unit});
  compare(counts, model);
  if (!ends.empty()) try_other_ends(input, text.view(), ends, scanner);
}

}  // namespace vocabsmith::fuzz
