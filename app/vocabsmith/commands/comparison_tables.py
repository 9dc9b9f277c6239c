"""A comparison of tokenizers as lines of text: aligned columns, Markdown, or CSV."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vocabsmith.commands.tables import table
from vocabsmith.operations.comparison_numbers import as_csv, values_of
from vocabsmith.operations.metric_words import BETTER, written
from vocabsmith.wording import grouped
from vocabsmith_engine.analysis import METRICS, Comparison, FileEvaluation, Metric
from vocabsmith_engine.analysis.resampling import FEWEST_DOCUMENTS, Range

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """What is written: the names of the tokenizers, their comparison, and how it came about."""

    labels: Sequence[str]
    files: Sequence[FileEvaluation]
    comparison: Comparison
    alpha: float
    sampled: bool

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
        return f"{per} beside {self.comparison.reference or 'the cheapest group'} (premium)"


def figure_with_range(metric: Metric, value: float, between: Range | None) -> str:
    """4.08 (4.05–4.11)."""
    if between is None:
        return written(metric, value)
    low, high = (written(metric, border).removesuffix(" %").removesuffix("×") for border in between)
    return f"{written(metric, value)} ({low}–{high})"


def table_lines(shown: Shown) -> list[str]:
    """Aligned columns."""
    lines = [shown.heading]
    for rows in _tables(shown):
        lines += ["", *table(rows)]
    return [*lines, *_notes(shown)]


def markdown_lines(shown: Shown) -> list[str]:
    """Tables of Markdown."""
    lines = [f"{shown.heading}."]
    for first, *rows in _tables(shown):
        rule = ("---", *["--:"] * (len(first) - 1))
        lines += ["", *(f"| {' | '.join(map(_escaped, row))} |" for row in (first, rule, *rows))]
    return [*lines, *_notes(shown)]


def csv_lines(shown: Shown) -> list[str]:
    """One figure a line, exactly; see `comparison_numbers`."""
    return as_csv(shown.labels, shown.comparison, shown.files, alpha=shown.alpha).splitlines()


def _tables(shown: Shown) -> list[list[Row]]:
    """All metrics; below them, if there are several groups, their bytes per token and premiums."""
    tables = [[("", *shown.labels), *(_row(shown, metric) for metric in shown.metrics)]]
    if len(shown.comparison.by_group) > 1:
        metric = METRICS["bytes_per_token"]
        rows = [
            (group, *(written(metric, each.bytes_per_token) for each in evaluations))
            for group, evaluations in shown.comparison.by_group.items()
        ]
        tables.append([(metric.title, *shown.labels), *rows])
        premiums = shown.comparison.premiums.items()
        premium_rows = [(group, *(written(METRICS["premium"], each) for each in values)) for group, values in premiums]
        tables.append([(shown.title_of_group, *shown.labels), *premium_rows])
    return tables


def _row(shown: Shown, metric: Metric) -> Row:
    title = f"{metric.title}, α {shown.alpha:g}" if metric.key == "renyi_efficiency" else metric.title
    ranges = shown.comparison.ranges.get(metric.key, (None,) * len(shown.labels))
    values = values_of(metric, shown.comparison, shown.alpha)
    figures = (figure_with_range(metric, value, between) for value, between in zip(values, ranges, strict=True))
    return f"{title} ({BETTER[metric.better]})", *figures


def _notes(shown: Shown) -> list[str]:
    documents = grouped(shown.comparison.documents)
    if shown.comparison.documents < FEWEST_DOCUMENTS:
        return [
            "",
            f"No ranges: {FEWEST_DOCUMENTS} documents or blocks of lines are needed, and the text has {documents}.",
        ]
    if not any(range_ for ranges in shown.comparison.ranges.values() for range_ in ranges):
        return []
    return ["", f"In brackets: the 95 % range, by {documents} documents or blocks of lines that are drawn anew."]


def _escaped(cell: str) -> str:
    return cell.replace("|", "\\|")
