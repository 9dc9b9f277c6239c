// The changes of one merge: only what stands beside a merged place.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/corpus.hpp"
#include "vocabsmith/types.hpp"

namespace vocabsmith::reference {

// `pair` becomes `token`, left to right, without overlap. For every place where `before left right after` becomes
// `before token after`, lower(Pair) is called for the three pairs that go and raise(Pair) for the two that come. The
// counts are right after every single place, so runs need no care: in `a a a a` the first place raises (aa, a), and the
// second, which finds aa before it, lowers it again. Returns the number of places.
template <typename Lower, typename Raise>
std::size_t replace_pair(std::vector<TokenId>& tokens, Pair pair, TokenId token, Lower&& lower, Raise&& raise) {
  std::size_t read = 0, write = 0;
  const std::size_t size = tokens.size();
  while (read < size) {
    const bool here = read + 1 < size && tokens[read] == pair.left && tokens[read + 1] == pair.right;
    if (!here) {
      tokens[write++] = tokens[read++];
      continue;
    }
    lower(pair);
    if (write > 0) {
      lower(Pair{tokens[write - 1], pair.left});
      raise(Pair{tokens[write - 1], token});
    }
    if (read + 2 < size) {
      lower(Pair{pair.right, tokens[read + 2]});
      raise(Pair{token, tokens[read + 2]});
    }
    tokens[write++] = token;
    read += 2;
  }
  tokens.resize(write);
  return size - write;
}

// The same in the pieces of these numbers, which lower(Pair, number) and raise(Pair, number) are told. Returns the
// weighted number of places.
template <typename Numbers, typename Lower, typename Raise>
Count replace_pair_in(Corpus& corpus, const Numbers& numbers, Pair pair, TokenId token, Lower&& lower, Raise&& raise) {
  Count merged = 0;
  for (const std::size_t number : numbers) {
    const std::size_t places = replace_pair(
        corpus[number].tokens, pair, token, [&](Pair old_pair) { lower(old_pair, number); },
        [&](Pair new_pair) { raise(new_pair, number); });
    merged += places * corpus[number].count;
  }
  return merged;
}

}  // namespace vocabsmith::reference
