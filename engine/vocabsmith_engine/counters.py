"""Counters: each takes chunks of text, one at a time, and holds a table of its own."""

from __future__ import annotations

from typing import Protocol

from vocabsmith_engine import _native
from vocabsmith_engine.chunks import Chunk
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.spilling import told_to_the_user


class PieceCounter(Protocol):
    """What counts chunks; used by one thread at a time."""

    def count(self, chunk: Chunk) -> None:
        """Count the pieces of `chunk`; advances the monitor by the bytes of the file that are done, bit by bit."""

    def settle(self) -> None:
        """Have the tables that the counter was given hold everything counted so far."""

    def table(self) -> _native.PieceCounts:
        """Everything counted so far that was not spilled, weights included. The last call."""

    def abandon(self) -> None:
        """End a `count` that runs on another thread as soon as can be."""

    def close(self) -> None:
        """Give back what the counter holds."""


class NativeCounter:
    """Counts with a scanner of the C++ core, on the calling thread and without the GIL."""

    def __init__(self, recipe: Recipe, scanner: str, table: _native.PieceCounts, monitor: Monitor) -> None:
        self._scanner = scanner
        self._document_unit = recipe.document_unit
        self._specials = _native.SpecialTokens([token.encode() for token in recipe.special_tokens])
        self._table = table
        self._monitor = monitor

    def count(self, chunk: Chunk) -> None:
        """Count with the scanner; special tokens and line ends are cut out first."""
        how = (
            self._scanner,
            self._specials,
            self._document_unit,
            chunk.weight,
            chunk.file_bytes,
            chunk.release is None,
        )
        with told_to_the_user(self._monitor):
            if chunk.ends is None:
                self._table.count_text(chunk.text, *how)
            else:
                self._table.count_records(chunk.text, chunk.ends, *how)

    def settle(self) -> None:
        """The table always holds everything."""

    def table(self) -> _native.PieceCounts:
        """Everything counted so far."""
        return self._table

    def abandon(self) -> None:
        """A stop is heard within the chunk; otherwise it is waited for."""

    def close(self) -> None:
        """There is nothing to give back."""
