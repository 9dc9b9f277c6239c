"""The parts of a regular expression as the `regex` module reads them, each with what holds where it stands.

This is no judgement on the expression: it may be one that no engine takes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, Literal

Kind = Literal[
    "literal",
    "dot",
    "anchor",
    "escape",
    "property",
    "set_open",
    "set_close",
    "posix",
    "open",
    "flags",
    "close",
    "alternation",
    "repeat",
    "blank",
]

_PROPERTY: Final = r"(?P<property> \\[pP](?:\{[^}]*\}|[A-Za-z]) )"
_ESCAPE: Final = r"""(?P<escape>
    \\(?: x\{[^}]*\} | u\{[^}]*\} | x[0-9A-Fa-f]{1,2} | u[0-9A-Fa-f]{4} | U[0-9A-Fa-f]{8} | [No]\{[^}]*\}
        | [kg](?:<[^>]*>|'[^']*'|\{[^}]*\}|\d+) | [1-9]\d* | 0[0-7]{0,2} | . ) )"""
_GROUP: Final = (
    r"[:>=!|~] | <[=!] | P?<[^>]*> | '[^']*' | P[=>][^)]* | &\w+ | R | \d+ | \([^)]*\) | [A-Za-z0-9^]*(?:-[a-z]+)?:"
)
_OUTSIDE: Final = re.compile(
    rf"""
      (?P<blank>       \(\?\#[^)]*\) )
    | {_PROPERTY} | {_ESCAPE}
    | (?P<flags>       \(\?(?!R\)|\d+\))[A-Za-z0-9^]*(?:-[a-z]+)?\) )
    | (?P<open>        \((?:\?(?:{_GROUP}))? )
    | (?P<close>       \) )
    | (?P<alternation> \| )
    | (?P<repeat>      [*+?][+?]? | \{{(?:\d+(?:,\d*)?|,\d+)\}}[+?]? )
    | (?P<anchor>      [\^$] )
    | (?P<dot>         \. )
    | (?P<set_open>    \[\^? )
    | (?P<literal>     . )
    """,
    re.VERBOSE | re.DOTALL,
)
_INSIDE: Final = re.compile(
    rf"{_PROPERTY} | {_ESCAPE} | (?P<posix> \[:\^?\w+:\] ) | (?P<set_close> \] ) | (?P<literal> . )",
    re.VERBOSE | re.DOTALL,
)
_COMMENT: Final = re.compile(r"\s|#[^\n]*")
_SET_FLAGS: Final = re.compile(r"\(\?([A-Za-z0-9^]*)(?:-([a-z]+))?[:)]")


@dataclass(frozen=True, slots=True)
class Lexeme:
    """One part of an expression.

    Attributes:
        kind, text: what it is and as it is written.
        begin, end: its code points in the expression.
        group: number of the lexeme that opened the group around it, -1 for none.
        flags: letters of the flags that hold here.
        set_opening: "[" or "[^" between square brackets, "" outside.
        behind: the look-behinds around it, such as ("(?<=", "(?<!").
    """

    kind: Kind
    text: str
    begin: int
    end: int
    group: int
    flags: frozenset[str]
    set_opening: str
    behind: tuple[str, ...]

    @property
    def in_set(self) -> bool:
        """Whether it stands between square brackets."""
        return bool(self.set_opening)


@dataclass(slots=True)
class _Scope:
    """What holds in the group that is open."""

    group: int = -1
    flags: frozenset[str] = frozenset()
    behind: tuple[str, ...] = ()


@dataclass(slots=True)
class _Reading:
    lexemes: list[Lexeme] = field(default_factory=list)
    scopes: list[_Scope] = field(default_factory=lambda: [_Scope()])
    set_opening: str = ""

    def add(self, kind: Kind, text: str, begin: int) -> None:
        """Notes a lexeme, and what holds from it on."""
        if kind == "close" and len(self.scopes) > 1:
            self.scopes.pop()
        scope = self.scopes[-1]
        lexeme = Lexeme(kind, text, begin, begin + len(text), scope.group, scope.flags, self.set_opening, scope.behind)
        self.lexemes.append(lexeme)
        if kind == "open":
            behind = (*scope.behind, text) if text in ("(?<=", "(?<!") else scope.behind
            self.scopes.append(_Scope(len(self.lexemes) - 1, _flags_after(text, scope.flags), behind))
        elif kind == "flags":
            scope.flags = _flags_after(text, scope.flags)
        elif kind in ("set_open", "set_close"):
            self.set_opening = text if kind == "set_open" else ""


def lexemes_of(pattern: str) -> tuple[Lexeme, ...]:
    """All of `pattern`, in order and without gaps."""
    reading = _Reading()
    place = 0
    while place < len(pattern):
        kind, text = _next(pattern, place, reading)
        reading.add(kind, text, place)
        place += len(text)
    return tuple(reading.lexemes)


def _next(pattern: str, place: int, reading: _Reading) -> tuple[Kind, str]:
    last = reading.lexemes[-1] if reading.lexemes else None
    if reading.set_opening:
        if pattern[place] == "]" and last is not None and last.kind == "set_open":
            return "literal", "]"  # the first of a set is a member
        found = _INSIDE.match(pattern, place)
    elif "x" in reading.scopes[-1].flags and (blank := _COMMENT.match(pattern, place)):
        return "blank", blank[0]
    else:
        found = _OUTSIDE.match(pattern, place)
    if found is None:  # a backslash at the very end
        return "literal", pattern[place]
    kind: Kind = found.lastgroup  # type: ignore[assignment]
    return kind, found[0]


def _flags_after(text: str, flags: frozenset[str]) -> frozenset[str]:
    written = _SET_FLAGS.fullmatch(text)
    return flags if written is None else (flags | {*written[1]}) - {*(written[2] or "")}
