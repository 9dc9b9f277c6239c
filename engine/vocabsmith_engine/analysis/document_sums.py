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

    What is drawn by a bootstrap are then groups of documents that stand together. The variance of their sums is that of
    as many documents drawn one by one, so a range stays much the same; where neighbours are alike it is wider, rightly.
    """

    def __init__(self, tokenizers: int) -> None:
        self._last = np.zeros((tokenizers, 0, len(COLUMNS)), dtype=np.int64)  # the document that may go on
        self._rest = self._last  # fewer documents than one row takes
        self._rows: list[Int64Array] = []
        self._number = 0
        self._each = 1

    def add(self, rows: Int64Array, *, continues: bool = False) -> None:
        """Documents that follow those added before: (tokenizers, documents, 9).

        `continues`: the first of them is not a new one, but more of the last one.
        """
        if not rows.shape[1]:
            return
        rows = np.concatenate([self._last, rows], axis=1)
        if continues and self._last.shape[1]:
            rows[:, 1] += rows[:, 0]
            rows = rows[:, 1:]
        self._last = rows[:, -1:]
        self._take(rows[:, :-1])

    def rows(self) -> Int64Array:
        """(tokenizers, n, 9): what there is, in the order of the text."""
        rest = np.concatenate([self._rest, self._last], axis=1)
        return np.concatenate([*self._rows, *([rest.sum(axis=1, keepdims=True)] if self._each > 1 else [rest])], axis=1)

    def _take(self, rows: Int64Array) -> None:
        rows = np.concatenate([self._rest, rows], axis=1)
        whole = rows.shape[1] - rows.shape[1] % self._each
        self._append(_added_up(rows[:, :whole], self._each))
        self._rest = rows[:, whole:]
        while self._number >= 2 * MOST_ROWS:
            self._halve()

    def _append(self, rows: Int64Array) -> None:
        if rows.shape[1]:
            self._rows.append(rows)
            self._number += rows.shape[1]

    def _halve(self) -> None:
        rows = np.concatenate(self._rows, axis=1)
        even = rows.shape[1] - rows.shape[1] % 2
        self._rows, self._number = [], 0
        self._append(_added_up(rows[:, :even], 2))
        if even < rows.shape[1]:
            # Half of a row is left. It waits with the documents behind it, beside rows of none that make up for it.
            nothing = np.zeros_like(rows[:, :1]).repeat(self._each - 1, axis=1)
            self._rest = np.concatenate([rows[:, even:], nothing, self._rest], axis=1)
        self._each *= 2


def _added_up(rows: Int64Array, each: int) -> Int64Array:
    """Every `each` neighbours as one; their number is a multiple of it."""
    tokenizers, n, columns = rows.shape
    return rows if each == 1 else rows.reshape(tokenizers, n // each, each, columns).sum(axis=2)
