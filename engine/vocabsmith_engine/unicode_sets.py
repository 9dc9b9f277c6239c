r"""Character classes of Unicode 16.0 in patterns for the `regex` module, whose own tables are of another version.

`unicode_16` writes each property of a pattern as the explicit set of the generated table. Such sets are slow to search,
so `contested` tells the code points on which the module and the table disagree: a text without any of them is cut
alike by the pattern as it was written.

Left to `regex`, and named in a note: `\w`, `\d`, `\b` and their like, POSIX classes, and properties without a table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vocabsmith_engine._unicode_tables import CLASS_RANGES

CODE_POINTS: Final = 0x110000

_LEXEME: Final = re.compile(
    r"""
      \\[pP]\{(?P<braced>[^}]*)\} | \\[pP](?P<letter>[A-Za-z]) | \\(?P<space>[sS])
    | \\(?P<module_class>[wWdDbBmMX]) | \\N\{[^}]*\} | \\.
    | (?P<posix>\[:\^?\w+:\]) | (?P<open_set>\[\^?\]?) | (?P<close_set>\])
    | \(\?\#[^)]*\) | \(\?(?P<flags>[A-Za-z0-9]*)(?P<off>-[a-z]+)?(?P<scope>[:)])
    | (?P<open_group>\() | (?P<close_group>\)) | (?P<comment>\#[^\n]*) | .
    """,
    re.VERBOSE | re.DOTALL,
)

_LONG_NAMES: Final = {
    "letter": "L",
    "number": "N",
    "uppercaseletter": "Lu",
    "titlecaseletter": "Lt",
    "modifierletter": "Lm",
    "otherletter": "Lo",
    "lowercaseletter": "Ll",
    "mark": "M",
    "punctuation": "P",
    "symbol": "S",
    "whitespace": "White_Space",
    "space": "White_Space",
}
_TABLE_OF: Final = {name.lower().replace("_", ""): name for name in CLASS_RANGES} | _LONG_NAMES


@dataclass(slots=True)
class Translation:
    """A pattern whose properties were written out.

    Attributes:
        explicit: the pattern with explicit sets.
        properties: names of the tables that were put in.
        left: classes that still follow the tables of the `regex` module, as they were written.
        folds_properties: a property stands where case is ignored, so that set and property may differ.
    """

    explicit: str = ""
    properties: set[str] = field(default_factory=set)
    left: list[str] = field(default_factory=list)
    folds_properties: bool = False


def unicode_16(pattern: str) -> str:
    """`pattern` with every property that has a table replaced by its explicit Unicode 16.0 set."""
    return translate(pattern).explicit


def translate(pattern: str) -> Translation:
    """Read `pattern` from left to right and write its properties out, inside and outside of sets."""
    reader = _PatternReader(pattern)
    return reader.read()


class _PatternReader:
    """Knows, at each place of a pattern, whether it is inside a set and whether case is ignored."""

    def __init__(self, pattern: str) -> None:
        flags = "".join(match["flags"] for match in _LEXEME.finditer(pattern) if match["scope"] == ")")
        self._pattern = pattern
        self._nested_sets = "V1" in flags
        self._verbose = "x" in flags
        self._ascii_spaces = "a" in flags
        self._ignore_case = [("i" in flags)]
        self._inside_set = False
        self._done = Translation()

    def read(self) -> Translation:
        self._done.explicit = "".join(self._pieces())
        return self._done

    def _pieces(self) -> Iterator[str]:
        position = 0
        while position < len(self._pattern):
            lexeme = _LEXEME.match(self._pattern, position)
            assert lexeme is not None
            written = self._written_in_set(lexeme) if self._inside_set else self._written_outside(lexeme)
            position += len(written)
            yield self._explicit(lexeme) if written == lexeme[0] else written

    def _written_outside(self, lexeme: re.Match[str]) -> str:
        """Follow groups, flags and sets; returns how much of the lexeme is one here."""
        if lexeme["open_set"]:
            self._inside_set = not self._nested_sets
        elif lexeme["scope"] == ":":
            self._ignore_case.append(self._case_after(lexeme))
        elif lexeme["open_group"]:
            self._ignore_case.append(self._ignore_case[-1])
        elif lexeme["close_group"] and len(self._ignore_case) > 1:
            self._ignore_case.pop()
        elif lexeme["comment"] and not self._verbose:
            return "#"
        return lexeme[0]

    def _written_in_set(self, lexeme: re.Match[str]) -> str:
        if lexeme["close_set"]:
            self._inside_set = False
        is_class = lexeme["braced"] or lexeme["letter"] or lexeme["space"] or lexeme["module_class"]
        if is_class or lexeme["posix"] or lexeme[0].startswith("\\"):
            return lexeme[0]
        return lexeme[0][0]

    def _case_after(self, lexeme: re.Match[str]) -> bool:
        if "i" in lexeme["flags"]:
            return True
        return self._ignore_case[-1] and "i" not in (lexeme["off"] or "")

    def _explicit(self, lexeme: re.Match[str]) -> str:
        name, negated = _property_of(lexeme)
        table = _TABLE_OF.get(name)
        if table is None or (lexeme["space"] and self._ascii_spaces):
            if name or lexeme["module_class"] or lexeme["posix"]:
                self._done.left.append(lexeme[0])
            return lexeme[0]
        self._done.properties.add(table)
        self._done.folds_properties |= self._ignore_case[-1]
        if not self._inside_set:
            return f"[{'^' if negated else ''}{CLASS_RANGES[table]}]"
        return _complement_ranges(table) if negated else CLASS_RANGES[table]


def table_of(name: str) -> str | None:
    """The Unicode 16.0 table that a property called `name` has here, or None."""
    return _TABLE_OF.get(re.sub(r"[\s_-]", "", name).lower())


def _property_of(lexeme: re.Match[str]) -> tuple[str, bool]:
    """Name in the spelling of `_TABLE_OF` ("" if the lexeme is no property), and whether it is negated."""
    if lexeme["space"]:
        return "whitespace", lexeme["space"] == "S"
    name = lexeme["braced"] or lexeme["letter"] or ""
    negated = lexeme[0].startswith("\\P") != name.startswith("^")
    plain = re.sub(r"[\s_^-]", "", name).lower()
    return re.sub(r"^(?:generalcategory|gc)[=:]", "", plain), negated


def regex_module() -> Any:
    """The `regex` module, imported when a pattern first needs it: most runs never do."""
    import regex  # type: ignore[import-untyped]  # noqa: PLC0415

    return regex


@cache
def members(table: str) -> npt.NDArray[np.bool_]:
    """For each code point, whether the Unicode 16.0 table `table` holds it; shape (0x110000,)."""
    found = np.zeros(CODE_POINTS, np.bool_)
    for match in re.finditer(r"(\\[uU][0-9A-F]+)(?:-(\\[uU][0-9A-F]+))?", CLASS_RANGES[table]):
        first = int(match[1][2:], 16)
        last = int(match[2][2:], 16) if match[2] else first
        found[first : last + 1] = True
    return found


@cache
def _complement_ranges(table: str) -> str:
    outside = np.flatnonzero(np.diff(~members(table), prepend=False, append=False))
    return "".join(rf"\U{first:08X}-\U{end - 1:08X}" for first, end in outside.reshape(-1, 2).tolist())


@cache
def contested(tables: frozenset[str]) -> npt.NDArray[np.bool_]:
    """For each code point, whether the `regex` module classes it otherwise than one of `tables`; shape (0x110000,)."""
    differing = np.zeros(CODE_POINTS, np.bool_)
    for table in tables:
        differing |= members(table) != _members_in_regex(table)
    return differing


@cache
def _every_code_point() -> str:
    return "".join(map(chr, range(CODE_POINTS)))


@cache
def _members_in_regex(table: str) -> npt.NDArray[np.bool_]:
    found = np.zeros(CODE_POINTS, np.bool_)
    for match in regex_module().finditer(rf"(\p{{{table}}}+)|\P{{{table}}}+", _every_code_point()):
        found[match.start() : match.end()] = match.lastindex == 1
    return found
