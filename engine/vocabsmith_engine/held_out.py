"""Documents that are held out: kept from learning, to measure with them how a vocabulary does on other text.

A document is held out if BLAKE2b (a digest of 8 bytes, as a little-endian number) of its first 4,096 bytes, or of all
of it if it is shorter, lies below the share of 2^64. It is hashed as it is read: UTF-8, with line ends as the recipe
says, before it is normalised. So the choice depends on nothing but the document, and equal documents go together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from vocabsmith_engine import _native
from vocabsmith_engine.corpus import Chunk
from vocabsmith_engine.counters import PieceCounter
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.spilling import Counts

DECIDING_BYTES: Final = 4096
"""Bytes at the beginning of a document that decide where it goes."""


@dataclass(frozen=True, slots=True)
class HeldOutCounts:
    """What was held out.

    Attributes:
        counts: its distinct pieces and how often each occurs, weights included.
        documents: how many documents it was.
    """

    counts: Counts
    documents: int


class HeldOutCounter:
    """Divides each chunk's documents between two counters: of what is learned from, and of what is held out.

    Attributes:
        documents: documents that were held out so far.
        tables: of what is learned from, and of what is held out.
    """

    def __init__(
        self,
        recipe: Recipe,
        monitor: Monitor,
        new_counter: Callable[[Recipe, _native.PieceCounts], PieceCounter],
        tables: tuple[_native.PieceCounts, _native.PieceCounts],
    ) -> None:
        """`new_counter` makes the counter that fills a table and is closed by whoever gave it; `tables`: one a side."""
        self.documents = 0
        self.tables = tables
        self._monitor = monitor
        self._bound = bound_of(recipe.held_out)
        self._unit = recipe.document_unit
        self._specials = _native.SpecialTokens([token.encode() for token in recipe.special_tokens])
        documents_only = replace(recipe, special_tokens=(), document_unit="file", held_out=0.0)
        self._learned, self._held_out = (new_counter(documents_only, table) for table in tables)

    def count(self, chunk: Chunk) -> None:
        """Count each side of `chunk`."""
        if chunk.ends is None and self._unit == "file" and not self._specials.longest:
            self._count_part_of_document(chunk)
            return
        learned, held_out = self._sides(chunk)
        self.documents += held_out.begun
        size = len(learned.text) + len(held_out.text)
        for_learned = chunk.file_bytes * len(learned.text) // size if size else 0
        self._count_with(self._learned, learned, chunk.weight, for_learned)
        self._count_with(self._held_out, held_out, chunk.weight, chunk.file_bytes - for_learned)

    def _count_part_of_document(self, chunk: Chunk) -> None:
        """Nothing divides it, so it is counted where it is: it may be very long."""
        held_out = chunk.held_out
        if held_out is None:
            held_out = _native.document_hash(chunk.text) < self._bound
            self.documents += held_out
        (self._held_out if held_out else self._learned).count(chunk)

    def _sides(self, chunk: Chunk) -> tuple[_Side, _Side]:
        if chunk.ends is not None:
            sides = _native.divide_records(chunk.text, chunk.ends, self._specials, self._unit, self._bound)
        else:
            sides = _native.divide_documents(chunk.text, self._specials, self._unit, self._bound, chunk.held_out)
        return _Side(*sides[0]), _Side(*sides[1])

    def _count_with(self, counter: PieceCounter, side: _Side, weight: int, file_bytes: int) -> None:
        if side.text:
            counter.count(Chunk(memoryview(side.text), weight, file_bytes, ends=side.ends))
        else:
            self._monitor.advance_by(file_bytes)

    def settle(self) -> None:
        """Have both tables hold everything counted so far."""
        self._learned.settle()
        self._held_out.settle()

    def table(self) -> _native.PieceCounts:
        """What is learned from."""
        return self._learned.table()

    def held_out_table(self) -> _native.PieceCounts:
        """What was held out. As little to be followed by another call as `table`."""
        return self._held_out.table()

    def abandon(self) -> None:
        """End a `count` that runs on another thread as soon as can be."""
        self._learned.abandon()
        self._held_out.abandon()

    def close(self) -> None:
        """The two counters are closed by whoever made them."""


class _Side(NamedTuple):
    text: bytes
    ends: _native.UInt64Array
    begun: int


class OpenDocument:
    """The document in which a running text is divided, and on which side it is: its beginning decides for all of it."""

    def __init__(self, recipe: Recipe, specials: _native.SpecialTokens) -> None:
        self._held_out: bool | None = None  # None: what comes next begins a document
        self._bound = bound_of(recipe.held_out)
        self._specials = specials

    def allowed_cut(self, text: memoryview, cut: int) -> int:
        """`cut`, or an earlier place if so little of a document stands before it that its side is not known yet."""
        begin = self._last_begin(text[:cut])
        decided = begin == cut or cut - begin >= DECIDING_BYTES or (begin == 0 and self._held_out is not None)
        return cut if decided else begin

    def pass_by(self, text: memoryview) -> bool | None:
        """Leave `text` behind; whether the document that it goes on with is held out, None if it begins one."""
        before = self._held_out
        begin = self._last_begin(text)
        if begin == len(text):
            self._held_out = None
        elif begin > 0 or before is None:
            self._held_out = _native.document_hash(text[begin : begin + DECIDING_BYTES]) < self._bound
        return before

    def _last_begin(self, text: memoryview) -> int:
        """Where the last document of `text` begins: behind its last special token."""
        spans = self._specials.split(text)
        begin, end, special = spans[-1] if spans else (0, 0, -1)
        return begin if special < 0 else end


def bound_of(share: float) -> int:
    """Below which hashes lie that share of all documents."""
    return int(share * 2**64)
