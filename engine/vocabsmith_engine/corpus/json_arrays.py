"""A JSON array, cut into its elements without parsing them: each is put on a line of its own, as in JSONL.

Only strings, brackets and commas are told apart here; what the elements are is found out by who parses the lines, in
parallel. A text of any size takes the memory of its longest element. A value that is no array is one element.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.corpus.failures import BadFile
from vocabsmith_engine.text_files import TextFile

_BLOCK: Final = 2**20
_BIT: Final = 120 * 2**10
_SPACE: Final = b" \t\r\n"
_QUOTE, _BACKSLASH, _COMMA, _CLOSING_BRACE = b'"\\,}'
_DEPTH: Final = np.zeros(256, np.int64)
_DEPTH[list(b"[{")], _DEPTH[list(b"]}")] = 1, -1
_PARTS_VALUES: Final = np.isin(np.arange(256), list(b"[]{},"))


def element_blocks(text: TextFile, path: Path, check_room: Callable[[int], None]) -> Iterator[tuple[bytes, int]]:
    """The elements of the array in `text` on lines, in blocks, with the number of the first in each, from 1.

    Raises BadFile, naming the element, when it is no array after all: it does not end, or goes on after its end.
    """
    first, size = 1, 0
    lines: list[bytes] = []
    for element in _elements(_bits(text), path, check_room):
        lines.append(element.replace(b"\n", b"\r"))  # space between tokens, and as wrong as it was in a string
        size += len(element)
        if size >= _BLOCK:
            yield b"\n".join(lines), first
            first += len(lines)
            lines, size = [], 0
    if lines:
        yield b"\n".join(lines), first


def _bits(text: TextFile) -> Iterator[bytes]:
    while not text.ended:
        yield text.read(_BIT)


def _elements(bits: Iterator[bytes], path: Path, check_room: Callable[[int], None]) -> Iterator[bytes]:
    data = b""
    for bit in bits:
        if data := (data + bit).lstrip(_SPACE):
            break
    if data[:1] == b"[":
        yield from _ArrayCutter(path, check_room).elements(data[1:], bits)
    elif data:
        yield _whole(data, bits, check_room)


def _whole(data: bytes, bits: Iterator[bytes], check_room: Callable[[int], None]) -> bytes:
    parts, length = [data], len(data)
    for bit in bits:
        check_room(length)
        parts.append(bit)
        length += len(bit)
    return b"".join(parts)


class _ArrayCutter:
    """Finds the elements of an array; `_depth` brackets are open inside of it."""

    def __init__(self, path: Path, check_room: Callable[[int], None]) -> None:
        self._path = path
        self._check_room = check_room
        self._number = 0
        self._parts: list[bytes] = []  # of an element that is not at its end yet
        self._length = 0
        self._depth = 0
        self._in_string = False
        self._escaped = False  # is the next byte behind an odd number of backslashes?
        self._ended = False

    def elements(self, data: bytes, bits: Iterator[bytes]) -> Iterator[bytes]:
        """Those in `data`, which begins behind the bracket, and the `bits` after it."""
        for part in chain([data], bits):
            begin = 0
            for end in self._ends_in(part):
                if element := self._finished(part[begin:end]):
                    yield element
                begin = end + 1
            self._hold(part[begin:])
        if not self._ended:
            raise self._bad("ends")

    def _ends_in(self, data: bytes) -> Iterator[int]:
        """Where elements end in `data`: at commas, and at the bracket that ends the array."""
        values = np.frombuffer(data, np.uint8)
        quotes = self._quotes_in(data, values)
        places = np.flatnonzero(_PARTS_VALUES[values])
        places = places[(np.searchsorted(quotes, places) + self._in_string) % 2 == 0]
        depths = self._depth + np.cumsum(_DEPTH[values[places]])
        self._in_string ^= len(quotes) % 2 == 1
        self._depth = int(depths[-1]) if len(depths) else self._depth
        for place in places[(depths < 0) | ((depths == 0) & (values[places] == _COMMA))].tolist():
            if self._ended:
                return
            if data[place] == _CLOSING_BRACE:
                raise self._bad("has a brace too many")
            self._ended = data[place] != _COMMA
            yield place

    def _quotes_in(self, data: bytes, values: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
        """Places of the quotes that begin or end a string: those with an even number of backslashes before them."""
        quotes = np.flatnonzero(values == _QUOTE)
        after_backslash = (values[quotes - 1] == _BACKSLASH) | (quotes == 0)
        escaped = [place for place in quotes[after_backslash].tolist() if self._is_escaped(data, place)]
        self._escaped = self._is_escaped(data, len(data))
        return np.setdiff1d(quotes, escaped, assume_unique=True)

    def _is_escaped(self, data: bytes, place: int) -> bool:
        """Is what stands at `place` behind an odd number of backslashes?"""
        begin = place
        while begin and data[begin - 1] == _BACKSLASH:
            begin -= 1
        return ((place - begin) % 2 == 1) ^ (begin == 0 and self._escaped)

    def _finished(self, end: bytes) -> bytes:
        element = b"".join([*self._parts, end]).strip(_SPACE)
        self._parts, self._length = [], 0
        if not element and not (self._ended and self._number == 0):
            raise self._bad("has nothing")
        self._number += bool(element)
        return element

    def _hold(self, part: bytes) -> None:
        if self._ended and part.strip(_SPACE):
            raise BadFile(self._path, "goes on after the end of its JSON array", "Make it JSONL if there is more")
        self._parts.append(part)
        self._length += len(part)
        if self._length > _BLOCK:
            self._check_room(self._length)

    def _bad(self, what: str) -> BadFile:
        where = f"after element {self._number:,}" if self._number else "before its first element"
        return BadFile(self._path, f"is no JSON array: it {what} {where}", "Get it again, or leave it out")
