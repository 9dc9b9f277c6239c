"""counted.json: what is known once everything is counted, so that the merges of the log alone make a result."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, get_args

from vocabsmith_engine.base_characters import Base
from vocabsmith_engine.corpus import BadFile, FileReport
from vocabsmith_engine.corpus.reports import FoundBy
from vocabsmith_engine.formats.json_files import Place
from vocabsmith_engine.merging_start import MergingStart
from vocabsmith_engine.runs.files import read_sealed, write_sealed
from vocabsmith_engine.runs.values import optional, path, real, several, text, told_as_damage, whole
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
            "files": [asdict(report) | {"path": str(report.path)} for report in corpus.files],
            "skipped": [_of_bad_file(bad) for bad in corpus.skipped],
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
    return FileReport(
        path(place.get("path")),
        whole(place.get("bytes")),
        whole(place.get("bad_bytes")),
        optional(place.get("first_bad_offset"), whole),
        text(place.get("encoding")),
        several(place.get("notes"), text),
        text(place.get("kind")),
        _found_by(place.get("encoding_found_by")),
        whole(place.get("documents")),
        optional(place.get("field"), text),
        whole(place.get("used_records")),
        whole(place.get("broken_records")),
        whole(place.get("missing_records")),
        several(place.get("first_broken"), whole),
        several(place.get("first_missing"), whole),
    )


def _found_by(place: Place) -> FoundBy:
    place.require(*get_args(FoundBy))
    found: FoundBy = place.value
    return found


def _of_bad_file(bad: BadFile) -> dict[str, Any]:
    return {"path": str(bad.path), "reason": bad.reason, "remedy": bad.remedy}


def _bad_file(place: Place) -> BadFile:
    return BadFile(path(place.get("path")), text(place.get("reason")), text(place.get("remedy")))
