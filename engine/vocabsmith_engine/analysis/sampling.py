"""Documents spread evenly over a file whose length nobody knows before its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from vocabsmith_engine import _native
from vocabsmith_engine.analysis.measuring import Documents

BLOCK: Final = 2**13
"""Bytes of running text that count as a document, and some more up to the end of a line."""


def blocks_of(data: bytes) -> _native.UInt64Array:
    """Where blocks of `data` end: behind the first line feed from 8 KiB on, and at the end of the text."""
    ends = []
    begin = 0
    while begin < len(data):
        feed = data.find(b"\n", begin + BLOCK - 1)
        # What is left behind the last block is no block of its own if it is short.
        begin = len(data) if feed < 0 or len(data) - feed < BLOCK // 2 else feed + 1
        ends.append(begin)
    return np.array(ends, dtype=np.uint64)


class Sample:
    """Takes every document at first; whenever it has too many bytes, it drops every other one, and takes half as many.

    So it holds documents at equal distances, and never more than was allowed and one document.
    """

    def __init__(self, most: int) -> None:
        """`most`: bytes that are kept, or one document, which may be longer."""
        self._most = most
        self._kept: list[bytes] = []
        self._bytes = 0
        self._step = 1
        self._passed = 0

    def take(self, documents: Documents) -> None:
        """Documents that follow those taken before."""
        for document in documents:
            if self._passed % self._step == 0:
                self._kept.append(document)
                self._bytes += len(document)
                while self._bytes > self._most and len(self._kept) > 1:
                    self._thin_out()
            self._passed += 1

    def documents(self, size: int) -> Iterator[Documents]:
        """What was kept, in parts of at least `size` bytes, as texts of their own."""
        part: list[bytes] = []
        length = 0
        for document in self._kept:
            part.append(document)
            length += len(document)
            if length >= size:
                yield _apart(part)
                part, length = [], 0
        if part:
            yield _apart(part)

    def _thin_out(self) -> None:
        self._kept = self._kept[::2]
        self._bytes = sum(map(len, self._kept))
        self._step *= 2


def _apart(documents: list[bytes]) -> Documents:
    return Documents(b"".join(documents), np.cumsum([len(each) for each in documents], dtype=np.uint64), apart=True)
