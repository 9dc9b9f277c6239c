"""Documents cut into chunks that can be counted apart, in any order, on any thread.

A chunk ends where no piece crosses: at the end of a document or of a special token, at a line end if lines are
documents, or at one of the places that the C++ core has proven safe. Text without such a place is one chunk; each look
begins where the one before ended, so that the time stays proportional to the length.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vocabsmith_engine import _native
from vocabsmith_engine.corpus import Source, shown
from vocabsmith_engine.merging_needs import check_room_for_uncut_text
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.text_files import FileReport, TextFile

_CONTEXT: Final = 8  # bytes before a place that decide whether it is safe, and some more
_GROWTH: Final = 4


@dataclass(frozen=True, slots=True)
class Chunk:
    """Text to be counted.

    Attributes:
        text: UTF-8 (with stray bytes if the recipe keeps them).
        weight: how often each piece counts.
        file_bytes: bytes of the file that were read for it.
    """

    text: memoryview
    weight: int
    file_bytes: int


class ChunkReader:
    """Reads sources one after the other, and keeps the account of what was read.

    Attributes:
        documents: documents that hold text; special tokens end documents too.
        reports: one for each file that was read to its end.
    """

    def __init__(self, recipe: Recipe, monitor: Monitor, window: int, memory: int | None = None) -> None:
        """`memory`: bytes that the run may take; by default those of the computer."""
        self.documents = 0
        self.reports: list[FileReport] = []
        self._recipe = recipe
        self._monitor = monitor
        self._window = window
        self._memory = memory
        self._specials = _native.SpecialTokens([token.encode() for token in recipe.special_tokens])
        self._divide_lines = Pretokenizer.of(recipe.pretokenizer).divides_at_lines
        self._inside_document = False

    def chunks(self, sources: Sequence[Source]) -> Iterator[Chunk]:
        """All text of `sources`, in order. Raises CorpusError and Stopped."""
        for source in sources:
            with TextFile(source.path, self._recipe) as file:
                yield from self._chunks_of(file, source)
                self.reports.append(file.report())

    def _chunks_of(self, file: TextFile, source: Source) -> Iterator[Chunk]:
        text = PendingText()
        accounted = 0
        self._inside_document = False
        while not file.ended:
            self._monitor.raise_if_stopped()
            if len(text) > self._window:
                check_room_for_uncut_text(
                    shown(source.path), len(text), min(self._window, file.bytes_left), self._memory
                )
            text.append(file.read(self._window), file.bytes_left)
            cut = len(text) if file.ended else self._last_cut(text)
            if cut:
                chunk = Chunk(text.take(cut), source.weight, file.bytes_read - accounted)
                self._count_documents(chunk.text)
                yield chunk
                accounted = file.bytes_read

    def _last_cut(self, text: PendingText) -> int:
        """The last place where `text` may be cut, 0 if there is none. Looks at what was not looked at before."""
        begin = max(text.looked - _CONTEXT, 0)
        unseen = text.view()[begin:]
        if self._recipe.document_unit == "line":
            cut = _native.last_line_end(unseen, self._specials)
        else:
            cut = _native.last_safe_cut(unseen, self._specials, self._divide_lines)
        # No special token begins before this place but those that were seen; from it on one may be cut short.
        text.looked = max(len(text) - max(self._specials.longest - 1, 0), 0)
        return begin + cut if cut > min(begin, _CONTEXT) else 0

    def _count_documents(self, text: memoryview) -> None:
        lines = self._recipe.document_unit == "line"
        for begin, end, special in self._specials.split(text):
            if special < 0:
                self.documents += _lines_in(text, begin, end) if lines else not self._inside_document
            self._inside_document = special < 0


class PendingText:
    """Text that was read and is in no chunk yet. Text that nothing cuts is held once, however long it grows.

    Attributes:
        looked: no place for a cut was found before this one.
    """

    def __init__(self) -> None:
        self.looked = 0
        self._buffer = np.empty(0, np.uint8)
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def view(self) -> memoryview:
        """All of it."""
        return self._buffer.data[: self._length]

    def append(self, text: bytes, bytes_left: int) -> None:
        """`bytes_left`: how many are to come after it. Room is made for some of them if there was text before."""
        needed = self._length + len(text)
        if needed > len(self._buffer):
            # Room that is not used is not taken from the system either.
            grown = np.empty(needed + min(bytes_left, _GROWTH * self._length), np.uint8)
            grown[: self._length] = self._buffer[: self._length]
            self._buffer = grown
        self._buffer[self._length : needed] = np.frombuffer(text, np.uint8)
        self._length = needed

    def take(self, length: int) -> memoryview:
        """The first `length` bytes, which go; the rest stays."""
        taken, rest = self.view()[:length], self._buffer[length : self._length].copy()
        self._buffer, self._length, self.looked = rest, len(rest), 0
        return taken


def _lines_in(text: memoryview, begin: int, end: int) -> int:
    """How many lines `text[begin:end]` holds, which is not empty; the last one need not be ended."""
    lines = bytes(text[begin:end])
    ended = lines.count(b"\n") + lines.count(b"\r") - lines.count(b"\r\n")
    return ended + (lines[-1] not in b"\r\n")
