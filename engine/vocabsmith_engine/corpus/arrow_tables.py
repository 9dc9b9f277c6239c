"""Parquet files, and Arrow files and streams (Feather version 2; what Hugging Face datasets are saved as).

Only the column with the text is read, some thousand rows at a time. Nothing is mapped into memory: a file that shrinks
meanwhile must not end the program. What is damaged is told as a BadFile.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Final

import pyarrow as pa
import pyarrow.parquet

from vocabsmith_engine.corpus.arrow_columns import CHUNK, checked, is_bytes, is_list, is_text, parts_of, records_in
from vocabsmith_engine.corpus.failures import BadFile
from vocabsmith_engine.corpus.inputs import Input
from vocabsmith_engine.corpus.record_fields import FieldPath, NoSuchField, likely_field
from vocabsmith_engine.corpus.record_texts import Records

_MOST_ROWS: Final = 4096  # that are read at once: in a dictionary, a text of any length takes little of a file
_DEEPEST: Final = 8
_ARROW_FILE: Final = b"ARROW1"
_END_OF_STREAM: Final = b"\0\0\0\0"  # in place of the length of a message
_REMEDY: Final = "Get it again, or leave it out"


class ArrowTable:
    """The records of a Parquet or an Arrow file.

    Attributes:
        field: the column that is read, or the path that begins with it.
        part_read: how much of the table was read, from 0 to 1, or None if nobody knows.
    """

    def __init__(self, file: Input, named: str | None) -> None:
        """Reads what the file says of itself. Raises BadFile when there is no such column, or it cannot be told."""
        self.part_read: float | None = 0.0
        self._path = file.path
        self._rows = 0
        with told_of_damage(file.path):
            self._open(file, named)

    def _open(self, file: Input, named: str | None) -> None:
        self._table: _ParquetFile | _ArrowFile | _ArrowStream
        if file.kind == "parquet":
            self._table = _ParquetFile(file.random_access())
        elif file.peek(len(_ARROW_FILE)) == _ARROW_FILE:
            self._table = _ArrowFile(file.random_access())
        else:
            self._table = _ArrowStream(file)
        self.field: FieldPath | None = (field := field_of_schema(file.path, self._table.schema, named))
        self._steps = field.steps

    def parts(self) -> Iterator[Callable[[], Records]]:
        """The records, part by part; each part is to be called once, on any thread."""
        with told_of_damage(self._path):
            for column, part_read in self._table.columns(self._table.schema.get_field_index(self._steps[0])):
                self.part_read = part_read
                for part in parts_of(checked(column)):
                    numbers = range(self._rows + 1, self._rows + 1 + len(part))
                    self._rows += len(part)
                    yield partial(records_in, part, self._steps[1:], numbers)


Columns = Iterator[tuple[pa.Array, float | None]]
"""Some rows of a column, and how much of the table was read with them, if that is known."""


class _ParquetFile:
    def __init__(self, file: IO[bytes]) -> None:
        self._file = pa.parquet.ParquetFile(file, buffer_size=CHUNK, pre_buffer=False)
        self.schema: pa.Schema = self._file.schema_arrow

    def columns(self, number: int) -> Columns:
        """The column with this number, bit by bit."""
        name = self.schema.names[number]
        total = max(self._file.metadata.num_rows, 1)
        rows = 0
        for batch in self._file.iter_batches(self._rows_at_once(), columns=[name], use_threads=False):
            rows += len(batch)
            yield batch.column(0), rows / total
        if rows != self._file.metadata.num_rows:  # pages without an end are passed over in silence
            raise ValueError(f"it has {rows:,} of {self._file.metadata.num_rows:,} records")

    def _rows_at_once(self) -> int:
        """As many as have about CHUNK bytes. What the file says of single columns is not looked at.

        Where that is damaged, pyarrow (version 26) ends the program.
        """
        metadata = self._file.metadata
        size: int = sum(metadata.row_group(number).total_byte_size for number in range(metadata.num_row_groups))
        rows: int = metadata.num_rows
        return max(1, min(_MOST_ROWS, CHUNK * rows // max(size, 1)))


class _ArrowFile:
    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.schema: pa.Schema = pa.ipc.open_file(file).schema

    def columns(self, number: int) -> Columns:
        """The column with this number, bit by bit."""
        self._file.seek(0)
        reader = pa.ipc.open_file(self._file, options=_only(number))
        for place in range(reader.num_record_batches):
            yield reader.get_batch(place).column(0), (place + 1) / reader.num_record_batches


class _ArrowStream:
    def __init__(self, file: Input) -> None:
        self._bytes = _StreamBytes(file)
        self._reader = pa.ipc.open_stream(pa.PythonFile(self._bytes, mode="r"))
        self.schema: pa.Schema = self._reader.schema

    def columns(self, number: int) -> Columns:
        """The column with this number, bit by bit. Raises BadFile when the stream does not end as it should."""
        for batch in self._reader:
            yield batch.column(number), None
        self._bytes.check_end()


class _StreamBytes(io.RawIOBase):
    """The bytes of a stream as a file for Arrow to read."""

    def __init__(self, file: Input) -> None:
        super().__init__()
        self._file = file
        self._last_read = b""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        """The next `size` bytes, fewer at the end only."""
        parts: list[bytes] = []
        while size > 0 and (data := self._file.read(min(size, CHUNK))):
            parts.append(data)
            size -= len(data)
        data = b"".join(parts)
        self._last_read = data
        return data

    def check_end(self) -> None:
        """Raises BadFile unless the stream ended with its mark, and the file with the stream."""
        if self._last_read != _END_OF_STREAM:
            raise BadFile(self._file.path, "is cut short: it ends without the mark of its end", _REMEDY)
        if self._file.read(1):
            raise BadFile(self._file.path, "goes on after its end", _REMEDY)


def field_of_schema(path: Path, schema: pa.Schema, named: str | None) -> FieldPath:
    """The column with the text. Raises BadFile when there is none, when it cannot be told, and when there are two."""
    if named is None:
        texts = [field.name for field in schema if is_text(field.type)]
        named_so = [field.name for field in schema if is_bytes(field.type)]
        column = likely_field(path, texts, list(_paths_to_text(schema)), named_so)
        field = FieldPath(column, (column,))
    else:
        field = FieldPath(named, (named,)) if named in schema.names else FieldPath.parsed(named)
    if not _leads_to_text(schema, field):
        raise NoSuchField(path, field.name, list(_paths_to_text(schema)))
    if schema.names.count(field.steps[0]) > 1:
        raise BadFile(path, f"has two columns {field.steps[0]!r}", "Give one of them another name")
    return field


def _leads_to_text(schema: pa.Schema, field: FieldPath) -> bool:
    kind: pa.DataType = pa.struct(list(schema))
    for step in field.steps:
        if step is None and is_list(kind):
            kind = kind.value_type
        elif step is not None and pa.types.is_struct(kind) and kind.get_field_index(step) >= 0:
            kind = kind.field(step).type
        else:
            return False
    return is_text(kind) or is_bytes(kind)


def _paths_to_text(schema: pa.Schema) -> Iterator[str]:
    for field in schema:
        yield from _paths_from(field.type, field.name, _DEEPEST)


def _paths_from(kind: pa.DataType, name: str, depth: int) -> Iterator[str]:
    if is_text(kind):
        yield name
    elif depth and pa.types.is_struct(kind):
        for field in kind.fields:
            yield from _paths_from(field.type, f"{name}.{field.name}", depth - 1)
    elif depth and is_list(kind):
        yield from _paths_from(kind.value_type, f"{name}[]", depth - 1)


def _only(number: int) -> pa.ipc.IpcReadOptions:
    return pa.ipc.IpcReadOptions(use_threads=False, included_fields=[number])


@contextmanager
def told_of_damage(path: Path) -> Iterator[None]:
    """What Arrow says of a damaged file, in a BadFile."""
    try:
        yield
    except pa.ArrowNotImplementedError as error:
        reason = f"holds a column that cannot be read ({str(error).lower().rstrip('.')})"
        raise BadFile(path, reason, "Write it with plain strings") from None
    except (pa.ArrowException, OSError, ValueError, MemoryError, OverflowError) as error:
        detail = str(error).split("\n", 1)[0].lower().rstrip(".") or type(error).__name__
        raise BadFile(path, f"is damaged or cannot be read ({detail})", _REMEDY) from None
