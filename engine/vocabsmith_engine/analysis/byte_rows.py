"""Many short byte strings in one buffer: a million of them are two arrays, not a million objects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.text import Int64Array

ByteArray = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]

_WORD = 8


@dataclass(frozen=True, eq=False)
class ByteRows:
    """Byte strings one behind the other, none of them empty.

    Attributes:
        data: (bytes) of all of them.
        offsets: (rows + 1) where each begins; the last is the end of all.
    """

    data: ByteArray
    offsets: Int64Array

    @classmethod
    def of(cls, rows: Sequence[bytes]) -> ByteRows:
        """The rows in one buffer."""
        offsets = np.zeros(len(rows) + 1, dtype=np.int64)
        np.cumsum(np.fromiter(map(len, rows), dtype=np.int64, count=len(rows)), out=offsets[1:])
        return cls(np.frombuffer(b"".join(rows), dtype=np.uint8), offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, row: int) -> bytes:
        return self.data[self.offsets[row] : self.offsets[row + 1]].tobytes()

    def part(self, begin: int, end: int) -> ByteRows:
        """The rows from `begin` to `end`, or to the last."""
        offsets = self.offsets[begin : end + 1]
        return ByteRows(self.data[offsets[0] : offsets[-1]], offsets - offsets[0])

    @property
    def lengths(self) -> Int64Array:
        """(rows) bytes of each."""
        return np.diff(self.offsets)

    def holding(self, wanted: bytes) -> Mask:
        """(rows) whether `wanted`, which is not empty, stands anywhere in each row.

        The places of its rarest byte are looked for in the whole buffer, and those kept around which the others stand.
        """
        if len(wanted) > len(self.data):
            return np.zeros(len(self), dtype=np.bool_)
        sought = np.frombuffer(wanted, dtype=np.uint8)
        rarest = int(self._frequencies[sought].argmin())
        places = np.flatnonzero(self.data == sought[rarest]) - rarest
        places = places[(places >= 0) & (places <= len(self.data) - len(sought))]
        for place, byte in enumerate(sought.tolist()):
            if place != rarest:
                places = places[self.data[places + place] == byte]
            if place:
                places = places[~self._begins[places + place]]
        return self._rows_of(places)

    def sorted_rows(self) -> Int64Array:
        """(rows) their numbers in the order of their bytes; equal ones by number.

        By eight bytes at a time, like the words of a dictionary by letters: after the first eight only the rows that
        still stand beside an equal one are looked at.
        """
        order = np.argsort(self._word(np.arange(len(self)), 0), kind="stable")
        group = _new_groups(self._word(order, 0))
        word = 1
        while len(tied := _places_of_ties(group)):
            rows = order[tied]
            left = self.lengths[rows] - _WORD * word
            following = self._word(rows, word)
            # What ends here comes first: its padding is told from zeros by its length.
            ranks = np.lexsort((rows, np.minimum(left, _WORD + 1), following, group[tied]))
            order[tied] = rows[ranks]
            group[tied] = _finer(group[tied], following[ranks], left[ranks], tied)
            word += 1
        return order

    def equal_neighbours(self, order: Int64Array) -> Mask:
        """(rows) whether the row at each place of `order` equals the one before it."""
        equal = np.zeros(len(order), dtype=np.bool_)
        lengths = self.lengths[order]
        words = self._word(order, 0)
        maybe = np.flatnonzero((lengths[1:] == lengths[:-1]) & (words[1:] == words[:-1])) + 1
        for place in maybe.tolist():
            equal[place] = self[int(order[place])] == self[int(order[place - 1])]
        return equal

    @cached_property
    def _frequencies(self) -> Int64Array:
        return np.bincount(self.data, minlength=256)

    @cached_property
    def _begins(self) -> Mask:
        begins = np.zeros(len(self.data) + 1, dtype=np.bool_)
        begins[self.offsets] = True
        return begins

    def _rows_of(self, places: Int64Array) -> Mask:
        """Which rows the bytes at `places` belong to."""
        if len(places) < len(self) // 8:
            found = np.zeros(len(self), dtype=np.bool_)
            found[np.searchsorted(self.offsets, places, side="right") - 1] = True
            return found
        marked = np.zeros(len(self.data), dtype=np.bool_)
        marked[places] = True
        return np.logical_or.reduceat(marked, self.offsets[:-1])

    def _word(self, rows: Int64Array, number: int) -> npt.NDArray[np.uint64]:
        """(rows) eight bytes of each, the first counting most, from the byte 8 · number on; zeros behind the end."""
        begins = self.offsets[rows] + _WORD * number
        left = self.offsets[rows + 1] - begins
        words = np.zeros(len(rows), dtype=np.uint64)
        for place in range(_WORD):
            here = left > place
            words[here] |= self.data[begins[here] + place].astype(np.uint64) << np.uint64(8 * (_WORD - 1 - place))
        return words


def _new_groups(keys: npt.NDArray[np.uint64]) -> Int64Array:
    """(n) the place of the first of each run of equal keys."""
    firsts = np.ones(len(keys), dtype=np.bool_)
    firsts[1:] = keys[1:] != keys[:-1]
    return np.maximum.accumulate(np.where(firsts, np.arange(len(keys)), 0))


def _places_of_ties(group: Int64Array) -> Int64Array:
    """Where a row stands in a group of more than one."""
    beside = group[1:] == group[:-1]
    tied = np.zeros(len(group), dtype=np.bool_)
    tied[1:] |= beside
    tied[:-1] |= beside
    return np.flatnonzero(tied)


def _finer(group: Int64Array, words: npt.NDArray[np.uint64], left: Int64Array, places: Int64Array) -> Int64Array:
    """The groups after one more word; rows that have come to their end are settled, each a group of its own."""
    firsts = np.ones(len(group), dtype=np.bool_)
    same = (group[1:] == group[:-1]) & (words[1:] == words[:-1]) & (left[1:] > _WORD) & (left[:-1] > _WORD)
    firsts[1:] = ~same
    return places[np.maximum.accumulate(np.where(firsts, np.arange(len(group)), 0))]
