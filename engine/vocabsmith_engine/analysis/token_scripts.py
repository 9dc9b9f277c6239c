"""In which writing system each token is written."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from vocabsmith_engine._script_table import SCRIPT_RANGES
from vocabsmith_engine.analysis.byte_rows import ByteArray, ByteRows, Mask
from vocabsmith_engine.regex_splitting import code_points
from vocabsmith_engine.text import Int64Array
from vocabsmith_engine.unicode_sets import CODE_POINTS, members

# What a character is; of several in a token the largest counts, so that a space before a word says nothing.
_WHITE_SPACE, _DIGIT, _SYMBOL, _FIRST_SCRIPT = 0, 1, 2, 3
_OF_NO_SCRIPT: Final = ("White space", "Digits", "Symbols")
MIXED: Final = len(_OF_NO_SCRIPT) + len(SCRIPT_RANGES)
PARTIAL: Final = MIXED + 1
_NONE: Final = 255

SCRIPT_NAMES: Final = (*_OF_NO_SCRIPT, *SCRIPT_RANGES, "Mixed", "partial")
"""What the numbers of `scripts_of` mean.

- a script, by its name in Unicode ("Latin", "Han"): all characters that belong to a script belong to this one. Spaces,
  digits, punctuation and marks that all scripts share are left out of account, digits of a script's own are not;
- "Mixed": characters of two scripts or more, kanji and kana among them;
- "White space": nothing but white space;
- "Digits": characters that are numbers (category N) in every script, and perhaps white space;
- "Symbols": all else without a character of any script: punctuation, signs, emoji, control characters;
- "partial": some byte is part of no whole character, whatever the others are.
"""

_ROWS_AT_ONCE: Final = 2**16  # so that other threads have their turns meanwhile
_SPACE_OF_SENTENCEPIECE: Final = 0x2581  # ▁


def scripts_of(texts: ByteRows, *, low_line_is_space: bool = False) -> tuple[ByteArray, Mask]:
    """(rows) the script of each as a number into `SCRIPT_NAMES`, and whether it holds a part of a character only.

    `low_line_is_space`: whether ▁ stands for a space.
    """
    scripts = np.zeros(len(texts), dtype=np.uint8)
    for begin in range(0, len(texts), _ROWS_AT_ONCE):
        rows = texts.part(begin, begin + _ROWS_AT_ONCE)
        scripts[begin : begin + len(rows)] = _scripts_of_some(rows, low_line_is_space)
    return scripts, scripts == PARTIAL


def _scripts_of_some(texts: ByteRows, low_line_is_space: bool) -> ByteArray:
    points, firsts = _characters_of(texts)
    classes = _classes()[points]
    if low_line_is_space:
        classes[points == _SPACE_OF_SENTENCEPIECE] = _WHITE_SPACE
    largest: ByteArray = np.maximum.reduceat(classes, firsts)
    classes[classes < _FIRST_SCRIPT] = _NONE
    smallest = np.minimum.reduceat(classes, firsts)
    largest[(largest >= _FIRST_SCRIPT) & (largest != smallest) & (largest != PARTIAL)] = MIXED
    return largest


def _characters_of(texts: ByteRows) -> tuple[npt.NDArray[np.uint32], Int64Array]:
    """Code points of all rows, a line feed behind each row, and (rows) the place of the first of each.

    The line feeds keep the end of one row and the beginning of the next from being read as one character. A byte that
    is part of no character is one by itself, an escaped one.
    """
    places = np.arange(len(texts), dtype=np.int64)
    separated = np.insert(texts.data, texts.offsets[1:], ord("\n"))
    points = code_points(separated.tobytes().decode("utf-8", "surrogateescape"))
    widths = 1 + (points >= 0x80).astype(np.uint8) + (points >= 0x800) + (points >= 0x10000)
    widths[(points >= 0xDC80) & (points <= 0xDCFF)] = 1
    begins = np.zeros(len(separated) + 1, dtype=np.bool_)
    begins[np.cumsum(widths, dtype=np.int64)] = True  # behind each character
    number = np.cumsum(begins, dtype=np.int64)
    return points, number[texts.offsets[:-1] + places]


@cache
def _classes() -> ByteArray:
    """(code points) what each is, as numbers into `SCRIPT_NAMES`."""
    classes = np.full(CODE_POINTS, _SYMBOL, dtype=np.uint8)
    classes[members("N")] = _DIGIT
    classes[members("White_Space")] = _WHITE_SPACE
    for number, ranges in enumerate(SCRIPT_RANGES.values(), start=_FIRST_SCRIPT):
        for first, last in _ranges(ranges):
            classes[first : last + 1] = number
    classes[0xDC80:0xDD00] = PARTIAL
    return classes


def _ranges(written: str) -> Iterator[tuple[int, int]]:
    for each in written.split():
        first, _, last = each.partition("-")
        yield int(first, 16), int(last or first, 16)
