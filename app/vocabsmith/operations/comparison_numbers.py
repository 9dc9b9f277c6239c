"""All numbers of a comparison as CSV, one in each row: those of all texts, of each group, of each text."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from vocabsmith_engine.analysis import METRICS, RENYI_ALPHA, Comparison, Evaluation, FileEvaluation, Metric
from vocabsmith_engine.analysis.resampling import Range
from vocabsmith_engine.corpus import shown

HEADER: Final = ("scope", "name", "metric", "unit", "tokenizer", "value", "low_95", "high_95")
"""`scope` is "all", "group" or "text", and `name` that of the group or text; ranges are empty where there is none."""

Row = tuple[object, ...]


def as_csv(
    names: Sequence[str], comparison: Comparison, texts: Sequence[FileEvaluation], *, alpha: float = RENYI_ALPHA
) -> str:
    """The rows below `HEADER`, with exact values. `names` are those of the tokenizers; `alpha`: see `value_of`."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows(_rows(names, comparison, texts, alpha))
    return text.getvalue()


def value_of(metric: Metric, evaluation: Evaluation, alpha: float) -> float:
    """A metric of some text; `alpha` is the order of the Rényi efficiency. The metric compares no groups."""
    assert metric.of is not None
    return evaluation.renyi_efficiency(alpha) if metric.key == "renyi_efficiency" else metric.of(evaluation)


def values_of(metric: Metric, comparison: Comparison, alpha: float) -> tuple[float, ...]:
    """A metric of all text, for each tokenizer."""
    if metric.of is None:
        return comparison.values(metric.key)
    return tuple(value_of(metric, total, alpha) for total in comparison.totals)


class _Part(NamedTuple):
    """All texts, a group or a text: its scope, its name, and its ranges by the key of the metric."""

    scope: str
    name: str
    ranges: Mapping[str, Sequence[Range | None]]


def _rows(names: Sequence[str], comparison: Comparison, texts: Sequence[FileEvaluation], alpha: float) -> Iterator[Row]:
    whole = _Part("all", "", comparison.ranges)
    for metric in METRICS.values():
        yield from _of_metric(whole, metric, names, values_of(metric, comparison, alpha))
    for group, evaluations in comparison.by_group.items():
        part = _Part("group", group, comparison.group_ranges[group])
        yield from _of_part(part, names, evaluations, alpha)
        if group in comparison.premiums:
            yield from _of_metric(part, METRICS["premium"], names, comparison.premiums[group])
    for each in texts:
        yield from _of_part(_Part("text", shown(each.path), {}), names, each.evaluations, alpha)


def _of_part(part: _Part, names: Sequence[str], evaluations: Sequence[Evaluation], alpha: float) -> Iterator[Row]:
    for metric in METRICS.values():
        if metric.of is not None:
            yield from _of_metric(part, metric, names, [value_of(metric, each, alpha) for each in evaluations])


def _of_metric(part: _Part, metric: Metric, names: Sequence[str], values: Sequence[float]) -> Iterator[Row]:
    known = part.ranges.get(metric.key, (None,) * len(names))
    for name, value, between in zip(names, values, known, strict=True):
        yield (part.scope, part.name, metric.key, metric.unit, name, value, *(between or ("", "")))
