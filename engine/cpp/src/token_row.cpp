#include "token_row.hpp"

#include <limits>
#include <stdexcept>
#include <string>
#include <unordered_map>

namespace vocabsmith {
namespace {

constexpr std::uint64_t max_positions = std::numeric_limits<Position>::max();

// A piece of one byte has no pair.
bool has_pairs(std::string_view piece) {
  return piece.size() > 1;
}

// How much room the pieces of each count need, a separator after each.
std::unordered_map<Count, std::uint64_t> room_by_count(const PieceSource& counts, Monitor& monitor) {
  std::unordered_map<Count, std::uint64_t> room;
  std::size_t round = 0;
  counts.visit_pieces([&](std::string_view piece, Count count) {
    if (++round % rounds_between_checkpoints == 0) obey(monitor);
    if (has_pairs(piece)) room[count] += piece.size() + 1;
  });
  return room;
}

}  // namespace

TokenRow::TokenRow(const PieceSource& counts, const Spellings& spellings, Monitor& monitor) {
  assign_runs(counts, monitor);
  write_pieces(counts, spellings, monitor);
}

void TokenRow::assign_runs(const PieceSource& counts, Monitor& monitor) {
  std::uint64_t end = 1;  // a separator stands in front, too
  for (const auto& [count, room] : room_by_count(counts, monitor)) {
    end += room;
    runs_.push_back({static_cast<Position>(room), count});
  }
  if (end > max_positions) {
    throw std::length_error("the distinct pieces need " + std::to_string(end) + " places, more than the " +
                            std::to_string(max_positions) + " that can be numbered");
  }
  std::sort(runs_.begin(), runs_.end(), [](const Run& a, const Run& b) { return a.weight > b.weight; });
  Position begin = 1;
  for (Run& run : runs_) run.end = begin += run.end;
  text_.resize(end);
  tokens_.assign(end, no_token);
}

void TokenRow::write_pieces(const PieceSource& counts, const Spellings& spellings, Monitor& monitor) {
  std::unordered_map<Count, Position> next_place;
  Position begin = 1;
  for (const Run& run : runs_) {
    next_place[run.weight] = begin;
    begin = run.end;
  }
  std::size_t round = 0;
  counts.visit_pieces([&](std::string_view piece, Count count) {
    if (!has_pairs(piece)) return;
    Position& place = next_place[count];
    for (const char byte : piece) {
      if (++round % rounds_between_checkpoints == 0) obey(monitor);
      text_[place] = byte;
      tokens_[place++] = spellings.id_of_byte(static_cast<std::uint8_t>(byte));
    }
    ++place;
  });
}

}  // namespace vocabsmith
