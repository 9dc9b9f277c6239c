"""Reads a listed source whole, beside everything else, and tells what a run would find in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from vocabsmith.operations.text_files import packing_of, problem_of
from vocabsmith.wording import count, size
from vocabsmith_engine import FileScan, Monitor, Source, scan
from vocabsmith_engine.corpus import FileReport

LONG_PIECE = 65_536
"""Bytes of a piece that is worth a word before the run."""

_KINDS = {
    "text": "Text",
    "jsonl": "JSON lines",
    "json": "JSON",
    "csv": "CSV",
    "tsv": "TSV",
    "parquet": "Parquet",
    "arrow": "Arrow",
}


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """What a source is found to hold.

    Attributes:
        path: the source as it is listed.
        what: its kind, for people: "JSON lines, gzip", "Text in windows-1252".
        fields: those that its tables were read by.
        documents: how many it holds.
        note: what a user should know, "" for nothing.
        digests: BLAKE2 of every file in it, with the file's path, to find copies among several sources.
    """

    path: Path
    what: str
    fields: tuple[str, ...]
    documents: int
    note: str
    digests: tuple[tuple[str, Path], ...]


def kind_for_people(kind: str) -> str:
    """The name of a kind as people write it: "JSON lines" for "jsonl"."""
    return _KINDS[kind]


def scan_corpus(*, sources: Iterable[Source], special_tokens: Sequence[str], monitor: Monitor) -> list[SourceFacts]:
    """Read each of `sources` from its beginning to its end, on one thread. Raises Stopped."""
    tokens = [token for token in special_tokens if token and "\0" not in token]
    return [
        _facts_of(source.path, scan(source, special_tokens=tokens, monitor=monitor, threads=1)) for source in sources
    ]


def _facts_of(path: Path, scans: Sequence[FileScan]) -> SourceFacts:
    reports = [report for each in scans for report in each.reports]
    return SourceFacts(
        path,
        _what(reports, packing_of(path)),
        tuple(dict.fromkeys(report.field for report in reports if report.field)),
        sum(each.documents for each in scans),
        " ".join(_notes(scans, reports)),
        tuple((each.digest, each.path) for each in scans if each.digest and each.bytes),
    )


def _what(reports: Sequence[FileReport], packing: str) -> str:
    """The kinds, how they are compressed, and every encoding that is not the usual one."""
    kinds = dict.fromkeys(kind_for_people(report.kind) for report in reports)
    encodings = dict.fromkeys(report.encoding for report in reports if report.encoding != "UTF-8")
    return ", ".join(filter(None, (*kinds, packing))) + (f" in {', '.join(encodings)}" if encodings else "")


def _notes(scans: Sequence[FileScan], reports: Sequence[FileReport]) -> Iterator[str]:
    problems = [problem for each in scans for problem in each.problems]
    if len(problems) == 1:
        [problem] = problems
        inside = bool(reports) or len(scans) > 1
        yield f"{problem.path.name} {problem.reason}. {problem.remedy}." if inside else f"{problem_of(problem)}."
    elif problems:
        yield f"{count(len(problems), 'file')} cannot be used, the first: {problems[0]}"
    if bad := sum(report.bad_bytes for report in reports):
        yield f"{count(bad, 'byte')} that {'is' if bad == 1 else 'are'} no text{_first_offset(reports)}."
    if broken := sum(report.broken_records for report in reports):
        yield f"{count(broken, 'broken record')}{_first((each.kind, each.first_broken) for each in reports)}."
    if missing := sum(report.missing_records for report in reports):
        yield f"{count(missing, 'record')} without text{_first((each.kind, each.first_missing) for each in reports)}."
    copies = sum(each.duplicate_of is not None for each in scans)
    if copies:
        yield f"{count(copies, 'file')} with the content of another."
    longest = max((each.longest_piece for each in scans), default=0)
    if longest >= LONG_PIECE:
        yield f"Longest unbroken piece: {size(longest)}."
    if reports and not any(each.documents for each in scans):
        yield "Empty: there is nothing to learn from."


def _first_offset(reports: Iterable[FileReport]) -> str:
    """Where the first of them stands; in a table there is no such place."""
    first = next((report.first_bad_offset for report in reports if report.first_bad_offset is not None), None)
    return "" if first is None else f", the first at offset {first:,}"


def _first(places: Iterable[tuple[str, Sequence[int]]]) -> str:
    """The first of them, by the kind of its file: only JSON lines are numbered as the file's lines are."""
    kind, number = next(((kind, numbers[0]) for kind, numbers in places if numbers), ("", 0))
    if not number:
        return ""
    return f", the first in line {number:,}" if kind == "jsonl" else f", the first being number {number:,}"
