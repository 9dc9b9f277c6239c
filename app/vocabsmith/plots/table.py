"""The points of a chart as a table, written as CSV. Free of Qt, so that it can be written beside the window."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

_ROWS_AT_ONCE = 2000  # written in about a millisecond, while no other thread of Python runs


@dataclass(frozen=True, slots=True, eq=False)
class TablePart:
    """Rows that begin with the same words.

    Attributes:
        words: the first cells of every row, such as the name of the run.
        columns: the other cells, one array for each column, all of one length.
    """

    words: tuple[str, ...]
    columns: tuple[npt.NDArray[Any], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A header of names, with units in brackets, and the rows below it."""

    header: tuple[str, ...]
    parts: tuple[TablePart, ...]

    def csv(self) -> bytes:
        """UTF-8 with commas and line feeds. Numbers are exact: whole, or as many digits as bring a float back."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.header)
        for part in self.parts:
            for rows in _in_steps(part):
                writer.writerows(rows)
        return text.getvalue().encode()


def _in_steps(part: TablePart) -> Iterator[list[tuple[Any, ...]]]:
    for first in range(0, len(part.columns[0]), _ROWS_AT_ONCE):
        cells = zip(*(column[first : first + _ROWS_AT_ONCE].tolist() for column in part.columns), strict=True)
        yield [(*part.words, *row) for row in cells]
