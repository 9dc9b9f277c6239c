r"""Repetitions and anchors that the engines read differently.

Oniguruma is the engine of Hugging Face's `tokenizers`, in the syntax that is its default (doc/RE of the library).
fancy-regex, over the crate `regex`, is that of `tiktoken` (docs.rs/fancy-regex, docs.rs/regex). `regex` is the module
for Python (its page on PyPI). Each sentence was found true of the libraries themselves: every rule has a witness.
"""

from __future__ import annotations

from typing import Final

from vocabsmith_engine.analysis.dialect_rule import Rule, Spot

_REFUSED: Final = "Refuses it"
_LOOKS: Final = ("(?=", "(?!", "(?<=", "(?<!")


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


def _repeats_position(spot: Spot) -> bool:
    before = spot.near(-1)
    if not spot.outside("repeat") or before.in_set:
        return False
    if before.kind == "close":
        return spot.lexemes[_opening_of(spot)].text in _LOOKS
    return before.kind == "anchor" or (before.kind == "escape" and before.text[1] in "AbBGKzZ")


def _opening_of(spot: Spot) -> int:
    """Number of the lexeme that opened the group which ends before the spot."""
    depth = 0
    for place in range(spot.place - 1, -1, -1):
        kind = spot.lexemes[place].kind
        depth += (kind == "close") - (kind == "open")
        if depth == 0:
            return place
    return 0


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
        "Gives up after ten million steps at one place, and tokenizers breaks off (it panics)",
        "Finds no match, in good time",
        "Finds no match, in its own time",
        "Take one of the two repetitions away, or write (?>X+) for the inner one",
        ("(a+)+b", "a" * 40),
        _repeats_repetitions,
    ),
    Rule(
        "long run",
        "rare",
        "A repetition before a look-around",
        "Takes runs of any length",
        "Takes runs of up to a million characters; on a longer one tiktoken raises an error",
        "Takes runs of any length",
        "Nothing, unless the text has a million blanks in a row",
        (r"\s+(?!\S)|[\s\S]", " " * 1_000_010 + "a"),
        lambda spot: spot.outside("repeat") and spot.text in ("+", "*", "{1,}", "{0,}") and spot.near(1).text in _LOOKS,
    ),
    Rule(
        "repeated position",
        "refused",
        "A repetition of what has no length",
        _REFUSED,
        r"Refuses it for look-arounds, \G and \K",
        "Repeats it, which changes nothing or makes it optional",
        "Leave the repetition away, or put (?:…|) around what is optional",
        (r"\b?a", "a"),
        _repeats_position,
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
        lambda spot: (
            spot.outside("anchor")
            and spot.text == "$"
            and "m" not in spot.lexeme.flags
            and not (spot.near(-1).text in ("++", "*+") and spot.near(-2).text == r"\s")  # leaves no line feed behind
        ),
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
)
