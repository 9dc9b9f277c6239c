"""How alike a tokenizer treats groups of texts, such as languages: premiums, spread, and the Gini coefficient."""

from __future__ import annotations

from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.analysis.evaluation import COLUMNS

Per = Literal["byte", "character", "word", "text"]
"""What the tokens of a group are divided by to have its cost; `text` divides by nothing, for parallel texts."""

BASES: Final[dict[Per, str]] = {"byte": "bytes", "character": "characters", "word": "words"}

Float64Array = npt.NDArray[np.float64]


def costs(sums: npt.NDArray[np.int64] | Float64Array, per: Per) -> Float64Array:
    """Tokens for each byte, character or word, or of the text. `sums` (…, 9): see `COLUMNS`. NaN for 0 / 0."""
    tokens = sums[..., COLUMNS.index("tokens")].astype(np.float64)
    if per == "text":
        return tokens
    base = sums[..., COLUMNS.index(BASES[per])]
    with np.errstate(divide="ignore", invalid="ignore"):
        quotients: Float64Array = tokens / base
    return quotients


def gini(values: Float64Array) -> Float64Array:
    """Gini coefficient along the first axis of values above 0: the mean difference of two, beside twice their mean.

    0 if all are equal; at most 1 - 1/n. `sum(|x_i - x_j|) / (2 n² mean)`, by the sorted values instead of all pairs.
    """
    n = len(values)
    ordered = np.sort(values, axis=0)
    weights = (2 * np.arange(1, n + 1) - n - 1).reshape(-1, *[1] * (values.ndim - 1))
    coefficients: Float64Array = (weights * ordered).sum(axis=0) / (n * ordered.sum(axis=0))
    return coefficients


def spread(values: Float64Array) -> Float64Array:
    """The largest beside the smallest along the first axis."""
    ratios: Float64Array = values.max(axis=0) / values.min(axis=0)
    return ratios
