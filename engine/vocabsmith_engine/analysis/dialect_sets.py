r"""Sets, and letters whose case does not count, that the engines read differently. Sources as in `dialect_repeats`."""

from __future__ import annotations

import sys
from functools import cache
from itertools import takewhile
from typing import Final

from vocabsmith_engine.analysis.dialect_escapes import property_name
from vocabsmith_engine.analysis.dialect_rule import Rule, Spot
from vocabsmith_engine.analysis.pattern_lexemes import Lexeme

_REFUSED: Final = "Refuses it"
_CASED: Final = frozenset(
    (
        *("lu", "ll", "lt", "upper", "lower", "uppercase", "lowercase"),
        *("uppercaseletter", "lowercaseletter", "titlecaseletter"),
    )
)


def _is_negated(lexeme: Lexeme) -> bool:
    return (lexeme.text[1] == "P") != lexeme.text.startswith(("\\p{^", "\\P{^"))


def _is_class(lexeme: Lexeme) -> bool:
    return lexeme.kind in ("property", "posix") or (lexeme.kind == "escape" and lexeme.text[1] in "wWdDsS")


def _is_caseless_class(spot: Spot) -> bool:
    """A property of one case where case does not count, unless Oniguruma folds the set it stands in."""
    if "i" not in spot.lexeme.flags or property_name(spot.lexeme) not in _CASED:
        return False
    return not spot.lexeme.in_set or _is_negated(spot.lexeme)


@cache
def _foldings() -> frozenset[str]:
    """What several characters spell and one, where case does not count, such as "ss" for ß."""
    return frozenset(folded for code in range(sys.maxunicode + 1) if len(folded := chr(code).casefold()) > 1)


def _folds_to_several(spot: Spot) -> bool:
    lexeme = spot.lexeme
    if lexeme.kind != "literal" or "i" not in lexeme.flags:
        return False
    if len(lexeme.text.casefold()) > 1:
        return not lexeme.in_set or spot.lexeme.set_opening == "["
    if lexeme.in_set:
        return False
    return any(_literals(spot, length) in _foldings() for length in (2, 3))


def _literals(spot: Spot, length: int) -> str:
    """So many literals from the spot on, folded, of which none is repeated; "" if there are none."""
    row = [spot.near(by) for by in range(length)]
    if any(each.kind != "literal" or each.in_set for each in row) or spot.near(length).kind == "repeat":
        return ""
    return "".join(each.text for each in row).casefold()


def _is_any_i(spot: Spot) -> bool:
    if spot.kind != "literal" or "i" not in spot.lexeme.flags:
        return False
    if spot.lexeme.in_set and spot.text == "-":
        begin, end = spot.near(-1), spot.near(1)
        if begin.kind == end.kind == "literal":
            return any(begin.text < letter < end.text for letter in "iIİı")
    return spot.text in ("i", "I", "İ", "ı")


def _stands_twice(spot: Spot, sign: str) -> bool:
    return spot.inside("literal") and spot.text == sign and spot.near(1).text == sign and spot.near(1).in_set


def _is_range_with_class(spot: Spot) -> bool:
    if not spot.inside("literal") or spot.text != "-":
        return False
    before, after = spot.near(-1), spot.near(1)
    if after.kind == "set_close" or before.kind == "set_open" or after.text == "-" or before.text == "-":
        return False
    return _is_class(before) or _is_class(after)


def _has_opposite(spot: Spot) -> bool:
    r"""A class in a negated set that has its opposite behind it, such as \D behind \d."""
    own = _class(spot.lexeme)
    if not spot.lexeme.in_set or own is None or spot.lexeme.set_opening == "[":
        return False
    behind = takewhile(lambda each: each.in_set, spot.lexemes[spot.place + 1 :])
    return any(_class(each) == (own[0], not own[1]) for each in behind)


def _class(lexeme: Lexeme) -> tuple[str, bool] | None:
    """Name of a class and whether it is negated."""
    if lexeme.kind == "property":
        return property_name(lexeme), _is_negated(lexeme)
    return (lexeme.text[1].lower(), lexeme.text[1].isupper()) if _is_class(lexeme) and lexeme.kind == "escape" else None


RULES: Final[tuple[Rule, ...]] = (
    Rule(
        "cased property",
        "differs",
        "A property of one case where case does not count",
        "Only characters of that case",
        "Characters of either case",
        "Characters of either case",
        r"Write [\p{Lu}\p{Ll}\p{Lt}], or take the property out of (?i)",
        (r"(?i)\p{Lu}", "a"),
        _is_caseless_class,
    ),
    Rule(
        "folding to several",
        "rare",
        "Letters that one letter spells where case does not count",
        "Takes ß for ss, ﬁ for fi, and the other way round",
        "Compares character by character",
        "Compares character by character",
        "Write both cases out, as in [sS][sS]",
        ("(?i)ss", "ß"),
        _folds_to_several,
    ),
    Rule(
        "dotted i",
        "rare",
        "The letter i where case does not count",
        "i and I",
        "i and I",
        "i and I, with İ or ı too",
        "Write [iI]",
        ("(?i)i", "İ"),
        _is_any_i,
    ),
    Rule(
        "intersection",
        "differs",
        "&& in a set",
        "What both sides have",
        "What both sides have",
        "Two signs & among the others",
        "Write one &, or a look-ahead: (?=[…])[…]",
        ("[a-c&&b-d]", "a"),
        lambda spot: _stands_twice(spot, "&") and spot.near(-1).text != "&",
    ),
    Rule(
        "difference",
        "differs",
        "-- in a set",
        "Hyphens, a range, or refuses it",
        "What the left side has and the right side has not",
        "Hyphens, or a range",
        "Write the hyphen last, or a look-ahead: (?![…])[…]",
        ("[a-z--c]", "c-"),
        lambda spot: _stands_twice(spot, "-") and spot.near(-1).text != "-",
    ),
    Rule(
        "symmetric difference",
        "differs",
        "~~ in a set",
        "Two signs ~ among the others",
        "What one of the two sides has",
        "Two signs ~ among the others",
        "Write one ~",
        ("[a~~b]", "~"),
        lambda spot: _stands_twice(spot, "~") and spot.near(-1).text != "~",
    ),
    Rule(
        "set in a set",
        "differs",
        "[ in a set",
        "A set inside the set",
        "A set inside the set",
        "The sign [",
        r"Write \[ for the sign, or all members in one set",
        ("[[a]b]", "b"),
        lambda spot: spot.inside("literal") and spot.text == "[",
    ),
    Rule(
        "range with a class",
        "refused",
        "A range that begins or ends with a class",
        _REFUSED,
        _REFUSED,
        "The hyphen itself",
        r"Write the hyphen last, or \-",
        (r"[\w-x]", "-"),
        _is_range_with_class,
    ),
    Rule(
        "class and opposite",
        "rare",
        "A class and its opposite in one negated set",
        "No character",
        "No character",
        "Some characters",
        r"Write (?!) for what never matches",
        (r"[^,\d\D]", "a"),
        _has_opposite,
    ),
    Rule(
        "POSIX class",
        "differs",
        "A POSIX class such as [:alpha:]",
        "All of Unicode",
        "ASCII alone",
        "All of Unicode, but ASCII alone for [:digit:]",
        r"Write \p{L}, \p{Nd} and the like",
        ("[[:alpha:]]", "é"),
        lambda spot: spot.kind == "posix" and spot.text not in ("[:ascii:]", "[:^ascii:]", "[:xdigit:]", "[:^xdigit:]"),
    ),
)
