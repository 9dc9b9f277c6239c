// The classic comparison of encoders, on the first lines of a play or of prose, beside Vocabsmith's own.
//
//   encoders TEXT [--documents-with WORD] [--skip LINES] [--lines 1,10,100,1000] [--size 4096] [--limit SECONDS]
//                 [--runs N]
//
// The vocabulary is learned from all of the text as one piece (`none`), so it holds merges across spaces and
// punctuation. Then the first lines are encoded by each method, and two tables are printed in Markdown: seconds of the
// processor, medians of N runs (what takes more than two seconds is run once), and what the cutting encoder does
// differently. No time is printed of an encoder that does not cut and gives other ids than Vocabsmith's.
//
// --documents-with: of a text whose documents stand between lines `<|endoftext|>`, only those that hold this word.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <exception>
#include <functional>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "benchmarks/cut_differences.hpp"
#include "benchmarks/measuring.hpp"
#include "reference/encoders.hpp"
#include "vocabsmith/encoder.hpp"
#include "vocabsmith/piece_counts.hpp"
#include "vocabsmith/trainer.hpp"

namespace vocabsmith::benchmarks {
namespace {

using reference::ClassicEncoder;
using reference::MergeRanks;
using reference::TimeLimit;

using Ids = std::vector<TokenId>;

struct Arguments {
  std::string text_path;
  std::string word;  // empty: the whole text
  std::size_t skip = 0;
  std::vector<std::size_t> lines = {1, 10, 100, 1'000};
  std::size_t size = 4'096;
  double limit = 30;  // seconds of the processor
  int runs = 5;
};

Arguments parse(int argc, char** argv) {
  if (argc < 2 || argc % 2 != 0) throw std::invalid_argument("encoders TEXT [--OPTION VALUE]…");
  Arguments arguments;
  arguments.text_path = argv[1];
  for (int i = 2; i < argc; i += 2) {
    const std::string name = argv[i], value = argv[i + 1];
    if (name == "--documents-with") {
      arguments.word = value;
    } else if (name == "--skip") {
      arguments.skip = std::stoul(value);
    } else if (name == "--lines") {
      arguments.lines = parse_numbers(value);
    } else if (name == "--size") {
      arguments.size = parse_sizes(value).front();
    } else if (name == "--limit") {
      arguments.limit = std::stod(value);
    } else if (name == "--runs") {
      arguments.runs = std::max(1, std::stoi(value));
    } else {
      throw std::invalid_argument("no option \"" + name +
                                  "\"; there are --documents-with, --skip, --lines, --size, --limit and --runs");
    }
  }
  return arguments;
}

std::string documents_with(std::string_view text, const std::string& word) {
  const std::string_view border = "<|endoftext|>";
  std::string chosen;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(border), text.size());
    const std::string_view document = text.substr(0, end);
    if (document.find(word) != std::string_view::npos) chosen += document;
    text.remove_prefix(std::min(end + border.size(), text.size()));
  }
  return chosen;
}

// The first `count` lines; all if there are fewer.
std::string_view first_lines(std::string_view text, std::size_t count) {
  std::size_t end = 0;
  while (count-- > 0 && end < text.size()) end = line_end(text, end);
  return text.substr(0, end);
}

std::string text_of(const Arguments& arguments) {
  std::string text = read_file(arguments.text_path);
  if (!arguments.word.empty()) text = documents_with(text, arguments.word);
  text.erase(0, first_lines(text, arguments.skip).size());
  if (text.empty()) throw std::invalid_argument("no line is left of " + arguments.text_path);
  return text;
}

Vocabulary learn(const std::string& text, std::size_t size) {
  PieceCounts counts;
  counts.add(text);
  TrainerOptions options;
  options.max_merges = size - 256;
  std::iota(options.byte_of_id.begin(), options.byte_of_id.end(), std::uint8_t{0});
  Monitor monitor;
  Vocabulary vocabulary;
  for (int byte = 0; byte < 256; ++byte) vocabulary.tokens.emplace_back(1, static_cast<char>(byte));
  std::iota(vocabulary.byte_ids.begin(), vocabulary.byte_ids.end(), TokenId{0});
  for (const Merge& merge : train(counts, options, monitor).merges) {
    vocabulary.tokens.push_back(vocabulary.tokens[merge.left] + vocabulary.tokens[merge.right]);
    vocabulary.merges.push_back({merge.left, merge.right, merge.token});
  }
  return vocabulary;
}

std::size_t tokens_across_cuts(const Vocabulary& vocabulary) {
  return static_cast<std::size_t>(std::count_if(
      vocabulary.tokens.begin(), vocabulary.tokens.end(),
      [](const std::string& token) { return reference::cut_at_spaces_and_punctuation(token).size() > 1; }));
}

// What one method makes of a text; without ids it was given up.
struct Measured {
  std::optional<Ids> ids;
  double seconds = 0;
};

using Encode = std::function<Ids()>;

double timed(const std::function<void()>& work) {
  const std::clock_t began = std::clock();
  work();
  return static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
}

// The median over the runs. A short call is repeated in each of them, until the clock has something to measure; one
// that takes long enough to be seen without is run once.
Measured measure(const Encode& encode, int runs) {
  constexpr double short_run = 0.02, long_run = 2;
  Measured measured;
  try {
    measured.seconds = timed([&] { measured.ids = encode(); });
  } catch (const reference::GivenUp&) {
    return {};
  }
  if (measured.seconds > long_run) return measured;
  const int calls = static_cast<int>(short_run / std::max(measured.seconds, 1e-6)) + 1;
  const auto run = [&] {
    for (int call = 0; call < calls; ++call) encode();
  };
  std::vector<double> seconds;
  while (seconds.size() < static_cast<std::size_t>(runs)) seconds.push_back(timed(run) / calls);
  measured.seconds = median(seconds);
  return measured;
}

void print_row(std::size_t lines, std::size_t bytes, std::string_view name, const Measured& measured, double limit) {
  std::printf("| %zu | %zu | %s | ", lines, bytes, std::string(name).c_str());
  if (measured.ids) {
    const auto tokens = static_cast<double>(measured.ids->size());
    const double milliseconds = 1e3 * measured.seconds;
    std::printf("%.*f | %zu | %.0f | %.0f |\n", milliseconds < 1 ? 4 : 1, milliseconds, measured.ids->size(),
                tokens / measured.seconds, 1e9 * measured.seconds / static_cast<double>(bytes));
  } else {
    std::printf("given up after %g s | | | |\n", limit);
  }
  std::fflush(stdout);
}

class Comparison {
 public:
  Comparison(const Arguments& arguments, std::string text)
      : arguments_(arguments),
        text_(std::move(text)),
        vocabulary_(learn(text_, arguments.size)),
        merges_(vocabulary_),
        encoder_(Vocabulary(vocabulary_)) {}

  void print() const {
    std::printf("A vocabulary of %zu learned from %zu bytes as one piece; %zu of its tokens lie across a cut.\n\n",
                vocabulary_.tokens.size(), text_.size(), tokens_across_cuts(vocabulary_));
    std::printf("| lines | bytes | encoder | ms | tokens | tokens a second | ns a byte |\n");
    std::printf("|--:|--:|---|--:|--:|--:|--:|\n");
    for (const std::size_t lines : arguments_.lines) print_times(lines);
    std::printf("\n| lines | tokens uncut | tokens cut | more | lines that differ | first difference |");
    std::printf(" longest token not used |\n|--:|--:|--:|--:|--:|---|---|\n");
    for (const std::size_t lines : arguments_.lines) print_difference(lines);
  }

 private:
  void print_times(std::size_t lines) const {
    const std::string_view text = first_lines(text_, lines);
    const Measured fast = measure([&] { return encode_fast(text); }, arguments_.runs);
    for (const ClassicEncoder& encoder : reference::classic_encoders) {
      const auto encode = [&] { return encoder.encode(merges_, text, TimeLimit(arguments_.limit)); };
      const Measured measured = measure(encode, arguments_.runs);
      if (!encoder.cuts && measured.ids && measured.ids != fast.ids) {
        throw std::logic_error(std::string(encoder.name) + ": other ids than Vocabsmith's");
      }
      print_row(lines, text.size(), encoder.name, measured, arguments_.limit);
    }
    print_row(lines, text.size(), "Vocabsmith", fast, arguments_.limit);
  }

  void print_difference(std::size_t lines) const {
    const std::string_view text = first_lines(text_, lines);
    TimeLimit limit(arguments_.limit);
    const CutDifferences differences(text, vocabulary_.tokens, encode_fast(text),
                                     reference::encode_cut(merges_, text, limit));
    std::printf("| %zu | %s |\n", lines, differences.as_cells().c_str());
  }

  // As one piece, by itself: nothing is remembered from one call to the next.
  Ids encode_fast(std::string_view text) const {
    Ids ids;
    encoder_.encode_piece(text, ids);
    return ids;
  }

  const Arguments& arguments_;
  const std::string text_;
  const Vocabulary vocabulary_;
  const MergeRanks merges_;
  const Encoder encoder_;
};

}  // namespace
}  // namespace vocabsmith::benchmarks

int main(int argc, char** argv) {
  using namespace vocabsmith::benchmarks;
  try {
    const Arguments arguments = parse(argc, argv);
    Comparison(arguments, text_of(arguments)).print();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
