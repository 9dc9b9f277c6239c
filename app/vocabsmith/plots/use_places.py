"""Where the dots of a vocabulary lie. Free of Qt, so that it can be worked out beside the window."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from vocabsmith.plots.dots import Cloud, Indices

Counts = npt.NDArray[np.int64]
NEVER = -0.45
"""Where tokens lie that are never used: below those that are used once, which lie at 0."""


class UsePlaces(NamedTuple):
    """The tokens that have a place on the chart, by their ranks.

    Attributes:
        ids: of the tokens.
        cloud: the logarithms of rank, counted from 1, and of uses.
        uses: how often each is used, None while nobody knows.
        learned: how often the pair of each occurred when it was learned, None where nobody knows.
        across: what the axis counts: "Rank", or "Id" for a vocabulary without merges.
    """

    ids: Indices
    cloud: Cloud
    uses: Counts | None
    learned: Counts | None
    across: str

    @classmethod
    def of(cls, ranks: Counts, learned: Counts, uses: Counts | None) -> UsePlaces:
        """The places for ranks (-1: none), counts when learned (-1: not known) and uses, each by id."""
        by_merges = bool((ranks >= 0).any())
        places = ranks if by_merges else np.arange(len(ranks))
        there = np.flatnonzero(places >= 0)
        ids = there[np.argsort(places[there], kind="stable")]
        known = learned[ids]
        of_learning = known if len(known) and bool((known > 0).all()) else None
        used = None if uses is None else uses[ids]
        heights = of_learning if used is None else used
        x = np.log10(places[ids] + 1.0)
        cloud = Cloud(x, np.full(len(x), NEVER) if heights is None else logarithms(heights))
        return cls(ids, cloud, used, of_learning, "Rank" if by_merges or not len(ranks) else "Id")


def logarithms(counts: Counts) -> npt.NDArray[np.float64]:
    """log10, and a place of its own for 0."""
    return np.where(counts > 0, np.log10(np.maximum(counts, 1)), NEVER)
