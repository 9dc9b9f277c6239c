"""The sums of the documents of one file, in bounded memory."""

from __future__ import annotations

from typing import Final

import numpy as np

from vocabsmith_engine.analysis.evaluation import COLUMNS
from vocabsmith_engine.text import Int64Array

MOST_ROWS: Final = 2**15
"""When there are twice as many, neighbours are added up in pairs, and so is what follows."""


class DocumentSums:
    """Collects rows, one for each document, until there are too many; from then on one for two, four, … neighbours.

    What is drawn by a bootstrap are then groups of documents that stand together, which changes nothing in a range: it
    follows from the variance of sums of many.
    """

    def __init__(self, tokenizers: int) -> None:
        self._whole: list[Int64Array] = []
        self._number = 0
        self._each = 1
        self._rest = np.zeros((tokenizers, 0, len(COLUMNS)), dtype=np.int64)

    def add(self, rows: Int64Array) -> None:
        """Documents that follow those added before: (tokenizers, documents, 9)."""
        rows = np.concatenate([self._rest, rows], axis=1) if self._rest.shape[1] else rows
        whole = rows.shape[1] - rows.shape[1] % self._each
        self._append(_added_up(rows[:, :whole], self._each))
        self._rest = rows[:, whole:]
        while self._number >= 2 * MOST_ROWS:
            self._halve()

    def rows(self) -> Int64Array:
        """(tokenizers, n, 9): what there is, in the order of the text."""
        last = [self._rest.sum(axis=1, keepdims=True)] if self._rest.shape[1] else []
        return np.concatenate([*self._whole, *last, np.zeros_like(self._rest[:, :0])], axis=1)

    def _append(self, rows: Int64Array) -> None:
        if rows.shape[1]:
            self._whole.append(rows)
            self._number += rows.shape[1]

    def _halve(self) -> None:
        rows = np.concatenate(self._whole, axis=1)
        even = rows.shape[1] - rows.shape[1] % 2
        if even < rows.shape[1]:
            # One row of `each` documents is left: it waits as if it were not complete, as it is not at twice the size.
            self._rest = np.concatenate([rows[:, even:], self._rest], axis=1)
        self._whole, self._number = [], 0
        self._append(_added_up(rows[:, :even], 2))
        self._each *= 2


def _added_up(rows: Int64Array, each: int) -> Int64Array:
    """Every `each` neighbours as one; their number is a multiple of it."""
    tokenizers, n, columns = rows.shape
    return rows if each == 1 else rows.reshape(tokenizers, n // each, each, columns).sum(axis=2)
