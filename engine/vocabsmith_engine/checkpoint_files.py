"""A folder with a checkpoint: what was counted so far, and the place in the corpus where counting goes on.

    checkpoint.json             the place, what was found until then, and the names of the files beside it
    table-NUMBER-….pieces       a counter's table
    run-NUMBER-…                what tables of bounded size have spilled

With checkpoint.json, in one step, a new checkpoint stands; then the files of the one before go.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from vocabsmith_engine.corpus import BadFile
from vocabsmith_engine.piece_files import remove_files, told_of_damage
from vocabsmith_engine.reading_position import Account, ReadingPosition
from vocabsmith_engine.report_records import (
    account_of_record,
    bad_file_of_record,
    list_of,
    record_of_bad_file,
    record_of_report,
    report_of_record,
    text,
    whole,
)
from vocabsmith_engine.sealed_files import PART, read_sealed, sync_files, write_sealed

_MANIFEST: Final = "checkpoint.json"
_KIND: Final = "checkpoint"
_TABLE: Final = re.compile(r"table-(\d{1,9})-\d{1,9}-\d{1,9}\.pieces")
_RUN: Final = re.compile(r"run-(\d{1,9})-\d{1,9}-\d{1,9}")


def table_name(number: int, side: int, place: int) -> str:
    """The file of a counter's table."""
    return f"table-{number}-{side}-{place}.pieces"


def run_prefix(number: int, side: int) -> str:
    """What the names of files begin with that hold what was spilled; a number follows."""
    return f"run-{number}-{side}-"


@dataclass(frozen=True, slots=True)
class SavedSide:
    """The files of one side of the corpus: of what is learned from, or of what is held out.

    Attributes:
        tables: names of the counters' tables.
        runs: names of what they have spilled.
    """

    tables: tuple[str, ...]
    runs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What is needed to go on.

    Attributes:
        identity: of the run, see Identity.record.
        position: where counting goes on.
        left_out: bad files that were found until then.
        sides: one, or two if documents are held out; none if nothing was counted yet.
        held_out: documents that were held out until then.
        total_bytes: of all files.
    """

    identity: dict[str, Any]
    position: ReadingPosition
    left_out: tuple[BadFile, ...]
    sides: tuple[SavedSide, ...]
    held_out: int
    total_bytes: int

    @property
    def names(self) -> set[str]:
        """Of all its files."""
        return {name for side in self.sides for name in (*side.tables, *side.runs)}


class CheckpointFolder:
    """Reads and writes the checkpoint in a folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._reports: list[dict[str, Any]] = []  # as they were written last

    def read(self) -> Checkpoint | None:
        """The checkpoint that stands there, if one does. Raises RunError for a damaged one."""
        try:
            record = read_sealed(self.path / _MANIFEST, _KIND)
        except FileNotFoundError:
            return None
        with told_of_damage(self.path):
            return _checkpoint_of(record)

    def write(self, checkpoint: Checkpoint, new_files: Iterable[str]) -> None:
        """Have `checkpoint` stand there, whose `new_files` were written. Raises OSError; then the old one stands."""
        sync_files(self.path / name for name in new_files)
        write_sealed(self.path / _MANIFEST, _KIND, self._record_of(checkpoint))
        self.remove_others(checkpoint.names)

    def next_number(self) -> int:
        """A number that no file there has in its name. Makes the folder. Raises OSError."""
        self.path.mkdir(parents=True, exist_ok=True)
        return 1 + max((int(number) for number in map(_number_in, self._names()) if number), default=-1)

    def remove_others(self, names: set[str]) -> None:
        """Remove the files of other checkpoints, and those that were not written to their end."""
        remove_files(self.path, [name for name in self._names() if _number_in(name) and name not in names])

    def remove(self) -> None:
        """Remove the checkpoint, and the folder if nothing else is in it. Raises OSError."""
        (self.path / _MANIFEST).unlink(missing_ok=True)
        self.remove_others(set())
        remove_files(self.path, [_MANIFEST + PART])
        if self.path.is_dir() and not self._names():
            self.path.rmdir()

    def _names(self) -> list[str]:
        return [path.name for path in self.path.iterdir()] if self.path.is_dir() else []

    def _record_of(self, checkpoint: Checkpoint) -> dict[str, Any]:
        position = checkpoint.position
        self._reports = self._reports[: len(position.reports)]
        self._reports += map(record_of_report, position.reports[len(self._reports) :])
        return {
            "identity": checkpoint.identity,
            "sources": position.sources,
            "reports": self._reports,
            "bytes": position.bytes,
            "bytes_of_next": position.bytes_of_next,
            "chunks": position.chunks,
            "cuts": position.cuts,
            "accounts": [[os.fspath(path), account] for path, account in position.accounts],
            "left_out": list(map(record_of_bad_file, checkpoint.left_out)),
            "sides": [{"tables": side.tables, "runs": side.runs} for side in checkpoint.sides],
            "held_out": checkpoint.held_out,
            "total_bytes": checkpoint.total_bytes,
        }


def _checkpoint_of(record: dict[str, Any]) -> Checkpoint:
    """Raises ValueError, TypeError or KeyError for what is none."""
    position = ReadingPosition(
        whole(record["sources"]),
        tuple(map(report_of_record, list_of(dict, record["reports"]))),
        whole(record["bytes"]),
        whole(record["bytes_of_next"]),
        whole(record["chunks"]),
        text(record["cuts"]),
        tuple(map(_account_of, list_of(list, record["accounts"]))),
    )
    return Checkpoint(
        record["identity"],
        position,
        tuple(map(bad_file_of_record, list_of(list, record["left_out"]))),
        tuple(map(_side_of, list_of(dict, record["sides"]))),
        whole(record["held_out"]),
        whole(record["total_bytes"]),
    )


def _side_of(record: dict[str, Any]) -> SavedSide:
    return SavedSide(_names(record["tables"], _TABLE), _names(record["runs"], _RUN))


def _names(value: object, pattern: re.Pattern[str]) -> tuple[str, ...]:
    names = tuple(list_of(str, value))
    if not all(map(pattern.fullmatch, names)):
        raise ValueError(f"{value!r} are no names of files")
    return names


def _account_of(record: list[Any]) -> Account:
    path, values = record
    return Path(text(path)), account_of_record(values)


def _number_in(name: str) -> str | None:
    match = _TABLE.fullmatch(name) or _RUN.fullmatch(name)
    return match[1] if match else None
