"""Results to Markdown tables, and the tables into a document between two marks, where nothing else is touched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import encoding_peers
import training_peers
from goals import goals_table
from jobs import Outcome
from results import RowResult

MIB = 2**20

Rows = dict[str, RowResult]


def report(rows: Rows) -> str:
    """All tables of what was measured."""
    parts = [
        _head(rows),
        "### What we ask of ourselves\n\n" + goals_table(rows),
        _compared("### Training", "trainer", rows, "training", training_peers.NOTES),
        _stages(rows),
        _compared("### Encoding", "encoder", rows, "encoding", encoding_peers.NOTES),
        _growth(rows),
        _answers(rows),
    ]
    return "\n\n".join(part for part in parts if part)


def put_between_marks(document: Path, name: str, content: str) -> None:
    """Replaces what stands between the marks of `name`. Raises ValueError if the document does not have them once."""
    begin, end = f"<!-- {name}: written by make, do not edit -->", f"<!-- end of {name} -->"
    text = document.read_text("utf-8")
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        raise ValueError(f"{document} does not hold the marks {begin!r} and {end!r} once, in this order")
    before, _, rest = text.partition(begin)
    document.write_text(f"{before}{begin}\n\n{content}\n\n{end}{rest.partition(end)[2]}", "utf-8")


def table(header: Sequence[str], lines: Iterable[Sequence[str]], left: int) -> str:
    """A Markdown table; all columns but the first `left` are set to the right."""
    rules = ["---"] * left + ["--:"] * (len(header) - left)
    return "\n".join("| " + " | ".join(line) + " |" for line in [header, rules, *lines])


def seconds(value: float) -> str:
    """Three figures that matter, from milliseconds to minutes."""
    return (
        f"{value:.4f}"
        if value < 0.01
        else f"{value:.3f}"
        if value < 1
        else f"{value:.2f}"
        if value < 100
        else f"{value:.1f}"
    )


def _head(rows: Rows) -> str:
    told = [row.circumstances for row in rows.values()]
    dates, machines = _distinct(one["date"] for one in told), _distinct(one["machine"] for one in told)
    versions = _distinct(f"{name} {number}" for one in told for name, number in one["versions"].items())
    commits = _distinct(one["commit"] for one in told)
    return (
        f"{'; '.join(dates)}, on {'; '.join(machines)}. Python {', '.join(_distinct(one['python'] for one in told))},"
        f" Vocabsmith at {', '.join(commits)}, {', '.join(versions)}.{_told_of_load(told)}"
    )


def _told_of_load(told: list[dict[str, Any]]) -> str:
    """A row leaves behind a load of one for each core; more comes from other programs."""
    busiest = max((one["load"] / one["cores"] for one in told), default=0)
    if busiest <= 1.5:
        return ""
    return f" Other programs ran meanwhile ({busiest:.1f} for each core when a row began), so the seconds are too high."


def _distinct(values: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(values))


# ---------------------------------------------------------------- side by side


def _compared(heading: str, who: str, rows: Rows, section: str, notes: dict[str, str]) -> str:
    chosen = [row for row in rows.values() if row.section == section]
    if not chosen:
        return ""
    header = ["text and task", who, "runs", "median s", "least – most s", "MB/s", "times", "peak MiB"]
    header += ["merges", "our tokens it has"] if section == "training" else ["ids"]
    lines = [_compared_line(row, label) for row in chosen for label in row.labels]
    labels = _distinct(
        label.removesuffix(" 1 thread").removesuffix(" 2 threads").rstrip(",") for row in chosen for label in row.labels
    )
    told = "\n".join(f"- {label}: {notes[label]}" for label in labels if label in notes)
    return f"{heading}\n\n{table(header, lines, 2)}\n\n{told}"


def _compared_line(row: RowResult, label: str) -> list[str]:
    title = row.title if label == row.labels[0] else ""
    failure = row.failure(label)
    if failure:
        return [title, label, f"failed: {_cell(failure)}", *[""] * (7 if row.section == "training" else 6)]
    outcomes = row.outcomes[label]
    middle, own = median(row.seconds(label)), row.median(row.labels[0])
    return [
        title,
        label,
        str(len(outcomes)),
        seconds(middle),
        f"{seconds(min(row.seconds(label)))} – {seconds(max(row.seconds(label)))}",
        f"{outcomes[0].size / 1e6 / middle:.1f}",
        f"{middle / own:.2f}" if own else "",
        f"{max(outcome.peak for outcome in outcomes) / MIB:.0f}",
        *_agreement(row, outcomes[-1], label),
    ]


def _agreement(row: RowResult, outcome: Outcome, label: str) -> list[str]:
    if row.section == "training":
        shared = "" if outcome.shared is None or label == row.labels[0] else f"{outcome.shared:.2%}"
        return [f"{outcome.merges:,}", shared]
    first = row.outcomes[row.labels[0]][-1]
    return ["" if label == row.labels[0] else "equal" if outcome.digest == first.digest else "differ"]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")[:120]


# ---------------------------------------------------------------- parts and steps


def _stages(rows: Rows) -> str:
    chosen = [row for row in rows.values() if row.section == "stages"]
    if not chosen:
        return ""
    names = ["reading and scanning", "counting", "first pairs", "merging", "conversion"]
    header = ["text and task", "threads", *(f"{name} s" for name in names), "whole s"]
    lines = [_stages_line(row, label, names) for row in chosen for label in row.labels]
    return f"### Where the time of a training goes\n\n{table(header, lines, 2)}\n\n{STAGES}"


STAGES = (
    "Medians of each column. Reading and scanning is a pass of its own, in which the text is read, checked and cut into"
    " pieces as in a training but nothing is counted; counting is what a training takes before merging, less that pass."
    " First pairs is the time from there to the first merge, seen by a look at the run every millisecond: the pieces"
    " are laid out and their pairs counted. Conversion makes the vocabulary and the merges Python objects."
)


def _stages_line(row: RowResult, label: str, names: list[str]) -> list[str]:
    title, threads = row.title if label == row.labels[0] else "", label.partition(" ")[0]
    failure = row.failure(label)
    if failure:
        return [title, threads, f"failed: {_cell(failure)}", *[""] * len(names)]
    columns = [seconds(median(outcome.stages[name] for outcome in row.outcomes[label])) for name in names]
    return [title, threads, *columns, seconds(median(row.seconds(label)))]


def _growth(rows: Rows) -> str:
    chosen = [row for row in rows.values() if row.section == "growth"]
    if not chosen:
        return ""
    header = ["what", "step", "runs", "median s", "least – most s", "to the step before", "peak MiB"]
    lines = [_growth_line(row, place) for row in chosen for place in range(len(row.labels))]
    return f"### Growth\n\n{table(header, lines, 2)}"


def _growth_line(row: RowResult, place: int) -> list[str]:
    label = row.labels[place]
    title = row.title if place == 0 else ""
    failure = row.failure(label)
    if failure:
        return [title, label, f"failed: {_cell(failure)}", *[""] * 4]
    middle, before = median(row.seconds(label)), row.median(row.labels[place - 1]) if place else None
    return [
        title,
        label,
        str(len(row.outcomes[label])),
        seconds(middle),
        f"{seconds(min(row.seconds(label)))} – {seconds(max(row.seconds(label)))}",
        f"{middle / before:.2f}" if before else "",
        f"{(row.peak(label) or 0) / MIB:.0f}",
    ]


def _answers(rows: Rows) -> str:
    chosen = [row for row in rows.values() if row.section == "answers"]
    if not chosen:
        return ""
    names = ["counting", "first pairs", "merging"]
    lines = [_answers_line(row, label, names) for row in chosen for label in row.labels]
    header = ["text and task", "asked to", "runs", *(f"{name} ms" for name in names)]
    return f"### How soon a run answers\n\nThe longest of all runs.\n\n{table(header, lines, 2)}"


def _answers_line(row: RowResult, label: str, names: list[str]) -> list[str]:
    title = row.title if label == row.labels[0] else ""
    failure = row.failure(label)
    if failure:
        return [title, label, f"failed: {_cell(failure)}", *[""] * len(names)]
    outcomes = row.outcomes[label]
    return [
        title,
        label,
        str(len(outcomes)),
        *(f"{1000 * max(one.stages[name] for one in outcomes):.0f}" for name in names),
    ]
