"""Where the words of a text stand: runs of letters and the marks on them, in every script alike."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from vocabsmith_engine._unicode_tables import CLASS_RANGES

_RANGE: Final = re.compile(r"\\[uU]([0-9A-F]+)(?:-\\[uU]([0-9A-F]+))?")
_CODE_POINTS: Final = 0x110000


def word_spans(text: str) -> npt.NDArray[np.int64]:
    """(words, 2) begin and end of each word in code points. Scripts without spaces have one word a run of letters."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    inside = np.zeros(len(points) + 2, dtype=np.int8)
    inside[1:-1] = _belongs_to_words()[points]
    edges = np.diff(inside)
    return np.column_stack((np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)))


@cache
def _belongs_to_words() -> npt.NDArray[np.bool_]:
    """(code points) whether this one is a letter or a mark, in the Unicode version that the patterns follow."""
    table = np.zeros(_CODE_POINTS, dtype=np.bool_)
    for name in ("L", "M"):
        for first, last in _RANGE.findall(CLASS_RANGES[name]):
            table[int(first, 16) : int(last or first, 16) + 1] = True
    return table
