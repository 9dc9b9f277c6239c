"""The figures of a comparison as they are shown: written, with their bars, and which of them is the best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vocabsmith.operations.combine_evaluations import Combined
from vocabsmith.operations.metric_words import BETTER, written
from vocabsmith.widgets.grouped_bars import NO_BARS, BarData, BarGroup
from vocabsmith.wording import grouped
from vocabsmith_engine.analysis import METRICS, RENYI_ALPHA, Comparison, Evaluation, Metric
from vocabsmith_engine.analysis.resampling import FEWEST_DOCUMENTS, Range

BETWEEN_GROUPS = ("spread", "gini")
TABLE_METRICS = tuple(metric for metric in METRICS.values() if metric.key != "premium")
"""Those of the table; the largest premium is the spread."""
GROUP_METRICS = tuple(metric for metric in METRICS.values() if metric.of is not None)
"""Those that a group of texts has by itself."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure.

    Attributes:
        value: the number itself; None where there is none.
        text: how it is written, "–" where there is none.
        bar: its share of the largest in the row, 0 to 1.
        best: whether it is the best of the row, or as good as that.
        close: whether chance may have made it the best: with 95 % confidence another may be as good.
        range: 95 % range; None where there is none.
        range_text: how that is written.
        range_reason: why there is none, where only the number of documents stands against it.
    """

    value: float | None
    text: str
    bar: float = 0.0
    best: bool = False
    close: bool = False
    range: Range | None = None
    range_text: str = ""
    range_reason: str = ""

    @property
    def mark(self) -> str:
        """What is written beside it: "best", or "close" where chance may have made it the best."""
        return ("close" if self.close else "best") if self.best else ""


@dataclass(frozen=True, slots=True)
class Row:
    """A metric, and a figure for each tokenizer."""

    metric: Metric
    cells: tuple[Cell, ...]

    @property
    def hint(self) -> str:
        """What stands below the title: which way is better, or that it is a diagnostic."""
        return f"diagnostic, α {RENYI_ALPHA}" if self.metric.key == "renyi_efficiency" else BETTER[self.metric.better]

    @property
    def tip(self) -> str:
        """Title, definition and source."""
        source = f"Source: {self.metric.source}." if self.metric.source else ""
        return "\n".join(filter(None, (self.metric.title, self.metric.definition, self.hint.capitalize(), source)))


def rows_of(combined: Combined | None, tokenizers: int) -> list[Row]:
    """The table; every figure is "–" while there is nothing to compare on."""
    comparison = None if combined is None or len(combined.tokenizers) != tokenizers else combined.comparison
    if comparison is None:
        return [Row(metric, (Cell(None, "–"),) * tokenizers) for metric in TABLE_METRICS]
    return [Row(metric, _cells(metric, comparison)) for metric in TABLE_METRICS]


def _cells(metric: Metric, comparison: Comparison) -> tuple[Cell, ...]:
    values = _values(metric, comparison)
    ranges = comparison.ranges.get(metric.key, (None,) * len(values))
    differences = comparison.differences.get(metric.key, ())
    known = [value for value in values if value is not None]
    most = max(known, default=0.0)
    best = _best(metric, values)
    cells = []
    for place, (value, between) in enumerate(zip(values, ranges, strict=True)):
        if value is None:
            cells.append(Cell(None, "–"))
            continue
        cells.append(
            Cell(
                value,
                written(metric, value),
                value / most if most > 0 else 0.0,
                place in best,
                place in best and _is_close(best, differences),
                between,
                "" if between is None else f"{written(metric, between[0])} – {written(metric, between[1])}",
                _reason(metric, comparison) if between is None else "",
            )
        )
    return tuple(cells)


def _reason(metric: Metric, comparison: Comparison) -> str:
    """Why a metric that can have a range has none: too few documents."""
    if metric.key not in comparison.ranges or comparison.documents >= FEWEST_DOCUMENTS:
        return ""
    needed = f"{FEWEST_DOCUMENTS} documents or blocks of lines are needed"
    return f"No 95 % range: {needed}, and the texts have {grouped(comparison.documents)}"


def _values(metric: Metric, comparison: Comparison) -> list[float | None]:
    if metric.key in BETWEEN_GROUPS and len(comparison.premiums) < 2:
        return [None] * len(comparison.totals)
    values = comparison.values(metric.key)
    return [value if _has(metric, total) else None for value, total in zip(values, comparison.totals, strict=True)]


def _has(metric: Metric, total: Evaluation) -> bool:
    """Whether a text has what the metric is about: no share of words without words."""
    return bool(total.words if "word" in metric.key else total.tokens)


def _best(metric: Metric, values: list[float | None]) -> set[int]:
    """The places of the best, which are several if they are written alike; none if all are, or for a diagnostic."""
    known = {place: value for place, value in enumerate(values) if value is not None}
    if metric.better == "neither" or len(known) < 2:
        return set()
    choose = max if metric.better == "more" else min
    best = written(metric, choose(known.values()))
    places = {place for place, value in known.items() if written(metric, value) == best}
    return places if len(places) < len(known) else set()


def _is_close(best: set[int], differences: tuple[Range | None, ...]) -> bool:
    """Whether chance may have made it the best: the range of the difference to another holds 0."""
    return any(
        other is not None and other[0] <= 0 <= other[1] for place, other in enumerate(differences) if place not in best
    )


def bars_of(combined: Combined | None, names: tuple[str, ...], metric: Metric) -> BarData:
    """The chart of one metric by group."""
    if combined is None or combined.comparison is None or len(combined.tokenizers) != len(names) or metric.of is None:
        return NO_BARS
    groups = []
    for name, evaluations in combined.comparison.by_group.items():
        values = [metric.of(each) if _has(metric, each) else None for each in evaluations]
        best = _best(metric, values)
        groups.append(BarGroup(name, tuple(values), min(best) if best else None))
    return BarData(metric.title, names, tuple(groups), lambda value: written(metric, value), _axis(metric))


def _axis(metric: Metric) -> Callable[[float], str]:
    if metric.unit == "share":
        return lambda value: f"{100 * value:g} %"
    return lambda value: f"{value:,g}" if value < 1e15 else f"{value:g}"
