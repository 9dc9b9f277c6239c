"""The bootstrap: how far a metric would move if other texts of the same kind had been taken.

Documents are drawn with replacement, as many as there are, again and again (Efron, Bootstrap Methods: Another Look at
the Jackknife, 1979). Running text has no documents, so blocks of it are drawn, long enough that what stands in one
hardly depends on the next (Carlstein, The Use of Subseries Values for Estimating the Variance of a General Statistic
from a Stationary Sequence, 1986).
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.analysis.parity import Float64Array

FEWEST_DOCUMENTS: Final = 10
"""Of fewer a bootstrap tells too narrow a range, so none is told."""
MOST_DOCUMENTS: Final = 2**12
"""Of more, neighbours are drawn together: the range is much the same, and the time does not grow with the text."""
CONFIDENCE: Final = 0.95

_AT_ONCE: Final = 64

Range = tuple[float, float]


def resampled_sums(
    documents: npt.NDArray[np.int64], resamples: int, random: np.random.Generator
) -> npt.NDArray[np.float64]:
    """(resamples, tokenizers, 9) sums of documents drawn with replacement, the same ones for every tokenizer.

    `documents`: (tokenizers, n, 9).
    """
    documents = joined(documents, MOST_DOCUMENTS)
    tokenizers, n, columns = documents.shape
    rows = np.ascontiguousarray(documents.transpose(1, 0, 2), dtype=np.float64).reshape(n, -1)
    parts = []
    for first in range(0, resamples, _AT_ONCE):
        drawn = random.integers(0, n, (min(_AT_ONCE, resamples - first), n))
        times = np.stack([np.bincount(row, minlength=n) for row in drawn]).astype(np.float64)
        parts.append(times @ rows)
    return np.concatenate(parts).reshape(resamples, tokenizers, columns)


def joined(documents: npt.NDArray[np.int64], most: int) -> npt.NDArray[np.int64]:
    """(tokenizers, at most `most`, 9): neighbours added up, equally many to each, until there are few enough."""
    n = documents.shape[1]
    if n <= most:
        return documents
    begins = np.arange(0, n, -(-n // most))
    return np.add.reduceat(documents, begins, axis=1)


def ranges_of(values: Float64Array) -> tuple[Range, ...]:
    """For each column of (resamples, tokenizers) the range that holds the middle 95 % (the percentile method)."""
    outside = (1 - CONFIDENCE) / 2
    low, high = np.quantile(values, [outside, 1 - outside], axis=0)
    return tuple(zip(low.tolist(), high.tolist(), strict=True))
