"""What was found in files, as plain values fit for JSON, and back. Values from outside are checked."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, Final, get_args

from vocabsmith_engine.corpus import BadFile, FileReport
from vocabsmith_engine.corpus.reports import FoundBy
from vocabsmith_engine.corpus.sources import KINDS

_DEFAULTS: Final = {each.name: each.default for each in fields(FileReport) if each.default is not MISSING}


def record_of_report(report: FileReport) -> dict[str, Any]:
    """The report without what is as it mostly is."""
    values = {name: getattr(report, name) for name in FileReport.__slots__}
    kept = {name: value for name, value in values.items() if name not in _DEFAULTS or value != _DEFAULTS[name]}
    return kept | {"path": os.fspath(report.path)}


def report_of_record(record: Mapping[str, Any]) -> FileReport:
    """The inverse. Raises ValueError, TypeError or KeyError for what is none."""
    return FileReport(**{name: _READERS[name](value) for name, value in record.items()})


def account_of_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """What RecordAccount.values gave. Raises ValueError, TypeError or KeyError for what is none."""
    return {name: read(record[name]) for name, read in _ACCOUNT_READERS.items()}


def record_of_bad_file(file: BadFile) -> list[str]:
    """Path, reason and remedy."""
    return [os.fspath(file.path), file.reason, file.remedy]


def bad_file_of_record(record: object) -> BadFile:
    """The inverse. Raises ValueError or TypeError for what is none."""
    path, reason, remedy = list_of(str, record)
    return BadFile(Path(path), reason, remedy)


def whole(value: object, least: int = 0) -> int:
    """`value`, if it is a whole number from `least`. Raises ValueError."""
    if type(value) is not int or value < least:
        raise ValueError(f"{value!r} is no number from {least}")
    return value


def text(value: object) -> str:
    """`value`, if it is text. Raises ValueError."""
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text")
    return value


def list_of(kind: Callable[..., Any], value: object) -> list[Any]:
    """`value`, if it is a list of this type. Raises ValueError."""
    if not isinstance(value, list) or not all(type(each) is kind for each in value):
        raise ValueError(f"{value!r} is no such list")
    return value


def _tuple_of(kind: type) -> Callable[[object], tuple[Any, ...]]:
    return lambda value: tuple(list_of(kind, value))


def _optional(read: Callable[[object], Any]) -> Callable[[object], Any]:
    return lambda value: None if value is None else read(value)


def _one_of(names: Sequence[str]) -> Callable[[object], str]:
    return lambda value: names[names.index(text(value))]


_READERS: Final[dict[str, Callable[[object], Any]]] = {
    "path": lambda value: Path(text(value)),
    "bytes": whole,
    "bad_bytes": whole,
    "first_bad_offset": _optional(whole),
    "encoding": text,
    "notes": _tuple_of(str),
    "kind": _one_of(KINDS),
    "encoding_found_by": _one_of(get_args(FoundBy)),
    "documents": whole,
    "field": _optional(text),
    "used_records": whole,
    "broken_records": whole,
    "missing_records": whole,
    "first_broken": _tuple_of(int),
    "first_missing": _tuple_of(int),
}

_ACCOUNT_READERS: Final[dict[str, Callable[[object], Any]]] = {
    "used": whole,
    "broken": whole,
    "missing": whole,
    "first_broken": _tuple_of(int),
    "first_missing": _tuple_of(int),
    "documents": whole,
    "bad_bytes": whole,
    "first_bad": _optional(whole),
}
