"""A comparison of tokenizers as lines of text: aligned columns, Markdown, or CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from vocabsmith.wording import decimal, grouped
from vocabsmith_engine.analysis import METRICS, Comparison, Evaluation, Metric

Row = tuple[str, ...]
Range = tuple[float, float]

BETTER = {"more": "more is better", "fewer": "fewer is better", "neither": "diagnostic"}


@dataclass(frozen=True, slots=True)
class Shown:
    """What is written: the names of the tokenizers, their comparison, and how it came about."""

    labels: Sequence[str]
    comparison: Comparison
    alpha: float
    sampled: bool

    def values(self, metric: Metric) -> tuple[float, ...]:
        """Of all text, for each tokenizer."""
        if metric.key == "renyi_efficiency":
            return tuple(total.renyi_efficiency(self.alpha) for total in self.comparison.totals)
        return self.comparison.values(metric.key)

    def value_of(self, metric: Metric, evaluation: Evaluation) -> float:
        """Of some text; the metric is none of groups."""
        assert metric.of is not None
        return evaluation.renyi_efficiency(self.alpha) if metric.key == "renyi_efficiency" else metric.of(evaluation)

    @property
    def metrics(self) -> list[Metric]:
        """Those of all text: what compares groups where there are several."""
        compared = len(self.comparison.premiums) > 1
        return [each for each in METRICS.values() if each.of is not None or (compared and each.key != "premium")]

    @property
    def heading(self) -> str:
        """How much text there was."""
        total = self.comparison.totals[0]
        sizes = f"{grouped(total.bytes)} bytes, {grouped(total.characters)} characters, {grouped(total.words)} words"
        return f"A sample: {sizes}" if self.sampled else sizes

    @property
    def title_of_group(self) -> str:
        """What premiums are of and against."""
        per = {"text": "Tokens"}.get(self.comparison.per, f"Tokens per {self.comparison.per}")
        return f"{per} beside {self.comparison.reference or 'the cheapest group'}"


def figure(metric: Metric, value: float) -> str:
    """1,234 · 4.08 · 93.2 % · 1.50× · 0.417, as the unit of the metric asks for."""
    ways: dict[str, Callable[[float], str]] = {
        "tokens": lambda number: grouped(int(number)) if metric.key == "tokens" else decimal(number),
        "bytes": decimal,
        "share": lambda number: f"{100 * number:.1f} %",
        "times": lambda number: f"{decimal(number)}×",
        "number": lambda number: decimal(number, 3),
    }
    return ways[metric.unit](value)


def figure_with_range(metric: Metric, value: float, between: Range | None) -> str:
    """4.08 (4.05–4.11)."""
    if between is None:
        return figure(metric, value)
    low, high = (figure(metric, border).removesuffix(" %").removesuffix("×") for border in between)
    return f"{figure(metric, value)} ({low}–{high})"


def table_lines(shown: Shown) -> list[str]:
    """Aligned columns."""
    lines = [shown.heading]
    for rows in _tables(shown):
        lines += ["", *aligned(rows)]
    return [*lines, *_notes(shown)]


def markdown_lines(shown: Shown) -> list[str]:
    """Tables of Markdown."""
    lines = [f"{shown.heading}."]
    for first, *rows in _tables(shown):
        rule = ("---", *["--:"] * (len(first) - 1))
        lines += ["", *(f"| {' | '.join(map(_escaped, row))} |" for row in (first, rule, *rows))]
    return [*lines, *_notes(shown)]


def csv_lines(shown: Shown) -> list[str]:
    """One figure a line, exactly: group (nothing for all text), tokenizer, metric, value, range."""
    lines: list[Sequence[object]] = [("group", "tokenizer", "metric", "value", "low", "high")]
    comparison = shown.comparison
    for metric in shown.metrics:
        ranges = comparison.ranges.get(metric.key, (None,) * len(shown.labels))
        for label, value, between in zip(shown.labels, shown.values(metric), ranges, strict=True):
            lines.append(("", label, metric.key, value, *(between or ("", ""))))
    for group, evaluations in comparison.by_group.items():
        for place, (label, evaluation) in enumerate(zip(shown.labels, evaluations, strict=True)):
            for metric in METRICS.values():
                if metric.of is not None:
                    between = comparison.group_ranges[group].get(metric.key, (None,) * len(shown.labels))[place]
                    value = shown.value_of(metric, evaluation)
                    lines.append((group, label, metric.key, value, *(between or ("", ""))))
            if group in comparison.premiums:
                lines.append((group, label, "premium", comparison.premiums[group][place], "", ""))
    target = io.StringIO()
    csv.writer(target, lineterminator="\n").writerows(lines)
    return target.getvalue().splitlines()


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns below one another: the first to the left, figures to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(_cells(row, widths)).rstrip() for row in rows]


def _cells(row: Sequence[str], widths: Sequence[int]) -> Iterable[str]:
    return (
        cell.ljust(width) if column == 0 else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    )


def _tables(shown: Shown) -> list[list[Row]]:
    """All metrics; below them, if there are several groups, their bytes per token and premiums."""
    tables = [[("", *shown.labels), *(_row(shown, metric) for metric in shown.metrics)]]
    if len(shown.comparison.by_group) > 1:
        metric = METRICS["bytes_per_token"]
        rows = [
            (group, *(figure(metric, each.bytes_per_token) for each in evaluations))
            for group, evaluations in shown.comparison.by_group.items()
        ]
        tables.append([(metric.title, *shown.labels), *rows])
        premiums = shown.comparison.premiums.items()
        premium_rows = [(group, *(figure(METRICS["premium"], each) for each in values)) for group, values in premiums]
        tables.append([(shown.title_of_group, *shown.labels), *premium_rows])
    return tables


def _row(shown: Shown, metric: Metric) -> Row:
    title = f"{metric.title}, α {shown.alpha:g}" if metric.key == "renyi_efficiency" else metric.title
    ranges = shown.comparison.ranges.get(metric.key, (None,) * len(shown.labels))
    figures = (
        figure_with_range(metric, value, between) for value, between in zip(shown.values(metric), ranges, strict=True)
    )
    return f"{title} ({BETTER[metric.better]})", *figures


def _notes(shown: Shown) -> list[str]:
    if not any(range_ for ranges in shown.comparison.ranges.values() for range_ in ranges):
        return []
    documents = grouped(shown.comparison.documents)
    return ["", f"In brackets: the 95 % range, by {documents} documents or blocks of lines that are drawn anew."]


def _escaped(cell: str) -> str:
    return cell.replace("|", "\\|")
