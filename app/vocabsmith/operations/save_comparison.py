"""Writes a comparison to a file: all its numbers as CSV, or a report in Markdown that says what each of them means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from vocabsmith.operations.combine_evaluations import Combined
from vocabsmith.operations.comparison_numbers import as_csv
from vocabsmith.operations.metric_words import BETTER, written
from vocabsmith.wording import count, size
from vocabsmith_engine.analysis import METRICS, FileEvaluation, Metric
from vocabsmith_engine.corpus import shown
from vocabsmith_engine.formats.base import PlannedFile
from vocabsmith_engine.formats.saving_files import save_files


@dataclass(frozen=True, slots=True)
class NamedComparison:
    """What is to be written.

    Attributes:
        names: of the tokenizers, with their sizes and origins.
        combined: the comparison; not None.
        sampled: what was read only in part, in words.
        rows: the table as it is shown: metric, and a written value for each tokenizer.
    """

    names: tuple[tuple[str, str], ...]
    combined: Combined
    sampled: tuple[str, ...]
    rows: tuple[tuple[Metric, tuple[str, ...]], ...]


def write_file(path: Path, content: bytes) -> None:
    """Write the file whole or not at all. Raises FormatError if that cannot be done."""
    save_files(path.parent, [PlannedFile(path.name, content)], lambda _staged: None, lambda _done: None)


def csv_of(named: NamedComparison) -> bytes:
    """All numbers, see `comparison_numbers`, in UTF-8."""
    comparison = named.combined.comparison
    assert comparison is not None
    return as_csv([name for name, _ in named.names], comparison, named.combined.texts).encode()


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
            [_plain(group), *(written(metric, each.bytes_per_token) for each in evaluations)]
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
    source = f" Source: {metric.source}." if metric.source else ""
    return f"- **{metric.title}**: {metric.definition} {BETTER[metric.better].capitalize()}.{source}"


def _plain(text: str) -> str:
    """Text that no table or heading of Markdown takes for a mark."""
    return "".join(f"\\{each}" if each in "\\|*_`<>[]#" else " " if each in "\n\r" else each for each in text)
