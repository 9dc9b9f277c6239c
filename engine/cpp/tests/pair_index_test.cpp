// What the trainer believes between two merges, against a full recount: the counts of the pairs that it keeps, and
// their places.
#include "src/pair_index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "random_corpus.hpp"
#include "reference/naive_trainer.hpp"
#include "src/token_row.hpp"
#include "vocabsmith/piece_counts.hpp"
#include "vocabsmith/trainer.hpp"

namespace vocabsmith {

// The trainer between two merges.
class TrainerProbe {
 public:
  using Symbol = std::uint16_t;

  // The places of a kept pair: those in the list, those of them where it stands, and how many the trainer counts there.
  struct Places {
    std::vector<Position> stored;
    Count live_weight = 0;
    std::size_t live = 0;
    std::size_t counted_live = 0;
  };

  TrainerProbe(const PieceCounts& counts, const TrainerOptions& options, std::size_t most_postings)
      : trainer_(counts, options, monitor_, most_postings) {
    trainer_.lay_out_pieces();
  }

  // One merge, or none if no pair is left.
  std::optional<Merge> step() {
    auto best = trainer_.pairs_->take_best();
    if (!best && trainer_.count_pairs() > 0) best = trainer_.pairs_->take_best();
    if (!best) return std::nullopt;
    trainer_.merge(best->pair, best->count);
    return trainer_.outcome_.merges.back();
  }

  std::map<Pair, Count> kept_counts() {
    std::map<Pair, Count> counts;
    for_each_kept([&](Pair pair, Count count, auto, auto) { counts[pair] = count; });
    return counts;
  }

  // Of the pairs whose places are kept.
  std::map<Pair, Places> kept_places() {
    std::map<Pair, Places> all;
    for_each_kept([&](Pair pair, Count, std::span<const Position> stored, std::uint32_t counted_live) {
      if (stored.empty()) return;
      Places& places = all[pair];
      places.stored.assign(stored.begin(), stored.end());
      places.counted_live = counted_live;
      auto weights = trainer_.row_->weights();
      for (const Position place : stored) {
        if (!stands_at(pair, place)) continue;
        places.live_weight += weights.at(place);
        ++places.live;
      }
    });
    return all;
  }

  bool keeps(Count count, Pair pair) const { return trainer_.pairs_->keeps(count, pair); }

  // Asks for more room than there is, so that lists are moved together.
  void compact() {
    const std::size_t more = trainer_.pairs_->room_left() + 1;
    trainer_.pairs_->make_room(more, 0, *trainer_.row_, monitor_);
  }

 private:
  template <typename Visit>
  void for_each_kept(Visit visit) {
    trainer_.pairs_->for_each(visit);
  }

  bool stands_at(Pair pair, Position place) const {
    const Position next = place + trainer_.spellings_->length(pair.left);
    return trainer_.row_->at(place) == pair.left && trainer_.row_->at(next) == pair.right;
  }

  Monitor monitor_;
  Trainer<Symbol> trainer_;
};

namespace {

// The pairs of a full recount that the trainer has to know.
std::map<Pair, Count> recounted(const reference::Corpus& corpus, const RandomCase& c, const TrainerProbe& trainer) {
  std::map<Pair, Count> counts = reference::count_pairs(corpus);
  const auto is_of_bytes = [&](Pair pair) { return c.options.characters && (pair.left < 256 || pair.right < 256); };
  std::erase_if(counts,
                [&](const auto& item) { return is_of_bytes(item.first) || !trainer.keeps(item.second, item.first); });
  return counts;
}

void expect_every_real_place(TrainerProbe& trainer, const std::map<Pair, Count>& expected) {
  for (const auto& [pair, places] : trainer.kept_places()) {
    ASSERT_EQ(places.live_weight, expected.at(pair));
    ASSERT_EQ(places.live, places.counted_live);
    ASSERT_TRUE(std::is_sorted(places.stored.begin(), places.stored.end()));
  }
}

class PairIndexFrom : public testing::TestWithParam<Base> {};

INSTANTIATE_TEST_SUITE_P(, PairIndexFrom, testing::Values(Base::bytes, Base::characters),
                         [](const auto& base) { return base.param == Base::bytes ? "Bytes" : "Characters"; });

TEST_P(PairIndexFrom, KeepsCountsAndPlacesEqualToAFullRecountAfterEveryMerge) {
  for (const std::size_t most_postings : {0, 4, 12, 30, 100}) {
    for (unsigned seed = 0; seed < 500; ++seed) {
      SCOPED_TRACE(std::to_string(most_postings) + " places, seed " + std::to_string(seed));
      const RandomCase c(seed, GetParam());
      const PieceCounts counts = c.counts();
      TrainerProbe trainer(counts, c.options, most_postings);
      reference::Corpus corpus = reference::as_base_tokens(c.pieces, c.options);
      while (const std::optional<Merge> merge = trainer.step()) {
        reference::apply_merge(corpus, *merge);
        const auto expected = recounted(corpus, c, trainer);
        ASSERT_EQ(trainer.kept_counts(), expected);
        ASSERT_NO_FATAL_FAILURE(expect_every_real_place(trainer, expected));
      }
    }
  }
}

TrainerOptions plain_options() {
  TrainerOptions options;
  options.max_merges = 60'000;
  options.min_frequency = 1;
  std::iota(options.byte_of_id.begin(), options.byte_of_id.end(), std::uint8_t{0});
  return options;
}

// (b,c) is merged first and takes `taken` of the four places of (a,b). Then the lists are moved together.
std::vector<Position> places_left_of_ab(int taken) {
  PieceCounts counts;
  counts.add("bc", 1'000);
  for (int i = 0; i < 4; ++i) counts.add("ab" + std::string(i < taken ? "c" : "d") + std::to_string(i));
  TrainerProbe trainer(counts, plain_options(), 100);
  EXPECT_EQ(trainer.step()->count, 1'000u + taken);
  trainer.compact();
  const auto places = trainer.kept_places();
  const auto ab = places.find(Pair{'a', 'b'});
  return ab == places.end() ? std::vector<Position>() : ab->second.stored;
}

TEST(PairIndex, LeavesPlacesOutOfDateInAListOfWhichMoreThanHalfIsLive) {
  EXPECT_EQ(places_left_of_ab(1).size(), 4u);
}

TEST(PairIndex, LeavesPlacesOutOfDateInAListOfWhichHalfIsLive) {
  EXPECT_EQ(places_left_of_ab(2).size(), 4u);
}

TEST(PairIndex, FiltersAListOfWhichLessThanHalfIsLive) {
  EXPECT_EQ(places_left_of_ab(3).size(), 1u);
}

TEST(PairIndex, KeepsNoMorePlacesThanAllowed) {
  std::mt19937 random(1);
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += static_cast<char>('a' + random() % 20);
  PieceCounts counts;
  counts.add(text);
  TrainerProbe trainer(counts, plain_options(), 3'000);
  while (trainer.step()) {
    std::size_t stored = 0;
    for (const auto& [pair, places] : trainer.kept_places()) stored += places.stored.size();
    ASSERT_LE(stored, 3'000u);
  }
}

}  // namespace
}  // namespace vocabsmith
