"""CSV and TSV: rows with a header, read by Arrow as a stream.

Cells may be quoted, and then hold delimiters, line ends and doubled quotes. Rows with too many or too few cells are
counted and left out.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.csv

from vocabsmith_engine.corpus.arrow_columns import parts_of, records_in
from vocabsmith_engine.corpus.failures import BadFile
from vocabsmith_engine.corpus.record_fields import LIKELY_NAMES, FieldPath, NoSuchField, listed
from vocabsmith_engine.corpus.record_texts import Records
from vocabsmith_engine.text_files import TextFile

LONGEST_ROW: Final = 2**24
"""Bytes of the longest row that is read."""

_HEAD: Final = 2**16
_DELIMITERS: Final = (",", ";", "\t")
_LAST_CELL: Final = b"\0the end\0"
_REMEDY: Final = "Name the column with --field; its number, from 1, if the file has no row of names"


class CsvTable:
    """The rows of a table.

    Attributes:
        field: the column that is read; None of an empty file.
    """

    def __init__(self, path: Path, text: TextFile, named: str | None, *, tabs: bool) -> None:
        """Reads the header. Raises BadFile when there is no such column, or it cannot be told."""
        self._path = path
        self._stream = _CellStream(text)
        head = self._stream.first_row(_HEAD)
        self._delimiter = "\t" if tabs else _likely_delimiter(head)
        names = _first_row(head, self._delimiter)
        self.field: FieldPath | None = None
        if names:
            self._column, self._has_header = _column_of(path, names, named)
            self.field = FieldPath(named or names[self._column], ())
        self._names = [str(number) for number in range(len(names))]
        self._rows = 0
        self._last_is_used = True  # the last row has as many cells as it should, whatever is in them
        self._broken: list[int] = []

    def parts(self) -> Iterator[Callable[[], Records]]:
        """The records, part by part; each part is to be called once, on any thread."""
        if not self._names:
            return
        end = self._delimiter.encode().join([_LAST_CELL] * len(self._names))
        self._stream.append(b"\n" + end + b"\n")
        ended = False
        try:
            for batch in self._batches():
                cells = batch.column(0)
                if ended := len(cells) > 0 and cells[-1].as_py() == _LAST_CELL:
                    cells = cells.slice(0, len(cells) - 1)
                yield from self._parts_in(cells)
                if self._broken:  # and no cells came with them
                    yield partial(_records, cells.slice(len(cells)), range(0), self._broken_so_far())
        except pa.ArrowInvalid as error:
            raise BadFile(self._path, self._reason(error), "Put it right, or leave it out") from None
        if not ended:
            reason = f"ends inside a quoted cell that begins after record {self._rows - self._last_is_used:,}"
            raise BadFile(self._path, reason, "Put it right, or leave it out")

    def _batches(self) -> Iterator[pa.RecordBatch]:
        reader = pa.csv.open_csv(
            pa.PythonFile(self._stream, mode="r"),
            pa.csv.ReadOptions(
                use_threads=False,
                block_size=LONGEST_ROW,
                column_names=self._names,
                skip_rows_after_names=int(self._has_header),
            ),
            pa.csv.ParseOptions(
                delimiter=self._delimiter, newlines_in_values=True, invalid_row_handler=self._leave_out
            ),
            pa.csv.ConvertOptions(
                include_columns=[self._names[self._column]],
                column_types={name: pa.binary() for name in self._names},
                strings_can_be_null=False,
            ),
        )
        with reader:
            yield from reader

    def _parts_in(self, cells: pa.Array) -> Iterator[Callable[[], Records]]:
        for part in parts_of(cells):
            numbers = range(self._rows + 1, self._rows + 1 + len(part))
            self._rows += len(part)
            yield partial(_records, part, numbers, self._broken_so_far())

    def _broken_so_far(self) -> list[int]:
        broken, self._broken = self._broken, []
        return broken

    def _leave_out(self, row: pa.csv.InvalidRow) -> str:
        self._last_is_used = _LAST_CELL.decode() not in row.text
        self._broken.append(row.number)
        return "skip"

    def _reason(self, error: pa.ArrowInvalid) -> str:
        if "straddling" in str(error):
            what = f"a row of more than {LONGEST_ROW:,} bytes, or a quoted cell without an end"
            return f"has {what}, after record {self._rows:,}"
        return f"is no table: {str(error).lower().rstrip('.')}"


class _CellStream(io.RawIOBase):
    """Text as a file for Arrow to read, with something behind its end."""

    def __init__(self, text: TextFile) -> None:
        super().__init__()
        self._text = text
        self._ahead = b""
        self._tail = b""

    def readable(self) -> bool:
        return True

    def peek(self, size: int) -> bytes:
        """The next bytes, which are still to be read: at least `size` if there are so many."""
        while len(self._ahead) < size and not self._text.ended:
            self._ahead += self._text.read(size)
        return self._ahead

    def first_row(self, size: int) -> bytes:
        """The same from the first row on: a blank line before it would be taken for the row of names."""
        while not (row := self.peek(1).lstrip(b"\r\n")) and self._ahead:
            self._ahead = b""
        self._ahead = row
        return self.peek(size)

    def append(self, tail: bytes) -> None:
        """Have `tail` follow the text."""
        self._tail = tail

    def read(self, size: int = -1) -> bytes:
        """The next `size` bytes, fewer at the end only."""
        parts = [self._ahead]
        length = len(self._ahead)
        while length < size and not self._text.ended:
            parts.append(self._text.read(size - length))
            length += len(parts[-1])
        if length < size:
            parts.append(self._tail)
            self._tail = b""
        data = b"".join(parts)
        self._ahead = data[size:]
        return data[:size]


def _records(cells: pa.Array, numbers: range, broken: list[int]) -> Records:
    return replace(records_in(cells, (), numbers), broken=broken)


def _likely_delimiter(head: bytes) -> str:
    """The one that parts the first row into the most cells; the comma if none does."""
    return max(_DELIMITERS, key=lambda delimiter: len(_first_row(head, delimiter)))


def _first_row(head: bytes, delimiter: str) -> list[str]:
    rows = csv.reader(io.StringIO(head.decode("utf-8", "replace"), newline=""), delimiter=delimiter)
    try:
        return next((row for row in rows if row), [])
    except csv.Error:
        return []


def _column_of(path: Path, names: list[str], named: str | None) -> tuple[int, bool]:
    """Which column holds the text, and whether the first row holds names."""
    if named is None:
        by_name = {name.strip().casefold(): place for place, name in reversed(list(enumerate(names)))}
        for name in LIKELY_NAMES:
            if name in by_name:
                return _only_place_of(path, names, names[by_name[name]]), True
        raise BadFile(path, f"has no column that is named like text; there are {listed(names)}", _REMEDY)
    if named in names:
        return _only_place_of(path, names, named), True
    if named.isdecimal() and 1 <= int(named) <= len(names):
        return int(named) - 1, False
    raise NoSuchField(path, named, names)


def _only_place_of(path: Path, names: list[str], name: str) -> int:
    if names.count(name) > 1:
        raise BadFile(path, f"has two columns {name!r}", "Give one of them another name")
    return names.index(name)
