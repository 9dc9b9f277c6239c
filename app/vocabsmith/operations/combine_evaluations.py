"""Puts together what tokenizers made of texts, as far as it is known for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from vocabsmith.operations.evaluate_texts import Outcome, Outcomes, Reading, side_by_side
from vocabsmith_engine import Monitor, Tokenizer, TokenizerError
from vocabsmith_engine.analysis import Comparison, FileEvaluation, compare, evaluate_texts
from vocabsmith_engine.analysis.comparison import RESAMPLES

TYPED: Final = Path("Typed text")
_FEW_RESAMPLES: Final = 100


@dataclass(frozen=True, slots=True)
class Typed:
    """The text that was typed, and what tells it from those typed before."""

    text: str
    reading: Reading


@dataclass(frozen=True, slots=True, eq=False)
class Combined:
    """What is known of the comparison now.

    Attributes:
        tokenizers: what was compared, in order.
        texts: every text that all of them were evaluated on, in order; paths tell them apart.
        groups: the group of each, by its path.
        comparison: of all these texts; None without any.
        bytes_read: of the texts, as the first tokenizer saw them.
    """

    tokenizers: tuple[Tokenizer, ...]
    texts: tuple[FileEvaluation, ...]
    groups: Mapping[Path, str]
    comparison: Comparison | None
    bytes_read: int


def combine(
    *,
    readings: Mapping[Reading, str],
    tokenizers: Sequence[Tokenizer],
    outcomes: Outcomes,
    typed: tuple[Typed, str] | None,
    monitor: Monitor,
    final: bool = True,
) -> Combined:
    """Compare on those of `readings` (with their groups) that are known for all `tokenizers`, and on the typed text.

    Ranges are rough unless it is the `final` look, since more texts are to come. Raises Stopped.
    """
    wanted = dict(readings)
    if typed is not None:
        _evaluate_typed(typed[0], tokenizers, outcomes, monitor)
        wanted[typed[0].reading] = typed[1]
    found = {reading: [outcomes.get(reading, each) for each in tokenizers] for reading in wanted}
    texts, groups = [], {}
    for reading, each in found.items():
        evaluations = [outcome.evaluation for outcome in each if outcome is not None and outcome.evaluation is not None]
        if tokenizers and len(evaluations) == len(tokenizers):
            texts.append(side_by_side(reading.path, evaluations))
            groups[reading.path] = wanted[reading]
    monitor.raise_if_stopped()
    return Combined(
        tuple(tokenizers),
        tuple(texts),
        groups,
        compare(texts, groups, resamples=RESAMPLES if final else _FEW_RESAMPLES) if texts else None,
        sum(text.evaluations[0].bytes for text in texts),
    )


def _evaluate_typed(typed: Typed, tokenizers: Sequence[Tokenizer], outcomes: Outcomes, monitor: Monitor) -> None:
    for tokenizer in tokenizers:
        monitor.raise_if_stopped()
        if outcomes.get(typed.reading, tokenizer) is None:
            try:
                [found] = evaluate_texts([tokenizer], {str(TYPED): typed.text})
                outcomes.put(typed.reading, tokenizer, Outcome(found if typed.text else None))
            except TokenizerError as error:
                outcomes.put(typed.reading, tokenizer, Outcome(refusal=str(error)))
