"""A part of the corpus that can be counted apart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vocabsmith_engine import _native


@dataclass(frozen=True, slots=True)
class Chunk:
    """Text to be counted.

    Attributes:
        text: UTF-8 (with stray bytes if the recipe keeps them).
        weight: how often each piece counts.
        file_bytes: bytes of the file that were read for it.
        release: to be called, if at all, when the text is not looked at any more: its memory is used again. None: it is
            not, so the text may be kept as it is.
        ends: for records, where each ends: record i is text[ends[i - 1]:ends[i]], a whole document. None: running text.
        held_out: of running text, whether the document that it goes on with, begun in a chunk before, is held out. None
            if it begins a document, or nothing is held out.
        parse: gives the chunk to count in place of this one, which is not yet parsed; to be called on the thread that
            counts.
    """

    text: memoryview
    weight: int
    file_bytes: int
    release: Callable[[], None] | None = None
    ends: _native.UInt64Array | None = None
    held_out: bool | None = None
    parse: Callable[[], Chunk] | None = None
