"""A comparison of tokenizers for programs: one JSON object."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from vocabsmith_engine.analysis import Comparison, Evaluation, FileEvaluation
from vocabsmith_engine.analysis.evaluation import COLUMNS
from vocabsmith_engine.corpus import shown


def facts(
    labels: Sequence[str],
    evaluated: Sequence[FileEvaluation],
    comparison: Comparison,
    groups: Mapping[Path, str],
    *,
    alpha: float,
    sample: int | None,
) -> dict[str, Any]:
    """For each tokenizer all text together, every group and every file; `ranges` where a metric has one, else null.

    `differences`: the ranges of what it has more than the best tokenizer.
    """
    return {
        "alpha": alpha if math.isfinite(alpha) else "Infinity",  # JSON has no number for it
        "sample": sample,
        "per": comparison.per,
        "reference": comparison.reference,
        "documents": comparison.documents,
        "tokenizers": [
            {
                "tokenizer": label,
                **_figures(comparison.totals[place], alpha),
                "spread": comparison.spread[place],
                "gini": comparison.gini[place],
                "ranges": {key: ranges[place] for key, ranges in comparison.ranges.items()},
                "differences": {key: ranges[place] for key, ranges in comparison.differences.items()},
                "groups": list(_groups(comparison, place, alpha)),
                "files": [
                    {
                        "file": shown(file.path),
                        "group": groups[file.path],
                        **_figures(file.evaluations[place], alpha),
                    }
                    for file in evaluated
                ],
            }
            for place, label in enumerate(labels)
        ],
    }


def _groups(comparison: Comparison, place: int, alpha: float) -> Iterable[dict[str, Any]]:
    for name, evaluations in comparison.by_group.items():
        yield {
            "group": name,
            **_figures(evaluations[place], alpha),
            "premium": comparison.premiums[name][place] if name in comparison.premiums else None,
            "ranges": {key: ranges[place] for key, ranges in comparison.group_ranges[name].items()},
        }


def _figures(evaluation: Evaluation, alpha: float) -> dict[str, float]:
    return {
        **{name: getattr(evaluation, name) for name in COLUMNS},
        "bytes_per_token": evaluation.bytes_per_token,
        "tokens_per_word": evaluation.tokens_per_word,
        "continued_word_share": evaluation.continued_word_share,
        "whole_word_share": evaluation.whole_word_share,
        "character_coverage": evaluation.character_coverage,
        "unknown_character_share": evaluation.unknown_character_share,
        "vocabulary_share": evaluation.vocabulary_share,
        "renyi_efficiency": evaluation.renyi_efficiency(alpha),
    }
