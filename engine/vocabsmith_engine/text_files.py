"""One corpus file, read window by window: mark dropped, bad bytes settled, line ends as the recipe says."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from vocabsmith_engine.corpus import BadFile, FileReport, shown, unreadable
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.text_decoding import LONGEST_MARK, Decoder, decoder_for


class TextFile:
    """An open file; a context manager. Raises BadFile when it cannot be read or shrinks meanwhile.

    Attributes:
        ended: whether all text has been handed out.
        bytes_read: bytes of the file that were read so far.
    """

    def __init__(self, path: Path, recipe: Recipe) -> None:
        self.bytes_read = 0
        self.ended = False
        self._path = path
        self._recipe = recipe
        self._decoder: Decoder | None = None
        self._head = b""
        self._held_cr = b""
        try:
            self._file = path.open("rb", buffering=0)
            self._size = os.fstat(self._file.fileno()).st_size
        except OSError as error:
            raise unreadable(path, error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    @property
    def bytes_left(self) -> int:
        """Bytes of the file that are still to be read."""
        return self._size - self.bytes_read

    def read(self, size: int) -> bytes:
        """The text of the next `size` bytes or fewer; it may be empty although more is to come."""
        data = self._head + self._next_bytes(size)
        self.ended = self.bytes_read == self._size
        if self._decoder is None:
            if len(data) < LONGEST_MARK and not self.ended:
                self._head = data
                return b""
            self._head = b""
            self._decoder, mark = decoder_for(data, self._recipe.invalid_bytes)
            data = data[mark:]
        return self._settle_line_ends(self._decoder.decode(data, final=self.ended))

    def report(self) -> FileReport:
        """What was found; to be asked when all was read."""
        assert self._decoder is not None
        encoding, bad, first = self._decoder.encoding, self._decoder.bad_bytes, self._decoder.first_bad_offset
        return FileReport(self._path, self._size, bad, first, encoding, tuple(self._notes(encoding, bad, first)))

    def _next_bytes(self, size: int) -> bytes:
        wanted = min(size, self.bytes_left)
        try:
            data = self._file.read(wanted) or b""
        except OSError as error:
            raise unreadable(self._path, error) from None
        if wanted and not data:
            raise BadFile(
                self._path,
                f"shrank from {self._size:,} to {self.bytes_read:,} bytes or fewer while it was read",
                "Start again when nothing writes to it",
            )
        self.bytes_read += len(data)
        return data

    def _settle_line_ends(self, text: bytes) -> bytes:
        """As the recipe says; a final CR is held back until it is known whether an LF follows."""
        if self._recipe.line_ends == "keep":
            return text
        text = self._held_cr + text
        self._held_cr = b"\r" if text.endswith(b"\r") and not self.ended else b""
        text = text[: len(text) - len(self._held_cr)]
        return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")

    def _notes(self, encoding: str, bad_bytes: int, first: int | None) -> Iterator[str]:
        if self._size == 0:
            yield f"{shown(self._path)} is empty."
        if bad_bytes:
            count = "1 byte is" if bad_bytes == 1 else f"{bad_bytes:,} bytes are"
            yield f"{shown(self._path)}: {count} not {encoding}, the first at offset {first:,}; {self._fate_of_bad()}."
        if encoding != "UTF-8":
            yield f"{shown(self._path)} was converted from {encoding}."

    def _fate_of_bad(self) -> str:
        fates = {"replace": "replaced by U+FFFD", "skip": "left out", "keep": "kept as they are"}
        return fates[self._recipe.invalid_bytes]
