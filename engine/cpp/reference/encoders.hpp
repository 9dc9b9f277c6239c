// The four classic encoders in the order in which one reads them. The first three give the same ids for every merge
// list, those of vocabsmith/encoder.hpp; the last one cuts the text, and gives the same only where no merge crosses a
// cut.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "reference/cut_encoder.hpp"
#include "reference/list_encoder.hpp"
#include "reference/naive_encoder.hpp"
#include "reference/tree_encoder.hpp"

namespace vocabsmith::reference {

struct ClassicEncoder {
  std::string_view name;
  bool cuts;
  std::vector<TokenId> (*method)(const MergeRanks&, std::string_view, TimeLimit&);

  // Throws GivenUp past the limit.
  std::vector<TokenId> encode(const MergeRanks& merges, std::string_view text, TimeLimit limit = TimeLimit()) const {
    return method(merges, text, limit);
  }
};

inline constexpr std::array classic_encoders{
    ClassicEncoder{"naive", false, encode_naively},
    ClassicEncoder{"queue and search tree", false, encode_with_tree},
    ClassicEncoder{"queue and linked list", false, encode_with_list},
    ClassicEncoder{"cut, then naive", true, encode_cut},
};

}  // namespace vocabsmith::reference
