"""The texts of a corpus, in parts that a tokenizer can encode apart, with their places in the files.

Running text is divided only where that changes no id; records are texts of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np

from vocabsmith_engine import _native
from vocabsmith_engine.corpus import Source, shown
from vocabsmith_engine.corpus.inputs import Input, inputs_of
from vocabsmith_engine.corpus.record_texts import Records
from vocabsmith_engine.corpus.records import open_records
from vocabsmith_engine.encoding_files import safe_parts
from vocabsmith_engine.merging_needs import check_room_for_uncut_text
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.text import Int64Array
from vocabsmith_engine.text_files import TextFile
from vocabsmith_engine.tokenizer import Tokenizer

CONTEXT: Final = 512
"""Bytes before and behind a part that are given with it."""

_WINDOW: Final = 2**20
_SLOW_WINDOW: Final = 2**16  # what Python does takes a hundred times as long, and progress must be seen
_LF: Final = 10


@dataclass(frozen=True, slots=True, eq=False)
class TextPart:
    """Text of one file: a part of running text, or some records.

    Attributes:
        source: what it was read for.
        path: of the file, or of the member of an archive.
        file_bytes: of the file on the disk that were read for it.
        data: UTF-8.
        ends: (records) where each ends in `data`; None for running text, which is to be encoded in one.
        numbers: (records) the number of each in its file, from 1: of its line, where records are lines.
        first_line: of running text, the number of its first line, from 1.
        before, after: of running text, what stands next to it, up to `CONTEXT` bytes.
        begins: of running text, whether it is the first part of its file.
    """

    source: Source
    path: Path
    file_bytes: int
    data: bytes
    ends: _native.UInt64Array | None = None
    numbers: Int64Array | None = None
    first_line: int = 1
    before: bytes = b""
    after: bytes = b""
    begins: bool = True

    def texts(self) -> Iterator[bytes]:
        """What is to be encoded, one text after the other."""
        if self.ends is None:
            return iter((self.data,))
        ends = self.ends.tolist()
        return (self.data[begin:end] for begin, end in zip([0, *ends], ends, strict=False))

    @property
    def documents(self) -> int:
        """Texts that begin here and are not empty."""
        if self.ends is None:
            return int(self.begins and bool(self.data))
        return int(np.count_nonzero(np.diff(self.ends, prepend=np.uint64(0))))


Parse = Callable[[], TextPart]
"""Gives a part; to be called on the thread that encodes it."""


def text_parts(
    tokenizer: Tokenizer, files: Sequence[Source], monitor: Monitor, window: int | None = None
) -> Iterator[Parse]:
    """All text of the files in order, read as for training with the settings of no recipe in particular.

    `window`: about so many bytes at a time, by default a megabyte, and less where Python does the work. Raises BadFile
    for a file that cannot be read, CorpusError for text that nothing divides and no memory holds, Stopped.
    """
    alone = tokenizer.text_encoder.scanner_for("allow") is not None
    window = window or (_WINDOW if alone else _SLOW_WINDOW)
    recipe = _recipe_of(tokenizer)
    for source in files:
        with closing(inputs_of(source)) as inputs:
            for file in inputs:
                monitor.raise_if_stopped()
                if file.kind == "text":
                    yield from _running(tokenizer, file, recipe, monitor, window)
                else:
                    yield from _records(file, recipe, monitor)


def _recipe_of(tokenizer: Tokenizer) -> Recipe:
    """Bad bytes and line ends as they were when it learned, where that is known."""
    learned = tokenizer.recipe
    if learned is None:
        return Recipe(vocab_size=256)
    return Recipe(vocab_size=256, invalid_bytes=learned.invalid_bytes, line_ends=learned.line_ends)


def _running(tokenizer: Tokenizer, file: Input, recipe: Recipe, monitor: Monitor, window: int) -> Iterator[Parse]:
    """The parts of running text, each given out when the next one is known, which begins behind it."""
    begin = file.bytes_read
    waiting: TextPart | None = None
    line, before = 1, b""
    windows = _windows(file, recipe, monitor, window)
    for view, held in safe_parts(tokenizer, windows, "allow", window, shown(file.path)):
        data = bytes(view)
        end = max(begin, file.bytes_read - held)
        if waiting is not None:
            yield partial(_with_what_follows, waiting, data[:CONTEXT])
        waiting = TextPart(
            file.source, file.path, end - begin, data, first_line=line, before=before, begins=waiting is None
        )
        begin, before = end, (before + data)[-CONTEXT:] if len(data) < CONTEXT else data[-CONTEXT:]
        line += int(np.count_nonzero(np.frombuffer(data, np.uint8) == _LF))
    if waiting is not None:
        yield partial(_with_what_follows, waiting, b"")


def _windows(file: Input, recipe: Recipe, monitor: Monitor, window: int) -> Iterator[bytes]:
    text = TextFile(file, recipe)
    while not text.ended:
        monitor.raise_if_stopped()
        yield text.read(window)


def _with_what_follows(part: TextPart, after: bytes) -> TextPart:
    return TextPart(
        part.source,
        part.path,
        part.file_bytes,
        part.data,
        first_line=part.first_line,
        before=part.before,
        after=after,
        begins=part.begins,
    )


def _records(file: Input, recipe: Recipe, monitor: Monitor) -> Iterator[Parse]:
    def check_room(held: int) -> None:
        check_room_for_uncut_text(shown(file.path), held, 0, None)

    for parse, file_bytes in open_records(file, recipe, check_room).records():
        monitor.raise_if_stopped()
        yield partial(_of_records, file.source, file.path, file_bytes, parse)


def _of_records(source: Source, path: Path, file_bytes: int, parse: Callable[[], Records]) -> TextPart:
    records = parse()
    rows = np.arange(len(records.ends)) if records.rows is None else records.rows
    numbers = records.first + np.asarray(rows, dtype=np.int64)
    return TextPart(source, path, file_bytes, bytes(records.text), ends=records.ends, numbers=numbers)
