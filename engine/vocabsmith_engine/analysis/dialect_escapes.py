r"""Escapes and properties that the engines read differently. Sources as in `dialect_repeats`."""

from __future__ import annotations

import re
from typing import Final

from vocabsmith_engine.analysis.dialect_rule import Rule, Spot
from vocabsmith_engine.analysis.pattern_lexemes import Lexeme

_REFUSED: Final = "Refuses it"
_ONLY_ONIGURUMA: Final = frozenset("ijlqoyYcCEFIJLQTV")
_LETTERS_OF_SETS: Final = frozenset("abdDfhnNpPrsStuUvwWxo")


def property_name(lexeme: Lexeme) -> str:
    """The property's name as all spellings of it share it, "" for what is no property in braces."""
    if lexeme.kind != "property" or not lexeme.text.endswith("}"):
        return ""
    return re.sub(r"[\s_^-]", "", lexeme.text[3:-1]).lower()


def _is_word(spot: Spot) -> bool:
    if spot.kind == "escape":
        return spot.text[1] in "wW" or (spot.text[1] in "bB" and not spot.lexeme.in_set)
    return property_name(spot.lexeme) == "word"


def _is_octal(spot: Spot) -> bool:
    if spot.kind != "escape":
        return False
    return spot.text[1].isdigit() if spot.lexeme.in_set else spot.text[1] == "0"


RULES: Final[tuple[Rule, ...]] = (
    Rule(
        "word",
        "rare",
        "Word characters",
        r"Bare, also ² and ½; never the joiners U+200C and U+200D",
        "Letters, marks, decimal digits, _ and the joiners",
        "Letters, marks, decimal digits, _ and the joiners",
        r"Write [\p{L}\p{M}\p{Nd}_], and look-arounds with it for \b",
        (r"\w", "a²\u200d"),
        _is_word,
    ),
    Rule(
        r"\h",
        "differs",
        r"\h",
        "A hexadecimal digit",
        "A hexadecimal digit",
        "A blank or a tab",
        r"Write [0-9A-Fa-f], or [ \t]",
        (r"\h", "a "),
        lambda spot: spot.kind == "escape" and spot.text == r"\h",
    ),
    Rule(
        r"\N",
        "differs",
        r"\N",
        "Any character but a line feed; braces behind it are text",
        "Any character but a line feed; braces behind it are text",
        "A character by its name in braces; without them the letter N",
        r"Write [^\n], or the character itself",
        (r"\N", "a"),
        lambda spot: spot.outside("escape") and spot.text[1] == "N",
    ),
    Rule(
        r"\X",
        "refused",
        r"\X",
        "What a reader takes for one character",
        _REFUSED,
        "What a reader takes for one character",
        r"Write (?:\P{M}\p{M}*), which comes near",
        (r"\X", "e\u0301"),
        lambda spot: spot.outside("escape") and spot.text == r"\X",
    ),
    Rule(
        "angle brackets",
        "differs",
        r"\< or \>",
        "The sign itself",
        "The start or the end of a word",
        "The sign itself",
        "Write < or > without the backslash",
        (r"\<a", "<a"),
        lambda spot: spot.outside("escape") and spot.text[1] in "<>",
    ),
    Rule(
        "word edge",
        "differs",
        r"\m or \M",
        "The letter, or half of a control character",
        _REFUSED,
        "The start or the end of a word",
        "Write the letter, or look-arounds",
        (r"\m", "m"),
        lambda spot: spot.outside("escape") and spot.text[1] in "mM",
    ),
    Rule(
        "escape unknown to regex",
        "refused",
        r"\e, \H or \O",
        "Escape, no hexadecimal digit, any character",
        "Escape, no hexadecimal digit, any character",
        _REFUSED,
        r"Write \x1b, [^0-9A-Fa-f] or [\s\S]",
        (r"\O", "a"),
        lambda spot: spot.outside("escape") and spot.text[1] in "eHO",
    ),
    Rule(
        "escape of Oniguruma",
        "refused",
        "A letter that only Oniguruma takes behind a backslash",
        "The letter itself, or a meaning of its own",
        _REFUSED,
        _REFUSED,
        "Write the letter without the backslash, or what is meant",
        (r"\Q", "Q"),
        lambda spot: spot.outside("escape") and spot.text[1] in _ONLY_ONIGURUMA,
    ),
    Rule(
        "letter in a set",
        "refused",
        "A backslash and this letter in a set",
        "The letter itself, or the character it stands for",
        "The letter itself, or refuses it",
        _REFUSED,
        "Write the letter without the backslash, or what is meant",
        (r"[\B]", "B"),
        lambda spot: spot.inside("escape") and spot.text[1].isalpha() and spot.text[1] not in _LETTERS_OF_SETS,
    ),
    Rule(
        r"\x{…}",
        "refused",
        r"\x{…}",
        "The character of that number",
        "The character of that number",
        _REFUSED,
        "Write the character itself",
        (r"\x{41}", "A"),
        lambda spot: spot.kind == "escape" and spot.text.startswith(r"\x{"),
    ),
    Rule(
        r"\u{…}",
        "refused",
        r"\u{…}",
        _REFUSED,
        "The character of that number",
        _REFUSED,
        "Write the character itself",
        (r"\u{41}", "A"),
        lambda spot: spot.kind == "escape" and spot.text.startswith(r"\u{"),
    ),
    Rule(
        r"\U",
        "differs",
        r"\U and eight digits",
        "The letter U and the digits",
        "The character of that number",
        "The character of that number",
        "Write the character itself",
        (r"\U0001F600", "😀"),
        lambda spot: spot.kind == "escape" and len(spot.text) == 10 and spot.text[1] == "U",
    ),
    Rule(
        "byte",
        "differs",
        r"\x80 to \xff",
        "One byte of UTF-8, or refuses it",
        "The character of that number",
        "The character of that number",
        "Write the character itself",
        (r"[\x80-\xff]", "é"),
        lambda spot: spot.kind == "escape" and re.fullmatch(r"\\x[89A-Fa-f][0-9A-Fa-f]", spot.text) is not None,
    ),
    Rule(
        "one hexadecimal digit",
        "refused",
        r"\x with one digit or none",
        "The character of that number",
        _REFUSED,
        _REFUSED,
        r"Write two digits: \x04",
        (r"\x4", "\x04"),
        lambda spot: spot.kind == "escape" and spot.text[1] == "x" and len(spot.text) < 4,
    ),
    Rule(
        "octal",
        "refused",
        r"\0 and octal numbers",
        "The character of that number",
        _REFUSED,
        "The character of that number",
        r"Write \x00 and the like",
        (r"\012", "\n"),
        _is_octal,
    ),
    Rule(
        "bare property",
        "differs",
        r"\p without braces",
        "The letter p, and the letter behind it",
        "The property",
        "The property",
        r"Write \p{L}",
        (r"\pL", "a"),
        lambda spot: spot.kind == "property" and not spot.text.endswith("}"),
    ),
    Rule(
        "property by kind",
        "refused",
        "A property with = or :",
        _REFUSED,
        "Knows kinds such as sc and gc, and no blocks",
        "The property",
        r"Write the value alone: \p{Han}, \p{Lu}",
        (r"\p{sc=Han}", "中"),
        lambda spot: spot.kind == "property" and ("=" in spot.text or ":" in spot.text),
    ),
    Rule(
        "property with Is",
        "refused",
        "A property that begins with Is",
        _REFUSED,
        "The property behind Is",
        "The property behind Is, of scripts and the like",
        "Leave Is away",
        (r"\p{IsHan}", "中"),
        lambda spot: property_name(spot.lexeme).startswith("is"),
    ),
    Rule(
        "block",
        "refused",
        "A block of Unicode, In…",
        "The block",
        _REFUSED,
        "The block",
        "Write its range: [一-鿿]",
        (r"\p{InCJK_Unified_Ideographs}", "中"),
        lambda spot: bool(re.match(r"in(?!herited|scriptional|dic)[a-z]", property_name(spot.lexeme))),
    ),
    Rule(
        "L&",
        "refused",
        r"\p{L&}",
        _REFUSED,
        _REFUSED,
        "Letters with a case",
        r"Write [\p{Lu}\p{Ll}\p{Lt}]",
        (r"\p{L&}", "a"),
        lambda spot: property_name(spot.lexeme) == "l&",
    ),
    Rule(
        "XDigit",
        "refused",
        r"\p{XDigit}",
        "A hexadecimal digit",
        _REFUSED,
        "A hexadecimal digit",
        "Write [0-9A-Fa-f]",
        (r"\p{XDigit}", "a"),
        lambda spot: property_name(spot.lexeme) == "xdigit",
    ),
    Rule(
        "Graph and Print",
        "rare",
        r"\p{Graph} or \p{Print}",
        "With what is invisible, without line separators",
        "Without what is invisible, such as U+200B, in Graph; with line separators in Print",
        "With what is invisible, without line separators",
        r"Write [^\s\p{Cc}] or what is meant",
        (r"\p{Graph}", "\u200b"),
        lambda spot: property_name(spot.lexeme) in ("graph", "print"),
    ),
)
