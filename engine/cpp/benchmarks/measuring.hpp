// What the benchmarks have in common: arguments, files, the middle of several runs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace vocabsmith::benchmarks {

// "1,10,100"
inline std::vector<std::size_t> parse_numbers(const std::string& list) {
  std::vector<std::size_t> numbers;
  std::istringstream items(list);
  for (std::string item; std::getline(items, item, ',');) numbers.push_back(std::stoul(item));
  if (numbers.empty()) throw std::invalid_argument("a list of numbers is wanted, as in 1,10,100");
  return numbers;
}

// Sizes of vocabularies.
inline std::vector<std::size_t> parse_sizes(const std::string& list) {
  const std::vector<std::size_t> sizes = parse_numbers(list);
  for (const std::size_t size : sizes) {
    if (size < 256) throw std::invalid_argument("a size of " + std::to_string(size) + " leaves no room for 256 bytes");
  }
  return sizes;
}

inline std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return std::string{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace vocabsmith::benchmarks
