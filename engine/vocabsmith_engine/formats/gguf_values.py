"""The keys and values of a GGUF file, each length held against what is left of the file before it is believed.

The `gguf` package writes these files, but its reader is not used: a file of 60 bytes can make it count to 2⁶⁰, and a
vocabulary of 150,000 tokens takes it 7 seconds and half a gigabyte, where this takes 0.2 seconds. What it reads is
compared with this in the tests. A model's tensors, which stand behind, are never looked at.
"""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np

from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats.json_files import cut

_MAGIC: Final = b"GGUF"
_HEADER: Final = struct.Struct("<4sIQQ")
_VERSIONS: Final = (2, 3)
_STRING, _ARRAY = 8, 9
_NUMBERS: Final = {
    kind: np.dtype(name)
    for kind, name in {
        **{0: "<u1", 1: "<i1", 2: "<u2", 3: "<i2", 4: "<u4", 5: "<i4", 6: "<f4"},
        **{7: "?", 10: "<u8", 11: "<i8", 12: "<f8"},
    }.items()
}
_MOST_VALUES: Final = 2**24
_MOST_BYTES: Final = 2**29
_REMEDY: Final = "The file is damaged, or no tokenizer: use another"


def read_values(path: Path) -> dict[str, Any]:
    """Every key with its value: a number, a string, or a list of these. Raises FormatError for a damaged file."""
    with path.open("rb") as file:
        header = file.read(_HEADER.size)
        if len(header) < _HEADER.size or not header.startswith(_MAGIC):
            raise FormatError(str(path), "is no GGUF file", "Choose a file that llama.cpp can load")
        _, version, _, count = _HEADER.unpack(header)
        if version not in _VERSIONS:
            rule = f"is GGUF of version {version}, or written for another order of bytes"
            raise FormatError(str(path), rule, "Use version 2 or 3, little-endian")
        size = os.fstat(file.fileno()).st_size - _HEADER.size
        return _Reading(path, file, min(size, _MOST_BYTES)).keys_and_values(count)


@dataclass
class _Reading:
    """Reads one value after the other; `left` are the bytes that may still be read, `values` those met so far."""

    path: Path
    file: BinaryIO
    left: int
    values: int = 0

    def keys_and_values(self, count: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for _ in range(self._checked_count(count, 12)):
            key = self._string()
            if key in found:
                raise self._error(f"names the key {cut(key)!r} twice")
            found[key] = self._value(self._number("<I"))
        return found

    def _value(self, kind: int) -> Any:
        if kind == _STRING:
            return self._string()
        return self._array() if kind == _ARRAY else self._numbers(kind, 1)[0]

    def _array(self) -> list[Any]:
        kind, length = self._number("<I"), self._number("<Q")
        if kind == _ARRAY:
            raise self._error("holds an array of arrays, which no tokenizer needs")
        if kind == _STRING:
            return [self._string() for _ in range(self._checked_count(length, 8))]
        return self._numbers(kind, self._checked_count(length, 1))

    def _numbers(self, kind: int, count: int) -> list[Any]:
        if kind not in _NUMBERS:
            raise self._error(f"holds a value of the unknown type {kind}")
        numbers: list[Any] = np.frombuffer(self._bytes(count * _NUMBERS[kind].itemsize), _NUMBERS[kind]).tolist()
        return numbers

    def _string(self) -> str:
        content = self._bytes(self._number("<Q"))
        try:
            return content.decode()
        except UnicodeDecodeError:
            raise self._error(f"holds the string {content[:40]!r}, which is not UTF-8") from None

    def _number(self, form: str) -> int:
        number: int = struct.unpack(form, self._bytes(struct.calcsize(form)))[0]
        return number

    def _checked_count(self, count: int, least_size: int) -> int:
        """`count`, if so many values of at least `least_size` bytes can still follow."""
        self.values += count
        if count * least_size > self.left or self.values > _MOST_VALUES:
            raise self._error(f"promises {count:,} values more")
        return count

    def _bytes(self, size: int) -> bytes:
        if size > self.left:
            raise self._error(f"promises {size:,} bytes more")
        self.left -= size
        content = self.file.read(size)
        if len(content) < size:
            raise self._error("was cut while it was read")
        return content

    def _error(self, rule: str) -> FormatError:
        return FormatError(f"{self.path}: offset {self.file.tell()}", rule, _REMEDY)
