"""Documents cut into chunks that can be counted apart, in any order, on any thread.

A chunk ends where no piece crosses: at the end of a document or of a special token, at a line end if lines are
documents, or at one of the places that the C++ core has proven safe. Text without such a place is one chunk; each look
begins where the one before ended, so that the time stays proportional to the length.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from vocabsmith_engine import _native
from vocabsmith_engine.corpus import BadFile, Chunk, FileReport, Source, shown
from vocabsmith_engine.corpus.inputs import Input, inputs_of
from vocabsmith_engine.corpus.left_out import LeftOut
from vocabsmith_engine.corpus.records import open_records
from vocabsmith_engine.held_out import OpenDocument
from vocabsmith_engine.merging_needs import check_room_for_uncut_text
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.reading_position import ReadingPosition, SourceTrail
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.text_files import TextFile

if TYPE_CHECKING:
    from vocabsmith_engine.corpus.record_files import RecordFile

__all__ = ["BeginAnew", "Buffer", "Chunk", "ChunkReader", "PendingText"]

_CONTEXT: Final = 8  # bytes before a place that decide whether it is safe, and some more
_GROWTH: Final = 4
_BIT: Final = 120 * 2**10  # read at once: so short that the memory of the last one is there to be used again
_LARGEST_SPARE: Final = 4 * 2**20
_UNKNOWN: Final = 2**62  # as many bytes as there may be

Buffer = npt.NDArray[np.uint8]


class BeginAnew(Exception):  # noqa: N818
    """Chunks of a file that is to be left out were handed out: they must not count."""


class ChunkReader:
    """Reads sources one after the other, and keeps the account of what was read.

    What it tells of records holds once their chunks were parsed.
    """

    def __init__(
        self,
        recipe: Recipe,
        monitor: Monitor,
        window: int,
        memory: int | None = None,
        *,
        left_out: LeftOut | None = None,
        begin: ReadingPosition | None = None,
    ) -> None:
        """Prepare to read.

        `memory`: bytes that the run may take; by default those of the computer. `left_out`: files to go on without, and
        where bad ones are added; by default a bad file is an error. `begin`: where to begin in the same sources, which
        is a position of another reader with the same recipe and window.
        """
        self._documents = 0  # of the text that is read
        self._begin = begin or ReadingPosition()
        self._done = 0  # sources, and the bytes and the reports of their files
        self._bytes_done = 0
        self._reports_done = 0
        self._finished: list[tuple[Path, Callable[[], FileReport]]] = []
        self._trail = SourceTrail(Path())
        self._recipe = recipe
        self._monitor = monitor
        self._window = window
        self._memory = memory
        self._specials = _native.SpecialTokens([token.encode() for token in recipe.special_tokens])
        self._divide_lines = Pretokenizer.of(recipe.pretokenizer).divides_at_lines
        self._inside_document = False
        self._open: OpenDocument | None = None
        self._spare: deque[Buffer] = deque()
        self._left_out = left_out
        self._spoiled = False
        self._accounted = 0

    @property
    def documents(self) -> int:
        """Documents that hold text; special tokens end documents too."""
        return sum(report.documents for report in self.reports)

    @property
    def reports(self) -> list[FileReport]:
        """One for each file that was read to its end."""
        return [report() for _, report in self._finished]

    def chunks(self, sources: Sequence[Source]) -> Iterator[Chunk]:
        """All text of `sources`, in order, without what is left out.

        Raises Stopped, and BadFile unless bad files are to be left out. When one of those turns out to be bad after a
        part of it was handed out, the other files are only read through, to find those that are bad as well; then
        BeginAnew is raised. RunError is raised for a source that has changed since a part of it was counted.
        """
        self._go_to(self._begin)
        for source in sources[self._begin.sources :]:
            self._trail = SourceTrail(source.path, self._begin if self._done == self._begin.sources else None)
            self._accounted = 0
            if not self._covers(source.path):
                yield from self._chunks_of_source(source)
            self._done += 1
            self._bytes_done += self._accounted
            self._reports_done = len(self._finished)
        if self._spoiled:
            raise BeginAnew

    def position(self) -> ReadingPosition:
        """Behind the last chunk that was handed out; to be asked between two, when all so far were parsed."""
        return ReadingPosition(
            self._done,
            tuple(report() for _, report in self._finished[: self._reports_done]),
            self._bytes_done,
            self._accounted,
            self._trail.chunks,
            self._trail.cuts,
            self._trail.accounts,
        )

    def _go_to(self, begin: ReadingPosition) -> None:
        self._done = begin.sources
        self._finished = [(report.path, partial(_same, report)) for report in begin.reports]
        self._reports_done = len(self._finished)
        self._bytes_done = begin.bytes
        self._monitor.pass_over(begin.bytes)

    def _chunks_of_source(self, source: Source) -> Iterator[Chunk]:
        handed_out: set[Path] = set()
        file = None
        try:
            for file in inputs_of(source):
                if not self._covers(file.path):
                    yield from self._good_chunks(file, handed_out)
        except BadFile as error:
            self._leave_out(error, handed_out)
        if file:
            self._monitor.advance_by(self._newly_read(file))
        if not (self._spoiled or self._covers(source.path)):
            self._trail.check_end()

    def _good_chunks(self, file: Input, handed_out: set[Path]) -> Iterator[Chunk]:
        """The chunks of one input. A failure of the source itself, of which the input is a member, is passed on."""
        try:
            for chunk in self._chunks_of(file):
                if self._spoiled:
                    self._monitor.advance_by(chunk.file_bytes)
                    _release(chunk)
                    continue
                handed_out.add(file.path)
                if self._trail.passes(chunk):
                    self._monitor.pass_over(chunk.file_bytes)
                    _release(chunk)
                else:
                    yield chunk
        except BadFile as error:
            if error.path == file.source.path:
                raise
            self._leave_out(error, handed_out)

    def _chunks_of(self, file: Input) -> Iterator[Chunk]:
        if file.kind == "text":
            text = TextFile(file, self._recipe)
            self._documents = 0
            yield from self._chunks_of_text(text, file)
            report = text.report(self._documents)
            self._finished.append((file.path, lambda: report))
        else:
            records = open_records(file, self._recipe, lambda held: self._check_room(file, held))
            self._trail.add_records(file.path, records)
            yield from self._chunks_of_records(records)
            self._finished.append((file.path, records.report))

    def _chunks_of_records(self, records: RecordFile) -> Iterator[Chunk]:
        for chunk in records.chunks():
            self._monitor.raise_if_stopped()
            self._accounted += chunk.file_bytes
            assert chunk.parse is not None
            yield replace(chunk, parse=partial(self._parsed, chunk.parse))

    def _parsed(self, parse: Callable[[], Chunk]) -> Chunk:
        """Parse on a thread that counts, where a bad file is found too late to be left out."""
        try:
            return parse()
        except BadFile as error:
            if self._left_out is None:
                raise
            self._left_out.add(error)
            raise BeginAnew from None

    def _newly_read(self, file: Input) -> int:
        """Bytes of the source on the disk that were read since it was asked last."""
        newly = max(file.bytes_read - self._accounted, 0)
        self._accounted += newly
        return newly

    def _covers(self, path: Path) -> bool:
        return self._left_out is not None and self._left_out.covers(path)

    def _leave_out(self, error: BadFile, handed_out: set[Path]) -> None:
        if self._left_out is None:
            raise error
        self._left_out.add(error)
        self._finished = [each for each in self._finished if not self._covers(each[0])]
        self._spoiled = self._spoiled or any(map(self._covers, handed_out))

    def _chunks_of_text(self, source: TextFile, file: Input) -> Iterator[Chunk]:
        text = PendingText(self._spare)
        self._inside_document = False
        if self._recipe.held_out and self._recipe.document_unit == "file":
            self._open = OpenDocument(self._recipe, self._specials)
        while not source.ended:
            if len(text) > self._window:
                self._check_room(file, len(text))
            self._read_window(source, text)
            cut = len(text) if source.ended else self._last_cut(text)
            if cut:
                taken, release = text.take(cut)
                self._count_documents(taken)
                held_out = self._open.pass_by(taken) if self._open else None
                yield Chunk(taken, file.source.weight, self._newly_read(file), release, held_out=held_out)

    def _check_room(self, file: Input, held: int) -> None:
        self._monitor.raise_if_stopped()
        more = min(self._window, _known(file.bytes_left))
        check_room_for_uncut_text(shown(file.path), held, more, self._memory)

    def _read_window(self, file: TextFile, text: PendingText) -> None:
        left = file.bytes_left
        # Of what nobody knows the length of, as much again is expected, lest memory be asked for that is never used.
        text.make_room(min(self._window, _known(left)), max(len(text), _BIT) if left is None else left)
        goal = len(text) + self._window
        while not file.ended and len(text) < goal:
            self._monitor.raise_if_stopped()
            text.append(file.read(min(_BIT, goal - len(text))))

    def _last_cut(self, text: PendingText) -> int:
        """The last place where `text` may be cut, 0 if there is none. Looks at what was not looked at before."""
        begin = max(text.looked - _CONTEXT, 0)
        unseen = text.view()[begin:]
        if self._recipe.document_unit == "line":
            cut = _native.last_line_end(unseen, self._specials)
        elif self._divide_lines and self._recipe.normalization != "none":
            cut = _native.last_cut_in_every_form(unseen, self._specials)
        else:
            cut = _native.last_safe_cut(unseen, self._specials, self._divide_lines)
        # No special token begins before this place but those that were seen; from it on one may be cut short.
        text.looked = max(len(text) - max(self._specials.longest - 1, 0), 0)
        if cut <= (_CONTEXT if begin else 0):  # what decided it may have begun before `begin`
            return 0
        return self._open.allowed_cut(text.view(), begin + cut) if self._open else begin + cut

    def _count_documents(self, text: memoryview) -> None:
        lines = self._recipe.document_unit == "line"
        for begin, end, special in self._specials.split(text):
            if special < 0:
                self._documents += _lines_in(text, begin, end) if lines else not self._inside_document
            self._inside_document = special < 0


def _release(chunk: Chunk) -> None:
    if chunk.release:
        chunk.release()


def _same(report: FileReport) -> FileReport:
    return report


def _known(bytes_left: int | None) -> int:
    return _UNKNOWN if bytes_left is None else bytes_left


class PendingText:
    """Text that was read and is in no chunk yet. Text that nothing cuts is held once, however long it grows.

    Attributes:
        looked: no place for a cut was found before this one.
    """

    def __init__(self, spare: deque[Buffer]) -> None:
        """`spare`: buffers that were used before. A new one would have to be cleared by the system first."""
        self.looked = 0
        self._spare = spare
        self._buffer: Buffer = np.empty(0, np.uint8)
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def view(self) -> memoryview:
        """All of it."""
        return self._buffer.data[: self._length]

    def make_room(self, size: int, bytes_left: int) -> None:
        """For `size` more bytes; for more of those that are left in the file if nothing cuts the text."""
        needed = self._length + size
        if needed <= len(self._buffer):
            return
        grown = self._spare.popleft() if self._spare else np.empty(0, np.uint8)
        if len(grown) < needed:
            # Room that is not used is not taken from the system either.
            grown = np.empty(needed + min(bytes_left, max(_GROWTH * self._length, _BIT)), np.uint8)
        grown[: self._length] = self._buffer[: self._length]
        self._buffer = grown

    def append(self, text: bytes) -> None:
        """Text may take more room than its bytes in the file."""
        end = self._length + len(text)
        self.make_room(len(text), self._length)
        self._buffer[self._length : end] = np.frombuffer(text, np.uint8)
        self._length = end

    def take(self, length: int) -> tuple[memoryview, Callable[[], None] | None]:
        """The first `length` bytes, which go, and how to release them, see Chunk; the rest stays."""
        buffer, rest = self._buffer, self._buffer[length : self._length].copy()
        self._buffer, self._length, self.looked = rest, len(rest), 0
        return buffer.data[:length], None if length > _LARGEST_SPARE else lambda: self._spare.append(buffer)


def _lines_in(text: memoryview, begin: int, end: int) -> int:
    """How many lines `text[begin:end]` holds, which is not empty; the last one need not be ended."""
    lines = bytes(text[begin:end])
    ended = lines.count(b"\n") + lines.count(b"\r") - lines.count(b"\r\n")
    return ended + (lines[-1] not in b"\r\n")
