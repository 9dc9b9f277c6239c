"""A JSON array, cut into its elements without parsing them: each is put on a line of its own, as in JSONL.

Only strings, brackets and commas are told apart here; what the elements are is found out by who parses the lines, in
parallel. A text of any size takes the memory of its longest element. A value that is no array is one element.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from vocabsmith_engine.corpus.failures import BadFile
from vocabsmith_engine.text_files import TextFile

_BLOCK: Final = 2**20
_BIT: Final = 120 * 2**10
_SPACE: Final = b" \t\r\n"
_TOKEN: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"|["\[\]{},]', re.DOTALL)
_IN_STRING: Final = re.compile(rb'(?:[^"\\]|\\.)*+', re.DOTALL)


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
        self._ended = False

    def elements(self, data: bytes, bits: Iterator[bytes]) -> Iterator[bytes]:
        """Those in `data` and the `bits` after it."""
        yield from self._next(data)
        held = data[self._taken :]
        for bit in bits:
            data = held + bit
            yield from self._next(data)
            held = data[self._taken :]
        if not self._ended:
            raise self._bad("ends")

    def _next(self, data: bytes) -> Iterator[bytes]:
        """Elements that end in `data`; afterwards all up to `_taken` is done with."""
        begin = place = 0
        self._taken = 0
        while place < len(data) and not self._ended:
            if self._in_string:
                place = _IN_STRING.match(data, place).end()  # type: ignore[union-attr]
                if data[place : place + 1] != b'"':
                    break  # the end of the data, or a backslash before it
                self._in_string = False
                place += 1
                continue
            token = _TOKEN.search(data, place)
            if token is None:
                place = len(data)
                break
            place = token.end()
            kind = token[0]
            if kind == b'"':
                self._in_string = True
            elif kind in b"[{":
                self._depth += 1
            elif kind in b"]}" and self._depth:
                self._depth -= 1
            elif kind in b",]" and not self._depth:
                element = self._finished(data[begin : token.start()], last=kind == b"]")
                begin = place
                if element:
                    yield element
            elif kind == b"}":
                raise self._bad("has a brace too many")
        if self._ended:
            if data[place:].strip(_SPACE):
                raise BadFile(self._path, "goes on after the end of its JSON array", "Make it JSONL if there are more")
            self._taken = len(data)
            return
        self._hold(data[begin:place])
        self._taken = place

    def _finished(self, end: bytes, *, last: bool) -> bytes:
        element = b"".join([*self._parts, end]).strip(_SPACE)
        self._parts, self._length = [], 0
        self._ended = last
        if not element and not (last and self._number == 0):
            raise self._bad("has nothing")
        self._number += bool(element)
        return element

    def _hold(self, part: bytes) -> None:
        self._parts.append(part)
        self._length += len(part)
        if self._length > _BLOCK:
            self._check_room(self._length)

    def _bad(self, what: str) -> BadFile:
        where = f"after element {self._number:,}" if self._number else "before its first element"
        return BadFile(self._path, f"is no JSON array: it {what} {where}", "Get it again, or leave it out")
