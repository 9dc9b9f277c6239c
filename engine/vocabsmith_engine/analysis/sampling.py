"""Documents spread evenly over a file whose length nobody knows before its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from vocabsmith_engine.analysis.measuring import Documents

BLOCK: Final = 2**13
"""Bytes of running text that count as a document, and some more up to the end of a line."""


class Blocks:
    """Divides running text that comes in chunks, at the same places whatever the chunks."""

    def __init__(self) -> None:
        self._open = 0  # bytes of the block that is not ended

    def divide(self, data: bytes) -> Documents:
        """More of the text. A block ends behind the first line feed from its 8,192nd byte on, and at the end."""
        begin = -self._open
        ends = []
        while (feed := data.find(b"\n", max(begin + BLOCK - 1, 0))) >= 0:
            begin = feed + 1
            ends.append(begin)
        continues = self._open > 0
        self._open = len(data) - begin
        if self._open and data:
            ends.append(len(data))
        return Documents(data, np.array(ends, dtype=np.uint64), continues=continues)


class Sample:
    """Takes every document at first; whenever it has too many bytes, it drops every other one, and takes half as many.

    So it holds documents at equal distances, and never more than was allowed and one document.
    """

    def __init__(self, most: int) -> None:
        """`most`: bytes that are kept, or one document, which may be longer."""
        self._most = most
        self._open: list[bytes] = []  # parts of the document that may go on
        self._kept: list[bytes] = []
        self._bytes = 0
        self._step = 1
        self._passed = 0

    def take(self, documents: Documents) -> None:
        """Documents that follow those taken before."""
        goes_on = documents.continues
        for document in documents:
            if not goes_on:
                self._close()
            self._open.append(document)
            goes_on = False

    def _close(self) -> None:
        document = b"".join(self._open)
        self._open = []
        if not document:
            return
        if self._passed % self._step == 0:
            self._kept.append(document)
            self._bytes += len(document)
            while self._bytes > self._most and len(self._kept) > 1:
                self._thin_out()
        self._passed += 1

    def documents(self, size: int) -> Iterator[Documents]:
        """What was kept, in parts of at least `size` bytes, as texts of their own."""
        self._close()
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
