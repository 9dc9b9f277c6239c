"""Which points of a long curve are drawn.

Both curves of a run go one way (counts never rise, bytes per token never fall), so leaving points out can hide no
peak: what lies between two drawn points lies between their heights. The work depends on the points drawn alone.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

MAX_POINTS = 900  # more than any chart of the window has pixels for

Indices = npt.NDArray[np.int64]


def thin_evenly(first: int, last: int, limit: int = MAX_POINTS) -> Indices:
    """At most `limit` indices from `first` to `last`, both included, at even distances."""
    if last < first:
        return np.empty(0, dtype=np.int64)
    if last - first < limit:
        return np.arange(first, last + 1, dtype=np.int64)
    return np.linspace(first, last, limit).round().astype(np.int64)


def thin_by_ratio(first: int, last: int, limit: int = MAX_POINTS) -> Indices:
    """At most `limit` indices from `first` to `last`, even on a logarithmic axis that starts with 1 at index 0."""
    if last - first < limit:
        return thin_evenly(first, last, limit)
    ratios = np.geomspace(first + 1, last + 1, limit)
    return np.unique(ratios.round().astype(np.int64) - 1)
