"""One input as text, window by window: decoded, bad bytes settled, line ends as the recipe says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from vocabsmith_engine.corpus import FileReport, Source, shown
from vocabsmith_engine.corpus.disk_files import DiskFile
from vocabsmith_engine.corpus.encodings import codec_named
from vocabsmith_engine.corpus.inputs import Input
from vocabsmith_engine.corpus.kinds import unmarked_utf16
from vocabsmith_engine.corpus.streams import Peekable
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.text_decoding import TextDecoder

_UTF16_SHOWS_IN: Final = 4096


class TextFile:
    """The text of an input. Raises BadFile when it cannot be read, shrinks meanwhile or is damaged.

    Attributes:
        ended: whether all text has been handed out.
    """

    def __init__(self, file: Input, recipe: Recipe) -> None:
        self.ended = False
        self._file = file
        self._recipe = recipe
        named = file.source.encoding
        self._decoder = TextDecoder(recipe.invalid_bytes, None if named is None else codec_named(named))
        self._utf16 = None if named else unmarked_utf16(file.peek(_UTF16_SHOWS_IN))
        self._empty = not file.peek(1)
        self._held_cr = b""

    @property
    def bytes_read(self) -> int:
        """Bytes of the file on the disk that were read so far."""
        return self._file.bytes_read

    @property
    def bytes_left(self) -> int | None:
        """Bytes that are still to be read; None if nobody knows."""
        return self._file.bytes_left

    def read(self, size: int) -> bytes:
        """The text of the next `size` bytes or fewer; it may be empty although more is to come."""
        data = self._file.read(size)
        self.ended = not data or self._file.bytes_left == 0
        return self._settle_line_ends(self._decoder.decode(data, final=self.ended))

    def report(self, documents: int = 0) -> FileReport:
        """What was found, with the number of documents that were counted; to be asked when all was read."""
        decoder = self._decoder
        return FileReport(
            self._file.path,
            self._file.size,
            decoder.bad_bytes,
            decoder.first_bad_offset,
            decoder.encoding,
            tuple(f"{shown(self._file.path)}{note}" for note in self._notes()),
            encoding_found_by=decoder.found_by,
            documents=documents,
        )

    def _settle_line_ends(self, text: bytes) -> bytes:
        """As the recipe says; a final CR is held back until it is known whether an LF follows."""
        if self._recipe.line_ends == "keep":
            return text
        text = self._held_cr + text
        self._held_cr = b"\r" if text.endswith(b"\r") and not self.ended else b""
        text = text[: len(text) - len(self._held_cr)]
        return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")

    def _notes(self) -> Iterator[str]:
        decoder = self._decoder
        if self._empty:
            yield " is empty."
        if decoder.bad_bytes:
            count = "1 byte is" if decoder.bad_bytes == 1 else f"{decoder.bad_bytes:,} bytes are"
            first = f"the first at offset {decoder.first_bad_offset:,}"
            yield f": {count} not {decoder.encoding}, {first}; {self._fate_of_bad()}."
        if decoder.found_by == "bytes":
            yield f" was read as {decoder.encoding}, found by its bytes; name another with --encoding."
        elif decoder.encoding != "UTF-8":
            yield f" was converted from {decoder.encoding}."
        if self._utf16:
            yield f" looks like UTF-16 without a mark, but was read as UTF-8; name {self._utf16} with --encoding."
        if change := self._file.note_of_changes():
            yield f" {change}."

    def _fate_of_bad(self) -> str:
        fates = {"replace": "replaced by U+FFFD", "skip": "left out", "keep": "kept as they are"}
        return fates[self._recipe.invalid_bytes]


@contextmanager
def plain_text(path: Path, recipe: Recipe, encoding: str | None = None) -> Iterator[TextFile]:
    """The file at `path` as text, whatever it is."""
    with DiskFile(path) as disk:
        yield TextFile(Input.plain(Source(path, encoding=encoding), disk, Peekable(disk)), recipe)
