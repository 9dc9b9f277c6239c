"""What was found in a file, for the summary of a run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

FoundBy = Literal["default", "mark", "bytes", "name"]


@dataclass(frozen=True, slots=True)
class FileReport:
    """What was found in one file, or in one member of an archive.

    Attributes:
        path: where it is.
        bytes: its size; that of a member is what it takes in the archive.
        bad_bytes: bytes that are no valid text in its encoding.
        first_bad_offset: where the first of them stands, in the file as it is without compression, or None.
        encoding: "UTF-8", UTF-16 or UTF-32 with their byte order, or a legacy encoding.
        notes: sentences for the summary of a run.
        kind: "text", "jsonl", "json", "csv", "tsv", "parquet" or "arrow".
        encoding_found_by: how it is known: "default" (UTF-8), a byte order "mark", its "bytes", or the user's "name".
        documents: documents that hold text.
        field: the column or the dotted path that was read, if the kind has any.
        used_records: records that were learned from.
        broken_records: records that could not be read.
        missing_records: records without the field, or with null in it.
        first_broken: the lines, or the records, counted from 1, of the first broken ones.
        first_missing: the same for the first missing ones.
    """

    path: Path
    bytes: int
    bad_bytes: int = 0
    first_bad_offset: int | None = None
    encoding: str = "UTF-8"
    notes: tuple[str, ...] = ()
    kind: str = "text"
    encoding_found_by: FoundBy = "default"
    documents: int = 0
    field: str | None = None
    used_records: int = 0
    broken_records: int = 0
    missing_records: int = 0
    first_broken: tuple[int, ...] = ()
    first_missing: tuple[int, ...] = ()
