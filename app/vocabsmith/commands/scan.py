"""`vocabsmith scan`: what a corpus is made of, and what is wrong with it, before a run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import typer

from vocabsmith.commands import corpus_options as corpus
from vocabsmith.commands.options import JsonOption
from vocabsmith.commands.progress import display_for
from vocabsmith.commands.watching import Interrupts, run_watched
from vocabsmith.wording import count, size
from vocabsmith_engine import FileScan, Monitor
from vocabsmith_engine import scan as scan_corpus
from vocabsmith_engine.corpus import FileReport, shown

EXAMPLES = """\b
Examples:
  vocabsmith scan corpus/
  vocabsmith scan notes.jsonl.gz books/ --special-token "<|endoftext|>" --json
"""


def scan(  # each parameter is one documented option
    *,
    files: corpus.FilesArgument = None,
    files_from: corpus.FilesFromOption = None,
    names: corpus.NamesOption = None,
    kind: corpus.KindOption = None,
    encoding: corpus.EncodingOption = None,
    field: corpus.FieldOption = None,
    pretokenizer: Annotated[str, typer.Option(metavar="NAME|REGEX", help="The pieces whose longest is told.")] = "gpt2",
    special_token: Annotated[
        list[str] | None,
        typer.Option(metavar="T", help="A token to cut the text at and to look for; may be repeated."),
    ] = None,
    threads: Annotated[int | None, typer.Option(metavar="N", min=1, help="Threads that look. [all processors]")] = None,
    as_json: JsonOption = False,
) -> None:
    """Read a corpus as a run would, and tell what each file is.

    For every file: its kind, encoding, documents and size; bad bytes, broken records and records without text, with
    the first places; copies of other files; the longest piece; and special tokens that stand in the text.
    """
    sources = corpus.sources_named(files or [], files_from, [], kind=kind, encoding=encoding, field=field)
    monitor = Monitor()
    display = display_for(None)
    with display.shown(), Interrupts(monitor) as interrupts:
        scans = run_watched(
            lambda running: scan_corpus(
                sources,
                names=names,
                pretokenizer=pretokenizer,
                special_tokens=special_token or (),
                monitor=running,
                threads=threads,
            ),
            monitor=monitor,
            display=display,
            interrupts=interrupts,
        )
    print(json.dumps([_facts(each) for each in scans]) if as_json else "\n".join(_lines(scans)))


def _lines(scans: Sequence[FileScan]) -> Iterator[str]:
    for each in scans:
        yield f"{shown(each.path)}: {', '.join(_figures(each)) or 'cannot be used'}"
        yield from (f"  {line}" for line in _remarks(each))
    yield ""
    yield _total(scans)


def _figures(scan: FileScan) -> Iterator[str]:
    if not scan.reports:
        return
    kinds = dict.fromkeys(f"{report.kind} in {report.encoding}" for report in scan.reports)
    members = f"{count(len(scan.reports), 'file')} of " if len(scan.reports) > 1 else ""
    yield members + ", ".join(kinds)
    yield size(scan.bytes)
    yield count(scan.documents, "document")
    yield f"longest piece {count(scan.longest_piece, 'byte')}"


def _remarks(scan: FileScan) -> Iterator[str]:
    for problem in scan.problems:
        yield f"bad: {problem}"
    yield from (f"note: {note}" for note in scan.notes)
    if scan.duplicate_of is not None:
        yield f"note: has the same content as {shown(scan.duplicate_of)}."
    for token, number in scan.special_tokens.items():
        yield f"holds {token} {count(number, 'time')}"


def _total(scans: Sequence[FileScan]) -> str:
    parts = [
        count(len(scans), "file"),
        size(sum(each.bytes for each in scans)),
        count(sum(each.documents for each in scans), "document"),
    ]
    bad = sum(bool(each.problems) for each in scans)
    copies = sum(each.duplicate_of is not None for each in scans)
    return ", ".join([*parts, *([f"{bad:,} bad"] if bad else []), *([f"{copies:,} repeated"] if copies else [])])


def _facts(scan: FileScan) -> dict[str, Any]:
    """The same for programs."""
    return {
        "file": shown(scan.path),
        "bytes": scan.bytes,
        "documents": scan.documents,
        "blake2b": scan.digest,
        "duplicate_of": None if scan.duplicate_of is None else shown(scan.duplicate_of),
        "longest_piece": scan.longest_piece,
        "special_tokens": dict(scan.special_tokens),
        "problems": [str(problem) for problem in scan.problems],
        "contents": [_report_facts(report) for report in scan.reports],
    }


def _report_facts(report: FileReport) -> dict[str, Any]:
    return {
        "name": shown(report.path),
        "kind": report.kind,
        "encoding": report.encoding,
        "encoding_found_by": report.encoding_found_by,
        "documents": report.documents,
        "bad_bytes": report.bad_bytes,
        "first_bad_offset": report.first_bad_offset,
        "field": report.field,
        "used_records": report.used_records,
        "broken_records": report.broken_records,
        "first_broken": list(report.first_broken),
        "missing_records": report.missing_records,
        "first_missing": list(report.first_missing),
        "notes": list(report.notes),
    }
