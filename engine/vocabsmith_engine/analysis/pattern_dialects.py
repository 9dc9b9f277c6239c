r"""Where the engines that users of a tokenizer have read a pattern differently.

Hugging Face's `tokenizers` uses Oniguruma, `tiktoken` uses fancy-regex, Python programs the `regex` module, with whose
eyes Vocabsmith reads expressions too. None of them says a word where it reads a pattern in its own way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from vocabsmith_engine.analysis.dialect_escapes import RULES as ESCAPE_RULES
from vocabsmith_engine.analysis.dialect_groups import RULES as GROUP_RULES
from vocabsmith_engine.analysis.dialect_repeats import RULES as REPEAT_RULES
from vocabsmith_engine.analysis.dialect_rule import Rule, Severity, Spot
from vocabsmith_engine.analysis.dialect_sets import RULES as SET_RULES
from vocabsmith_engine.analysis.pattern_lexemes import Lexeme, lexemes_of
from vocabsmith_engine.unicode_sets import regex_module

_SECONDS: Final = 0.5
_LONGEST_PROBE: Final = 1_000
_PROBES: Final = "aZ1 é\n\r\t中😀'_-.,#/²\u0301\u200d\x00 नا"


@dataclass(frozen=True, slots=True)
class DialectWarning:
    """A construct of a pattern that the engines do not read alike.

    Attributes:
        begin, end: where it stands first, in code points of the pattern.
        places: all of its places.
        construct: as it is written there; "" if it is about the pattern as a whole.
        key: the rule's name.
        severity: "differs" without a word, "refused" by at least one engine, or "rare": on a few characters only.
        title: the construct in a few words.
        oniguruma: what Oniguruma (tokenizers) makes of it.
        fancy_regex: what fancy-regex (tiktoken) makes of it.
        regex: what the `regex` module (Python, and Vocabsmith) makes of it.
        remedy: what to write in its place.
    """

    begin: int
    end: int
    places: tuple[tuple[int, int], ...]
    construct: str
    key: str
    severity: Severity
    title: str
    oniguruma: str
    fancy_regex: str
    regex: str
    remedy: str


def _never(_spot: Spot) -> bool:
    return False


EMPTY_MATCH: Final = Rule(
    "empty match",
    "refused",
    "It can match the empty string",
    "Cuts off no piece there",
    "tiktoken breaks off (it panics)",
    "Cuts off no piece there; Vocabsmith refuses the expression",
    "Use + in place of *, or make a part compulsory",
    ("a*", "ba"),
    _never,
)
TEXT_LEFT_OUT: Final = Rule(
    "text left out",
    "differs",
    "It does not match all text",
    "What lies between matches is a piece too",
    "tiktoken drops what lies between matches",
    "findall drops what lies between matches; Vocabsmith makes it a piece",
    r"Add |[\s\S] at its end",
    ("[a-z]+", "ab1"),
    _never,
)
NEWER_CHARACTERS: Final = Rule(
    "newer characters",
    "rare",
    "Classes of Unicode",
    "Tables of Unicode 16",
    "Tables of Unicode 16",
    "Tables of Unicode 17 in newer releases; Vocabsmith keeps to 16",
    "Nothing, unless the text has characters of 2025 and later",
    (r"\p{L}", "\U000323b0"),
    lambda spot: spot.kind == "property",
)
RULES: Final[tuple[Rule, ...]] = (*REPEAT_RULES, *GROUP_RULES, *ESCAPE_RULES, *SET_RULES, NEWER_CHARACTERS)
"""Every rule about a construct; `EMPTY_MATCH` and `TEXT_LEFT_OUT` are about patterns as a whole."""


def dialect_warnings(pattern: str) -> tuple[DialectWarning, ...]:
    """What the engines read differently in `pattern`, in the order in which it stands there; one for each construct.

    What concerns the pattern as a whole comes last. The pattern may be one that the `regex` module refuses: Oniguruma
    and fancy-regex take some of those. Never raises. Constructs of 10,000 characters are found in less than half a
    second; what the pattern as a whole matches is tried on short texts, and given up where one takes longer than that.
    """
    return (*_of_constructs(pattern), *_of_all(pattern))


def _of_constructs(pattern: str) -> Iterator[DialectWarning]:
    lexemes = lexemes_of(pattern)
    places: dict[str, list[tuple[int, int]]] = {}
    for place, lexeme in enumerate(lexemes):
        if _is_plain(lexeme):
            continue
        spot = Spot(lexemes, place)
        for rule in RULES:
            if rule.finds(spot):
                places.setdefault(rule.key, []).append((lexeme.begin, lexeme.end))
    by_key = {rule.key: rule for rule in RULES}
    ordered = sorted(places.items(), key=lambda entry: (by_key[entry[0]].severity == "rare", entry[1]))
    return (_warning(by_key[key], pattern, found) for key, found in ordered)


def _is_plain(lexeme: Lexeme) -> bool:
    """A letter or sign that no rule is about: most of a long pattern."""
    return lexeme.kind == "literal" and "i" not in lexeme.flags and not (lexeme.in_set and lexeme.text in "&-~[")


def _of_all(pattern: str) -> Iterator[DialectWarning]:
    regex = regex_module()
    try:
        compiled = regex.compile(pattern)
        whole = [(0, len(pattern))]
        if _matches_nothing(compiled, pattern[:_LONGEST_PROBE]):
            yield _warning(EMPTY_MATCH, "", whole)
        elif not all(compiled.match(probe, timeout=_SECONDS) for probe in _PROBES):
            yield _warning(TEXT_LEFT_OUT, "", whole)
    except (regex.error, ValueError, OverflowError, RecursionError, MemoryError, TimeoutError):
        return  # whoever compiles it says what is wrong with it


def _matches_nothing(compiled: Any, own: str) -> bool:
    """Whether it matches the empty string somewhere in a few texts, of which the pattern's own letters are one."""
    return any(
        match.start() == match.end()
        for probe in ("", _PROBES, *_PROBES, own)
        for match in compiled.finditer(probe, timeout=_SECONDS)
    )


def _warning(rule: Rule, pattern: str, places: Sequence[tuple[int, int]]) -> DialectWarning:
    begin, end = places[0]
    return DialectWarning(
        begin,
        end,
        tuple(places),
        pattern[begin:end],
        rule.key,
        rule.severity,
        rule.title,
        rule.oniguruma,
        rule.fancy_regex,
        rule.regex,
        rule.remedy,
    )
