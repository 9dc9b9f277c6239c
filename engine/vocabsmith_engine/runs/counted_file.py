"""counted.json: what is known once everything is counted, so that the merges of the log alone make a result."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Final

from vocabsmith_engine.base_characters import Base
from vocabsmith_engine.corpus import BadFile, FileReport
from vocabsmith_engine.formats.json_files import Place
from vocabsmith_engine.merging_start import MergingStart
from vocabsmith_engine.report_records import (
    bad_file_of_record,
    record_of_bad_file,
    record_of_report,
    report_of_record,
)
from vocabsmith_engine.runs.files import read_sealed, write_sealed
from vocabsmith_engine.runs.values import real, several, text, told_as_damage, whole
from vocabsmith_engine.training_result import CorpusSummary

KIND: Final = "counted"


def save_start(file: Path, start: MergingStart) -> None:
    """Raises OSError."""
    corpus = start.corpus
    content = {
        "counted_bytes": start.counted_bytes,
        "base": asdict(start.base),
        "notes": list(start.notes),
        "reading": start.reading,
        "corpus": {
            **{name: getattr(corpus, name) for name in _NUMBERS},
            "files": list(map(record_of_report, corpus.files)),
            "skipped": list(map(record_of_bad_file, corpus.skipped)),
        },
    }
    write_sealed(file, KIND, content)


def load_start(file: Path) -> MergingStart:
    """The inverse. Raises RunError."""
    place = read_sealed(file, KIND)
    with told_as_damage(file):
        base = place.get("base")
        return MergingStart(
            _corpus(place.get("corpus")),
            whole(place.get("counted_bytes")),
            Base(text(base.get("characters")), whole(base.get("tokens"))),
            several(place.get("notes"), text),
            real(place.get("reading")),
        )


_NUMBERS: Final = ("documents", "bytes", "pieces", "distinct_pieces", "longest_piece", "spilled_bytes")


def _corpus(place: Place) -> CorpusSummary:
    numbers = {name: whole(place.get(name)) for name in _NUMBERS}
    files, skipped = several(place.get("files"), _report), several(place.get("skipped"), _bad_file)
    return CorpusSummary(**numbers, files=files, skipped=skipped)


def _report(place: Place) -> FileReport:
    try:
        return report_of_record(place.of(dict))
    except (ValueError, TypeError, KeyError):
        raise place.error("is no report") from None


def _bad_file(place: Place) -> BadFile:
    try:
        return bad_file_of_record(place.value)
    except (ValueError, TypeError):
        raise place.error("names no file") from None
