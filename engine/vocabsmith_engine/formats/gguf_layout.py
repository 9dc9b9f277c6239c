"""The frame of a GGUF file, walked before the `gguf` package reads it.

The package believes every length it finds: a file of 30 bytes can ask for 2⁶⁴ entries, or for arrays in arrays without
end. So the keys and values are first stepped over here, each length held against what is left of the file, and only
they are handed on: a model's tensors are never looked at.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats.json_files import MAX_FILE_SIZE

_MAGIC: Final = b"GGUF"
_HEADER: Final = struct.Struct("<4sIQQ")
_VERSIONS: Final = (2, 3)
_STRING, _ARRAY = 8, 9
_SIZES: Final = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
_MOST_VALUES: Final = 2**24


def metadata_of(path: Path) -> bytes:
    """A GGUF file of the same keys and values and no tensors. Raises FormatError for lengths that do not fit."""
    with path.open("rb") as file:
        content = file.read(MAX_FILE_SIZE)
    if len(content) < _HEADER.size or not content.startswith(_MAGIC):
        raise FormatError(str(path), "is no GGUF file", "Choose a file that llama.cpp can load")
    magic, version, _, count = _HEADER.unpack_from(content)
    if version not in _VERSIONS:
        rule = f"is GGUF of version {version}, or written for another order of bytes"
        raise FormatError(str(path), rule, "Use version 2 or 3, little-endian")
    walk = _Walk(path, content, _HEADER.size)
    walk.keys_and_values(count)
    return _HEADER.pack(magic, version, 0, count) + content[_HEADER.size : walk.at]


@dataclass
class _Walk:
    """Steps over values; `at` is the offset of the next one, and `values` how many were met."""

    path: Path
    content: bytes
    at: int
    values: int = 0

    def keys_and_values(self, count: int) -> None:
        for _ in range(self._checked_count(count, 12)):
            self._string()
            self._value(self._number("<I"))

    def _value(self, kind: int) -> None:
        if kind == _STRING:
            self._string()
        elif kind == _ARRAY:
            self._array()
        else:
            self._skip(self._size_of(kind))

    def _array(self) -> None:
        kind, length = self._number("<I"), self._number("<Q")
        if kind == _STRING:
            for _ in range(self._checked_count(length, 8)):
                self._string()
        elif kind == _ARRAY:
            raise self._error("holds an array of arrays, which no tokenizer needs")
        else:
            self._skip(self._size_of(kind) * self._checked_count(length, 1))

    def _string(self) -> None:
        self._skip(self._number("<Q"))

    def _size_of(self, kind: int) -> int:
        if kind not in _SIZES:
            raise self._error(f"holds a value of the unknown type {kind}")
        return _SIZES[kind]

    def _number(self, form: str) -> int:
        begin = self.at
        self._skip(struct.calcsize(form))
        number: int = struct.unpack_from(form, self.content, begin)[0]
        return number

    def _checked_count(self, count: int, least_size: int) -> int:
        """`count`, if so many values of at least `least_size` bytes can still follow."""
        self.values += count
        if count * least_size > len(self.content) - self.at or self.values > _MOST_VALUES:
            raise self._error(f"promises {count:,} values more")
        return count

    def _skip(self, size: int) -> None:
        if size > len(self.content) - self.at:
            raise self._error(f"promises {size:,} bytes more")
        self.at += size

    def _error(self, rule: str) -> FormatError:
        return FormatError(f"{self.path}: offset {self.at}", rule, "The file is damaged, or no tokenizer: use another")
