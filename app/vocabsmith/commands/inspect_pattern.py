"""The view of the pattern: what other engines make of it, and where another pattern cuts a text differently."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from vocabsmith.commands.inspecting import Answer, Question, watched
from vocabsmith.commands.tables import table
from vocabsmith.operations.compare_patterns import expressions_of, warnings_of
from vocabsmith.visible_tokens import visible_token
from vocabsmith.wording import count, grouped
from vocabsmith_engine import Pretokenizer
from vocabsmith_engine.analysis import (
    DialectWarning,
    PatternCut,
    PatternDifference,
    pattern_difference,
)
from vocabsmith_engine.corpus import shown

_MOST_SHOWN = 20
_WORDS = {"differs": "differs", "refused": "refused by some", "rare": "on rare characters"}


@dataclass(frozen=True, slots=True)
class _Named:
    """One of the two patterns, and what it is called in the answer."""

    name: str
    pretokenizer: Pretokenizer

    @property
    def expressions(self) -> tuple[str, ...]:
        """The successive expressions that it stands for."""
        return expressions_of(self.pretokenizer)

    def warnings(self) -> tuple[DialectWarning, ...]:
        """One for each construct, with its places in all expressions, each of which has a line of its own."""
        return warnings_of(self.expressions)


def pattern_of_tokenizer(question: Question) -> Answer:
    """The tokenizer's pattern, alone or against another one on each text.

    Raises CorpusError, RecipeError for a pattern that cannot serve, TokenizerError for one that is too slow.
    """
    patterns = [_Named("tokenizer", question.tokenizer.pretokenizer)]
    if question.against is not None:
        patterns.append(_Named("against", Pretokenizer.of(question.against)))
    texts = list(_differences(question, patterns))
    return Answer(
        lines=lambda: _lines(patterns, texts),
        facts=lambda: {
            "tokenizer": shown(question.path),
            "patterns": [_pattern_facts(pattern) for pattern in patterns],
            "texts": [_text_facts(name, difference) for name, difference in texts],
        },
    )


def _differences(question: Question, patterns: Sequence[_Named]) -> Iterator[tuple[str, PatternDifference]]:
    """Those of each text; none without a second pattern, and then nothing is read."""
    if len(patterns) < 2:
        return
    first, second = (pattern.pretokenizer for pattern in patterns)
    for name, text in question.texts():

        def work(monitor: Any, text: str = text) -> PatternDifference:
            return pattern_difference(first, second, text, monitor)

        yield name, watched(work)


# --- for people


def _lines(patterns: Sequence[_Named], texts: Sequence[tuple[str, PatternDifference]]) -> Iterator[str]:
    for pattern in patterns:
        yield f"{pattern.name}: {pattern.pretokenizer.label}"
        yield from (f"    {expression}" for expression in pattern.expressions)
    for name, difference in texts:
        yield ""
        yield f"{name}: {count(len(difference.stretches), 'difference')}"
        cuts = [(pattern.name, cut) for pattern, cut in zip(patterns, _cuts(difference), strict=True)]
        yield from table([("", "pieces", "distinct", "longest", "differ"), *(_cut_row(*each) for each in cuts)])
        yield from _difference_lines(difference)
    for pattern in patterns:
        yield ""
        yield from _warning_lines(pattern)


def _cut_row(name: str, cut: PatternCut) -> tuple[str, ...]:
    return (name, grouped(len(cut)), grouped(cut.distinct), grouped(cut.longest), grouped(cut.differing))


def _difference_lines(difference: PatternDifference) -> Iterator[str]:
    shown_first = difference.stretches[:_MOST_SHOWN].tolist()
    if shown_first:
        rows: list[tuple[str, ...]] = [("characters", "tokenizer", "against")]
        for begin, end in shown_first:
            sides = (" ".join(map(_visible, _pieces(difference.text, cut, begin, end))) for cut in _cuts(difference))
            rows.append((f"{grouped(begin)}–{grouped(end)}", *sides))
        yield from table(rows, (1, 2))
    if left := len(difference.stretches) - len(shown_first):
        yield f"and {grouped(left)} more; --json has them all"


def _warning_lines(pattern: _Named) -> Iterator[str]:
    warnings = pattern.warnings()
    yield f"{pattern.name}: " + (
        "what engines read differently" if warnings else "every engine reads it alike, as far as is known"
    )
    for warning in warnings:
        written = f" {warning.construct}" if warning.construct not in ("", warning.title) else ""
        yield f"  {warning.title}{written} ({_WORDS[warning.severity]})"
        yield f"    Oniguruma, in tokenizers:  {warning.oniguruma}"
        yield f"    fancy-regex, in tiktoken:  {warning.fancy_regex}"
        yield f"    regex, in Python:          {warning.regex}"
        yield f"    {warning.remedy}"


def _visible(piece: str) -> str:
    return visible_token(piece.encode())


# --- for programs


def _pattern_facts(pattern: _Named) -> dict[str, Any]:
    return {
        "name": pattern.name,
        "pretokenizer": pattern.pretokenizer.name,
        "expressions": list(pattern.expressions),
        "warnings": [_warning_facts(warning) for warning in pattern.warnings()],
    }


def _warning_facts(warning: DialectWarning) -> dict[str, Any]:
    return {
        "key": warning.key,
        "severity": warning.severity,
        "places": [list(place) for place in warning.places],
        "construct": warning.construct,
        "title": warning.title,
        "oniguruma": warning.oniguruma,
        "fancy_regex": warning.fancy_regex,
        "regex": warning.regex,
        "remedy": warning.remedy,
    }


def _text_facts(name: str, difference: PatternDifference) -> dict[str, Any]:
    first, second = _cuts(difference)
    return {
        "name": name,
        "tokenizer": _cut_facts(first),
        "against": _cut_facts(second),
        "differences": [
            {
                "code_points": [begin, end],
                "tokenizer": _pieces(difference.text, first, begin, end),
                "against": _pieces(difference.text, second, begin, end),
            }
            for begin, end in difference.stretches.tolist()
        ],
    }


def _cut_facts(cut: PatternCut) -> dict[str, int]:
    return {"pieces": len(cut), "distinct": cut.distinct, "longest": cut.longest, "differing": cut.differing}


def _cuts(difference: PatternDifference) -> tuple[PatternCut, PatternCut]:
    return difference.first, difference.second


def _pieces(text: str, cut: PatternCut, begin: int, end: int) -> list[str]:
    """The pieces of a stretch that begins and ends between pieces."""
    first, last = (int(place) for place in cut.ends.searchsorted([begin, end], side="right"))
    return [text[a:b] for a, b in zip(cut.begins[first:last].tolist(), cut.ends[first:last].tolist(), strict=True)]
