"""Documents cut into chunks that can be counted apart, in any order, on any thread.

A chunk ends where no piece crosses: at the end of a document or of a special token, at a line end if lines are
documents, or at one of the places that the C++ core has proven safe. Text without such a place is one chunk: then ever
more is read before the next look, so that the time stays proportional to the length.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vocabsmith_engine import _native
from vocabsmith_engine.corpus import Source, shown
from vocabsmith_engine.merging_needs import check_room_for_uncut_text
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.text_files import FileReport, TextFile


@dataclass(frozen=True, slots=True)
class Chunk:
    """Text to be counted.

    Attributes:
        text: UTF-8 (with stray bytes if the recipe keeps them).
        weight: how often each piece counts.
        file_bytes: bytes of the file that were read for it.
    """

    text: bytes
    weight: int
    file_bytes: int


class ChunkReader:
    """Reads sources one after the other, and keeps the account of what was read.

    Attributes:
        documents: documents that hold text; special tokens end documents too.
        reports: one for each file that was read to its end.
    """

    def __init__(self, recipe: Recipe, monitor: Monitor, window: int) -> None:
        self.documents = 0
        self.reports: list[FileReport] = []
        self._recipe = recipe
        self._monitor = monitor
        self._window = window
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
        text, accounted = b"", 0
        self._inside_document = False
        while not file.ended:
            self._monitor.raise_if_stopped()
            more = min(max(self._window, len(text)), file.bytes_left)
            if text:
                check_room_for_uncut_text(shown(source.path), len(text), more)
            text += file.read(more)
            cut = len(text) if file.ended else self._last_cut(text)
            if cut:
                chunk = Chunk(text[:cut], source.weight, file.bytes_read - accounted)
                self._count_documents(chunk.text)
                yield chunk
                text, accounted = text[cut:], file.bytes_read

    def _last_cut(self, text: bytes) -> int:
        if self._recipe.document_unit == "line":
            return _native.last_line_end(text, self._specials)
        return _native.last_safe_cut(text, self._specials, self._divide_lines)

    def _count_documents(self, text: bytes) -> None:
        lines = self._recipe.document_unit == "line"
        for begin, end, special in self._specials.split(text):
            if special < 0:
                self.documents += _lines_in(text, begin, end) if lines else not self._inside_document
            self._inside_document = special < 0


def _lines_in(text: bytes, begin: int, end: int) -> int:
    """How many lines `text[begin:end]` holds, which is not empty; the last one need not be ended."""
    ended = text.count(b"\n", begin, end) + text.count(b"\r", begin, end) - text.count(b"\r\n", begin, end)
    return ended + (text[end - 1] not in b"\r\n")
