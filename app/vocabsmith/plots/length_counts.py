"""How many tokens there are of each length, also where a token is as long as a whole document."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Lengths = npt.NDArray[np.integer]
_USUAL = 4096  # bytes; longer tokens are few


class LengthCounts(NamedTuple):
    """`tokens[i]` tokens are of `lengths[i]` bytes; shorter ones come first, and only lengths that occur."""

    lengths: npt.NDArray[np.int64] = np.zeros(0, np.int64)
    tokens: npt.NDArray[np.int64] = np.zeros(0, np.int64)

    @classmethod
    def of(cls, lengths: Lengths) -> LengthCounts:
        """Counts the lengths of tokens, in memory that does not grow with the longest of them."""
        usual = np.bincount(lengths[lengths < _USUAL])
        short = np.flatnonzero(usual)
        longer, times = np.unique(lengths[lengths >= _USUAL], return_counts=True)
        return cls(np.concatenate([short, longer]).astype(np.int64), np.concatenate([usual[short], times]))

    def plus(self, more: LengthCounts) -> LengthCounts:
        """The sum of both."""
        lengths, places = np.unique(np.concatenate([self.lengths, more.lengths]), return_inverse=True)
        tokens = np.zeros(len(lengths), np.int64)
        np.add.at(tokens, places, np.concatenate([self.tokens, more.tokens]))
        return LengthCounts(lengths, tokens)

    def gathered(self, first: int, last: int) -> npt.NDArray[np.int64]:
        """Tokens of the lengths `first`, … `last` - 1, and all from `last` up together."""
        heights = np.zeros(last - first + 1, np.int64)
        np.add.at(heights, np.minimum(self.lengths, last) - first, self.tokens)
        return heights
