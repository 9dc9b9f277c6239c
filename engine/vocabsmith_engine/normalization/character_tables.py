"""What single characters become, under the steps that look at one at a time."""

from __future__ import annotations

from functools import cache
from typing import Final

import unicodedata2

from vocabsmith_engine.byte_alphabet import spell

# Cased letters of Unicode 15 to 17, which Python may not know: as in the Rust libraries, whose tables are those of 17.
_NEW_LOWER_CASE: Final = {
    0x1C89: 0x1C8A,
    0xA7CB: 0x0264,
    0xA7CC: 0xA7CD,
    0xA7CE: 0xA7CF,
    0xA7D2: 0xA7D3,
    0xA7D4: 0xA7D5,
    0xA7DA: 0xA7DB,
    0xA7DC: 0x019B,
    **{0x10D50 + place: 0x10D70 + place for place in range(22)},
    **{0x16EA0 + place: 0x16EBB + place for place in range(25)},
}

# Planes without letters in two cases and without marks are left out: looking at them takes most of the time.
_IN_USE: Final = (*range(0x20000), *range(0xE0000, 0xE0200))

_DROPPED_BY_NMT: Final = (*range(1, 9), 0x0B, *range(0x0E, 0x20), 0x7F, 0x8F, 0x9F)
_SPACE_TO_NMT: Final = (
    *(0x09, 0x0A, 0x0C, 0x0D, 0x1680, *range(0x200B, 0x2010), 0x2028, 0x2029, 0x2581, 0xFEFF, 0xFFFD),
)


@cache
def lower_case() -> dict[int, str]:
    """The lower case of each code point that has another one."""
    known = {code: chr(code).lower() for code in _IN_USE if chr(code).lower() != chr(code)}
    return known | {code: chr(lower) for code, lower in _NEW_LOWER_CASE.items()}


@cache
def without_marks() -> dict[int, str]:
    """Nothing for each combining mark of Unicode 16.0."""
    return {code: "" for code in _IN_USE if unicodedata2.category(chr(code))[0] == "M"}


@cache
def nmt() -> dict[int, str]:
    """What sentencepiece's rules for machine translation drop, and what they take for a space."""
    return dict.fromkeys(_DROPPED_BY_NMT, "") | dict.fromkeys(_SPACE_TO_NMT, " ")


class _Glyphs(dict[int, str]):
    """The spelling of each code point that differs from it; made when first asked for."""

    def __contains__(self, code: object) -> bool:
        return isinstance(code, int) and not 0x21 <= code < 0x7F

    def __missing__(self, code: int) -> str:
        spelled = self[code] = spell(chr(code).encode("utf-8", "surrogateescape"))
        return spelled


GLYPHS: Final = _Glyphs()
