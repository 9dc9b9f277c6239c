"""Which points of a long curve are drawn.

Every curve of a run goes one way:

- The count of a merge is never above that of the merge before. A merge breaks other pairs and makes new ones, and
  each new pair holds the token that was made, which occurs no more often than the pair that it was made of.
- Bytes per token never fall. Wherever a merge applies, two tokens become one. The same holds of a text that was held
  out: what the first k merges do to it is a part of what all of them do.

So what lies between two drawn points lies between their heights: leaving points out can hide no peak. Points are drawn
at most a pixel of the window apart, so that a steep part is as high as it is. The work depends on what is drawn alone.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Indices = npt.NDArray[np.int64]


def thin_evenly(first: int, last: int, limit: int) -> Indices:
    """At most `limit` indices from `first` to `last`, both included, at even distances."""
    if last < first:
        return np.empty(0, dtype=np.int64)
    if last - first < limit:
        return np.arange(first, last + 1, dtype=np.int64)
    return np.linspace(first, last, limit).round().astype(np.int64)


def thin_by_ratio(first: int, last: int, limit: int) -> Indices:
    """At most `limit` numbers from `first` (1 or more) to `last`, both included, even on a logarithmic axis."""
    if last - first < limit:
        return thin_evenly(first, last, limit)
    return np.unique(np.geomspace(first, last, limit).round().astype(np.int64))
