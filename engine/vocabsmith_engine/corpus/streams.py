"""Bytes that come one after the other, with a look at the next ones."""

from __future__ import annotations

from typing import Protocol


class ByteStream(Protocol):
    """What hands out bytes from front to back."""

    def read(self, size: int) -> bytes:
        """The next `size` bytes or fewer; none at the end only. Raises BadFile."""


class Peekable:
    """A stream whose next bytes can be looked at before they are read."""

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream
        self._ahead = b""
        self._ended = False  # a terminal would be asked again

    @property
    def ahead(self) -> int:
        """How many bytes were looked at and not read."""
        return len(self._ahead)

    def peek(self, size: int) -> bytes:
        """The next `size` bytes, fewer at the end only; they are still to be read."""
        parts, length = [self._ahead], len(self._ahead)
        while length < size and (data := self._read_on(size - length)):
            parts.append(data)
            length += len(data)
        self._ahead = b"".join(parts)
        return self._ahead[:size]

    def unread(self, data: bytes) -> None:
        """Put back what was read last."""
        self._ahead = data + self._ahead

    def read(self, size: int) -> bytes:
        """The next `size` bytes or fewer; none at the end only."""
        if not self._ahead:
            return self._read_on(size)
        data, self._ahead = self._ahead[:size], self._ahead[size:]
        return data

    def _read_on(self, size: int) -> bytes:
        data = b"" if self._ended else self._stream.read(size)
        self._ended = self._ended or (size > 0 and not data)
        return data
