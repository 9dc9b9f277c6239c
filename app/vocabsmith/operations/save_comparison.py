"""Writes a comparison to a file: all its numbers as CSV, or a report in Markdown that says what each of them means."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from vocabsmith.operations.combine_evaluations import Combined
from vocabsmith.wording import count, size
from vocabsmith_engine.analysis import METRICS, Evaluation, FileEvaluation, Metric
from vocabsmith_engine.corpus import shown
from vocabsmith_engine.formats.base import PlannedFile
from vocabsmith_engine.formats.saving_files import save_files

_HEADER = ("scope", "name", "metric", "unit", "tokenizer", "value", "low_95", "high_95")
Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class NamedComparison:
    """What is to be written.

    Attributes:
        names: of the tokenizers, with their sizes and origins.
        combined: the comparison; not None.
        sampled: what was read only in part, in words.
        rows: the table as it is shown: metric, and a written value for each tokenizer.
        written: how a value of a metric is written.
    """

    names: tuple[tuple[str, str], ...]
    combined: Combined
    sampled: tuple[str, ...]
    rows: tuple[tuple[Metric, tuple[str, ...]], ...]
    written: Callable[[Metric, float], str]


def write_file(path: Path, content: bytes) -> None:
    """Write the file whole or not at all. Raises FormatError if that cannot be done."""
    save_files(path.parent, [PlannedFile(path.name, content)], lambda _staged: None, lambda _done: None)


# --- numbers


def as_csv(named: NamedComparison) -> bytes:
    """One row for each number: of all texts, of each group, of each text. UTF-8; values are exact."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_HEADER)
    writer.writerows(_numbers(named))
    return text.getvalue().encode()


def _numbers(named: NamedComparison) -> Iterator[tuple[object, ...]]:
    comparison = named.combined.comparison
    assert comparison is not None
    names = [name for name, _ in named.names]
    for metric in METRICS.values():
        values = comparison.values(metric.key)
        ranges = comparison.ranges.get(metric.key, (None,) * len(names))
        for name, value, between in zip(names, values, ranges, strict=True):
            yield ("all", "", metric.key, metric.unit, name, value, *(between or ("", "")))
    for group, evaluations in comparison.by_group.items():
        yield from _of_part("group", group, names, evaluations, comparison.group_ranges.get(group, {}))
    for each in named.combined.texts:
        yield from _of_part("text", shown(each.path), names, each.evaluations, {})


def _of_part(
    scope: str,
    part: str,
    names: Sequence[str],
    evaluations: Sequence[Evaluation],
    ranges: Mapping[str, Sequence[Range | None]],
) -> Iterator[tuple[object, ...]]:
    for metric in METRICS.values():
        if metric.of is None:
            continue
        known = ranges.get(metric.key, (None,) * len(names))
        for name, evaluation, between in zip(names, evaluations, known, strict=True):
            yield (scope, part, metric.key, metric.unit, name, metric.of(evaluation), *(between or ("", "")))


# --- a report


def as_markdown(named: NamedComparison) -> bytes:
    """Tables of all texts and of the groups, the texts, and the definition of every metric with its source."""
    return ("\n".join(_report(named)) + "\n").encode()


def _report(named: NamedComparison) -> Iterator[str]:
    comparison = named.combined.comparison
    assert comparison is not None
    texts = named.combined.texts
    yield "# Comparison of tokenizers\n"
    words = count(comparison.totals[0].words, "word")
    yield f"{size(named.combined.bytes_read)} in {count(len(texts), 'text')}, {words}."
    yield from (f"\n{each}" for each in named.sampled)
    yield "\n## Tokenizers\n"
    yield from (f"- {_plain(name)}: {_plain(facts)}" for name, facts in named.names)
    yield "\n## All texts\n"
    heads = [_plain(name) for name, _ in named.names]
    yield from _table(["Metric", *heads], [[metric.title, *cells] for metric, cells in named.rows])
    if len(comparison.by_group) > 1:
        yield "\n## Bytes per token by group\n"
        metric = METRICS["bytes_per_token"]
        rows = [
            [_plain(group), *(named.written(metric, each.bytes_per_token) for each in evaluations)]
            for group, evaluations in comparison.by_group.items()
        ]
        yield from _table(["Group", *heads], rows)
    yield "\n## Texts\n"
    yield from (_text_line(each, named.combined.groups) for each in texts)
    yield "\n## What the metrics mean\n"
    yield from (_definition(metric) for metric, _ in named.rows)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"| --- |{' ---: |' * (len(head) - 1)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)


def _text_line(text: FileEvaluation, groups: Mapping[Path, str]) -> str:
    return f"- {_plain(shown(text.path))}: {_plain(groups[text.path])}, {size(text.evaluations[0].bytes)}"


def _definition(metric: Metric) -> str:
    better = {"more": "More is better.", "fewer": "Fewer is better.", "neither": "A diagnostic: neither is better."}
    source = f" Source: {metric.source}." if metric.source else ""
    return f"- **{metric.title}**: {metric.definition} {better[metric.better]}{source}"


def _plain(text: str) -> str:
    """Text that no table or heading of Markdown takes for a mark."""
    return "".join(f"\\{each}" if each in "\\|*_`<>[]#" else " " if each in "\n\r" else each for each in text)
