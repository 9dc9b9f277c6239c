#include "vocabsmith/original_places.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

using vocabsmith::ByteRange;
using vocabsmith::EditedText;
using vocabsmith::places_in_original;

namespace {

using Ranges = std::vector<ByteRange>;
using Places = std::vector<std::int64_t>;

// " é" became "▁é" behind an inserted "x".
const Places begins{0, 0, 1};
const Places ends{0, 1, 2};
const EditedText edited{" é", "x▁é", begins, ends};

}  // namespace

TEST(OriginalPlaces, AreThePartOfACharacterThatIsAsItWas) {
  EXPECT_EQ(places_in_original(edited, Ranges{{4, 5}, {5, 6}, {4, 6}}), (Ranges{{1, 2}, {2, 3}, {1, 3}}));
}

TEST(OriginalPlaces, AreAllOfWhatBecameACharacter) {
  EXPECT_EQ(places_in_original(edited, Ranges{{1, 2}, {3, 4}, {1, 5}}), (Ranges{{0, 1}, {0, 1}, {0, 2}}));
}

TEST(OriginalPlaces, AreEmptyForWhatWasInserted) {
  EXPECT_EQ(places_in_original(edited, Ranges{{0, 1}, {0, 4}}), (Ranges{{0, 0}, {0, 1}}));
}

TEST(OriginalPlaces, AreFoundInAnyOrder) {
  EXPECT_EQ(places_in_original(edited, Ranges{{5, 6}, {0, 1}, {4, 5}}), (Ranges{{2, 3}, {0, 0}, {1, 2}}));
}

TEST(OriginalPlaces, AreTheBeginningOfATextThatBecameNothing) {
  EXPECT_EQ(places_in_original({"abc", "", {}, {}}, Ranges{{0, 0}}), (Ranges{{0, 0}}));
}

TEST(OriginalPlaces, AreRefusedWhereThereAreNone) {
  EXPECT_THROW(places_in_original(edited, Ranges{{0, 7}}), std::invalid_argument);
  EXPECT_THROW(places_in_original(edited, Ranges{{2, 1}}), std::invalid_argument);
  EXPECT_THROW(places_in_original({" é", "x▁", begins, ends}, {}), std::invalid_argument);
  EXPECT_THROW(places_in_original({" ", "x▁é", begins, ends}, {}), std::invalid_argument);
}
