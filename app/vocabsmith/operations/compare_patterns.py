"""Cuts a text by two patterns, and says what other engines make of each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from vocabsmith_engine import Monitor, Pretokenizer, Stopped, VocabsmithError
from vocabsmith_engine.analysis import (
    DialectWarning,
    PatternCut,
    PatternDifference,
    dialect_warnings,
    pattern_difference,
)
from vocabsmith_engine.piece_cutting import Split
from vocabsmith_engine.regex_splitting import code_points
from vocabsmith_engine.text import Int64Array


@dataclass(frozen=True, slots=True, eq=False)
class PatternSide:
    """What one of the two patterns does.

    Attributes:
        cut: its pieces; None where it cannot be used.
        problem: why it cannot be used, "" if it can.
        rule: the same in the words of the engine alone, which may name a place of the expression.
        warnings: constructs that other engines read differently, with their places in all of `patterns`, each on a
            line of its own.
        patterns: the successive expressions that it stands for.
    """

    cut: PatternCut | None
    problem: str
    rule: str
    warnings: tuple[DialectWarning, ...]
    patterns: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ComparedPatterns:
    """Two patterns on one text.

    Attributes:
        sides: the first and the second.
        text: what was cut.
        stretches: where they differ, (differences, 2) in code points; none unless both can be used.
        utf16: (characters + 1) where each character begins, and where the last one ends, in units of UTF-16.
    """

    sides: tuple[PatternSide, PatternSide]
    text: str
    stretches: Int64Array
    utf16: Int64Array


def compare_patterns(
    *, first: str | Pretokenizer, second: str | Pretokenizer, text: str, monitor: Monitor
) -> ComparedPatterns:
    """Each pattern is a name, an expression or a pre-tokenizer. A bad one is a side with a problem. Raises Stopped."""
    try:
        difference = pattern_difference(first, second, text, monitor)
        problems: list[VocabsmithError | None] = [None, None]
    except Stopped:
        raise
    except VocabsmithError:
        problems = [_problem(pattern, text, monitor) for pattern in (first, second)]
        difference = _of_the_usable(first, second, problems, text, monitor)
    cuts = (difference.first, difference.second)
    sides = [
        _side(pattern, None if problem else cut, problem)
        for pattern, cut, problem in zip((first, second), cuts, problems, strict=True)
    ]
    return ComparedPatterns((sides[0], sides[1]), difference.text, difference.stretches, _utf16(difference.text))


def _of_the_usable(
    first: str | Pretokenizer,
    second: str | Pretokenizer,
    problems: Sequence[VocabsmithError | None],
    text: str,
    monitor: Monitor,
) -> PatternDifference:
    """The one that can be used compared with itself."""
    usable = [pattern for pattern, problem in zip((first, second), problems, strict=True) if problem is None]
    one = usable[0] if usable else "none"
    return pattern_difference(one, one, text, monitor)


def _problem(pattern: str | Pretokenizer, text: str, monitor: Monitor) -> VocabsmithError | None:
    """Why it cannot cut this text."""
    try:
        pattern_difference(pattern, "none", text, monitor)
    except Stopped:
        raise
    except VocabsmithError as error:
        return error
    return None


def _side(pattern: str | Pretokenizer, cut: PatternCut | None, problem: VocabsmithError | None) -> PatternSide:
    patterns = expressions_of(pattern)
    warnings = warnings_of(patterns)
    told = "" if problem is None else f"{problem.rule[:1].upper()}{problem.rule[1:]}. {problem.remedy}."
    return PatternSide(cut, told, "" if problem is None else problem.rule, warnings, patterns)


def expressions_of(pattern: str | Pretokenizer) -> tuple[str, ...]:
    """The successive expressions that a pattern stands for; an expression that cannot be used is itself."""
    if isinstance(pattern, Pretokenizer):
        return tuple(_expressions(pattern.splits))
    try:
        return tuple(_expressions(Pretokenizer.of(pattern).splits))
    except VocabsmithError:
        return (pattern.removeprefix("regex:"),)


def _expressions(splits: Iterable[object]) -> Iterable[str]:
    for entry in splits:
        if isinstance(entry, str):
            yield entry
        elif isinstance(entry, Split):
            yield entry.pattern


def warnings_of(patterns: Sequence[str]) -> tuple[DialectWarning, ...]:
    """One for each construct, wherever it stands; what one of several patterns leaves out is for the next.

    Places are those in all of `patterns`, each on a line of its own.
    """
    found: dict[str, DialectWarning] = {}
    begin = 0
    for pattern in patterns:
        for warning in _warnings(pattern):
            places = tuple((begin + first, begin + last) for first, last in warning.places)
            before = found[warning.key].places if warning.key in found else ()
            (first, last), *_ = every = (*before, *places)
            found[warning.key] = replace(found.get(warning.key, warning), begin=first, end=last, places=every)
        begin += len(pattern) + 1
    if len(patterns) > 1:
        found.pop("text left out", None)
    return tuple(found.values())


@lru_cache(maxsize=32)
def _warnings(pattern: str) -> tuple[DialectWarning, ...]:
    """Looked for once, while the text is typed."""
    return dialect_warnings(pattern)


def _utf16(text: str) -> Int64Array:
    widths = 1 + (code_points(text) >= 0x10000).astype(np.int64)
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(widths)))
