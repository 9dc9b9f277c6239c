"""A curve as numbers: where each of its points is, and which of them are drawn. Free of Qt.

A point is named by how many merges there were when it was reached.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod

import numpy as np
import numpy.typing as npt

from vocabsmith.plots.curves import Counts
from vocabsmith.plots.thinning import Indices, thin_by_ratio, thin_evenly

Places = npt.NDArray[np.float64]
_LARGEST = 10.0**15  # above any number of merges; a view that was zoomed out may ask for more


class Line(ABC):
    """One curve in the coordinates of its chart.

    Attributes:
        first, last: merges at its first and last point; last < first if there is no point.
        base: entries of the vocabulary before the first merge.
    """

    def __init__(self, base: int, first: int, last: int) -> None:
        self.base = base
        self.first = first
        self.last = last

    @abstractmethod
    def places(self, merges: Indices) -> tuple[Places, Places]:
        """Across and up of some points."""

    @abstractmethod
    def number(self, x: float) -> float:
        """Merges at a place across, not rounded and wherever the curve ends."""

    @abstractmethod
    def _thin(self, first: int, last: int, limit: int) -> Indices:
        """At most `limit` of these points, evenly over the chart."""

    def place(self, merges: int) -> tuple[float, float]:
        """Across and up of one point."""
        across, up = self.places(np.array([merges]))
        return float(across[0]), float(up[0])

    def merges_at(self, x: float) -> int:
        """The point that is nearest to a place across."""
        return min(max(round(self.number(x)), self.first), self.last)

    def points(self, left: float, right: float, limit: int) -> tuple[Places, Places]:
        """Across and up of what is to be drawn between two places across, with a point more on either side."""
        first = max(self.first, math.floor(self.number(left)) - 1)
        last = min(self.last, math.ceil(self.number(right)) + 1)
        return self.places(self._thin(first, last, limit))


class CountLine(Line):
    """Count of each merge against its rank, which is the number of merges with it; log10 of both."""

    def __init__(self, base: int, counts: Counts) -> None:
        super().__init__(base, 1, len(counts))
        self.counts = counts

    def count(self, rank: int) -> int:
        """How often the pair of that rank occurred."""
        return int(self.counts[rank - 1])

    def places(self, merges: Indices) -> tuple[Places, Places]:
        """Both as log10; a count of 0 is drawn as 1."""
        return np.log10(merges.astype(np.float64)), np.log10(np.maximum(self.counts[merges - 1], 1).astype(np.float64))

    def number(self, x: float) -> float:
        """Ranks stand at their log10."""
        return float(min(10.0 ** min(x, 300.0), _LARGEST))

    def _thin(self, first: int, last: int, limit: int) -> Indices:
        return thin_by_ratio(first, last, limit)


class TokenLine(Line):
    """Bytes per token against vocabulary size, of a text of so many bytes."""

    def __init__(self, base: int, text_bytes: int, tokens_left: Counts) -> None:
        super().__init__(base, 0, len(tokens_left) - 1)
        self.text_bytes = text_bytes
        self.tokens_left = tokens_left

    def value(self, merges: int) -> float:
        """Bytes per token after so many merges."""
        return self.text_bytes / max(int(self.tokens_left[merges]), 1)

    def places(self, merges: Indices) -> tuple[Places, Places]:
        """Sizes and bytes per token."""
        tokens = np.maximum(self.tokens_left[merges], 1).astype(np.float64)
        return merges.astype(np.float64) + self.base, self.text_bytes / tokens

    def number(self, x: float) -> float:
        """Sizes count what stands before the merges."""
        return min(max(x, -_LARGEST), _LARGEST) - self.base

    def _thin(self, first: int, last: int, limit: int) -> Indices:
        return thin_evenly(first, last, limit)
