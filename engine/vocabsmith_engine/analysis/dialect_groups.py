r"""Groups, their flags and references to them, that the engines read differently. Sources as in `dialect_repeats`."""

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


def _is_flag_in_group(spot: Spot) -> bool:
    """Flags inside a group that is more than a pair of brackets, with something behind the group."""
    if spot.kind != "flags" or spot.lexeme.group < 0 or spot.lexemes[spot.lexeme.group].text == "(?:":
        return False
    behind = spot.lexemes[spot.place + 1 :]
    end = next((n for n, each in enumerate(behind) if each.kind == "close" and each.group < spot.lexeme.group), None)
    return end is not None and any(each.kind not in ("close", "repeat", "blank") for each in behind[end + 1 :])


def _is_optional_behind(spot: Spot) -> bool:
    """A look-behind, or an alternative of one, made of two or more parts that may all be missing."""
    if not spot.outside("open") or spot.text not in ("(?<=", "(?<!"):
        return False
    parts: list[str] = []  # of an alternative: the repetition of each part, "" for none
    for each in spot.lexemes[spot.place + 1 :]:
        if each.kind in ("close", "alternation"):
            if len(parts) > 1 and all(part.startswith(("?", "*", "{0,", "{,")) for part in parts):
                return True
            parts = []
        if each.kind in ("close", "open"):
            return False
        if each.kind == "repeat":
            parts[-1:] = [each.text]
        elif not each.in_set or each.kind == "set_open":
            parts += [""] * (each.kind not in ("blank", "flags", "alternation", "set_close"))
    return False


def _captures(text: str) -> bool:
    return text == "(" or (text.startswith(("(?<", "(?P<", "(?'")) and text not in ("(?<=", "(?<!"))


def _has_names(spot: Spot) -> bool:
    return any(each.kind == "open" and each.text != "(" and _captures(each.text) for each in spot.lexemes)


def _is_loose_atomic_behind(spot: Spot) -> bool:
    """Inside a look-behind, what gives nothing back and has no fixed length."""
    if not spot.lexeme.behind:
        return False
    if spot.outside("repeat"):
        return bool(_POSSESSIVE.fullmatch(spot.text))
    if spot.text != "(?>":
        return False
    behind = spot.lexemes[spot.place + 1 :]
    end = next((n for n, each in enumerate(behind) if each.kind == "close" and each.group == spot.lexeme.group), 0)
    return any(each.kind == "repeat" and not each.text[1:-1].isdigit() for each in behind[: end + 2])


RULES: Final[tuple[Rule, ...]] = (
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
        "flag that stays",
        "differs",
        "Flags inside a group, to hold up to its end",
        "End with the group",
        "Stay behind the end of the group too",
        "End with the group",
        "Write (?i:…) around what the flags are for",
        ("((?i)b)a", "BA"),
        _is_flag_in_group,
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
        f"{_REFUSED}, or takes (?R) for a flag",
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
        "optional behind",
        "refused",
        "A look-behind of optional parts alone",
        _REFUSED,
        "Looks",
        "Looks",
        "Leave the look-behind away: it may always look at nothing",
        ("(?<=a?c?)b", "b"),
        _is_optional_behind,
    ),
    Rule(
        "line break behind",
        "refused",
        r"\R inside a look-behind",
        "Finds nothing behind a line break",
        _REFUSED,
        "Looks",
        r"Write (?<=\n) or (?<=[\r\n])",
        (r"(?<=\R)d", "\nd"),
        lambda spot: bool(spot.lexeme.behind) and spot.outside("escape") and spot.text == r"\R",
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
