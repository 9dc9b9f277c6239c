"""The merges of a run as they arrive, with the bytes of every token. Free of Qt."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vocabsmith.plots.growing import GrowingArray
from vocabsmith_engine import NewMerges, TrainingResult

_BLOCK = 256  # merges that are looked at together


@dataclass(frozen=True, slots=True)
class Merge:
    """One merge: bytes of both parts and of the whole, and how often the pair occurred when it was chosen."""

    rank: int
    left: bytes
    right: bytes
    whole: bytes
    count: int


class LiveMerges:
    """Grows with a run. Adding costs a few numpy operations; bytes are put together when a merge is looked at.

    Attributes:
        longest: bytes of the longest token so far.
    """

    def __init__(self, byte_of_id: bytes) -> None:
        self._lefts = GrowingArray(np.uint32)
        self._rights = GrowingArray(np.uint32)
        self._counts = GrowingArray(np.uint64)
        self._lengths = GrowingArray(np.int64)  # of every token, those that no merge made included
        self._bytes: dict[int, bytes] = {}
        self.longest = 1
        self._begin_with([bytes([byte]) for byte in byte_of_id])

    def _begin_with(self, tokens: list[bytes]) -> None:
        """Tokens that stand before the merges."""
        first = len(self._lengths)
        self._bytes |= {first + place: token for place, token in enumerate(tokens)}
        self._lengths.append(np.array([len(token) for token in tokens], dtype=np.int64))
        self._first_merge = len(self._lengths)

    @classmethod
    def of(cls, result: TrainingResult, lengths: npt.NDArray[np.int64]) -> LiveMerges:
        """All merges of a run that has ended; `lengths` are the bytes of the tokens that they made."""
        merges = cls(result.recipe.byte_of_id)
        if result.characters:
            merges._begin_with([character.encode() for character in result.characters])
        merges._lefts.append(result.merge_ids[:, 0])
        merges._rights.append(result.merge_ids[:, 1])
        merges._counts.append(result.merge_counts)
        merges._lengths.append(lengths)
        if len(lengths):
            merges.longest = max(merges.longest, int(lengths.max()))
        return merges

    def __len__(self) -> int:
        return len(self._counts)

    def add(self, news: NewMerges) -> npt.NDArray[np.int64]:
        """Take the next merges; returns the lengths of the tokens they made, in bytes."""
        if not len(self) and news.base is not None and news.base.characters:
            self._begin_with([character.encode() for character in news.base.characters])
        self._lefts.append(news.ids[:, 0])
        self._rights.append(news.ids[:, 1])
        self._counts.append(news.counts)
        first = len(self._lengths)
        self._measure(news.ids[:, 0], news.ids[:, 1])
        lengths = self._lengths.values[first:].copy()
        if len(lengths):
            self.longest = max(self.longest, int(lengths.max()))
        return lengths

    def _measure(self, lefts: npt.NDArray[np.uint32], rights: npt.NDArray[np.uint32]) -> None:
        """Lengths of new tokens, as many at a time as are made of tokens whose lengths are known."""
        needed = np.maximum(lefts, rights)
        done = 0
        while done < len(needed):
            ready = _first_at_least(needed, len(self._lengths), done)
            known = self._lengths.values
            self._lengths.append(known[lefts[done:ready]] + known[rights[done:ready]])
            done = ready

    def merge(self, rank: int) -> Merge:
        """The merge of that rank; ranks count from 1."""
        left, right = int(self._lefts.values[rank - 1]), int(self._rights.values[rank - 1])
        whole = self._token(self._first_merge + rank - 1)
        return Merge(rank, self._token(left), self._token(right), whole, int(self._counts.values[rank - 1]))

    def _token(self, wanted: int) -> bytes:
        """The bytes of a token, put together from its parts, which are remembered."""
        waiting = [wanted]
        while waiting:
            token = waiting[-1]
            if token in self._bytes:
                waiting.pop()
                continue
            rank = token - self._first_merge
            parts = int(self._lefts.values[rank]), int(self._rights.values[rank])
            missing = [part for part in parts if part not in self._bytes]
            waiting.extend(missing)
            if not missing:
                self._bytes[token] = self._bytes[parts[0]] + self._bytes[parts[1]]
        return self._bytes[wanted]


def _first_at_least(numbers: npt.NDArray[np.uint32], least: int, start: int) -> int:
    """Place of the first number from `start` on that is so large; looks no further than it has to."""
    for begin in range(start, len(numbers), _BLOCK):
        found = np.flatnonzero(numbers[begin : begin + _BLOCK] >= least)
        if len(found):
            return begin + int(found[0])
    return len(numbers)
