r"""Patterns for Oniguruma, the regular expression engine of Hugging Face's tokenizers.

It reads some of the syntax of the `regex` module in another way, and without a word. Such a construct is rewritten
where one form means the same in both, and refused otherwise:

    X{1,3}+     a repetition there, not possessive      ->  (?>X{1,3})
    X{3}?       optional there, not lazy                ->  X{3}
    [[] []]     a set inside a set there                ->  [\[] [\]]
    ^ $ \Z      ends of lines there                     refused
    (?s: (?m:   other letters for other flags there      refused, with named groups and all that is rare
"""

from __future__ import annotations

import re
from typing import Final

from vocabsmith_engine.errors import FormatError

_SET_ENTRY: Final = r"\\[pP]\{[^}]*\}|\\.|[^\]\\]"

_LEXEME: Final = re.compile(
    rf"""
      (?P<escape>  \\(?:[pP]\{{[^}}]*\}}|x[0-9A-Fa-f]{{2}}|u[0-9A-Fa-f]{{4}}|.) )
    | (?P<set>     \[\^?\]?(?:{_SET_ENTRY})*\] )
    | (?P<open>    \((?:\?(?:[:>=!]|<[=!]|i:))?(?!\?) )
    | (?P<special> \(\?[^:)>]*[:)>]? )
    | (?P<close>   \) )
    | (?P<repeat>  (?:[*+?]|\{{\d+(?:,\d*)?\}}|\{{,\d+\}})[+?]? )
    | (?P<anchor>  [\^$] )
    | (?P<literal> . )
    """,
    re.VERBOSE | re.DOTALL,
)

_SAME_ESCAPES: Final = frozenset("pPsSdDwWbBnrtfvxuA")
_IGNORE_CASE: Final = "(?i)"


def to_oniguruma(pattern: str) -> str:
    """The pattern that Oniguruma reads as `regex` reads this one. Raises FormatError if none is known.

    A pattern for which this returns the pattern itself means the same to both.
    """
    writer = _Writer(pattern)
    rest = pattern
    if pattern.startswith(_IGNORE_CASE):
        writer.parts.append(_IGNORE_CASE)
        rest = pattern[len(_IGNORE_CASE) :]
    for lexeme in _LEXEME.finditer(rest):
        writer.add(lexeme.lastgroup or "", lexeme[0])
    return "".join(writer.parts)


class _Writer:
    """Collects the rewritten pattern, and knows where the last thing that can be repeated begins."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.parts: list[str] = []
        self._atom = 0
        self._open: list[int] = []

    def add(self, kind: str, text: str) -> None:
        if kind == "repeat":
            self._repeat(text)
        elif kind == "close":
            self._atom = self._open.pop() if self._open else len(self.parts)
            self.parts.append(text)
        else:
            self._begin(kind, text)

    def _begin(self, kind: str, text: str) -> None:
        self._atom = len(self.parts)
        if kind in ("special", "anchor") or (kind == "escape" and text[1].isalnum() and text[1] not in _SAME_ESCAPES):
            raise self._refused(text)
        if kind == "open":
            self._open.append(self._atom)
        self.parts.append(self._rewritten_set(text) if kind == "set" else text)

    def _repeat(self, text: str) -> None:
        if text.startswith("{") and text.endswith("+"):
            self.parts[self._atom :] = ["(?>", *self.parts[self._atom :], text[:-1], ")"]
        elif text.endswith("}?") and "," not in text:
            self.parts.append(text[:-1])
        else:
            self.parts.append(text)

    def _rewritten_set(self, text: str) -> str:
        opening = "[^" if text.startswith("[^") else "["
        inside = text[len(opening) : -1]
        if "[:" in inside or "&&" in inside:
            raise self._refused(text)
        first = "\\]" if inside.startswith("]") else ""
        entries = re.findall(_SET_ENTRY, inside.removeprefix("]") if first else inside, re.DOTALL)
        return opening + first + "".join("\\[" if entry == "[" else entry for entry in entries) + "]"

    def _refused(self, construct: str) -> FormatError:
        return FormatError(
            f"{construct!r} in the expression {self.pattern!r}",
            "is read in another way by Hugging Face's tokenizers, or not at all",
            r"Write it without (for example [\s\S] for any character), or save in another format",
        )
