"""Ids in the order of a column of numbers or names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from vocabsmith_engine.text import Int64Array

_LAST: Final = np.iinfo(np.int64).max


def sorted_ids(values: Int64Array, descending: bool) -> Int64Array:
    """(n) ids by their values; equal ones by id, and those below 0, which stand for unknown ones, last either way."""
    keys = np.where(values < 0, _LAST, -values if descending else values)
    return np.argsort(keys, kind="stable")


def places_in_alphabet(names: Sequence[str]) -> Int64Array:
    """(n) the place that each name has among all when they are sorted, upper and lower case alike."""
    places = np.empty(len(names), dtype=np.int64)
    places[sorted(range(len(names)), key=lambda number: names[number].casefold())] = np.arange(len(names))
    return places
