"""The merges of a run as they arrive, with the bytes of every token. Free of Qt."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vocabsmith_engine import NewMerges


@dataclass(frozen=True, slots=True)
class Merge:
    """One merge: bytes of both parts and of the whole, and how often the pair occurred when it was chosen."""

    rank: int
    left: bytes
    right: bytes
    whole: bytes
    count: int


class LiveMerges:
    """Grows with a run; each batch costs what is new in it.

    Attributes:
        tokens_left: in the whole corpus after the newest merge, or None before the first.
        longest: bytes of the longest token so far.
    """

    def __init__(self, byte_of_id: bytes) -> None:
        self._tokens = [bytes([byte]) for byte in byte_of_id]
        self._parts: list[tuple[int, int, int]] = []
        self._counts: list[int] = []
        self.tokens_left: int | None = None
        self.longest = 1

    def __len__(self) -> int:
        return len(self._parts)

    def add(self, news: NewMerges) -> npt.NDArray[np.int64]:
        """Take the next merges; returns the lengths of the tokens they made, in bytes."""
        lengths = np.empty(len(news.counts), dtype=np.int64)
        for place, (left, right, whole) in enumerate(news.ids.tolist()):
            token = self._tokens[left] + self._tokens[right]
            if whole == len(self._tokens):
                self._tokens.append(token)
            self._parts.append((left, right, whole))
            lengths[place] = len(token)
        self._counts.extend(news.counts.tolist())
        if len(lengths):
            self.tokens_left = int(news.tokens_left[-1])
            self.longest = max(self.longest, int(lengths.max()))
        return lengths

    def merge(self, rank: int) -> Merge:
        """The merge of that rank; ranks count from 1."""
        left, right, whole = self._parts[rank - 1]
        return Merge(rank, self._tokens[left], self._tokens[right], self._tokens[whole], self._counts[rank - 1])
