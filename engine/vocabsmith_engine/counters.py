"""Counters: each takes chunks of text, one at a time, and holds a table of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from vocabsmith_engine import _native
from vocabsmith_engine.chunks import Chunk
from vocabsmith_engine.recipe import Recipe

Advance = Callable[[int], None]


class PieceCounter(Protocol):
    """What counts chunks; used by one thread at a time."""

    def count(self, chunk: Chunk, advance: Advance) -> None:
        """Count the pieces of `chunk`; tells `advance` the bytes of the file that are done, by and by."""

    def table(self) -> _native.PieceCounts:
        """Everything counted so far, weights included. The last call."""

    def abandon(self) -> None:
        """End a `count` that runs on another thread as soon as can be."""

    def close(self) -> None:
        """Give back what the counter holds."""


class WeightedTables:
    """A table for each weight, added up only at the end."""

    def __init__(self) -> None:
        self._tables: dict[int, _native.PieceCounts] = {}

    def of(self, weight: int) -> _native.PieceCounts:
        """The table in which pieces of this weight are counted once each."""
        if weight not in self._tables:
            self._tables[weight] = _native.PieceCounts()
        return self._tables[weight]

    def total(self) -> _native.PieceCounts:
        """All tables, multiplied and added. Raises OverflowError past 2^64 - 1."""
        if list(self._tables) == [1]:
            return self._tables[1]
        total = _native.PieceCounts()
        for weight, table in self._tables.items():
            total.add_all(table, weight)
        return total


class NativeCounter:
    """Counts with a scanner of the C++ core, on the calling thread and without the GIL."""

    def __init__(self, recipe: Recipe, scanner: str) -> None:
        self._scanner = scanner
        self._document_unit = recipe.document_unit
        self._specials = _native.SpecialTokens([token.encode() for token in recipe.special_tokens])
        self._tables = WeightedTables()

    def count(self, chunk: Chunk, advance: Advance) -> None:
        """Count with the scanner; special tokens and line ends are cut out first."""
        table = self._tables.of(chunk.weight)
        table.count_text(chunk.text, self._scanner, self._specials, self._document_unit)
        advance(chunk.file_bytes)

    def table(self) -> _native.PieceCounts:
        """Everything counted so far."""
        return self._tables.total()

    def abandon(self) -> None:
        """A chunk takes a fraction of a second; it is waited for."""

    def close(self) -> None:
        """There is nothing to give back."""
