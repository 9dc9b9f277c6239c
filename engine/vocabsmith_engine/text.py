"""A string as the bytes that are encoded, and as the units in which its places are counted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Int64Array = npt.NDArray[np.int64]

WHITE_SPACE: Final = "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a" + (
    "\u2028\u2029\u202f\u205f\u3000"
)
"""What Unicode calls white space; `str.strip` alone takes U+001C to U+001F too."""

_HALVES: Final = re.compile("([\ud800-\udbff])([\udc00-\udfff])|[\ud800-\udfff]")


def to_bytes(text: str) -> bytes:
    """UTF-8 of `text`. Two halves of a surrogate pair are joined; a half alone becomes U+FFFD, as in tiktoken."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return _HALVES.sub(_whole_character, text).encode()


def lone_halves(text: str) -> int:
    """How many halves of surrogate pairs stand alone in `text`, and are encoded as U+FFFD."""
    return 0 if is_well_formed(text) else sum(match[1] is None for match in _HALVES.finditer(text))


def is_well_formed(text: str) -> bool:
    """Whether `text` holds no half of a surrogate pair, and so can be saved as UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def byte_of_character(data: bytes) -> Int64Array:
    """(characters + 1) the byte of a well-formed text that each character begins at, and the end."""
    return np.append(np.flatnonzero((np.frombuffer(data, dtype=np.uint8) & 0xC0) != 0x80), len(data))


def is_partial(data: bytes) -> bool:
    """Whether a byte is part of no whole character."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return True
    return False


def _whole_character(match: re.Match[str]) -> str:
    if match[1] is None:
        return "\ufffd"
    return chr(0x10000 + ((ord(match[1]) - 0xD800) << 10) + (ord(match[2]) - 0xDC00))


@dataclass(frozen=True, slots=True, eq=False)
class CharacterPlaces:
    """Where the characters of a text stand, before and after it became bytes.

    Attributes:
        character_of_byte: (bytes + 1) the character each byte belongs to; one more for the end.
        begins_character: (bytes + 1) whether a character begins at this byte; the end counts as a beginning.
        code_points: (characters + 1) offset of each character in the string as it was given.
        utf16: (characters + 1) the same in UTF-16 units, which Qt counts.
    """

    character_of_byte: Int64Array
    begins_character: npt.NDArray[np.bool_]
    code_points: Int64Array
    utf16: Int64Array

    @classmethod
    def of(cls, text: str, data: bytes) -> CharacterPlaces:
        """Places for `text`, whose bytes (see `to_bytes`) are `data`."""
        values = np.frombuffer(data, dtype=np.uint8)
        begins = np.append((values & 0xC0) != 0x80, True)
        outside_bmp = values[begins[:-1]] >= 0xF0
        return cls(
            character_of_byte=np.cumsum(begins, dtype=np.int64) - 1,
            begins_character=begins,
            code_points=_offsets(_widths_in_code_points(text, len(outside_bmp))),
            utf16=_offsets(1 + outside_bmp.astype(np.int64)),
        )


def _offsets(widths: Int64Array) -> Int64Array:
    return np.concatenate(([0], np.cumsum(widths, dtype=np.int64)))


def _widths_in_code_points(text: str, characters: int) -> Int64Array:
    """1 for each character; 2 where two code points, the halves of a surrogate pair, became one character."""
    if len(text) == characters:
        return np.ones(characters, dtype=np.int64)
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    joined = ((points[:-1] >> 10) == 0xD800 >> 10) & ((points[1:] >> 10) == 0xDC00 >> 10)
    widths = np.append(1 + joined.astype(np.int64), 1)
    is_second_half = np.concatenate(([False], joined))
    first_halves: Int64Array = widths[~is_second_half]
    return first_halves
