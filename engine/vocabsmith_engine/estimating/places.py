"""Parts of a corpus from many places and files, in an order that covers it evenly wherever one stops.

A large file of lines is read at places all over it, a line being never cut. Any other file is read from its beginning
on: what is packed has no places, and rows of a table may hold line ends.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import accumulate
from types import TracebackType
from typing import Final

from vocabsmith_engine.corpus import Chunk, Source, unreadable
from vocabsmith_engine.corpus.compression import compression_of
from vocabsmith_engine.corpus.disk_files import DiskFile
from vocabsmith_engine.corpus.inputs import Input, inputs_of
from vocabsmith_engine.corpus.kinds import MARKS, archive_of, unmarked_utf16
from vocabsmith_engine.corpus.records import open_records
from vocabsmith_engine.corpus.streams import Peekable
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.text_files import TextFile

SLICE: Final = 32 * 2**10
"""Bytes from one place of a large file: so few that the places are many."""

_MOST_PLACES: Final = 2**12  # of one file
_LONGEST_LINE: Final = 4 * 2**20
_HEAD: Final = 4096


@dataclass(frozen=True, slots=True)
class SizedFile:
    """A file, its size on the disk, and when it was last written to."""

    source: Source
    bytes: int
    written_at: int


def parts_of(files: Sequence[SizedFile], recipe: Recipe, part: int) -> Generator[Chunk, None, None]:
    """Chunks from all over the files, about `part` bytes from a place; all of their text if nobody stops.

    To be closed when it is not used up. Raises BadFile.
    """
    ends_of_turns = list(accumulate(max(-(-file.bytes // part), 1) for file in files))
    opened: dict[int, Generator[Chunk, None, None]] = {}
    with ExitStack() as closing_all:
        for turn in evenly(ends_of_turns[-1]):
            number = bisect_right(ends_of_turns, turn)
            if number not in opened:
                opened[number] = closing_all.enter_context(closing(_chunks_of(files[number], recipe, part)))
            taken = 0
            for chunk in opened[number]:
                yield chunk
                taken += chunk.file_bytes
                if taken >= part:
                    break


def evenly(number: int) -> Iterator[int]:
    """0 … number - 1, each once, in an order whose beginnings lie evenly among all: 0, 4, 2, 6, 1, 5, 3, 7."""
    bits = max(number - 1, 0).bit_length()
    for at in range(2**bits):
        place = int(f"{at:0{bits}b}"[::-1], 2) if bits else 0
        if place < number:
            yield place


def _chunks_of(file: SizedFile, recipe: Recipe, part: int) -> Generator[Chunk, None, None]:
    if file.bytes > part and _may_be_read_anywhere(file.source):
        with _LinesFromManyPlaces(file.source, file.bytes) as disk:
            yield from _chunks_in(Input.plain(file.source, disk, Peekable(disk)), recipe, part)
        return
    for member in inputs_of(file.source):
        yield from _chunks_in(member, recipe, part)


def _may_be_read_anywhere(source: Source) -> bool:
    """Whether it is a file of lines that lies on the disk as it is, with a byte for each line feed."""
    with DiskFile(source.path, glance=True) as disk:
        stream = Peekable(disk)
        if compression_of(stream) or archive_of(stream, source.path):
            return False
        kind = Input.plain(source, disk, stream).kind
        wide = stream.peek(_HEAD).startswith(MARKS[1:]) or unmarked_utf16(stream.peek(_HEAD))
        named_wide = source.encoding is not None and "\n".encode(source.encoding) != b"\n"
        return kind in ("text", "jsonl") and not wide and not named_wide


def _chunks_in(file: Input, recipe: Recipe, part: int) -> Generator[Chunk, None, None]:
    if file.kind == "text":
        yield from _chunks_of_text(file, recipe, part)
    else:
        yield from open_records(file, recipe).chunks()


def _chunks_of_text(file: Input, recipe: Recipe, part: int) -> Generator[Chunk, None, None]:
    """Text divided behind line feeds. That may cut a piece in two, of which a trial makes nothing."""
    text = TextFile(file, recipe)
    held, accounted = b"", 0
    while not text.ended:
        bits = [held]
        while not text.ended and sum(map(len, bits)) < part:
            bits.append(text.read(part))
        data = b"".join(bits)
        cut = len(data) if text.ended or len(held) >= part else data.rfind(b"\n") + 1
        held = data[cut:]
        if cut:
            newly, accounted = file.bytes_read - accounted, file.bytes_read
            yield Chunk(memoryview(data)[:cut], file.source.weight, newly)


class _LinesFromManyPlaces(DiskFile):
    """Hands out the lines that begin in a slice here and a slice there, all of them in the end if the file is small."""

    def __init__(self, source: Source, size: int) -> None:
        super().__init__(source.path, glance=True)
        self.size = None  # nobody knows how much will be read
        self._end = size
        self._number = min(-(-size // SLICE), _MOST_PLACES)
        self._places = evenly(self._number)
        try:
            self._lines = source.path.open("rb")
        except OSError as error:
            raise unreadable(source.path, error) from None

    def read(self, size: int) -> bytes:
        """The lines of the next place with any, whatever their `size`; none at the end only."""
        for place in self._places if size else ():
            begin = self._end * place // self._number
            end = min(begin + SLICE, self._end * (place + 1) // self._number)
            if data := self._lines_in(begin, end):
                self.bytes_read += len(data)
                return data
        return b""

    def _lines_in(self, begin: int, end: int) -> bytes:
        """The lines that begin there; the last one may end behind `end`."""
        try:
            self._lines.seek(max(begin - 1, 0))
            if begin:
                begin += len(self._lines.readline(_LONGEST_LINE)) - 1
            data = self._lines.read(max(end - begin, 0))
            return data if data.endswith(b"\n") or not data else data + self._lines.readline(_LONGEST_LINE)
        except OSError as error:
            raise unreadable(self.path, error) from None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._lines.close()
        super().__exit__(kind, error, at)
