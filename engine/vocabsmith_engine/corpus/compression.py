"""Compressed files, read as what they hold: gzip, bzip2, xz and Zstandard, told by their first bytes.

A file may hold several compressed parts one after the other; what they hold is read as one. However much a part expands
to, no more than what was asked for is taken at once.
"""

from __future__ import annotations

import bz2
import lzma
import sys
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from vocabsmith_engine.corpus.failures import BadFile
from vocabsmith_engine.corpus.streams import Peekable

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

__all__ = ["MOST_LAYERS", "Compression", "Decompressed", "compression_of", "zstd"]

MOST_LAYERS: Final = 6
"""Of archives and compressed files, each in the one before: some files hold themselves."""

_BLOCK: Final = 32 * 2**10
_MOST_MEMORY: Final = 2**31
"""What some files ask for, and as much as they may get: it is taken as far as their text reaches, not before."""
_LONGEST_MAGIC: Final = 10
_REMEDY: Final = "Get it again, or leave it out"


class _Decompressor(Protocol):
    """What the libraries have in common."""

    @property
    def eof(self) -> bool:
        """Whether the part has ended."""

    @property
    def unused_data(self) -> bytes:
        """What follows the part."""

    @property
    def needs_input(self) -> bool:
        """Whether there is nothing more to give without more data."""

    def decompress(self, data: bytes, /, max_length: int) -> bytes:
        """The next `max_length` bytes or fewer."""


@dataclass(frozen=True, slots=True)
class Compression:
    """A way of compressing.

    Attributes:
        name: what it is called.
        magic: what a part may begin with.
        start: gives what decompresses one part.
    """

    name: str
    magic: tuple[bytes, ...]
    start: Callable[[], _Decompressor]


class _GzipPart:
    """What the other libraries offer of themselves."""

    def __init__(self) -> None:
        self._inflate = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
        self.needs_input = True

    @property
    def eof(self) -> bool:
        return self._inflate.eof

    @property
    def unused_data(self) -> bytes:
        return self._inflate.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        text = self._inflate.decompress(self._inflate.unconsumed_tail + data, max_length)
        self.needs_input = len(text) < max_length and not self._inflate.unconsumed_tail
        return text


def _zstandard_part() -> _Decompressor:
    return zstd.ZstdDecompressor(options={zstd.DecompressionParameter.window_log_max: 31})


def _xz_part() -> _Decompressor:
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MOST_MEMORY)


_SKIPPABLE: Final = tuple(bytes([low, 0x2A, 0x4D, 0x18]) for low in range(0x50, 0x60))
_BZIP2: Final = tuple(b"BZh%d%b" % (level, of) for level in range(1, 10) for of in (b"1AY&SY", b"\x17rE8P\x90"))
_COMPRESSIONS: Final = (
    Compression("gzip", (b"\x1f\x8b\x08",), _GzipPart),
    Compression("bzip2", _BZIP2, bz2.BZ2Decompressor),
    Compression("xz", (b"\xfd7zXZ\0",), _xz_part),
    Compression("Zstandard", (b"\x28\xb5\x2f\xfd", *_SKIPPABLE), _zstandard_part),
)
_DAMAGE: Final = (zlib.error, lzma.LZMAError, zstd.ZstdError, OSError, EOFError, ValueError, MemoryError)


def compression_of(stream: Peekable) -> Compression | None:
    """How what follows is compressed, if it is."""
    head = stream.peek(_LONGEST_MAGIC)
    return next((each for each in _COMPRESSIONS if head.startswith(each.magic)), None)


class Decompressed:
    """What a compressed stream holds. Raises BadFile where it is damaged or ends too soon."""

    def __init__(self, stream: Peekable, compression: Compression, path: Path) -> None:
        self._stream = stream
        self._compression = compression
        self._path = path
        self._part: _Decompressor | None = compression.start()

    def read(self, size: int) -> bytes:
        """The next `size` bytes or fewer; none at the end only."""
        while self._part or self._has_another_part():
            self._part = self._part or self._compression.start()
            text = self._decompress(self._part, size)
            if self._part.eof:
                self._stream.unread(self._part.unused_data)
                self._part = None
            if text:
                return text
        return b""

    def _decompress(self, part: _Decompressor, size: int) -> bytes:
        data = self._stream.read(_BLOCK) if part.needs_input else b""
        if part.needs_input and not data:
            raise BadFile(self._path, f"is cut short: its {self._compression.name} data has no end", _REMEDY)
        try:
            return part.decompress(data, size)
        except _DAMAGE as error:
            detail = str(error).lower().rstrip(".") or "too little memory"
            reason = f"is damaged: its {self._compression.name} data cannot be read ({detail})"
            raise BadFile(self._path, reason, _REMEDY) from None

    def _has_another_part(self) -> bool:
        """Nothing may follow a part but zeros and another one."""
        head = self._stream.peek(_LONGEST_MAGIC)
        while head and not head.strip(b"\0"):
            self._stream.read(len(head))
            head = self._stream.peek(_LONGEST_MAGIC)
        padding = len(head) - len(head.lstrip(b"\0"))
        self._stream.read(padding)
        if head and compression_of(self._stream) is not self._compression:
            raise BadFile(self._path, f"is damaged: something else follows its {self._compression.name} data", _REMEDY)
        return bool(head)
