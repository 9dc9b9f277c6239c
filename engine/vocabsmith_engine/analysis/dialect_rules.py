r"""Repetitions, anchors, flags, groups and references that the engines read differently.

Oniguruma is the engine of Hugging Face's `tokenizers`, in the syntax that is its default (doc/RE of the library).
fancy-regex, over the crate `regex`, is that of `tiktoken` (docs.rs/fancy-regex, docs.rs/regex). `regex` is the module
for Python (its page on PyPI). Each sentence was found true of the libraries themselves: every rule has a witness.
"""

from __future__ import annotations

import re
from typing import Final

from vocabsmith_engine.analysis.dialect_rule import Rule, Spot

_REFUSED: Final = "Refuses it"
_POSSESSIVE: Final = re.compile(r"[*+?]\+")
_FLAGS: Final = re.compile(r"\(\?([A-Za-z0-9^]*)(?:-([a-z]*))?[:)]")


def _letters(spot: Spot) -> frozenset[str]:
    """The flags that are switched on or off here."""
    found = _FLAGS.fullmatch(spot.text) if spot.outside("open", "flags") else None
    return frozenset() if found is None else frozenset(found[1] + (found[2] or ""))


def _is_late_flag(spot: Spot) -> bool:
    """Flags in the middle of a group that has alternatives behind them."""
    if spot.kind != "flags" or spot.place == 0 or spot.near(-1).kind in ("open", "flags", "alternation"):
        return False
    group = spot.lexeme.group
    for later in spot.lexemes[spot.place + 1 :]:
        if later.kind == "close" and later.group < group:
            return False
        if later.kind == "alternation" and later.group == group:
            return True
    return False


def _captures(text: str) -> bool:
    return text == "(" or (text.startswith(("(?<", "(?P<", "(?'")) and text not in ("(?<=", "(?<!"))


def _has_names(spot: Spot) -> bool:
    return any(each.kind == "open" and each.text != "(" and _captures(each.text) for each in spot.lexemes)


def _repeats_repetitions(spot: Spot) -> bool:
    """A repeated group of which an alternative is one repeated atom, with something behind it that may fail."""
    if not spot.outside("repeat") or spot.text not in ("+", "*", "{1,}", "{0,}") or spot.near(-1).kind != "close":
        return False
    if spot.near(1).kind in ("blank", "alternation", "close"):  # nothing follows
        return False
    opening = _opening_of(spot)
    inner = spot.lexemes[opening + 1 : spot.place - 1]
    alternatives = any(each.kind == "alternation" and each.group == opening for each in inner)
    if not (spot.lexemes[opening].text == "(" or (spot.lexemes[opening].text == "(?:" and alternatives)):
        return False
    return any(
        each.text == "+"
        and each.kind == "repeat"
        and each.group == opening
        and (place < 2 or inner[place - 2].kind == "alternation")
        and (place + 1 == len(inner) or inner[place + 1].kind == "alternation")
        for place, each in enumerate(inner)
    )


def _opening_of(spot: Spot) -> int:
    """Number of the lexeme that opened the group which ends before the spot."""
    depth = 0
    for place in range(spot.place - 1, -1, -1):
        kind = spot.lexemes[place].kind
        depth += (kind == "close") - (kind == "open")
        if depth == 0:
            return place
    return 0


def _is_loose_atomic_behind(spot: Spot) -> bool:
    """Inside a look-behind, what gives nothing back and has no fixed length."""
    if not spot.lexeme.behind:
        return False
    if spot.outside("repeat"):
        return bool(_POSSESSIVE.fullmatch(spot.text))
    if spot.text != "(?>":
        return False
    return any(each.kind == "repeat" and each.text[0] in "*+?" and each.group == spot.place for each in spot.lexemes)


RULES: Final[tuple[Rule, ...]] = (
    Rule(
        "possessive interval",
        "differs",
        "A counted repetition with + behind it",
        "Repeats the counted part again and again",
        "Gives nothing back (possessive)",
        "Gives nothing back (possessive)",
        "Write (?>X{1,3}), or X{1,3} where nothing is ever given back",
        ("a{1,2}+", "aaaaa"),
        lambda spot: spot.outside("repeat") and spot.text[0] == "{" and spot.text[-1] == "+",
    ),
    Rule(
        "lazy exact count",
        "differs",
        "An exact count with ? behind it",
        "Makes the counted part optional",
        "Means the same without ?",
        "Means the same without ?",
        "Leave ? away",
        ("ba{2}?", "b"),
        lambda spot: (
            spot.outside("repeat") and spot.text[0] == "{" and spot.text.endswith("}?") and "," not in spot.text
        ),
    ),
    Rule(
        "repeated repetition",
        "refused",
        "A repetition right behind a repetition",
        "Repeats what is repeated",
        _REFUSED,
        _REFUSED,
        "Put the inner one into (?:…), or keep one of the two",
        ("a+*", "aaa"),
        lambda spot: spot.outside("repeat") and spot.near(-1).kind == "repeat",
    ),
    Rule(
        "nested repetition",
        "rare",
        "A repetition inside a repetition",
        "Gives up with an error after ten million steps on one piece",
        "Finds no match, in good time",
        "Finds no match, in its own time",
        "Take one of the two repetitions away, or write (?>X+) for the inner one",
        ("(a+)+b", "a" * 40),
        _repeats_repetitions,
    ),
    Rule(
        "line start",
        "differs",
        "^",
        "The start of every line",
        "The start of the text alone",
        "The start of the text alone",
        r"Write \A for the start of the text, (?<=\n) behind a line feed",
        ("^a", "a\na"),
        lambda spot: spot.outside("anchor") and spot.text == "^" and "m" not in spot.lexeme.flags,
    ),
    Rule(
        "line end",
        "differs",
        "$",
        "The end of every line",
        "The end of the text alone",
        "The end of the text, or the line feed that ends it",
        r"Write (?![\s\S]) for the end of the text, (?=\n) before a line feed",
        ("a$", "a\n"),
        lambda spot: spot.outside("anchor") and spot.text == "$" and "m" not in spot.lexeme.flags,
    ),
    Rule(
        "text end",
        "differs",
        r"\Z",
        "The end of the text, or the line feed that ends it",
        "The end of the text, or the line feed that ends it",
        "The end of the text alone",
        r"Write (?![\s\S]) for the end of the text",
        (r"a\Z", "a\n"),
        lambda spot: spot.outside("escape") and spot.text == r"\Z",
    ),
    Rule(
        "dot under m",
        "differs",
        "A dot under the flag m",
        "Any character, line feeds too: m is its flag for that",
        "Any character but a line feed: m is about ^ and $",
        "Any character but a line feed: m is about ^ and $",
        r"Write [\s\S] or [^\n] for the dot",
        ("(?m).", "\n"),
        lambda spot: spot.outside("dot") and "m" in spot.lexeme.flags and "s" not in spot.lexeme.flags,
    ),
    Rule(
        "flag s",
        "refused",
        "The flag s",
        f"{_REFUSED}: its flag for that is m",
        "The dot takes line feeds too",
        "The dot takes line feeds too",
        r"Write [\s\S] for the dot and leave the flag away",
        ("(?s:a.)", "a\n"),
        lambda spot: "s" in _letters(spot),
    ),
    Rule(
        "rare flag",
        "refused",
        "A flag other than i, m, s and x",
        "Knows some letters of its own, such as W, and refuses the others",
        "Knows u, U and R, and refuses the others",
        "Knows letters of its own, such as a, f, r, V0 and V1, and refuses the others",
        "Do without the flag",
        (r"(?a:\w)", "é"),
        lambda spot: bool(_letters(spot) - frozenset("imsx")),
    ),
    Rule(
        "late flag",
        "differs",
        "Flags in the middle, with alternatives behind",
        "The alternatives behind belong to what follows the flags",
        "The alternatives stay those of the whole group",
        "The alternatives stay those of the whole group",
        "Write (?i:…) around what the flags are for",
        ("a(?i)b|c", "aBC"),
        _is_late_flag,
    ),
    Rule(
        "(?P…)",
        "refused",
        "A group or reference that begins with (?P",
        _REFUSED,
        "Reads it as Python does",
        "Reads it as Python does",
        "Write (?:…): a pattern that cuts needs no names",
        ("(?P<n>a)", "a"),
        lambda spot: spot.outside("open") and spot.text.startswith(("(?P<", "(?P=", "(?P>")),
    ),
    Rule(
        "quoted name",
        "refused",
        "A group with its name in quotes",
        "A named group",
        "A named group",
        _REFUSED,
        "Write (?:…): a pattern that cuts needs no names",
        ("(?'n'a)", "a"),
        lambda spot: spot.outside("open") and spot.text.startswith("(?'"),
    ),
    Rule(
        "group of regex",
        "refused",
        "A group that calls, chooses or shares numbers",
        _REFUSED,
        _REFUSED,
        "Knows (?R), (?1), (?&n), (?(DEFINE)…) and (?|…)",
        "Write the group out where it is used",
        ("(a)(?1)", "aa"),
        lambda spot: (
            spot.outside("open")
            and (spot.text.startswith(("(?R", "(?&", "(?|", "(?(DEFINE)")) or spot.text[2:3].isdigit())
        ),
    ),
    Rule(
        "absent group",
        "refused",
        "(?~…), all without",
        "The longest text that does not hold it",
        "The longest text that does not hold it",
        _REFUSED,
        r"Write (?:(?!…)[\s\S])*",
        ("(?~ab)", "xxab"),
        lambda spot: spot.outside("open") and spot.text == "(?~",
    ),
    Rule(
        "look around behind",
        "refused",
        "A look-around inside a look-behind",
        _REFUSED,
        "Looks",
        "Looks",
        "Put the look-arounds side by side",
        ("(?<=a(?=d))d", "ad"),
        lambda spot: bool(spot.lexeme.behind) and spot.outside("open") and spot.text in ("(?=", "(?!", "(?<!"),
    ),
    Rule(
        "group behind",
        "refused",
        "A capturing group inside (?<!…)",
        _REFUSED,
        "A group",
        "A group",
        "Write (?:…) for the group",
        ("(?<!(a))d", "bd"),
        lambda spot: "(?<!" in spot.lexeme.behind and spot.outside("open") and _captures(spot.text),
    ),
    Rule(
        "possessive behind",
        "refused",
        "What gives nothing back inside a look-behind",
        "Looks",
        f"{_REFUSED}: its length is not fixed",
        "Looks",
        "Write the repetition without + behind it",
        ("(?<=a++)b", "aab"),
        _is_loose_atomic_behind,
    ),
    Rule(
        r"\k",
        "refused",
        r"The reference \k",
        "What the group has matched",
        "What the group has matched",
        _REFUSED,
        r"Write \1 and a group without a name",
        (r"(?<n>a)\k<n>", "aa"),
        lambda spot: spot.outside("escape") and spot.text[1] == "k" and len(spot.text) > 2,
    ),
    Rule(
        r"\g",
        "differs",
        r"The reference \g",
        "Matches as the group would",
        "Matches as the group would",
        "Matches the text that the group has matched",
        r"Write the group out, or \1 for its text",
        (r"(b|a)\g<1>", "ab"),
        lambda spot: spot.outside("escape") and spot.text[1] == "g" and spot.text[2:3] in ("<", "'"),
    ),
    Rule(
        "number beside names",
        "refused",
        "A reference by number beside named groups",
        _REFUSED,
        "What the group has matched",
        "What the group has matched",
        "Write all groups without names",
        (r"(?<n>a)\1", "aa"),
        lambda spot: spot.outside("escape") and spot.text[1] in "123456789" and _has_names(spot),
    ),
)
