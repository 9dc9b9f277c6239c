r"""Patterns of tokenizer.json, which Oniguruma reads, as the `regex` module must be given them.

^ $ \Z \z        at every line there        ->  (?m:^) (?m:$) (?=\n?\Z) \Z
(?m: (?m)        . is any character there   ->  (?s: (?s)
X{1,3}+          a repetition of it there   ->  (?:X{1,3})+
X{3}?            optional there             ->  (?:X{3})?
\w \W \d \D \b   its own sets there         ->  explicit sets
\h \H            hexadecimal digits there   ->  [0-9A-Fa-f] [^0-9A-Fa-f]
\R \X \G \K && [:alpha:] [[a]b] \k<n>       refused, with all that is rare
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

import unicodedata2

from vocabsmith_engine._huggingface_classes import PATTERN_WORD, PATTERN_WORD_IN_SET
from vocabsmith_engine.errors import RecipeError
from vocabsmith_engine.unicode_sets import CODE_POINTS, regex_module, table_of

_PROPERTY: Final = r"\\[pP]\{\^?\w+\}"

_LEXEME: Final = re.compile(
    rf"""
      (?P<property> {_PROPERTY} )
    | (?P<escape>   \\(?:x[0-9A-Fa-f]{{2}}|u[0-9A-Fa-f]{{4}}|x\{{[0-9A-Fa-f]{{1,6}}\}}|.) )
    | (?P<set>      \[\^?(?:{_PROPERTY}|\\.|[^\]\[\\])+\] )
    | (?P<group>    \(\?(?:[:>=!]|<[=!]|[imx]+:) )
    | (?P<flag>     \(\?[im]+\) )
    | (?P<open>     \((?!\?) )
    | (?P<close>    \) )
    | (?P<interval> \{{(?:\d+,?\d*|,\d+)\}}[+?]? )
    | (?P<repeat>   [*+?][+?]? )
    | (?P<anchor>   [\^$] )
    | (?P<literal>  [^\[(] )
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPES: Final = {
    "w": f"[{PATTERN_WORD}]",
    "W": f"[^{PATTERN_WORD}]",
    "b": f"(?:(?<=[{PATTERN_WORD}])(?![{PATTERN_WORD}])|(?<![{PATTERN_WORD}])(?=[{PATTERN_WORD}]))",
    "B": f"(?:(?<=[{PATTERN_WORD}])(?=[{PATTERN_WORD}])|(?<![{PATTERN_WORD}])(?![{PATTERN_WORD}]))",
    "h": "[0-9A-Fa-f]",
    "H": "[^0-9A-Fa-f]",
    "z": r"\Z",
    "Z": r"(?=\n?\Z)",
}
_SAME_ESCAPES: Final = frozenset("sSnrtfvaeAxu")
_LETTER_FLAGS: Final = {"i": "i", "m": "s", "x": "x"}
_CLASS_IN_A_RANGE: Final = re.compile(r"(?<!\\)-(?=\\[pPwWdDsSh])|\\(?:[pP]\{\^?\w+\}|[wWdDsSh])-")
_REMEDY: Final = "Use a tokenizer.json whose pattern does without"


def from_oniguruma(pattern: str) -> str:
    """The pattern that `regex` reads as Oniguruma reads this one. Raises RecipeError if none is known.

    A pattern without a construct that differs comes back as it is.
    """
    return _Reader(pattern).read()


class _Reader:
    """Writes the pattern anew, and knows where the last thing that can be repeated begins."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._parts: list[str] = []
        self._atom = 0
        self._open: list[int] = []

    def read(self) -> str:
        place = 0
        while place < len(self._pattern):
            lexeme = _LEXEME.match(self._pattern, place)
            if lexeme is None:
                raise self._refused(self._pattern[place : place + 8])
            self._add(lexeme.lastgroup or "", lexeme[0])
            if lexeme.lastgroup == "flag" and place:  # there it holds up to the end of its group
                raise self._refused(lexeme[0])
            place = lexeme.end()
        return "".join(self._parts)

    def _add(self, kind: str, text: str) -> None:
        if kind == "interval":
            self._repeat(text)
        elif kind == "repeat":
            self._parts.append(text)
        elif kind == "close":
            self._atom = self._open.pop() if self._open else len(self._parts)
            self._parts.append(text)
        else:
            self._atom = len(self._parts)
            if kind in ("open", "group"):
                self._open.append(self._atom)
            self._parts.append(self._rewritten(kind, text))

    def _repeat(self, text: str) -> None:
        """An interval takes no sign of its own: what follows it repeats it, except a lazy mark on a true range."""
        if text.endswith("+") or (text.endswith("?") and "," not in text):
            self._parts[self._atom :] = ["(?:", *self._parts[self._atom :], text[:-1], ")", text[-1]]
        elif text.endswith("?") and text.startswith("{,"):
            raise self._refused(text)
        else:
            self._parts.append(text)

    def _rewritten(self, kind: str, text: str) -> str:
        if kind == "property":
            return self._property(text, inside_set=False)
        if kind == "escape":
            return self._escape(text)
        if kind == "set":
            return self._set(text)
        if kind in ("group", "flag"):
            return re.sub("[imx]", lambda letter: _LETTER_FLAGS[letter[0]], text)
        return f"(?m:{text})" if kind == "anchor" else text

    def _escape(self, text: str) -> str:
        letter = text[1]
        if letter in "dD":
            return f"[{'^' if letter == 'D' else ''}{explicit('Nd')}]"
        return _ESCAPES.get(letter) or self._plain_escape(text)

    def _plain_escape(self, text: str) -> str:
        if text.startswith(r"\x{"):
            code = int(text[3:-1], 16)
            if code >= CODE_POINTS:
                raise self._refused(text)
            return rf"\U{code:08X}"
        if text[1].isalnum() and text[1] not in _SAME_ESCAPES:
            raise self._refused(text)
        return text

    def _set(self, text: str) -> str:
        opening = "[^" if text.startswith("[^") else "["
        inside = text[len(opening) : -1]
        if "&&" in inside or inside.startswith(":") or _CLASS_IN_A_RANGE.search(inside):
            raise self._refused(text)
        entries = re.findall(rf"{_PROPERTY}|\\x\{{[0-9A-Fa-f]+\}}|\\.|.", inside, re.DOTALL)
        return opening + "".join(map(self._set_entry, entries)) + "]"

    def _set_entry(self, entry: str) -> str:
        if re.fullmatch(_PROPERTY, entry):
            return self._property(entry, inside_set=True)
        if not entry.startswith("\\"):
            return entry
        if entry[1] in "wdh":
            return {"w": PATTERN_WORD_IN_SET, "d": explicit("Nd") or "", "h": "0-9A-Fa-f"}[entry[1]]
        if entry[1] in "WDHbBzZ":
            raise self._refused(entry)
        return self._plain_escape(entry)

    def _property(self, text: str, *, inside_set: bool) -> str:
        """As it is where there is a table of Unicode 16.0, else the explicit set."""
        name = text[3:-1]
        if table_of(name.removeprefix("^")) is not None:
            return text
        negated = (text[1] == "P") != name.startswith("^")
        members = explicit(name.removeprefix("^"))
        if members is None or (negated and inside_set):
            raise self._refused(text)
        return members if inside_set else f"[{'^' if negated else ''}{members}]"

    def _refused(self, construct: str) -> RecipeError:
        return RecipeError(
            f"{construct!r} in the expression {self._pattern!r:.200}",
            "is read by Hugging Face's tokenizers in a way that Vocabsmith has no words for",
            _REMEDY,
        )


@cache
def explicit(name: str) -> str | None:
    """The members of a general category or script in Unicode 16.0 as ranges; None for another property.

    The `regex` module knows later characters as well; those that 16.0 does not know are in no class of it.
    """
    found = [match.span() for match in _members(name)]
    return "".join(rf"\U{begin:08X}-\U{end - 1:08X}" for begin, end in found) or None


def _members(name: str) -> Iterator[re.Match[str]]:
    regex = regex_module()
    kind = "General_Category" if name in _categories() else "Script"
    try:
        return iter(regex.finditer(rf"\p{{{kind}={name}}}+", _known_code_points()))
    except regex.error:
        return iter(())


@cache
def _known_code_points() -> str:
    """Every code point, with a letter of the private area, which no class holds, for those that 16.0 does not know."""
    kinds = (unicodedata2.category(chr(code)) for code in range(CODE_POINTS))
    return "".join("\ue000" if kind in ("Cn", "Co", "Cs") else chr(code) for code, kind in enumerate(kinds))


@cache
def _categories() -> frozenset[str]:
    codes = {unicodedata2.category(chr(code)) for code in range(CODE_POINTS)}
    return frozenset(
        {code for code in codes if not code.startswith("C")} | {code[0] for code in codes} - {"C"} | {"Cc", "Cf"}
    )
