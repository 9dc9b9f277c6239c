"""Finds the files that a run can read, and tells what each of them is by its first bytes."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from vocabsmith_engine import BadFile, Monitor, Recipe, Source
from vocabsmith_engine.corpus import expand
from vocabsmith_engine.corpus.compression import compression_of
from vocabsmith_engine.corpus.disk_files import DiskFile
from vocabsmith_engine.corpus.inputs import Input, inputs_of
from vocabsmith_engine.corpus.kinds import name_without_compression
from vocabsmith_engine.corpus.records import open_records
from vocabsmith_engine.corpus.streams import Peekable
from vocabsmith_engine.text_files import TextFile

if TYPE_CHECKING:
    from vocabsmith_engine.corpus.record_files import RecordFile

_OPTION = re.compile(r" with --[a-z-]+")
_NO_FILE, _SAVE_FIRST = "is neither a file nor a folder", "Save its text to a file first"
_WINDOW = 512 * 1024  # small enough for a stop to be quick, whatever is done with it


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file as its first bytes show it.

    Attributes:
        source: where it is, and how it is to be read.
        bytes: its size on the disk.
        kind: "text", "jsonl" and so on; of an archive what its first member is.
        problem: why no run can read it, with what to do; "" for what can be read.
    """

    source: Source
    bytes: int
    kind: str = "text"
    problem: str = ""

    @property
    def path(self) -> Path:
        """Where it is."""
        return self.source.path


@dataclass(frozen=True, slots=True)
class Part:
    """Some text of a file.

    Attributes:
        texts: bits of running text, or whole records, in UTF-8.
        file_bytes: bytes of the file on the disk that were read for it.
        are_records: whether each of them is a record.
    """

    texts: list[bytes]
    file_bytes: int
    are_records: bool = False


def look_at(source: Source) -> FoundFile:
    """What a file is. Never raises for one that is missing or may not be read: that is its problem."""
    size = 0
    with suppress(OSError):  # is told when it is opened
        status = source.path.stat()
        size = status.st_size
        if not stat.S_ISREG(status.st_mode):
            return FoundFile(source, 0, problem=f"It {_NO_FILE}. {_SAVE_FIRST}")
    try:
        with closing(inputs_of(source, glance=True)) as inputs:
            first = next(inputs, None)
            return FoundFile(source, size, "text" if first is None else first.kind)
    except BadFile as error:
        return FoundFile(source, size, problem=problem_of(error))


def packing_of(path: Path) -> str:
    """How a file is compressed: "gzip", "zstd", …; "" if it is not, or is not named so."""
    if name_without_compression(path.name) == path.name:
        return ""
    try:
        with DiskFile(path, glance=True) as file:
            compression = compression_of(Peekable(file))
    except BadFile:
        return ""
    return "" if compression is None else compression.name


def find_files(sources: Iterable[Source], monitor: Monitor) -> Iterator[FoundFile]:
    """Every file of `sources`, folders with all that is below them in name order; hidden ones and repeats left out.

    Raises Stopped when the monitor is told to stop.
    """
    named = list(sources)
    missing: list[BadFile] = []
    for source in expand(named, skipped=missing, on_file=monitor.raise_if_stopped) if named else ():
        monitor.raise_if_stopped()
        yield look_at(source)
    yield from (FoundFile(Source(bad.path), 0, problem=problem_of(bad)) for bad in missing)


def parts_of(source: Source, recipe: Recipe, monitor: Monitor, window: int = _WINDOW) -> Iterator[Part]:
    """What a run reads from one file, part by part; text in windows of so many bytes. Raises BadFile, Stopped."""
    with closing(inputs_of(source)) as inputs:
        for file in inputs:
            if file.kind == "text":
                yield from _parts_of_text(TextFile(file, recipe), file, monitor, window)
            else:
                yield from _parts_of_records(open_records(file, recipe), monitor)


def first_texts(source: Source, monitor: Monitor) -> Iterator[str]:
    """The text of a file from its beginning, bit by bit, the records of a table on lines.

    Raises BadFile, also for a pipe: whoever opens one waits until somebody writes to it. Raises Stopped.
    """
    with suppress(OSError):  # is told when it is opened
        mode = source.path.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise BadFile(source.path, _NO_FILE, _SAVE_FIRST)
    for part in parts_of(source, Recipe(vocab_size=256), monitor):
        ending = "\n" if part.are_records else ""
        yield "".join(text.decode(errors="replace") + ending for text in part.texts)


def _parts_of_text(text: TextFile, file: Input, monitor: Monitor, window: int) -> Iterator[Part]:
    before = file.bytes_read
    while not text.ended:
        monitor.raise_if_stopped()
        read = text.read(window)
        yield Part([read], file.bytes_read - before)
        before = file.bytes_read


def _parts_of_records(records: RecordFile, monitor: Monitor) -> Iterator[Part]:
    for chunk in records.chunks():
        monitor.raise_if_stopped()
        assert chunk.parse is not None
        parsed = chunk.parse()
        ends = [] if parsed.ends is None else parsed.ends.tolist()
        texts = [bytes(parsed.text[begin:end]) for begin, end in zip([0, *ends], ends, strict=False)]
        yield Part(texts, chunk.file_bytes, are_records=True)


def problem_of(bad: BadFile) -> str:
    """Two sentences, the last without its full stop: what is wrong, and what to do."""
    remedy = _OPTION.sub("", bad.remedy)  # an option of the command line is of no use in the window
    return f"It {bad.reason}. {remedy}"
