"""The most memory that a run takes at one time: it follows from how the engine lays out its tables."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from vocabsmith_engine._native import PieceCounts
from vocabsmith_engine.counter_team import CHUNKS_PER_COUNTER
from vocabsmith_engine.estimating.growth import Growth
from vocabsmith_engine.memory_budget import WORKER

# A table of pieces (piece_counts.hpp): slots, a power of two of them, filled to five eighths at most.
_SLOT: Final = 24
_FEWEST_SLOTS: Final = 1024

# Merging (token_row.hpp, pair_index.cpp): the row of symbols and the places of pairs, with a bound; tables of pairs.
_PLACES_BOUND: Final = 128 * 2**20
_PLACES: Final = 5
_PLACES_OF_A_LARGE_ROW: Final = 8 / 9
_PAIRS: Final = 1
_ALWAYS: Final = 4 * 2**20
# A merge as the monitor, the trainer and the result hold it, the token that it makes and its pairs.
_MERGE: Final = 160


@dataclass(frozen=True, slots=True)
class Tables:
    """Pieces in tables, one for each thread, that are added up.

    Attributes:
        distinct: distinct pieces, by the bytes of files that were read.
        arena: bytes of long pieces for each distinct one.
        size: bytes of all files.
        threads: how many tables there are.
    """

    distinct: Growth
    arena: float
    size: int
    threads: int

    def last(self) -> float:
        """The one that is left."""
        return self._table(self._slots_of_sums()[-1], self.distinct.at(self.size))

    def most(self) -> float:
        """All of them together, when the last grows."""
        of_one = self.distinct.at(self.size / self.threads)
        one = self._table(_slots_for(of_one), of_one)
        most = self.threads * one + _SLOT * _slots_for(of_one) / 2  # the old slots, while a table grows
        slots = self._slots_of_sums()
        for added, (before, after) in enumerate(pairwise(slots), 1):
            held = self.distinct.at(self.size * (added + 1) / self.threads)
            others = (self.threads - added) * one
            most = max(most, others + self._table(after, held) + (_SLOT * before if after > before else 0))
        return most

    def _slots_of_sums(self) -> list[int]:
        """Of the table to which the others are added, one after the other: it makes room for all that they hold."""
        of_one = self.distinct.at(self.size / self.threads)
        slots = [_slots_for(of_one)]
        for added in range(1, self.threads):
            held = self.distinct.at(self.size * added / self.threads)
            slots.append(max(slots[-1], _slots_for(held + of_one)))
        return slots

    def _table(self, slots: int, pieces: float) -> float:
        return _SLOT * slots + self.arena * pieces


def _slots_for(pieces: float) -> int:
    slots = _FEWEST_SLOTS
    while pieces * 8 > slots * 5:
        slots *= 2
    return slots


def arena_of(table: PieceCounts) -> float:
    """Bytes of memory for each piece of a table, its slots apart."""
    return max(table.memory - _SLOT * _slots_for(len(table)), 0) / max(len(table), 1)


def counting_memory(tables: float, window: int, threads: int, *, processes: bool) -> float:
    """While pieces are counted: all tables, the windows of text, and the processes of an expression."""
    windows = window * (CHUNKS_PER_COUNTER * threads + 3)
    return tables + windows + (threads * WORKER if processes else 0)


def merging_memory(row: float, merges: int, vocab_size: int) -> float:
    """While they are merged, beside the table."""
    symbol = 2 if vocab_size < 2**16 - 1 else 4
    places = max(min(_PLACES_BOUND, _PLACES * row), _PLACES_OF_A_LARGE_ROW * row)
    return (symbol + _PAIRS) * row + places + _ALWAYS + _MERGE * merges
