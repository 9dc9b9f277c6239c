"""An input whose documents are records: opened by its kind, handed out in chunks, and accounted for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final, Protocol

from vocabsmith_engine import _native
from vocabsmith_engine.corpus.arrow_tables import ArrowTable, told_of_damage
from vocabsmith_engine.corpus.chunk import Chunk
from vocabsmith_engine.corpus.csv_tables import CsvTable
from vocabsmith_engine.corpus.failures import shown
from vocabsmith_engine.corpus.inputs import Input
from vocabsmith_engine.corpus.json_arrays import element_blocks
from vocabsmith_engine.corpus.json_lines import JsonLines, line_blocks
from vocabsmith_engine.corpus.record_fields import FieldPath
from vocabsmith_engine.corpus.record_texts import RecordAccount, Records, TextSettler
from vocabsmith_engine.corpus.reports import FileReport
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.text_files import TextFile

_UNITS: Final = {"jsonl": "line", "json": "element", "csv": "row", "tsv": "row"}
_FATES: Final = {"replace": "replaced by U+FFFD", "skip": "left out", "keep": "kept as they are"}
_MOST_IN_A_NOTE: Final = 3


class _Table(Protocol):
    field: FieldPath | None

    def parts(self) -> Iterator[Callable[[], Records]]: ...


class RecordFile:
    """The records of an input. Raises BadFile when it is damaged, or it cannot be told where the text is."""

    def __init__(self, file: Input, recipe: Recipe, check_room: Callable[[int], None]) -> None:
        """Looks at the first records. `check_room` is asked with the bytes of a long one before more is read of it."""
        self._file = file
        self._recipe = recipe
        self._begin, self._size_on_disk = file.bytes_read, file.bytes_left
        self._text: TextFile | None = None
        self._table = self._opened(file.source.field, check_room)
        self._base = FileReport(file.path, file.size)
        self._account = RecordAccount()
        self._settler = TextSettler(recipe, self._account, valid=self._text is not None)
        self._specials = _native.SpecialTokens([token.encode() for token in recipe.special_tokens])

    @property
    def bytes_read(self) -> int:
        """Bytes of the file on the disk that the chunks so far stand for."""
        if isinstance(self._table, ArrowTable) and self._table.part_read is not None and self._size_on_disk is not None:
            return self._begin + int(self._size_on_disk * self._table.part_read)  # other columns are not read at all
        return self._file.bytes_read

    def chunks(self) -> Iterator[Chunk]:
        """All of it, to be parsed where it is counted."""
        accounted = self._begin
        for part in self._table.parts():
            done = max(self.bytes_read - accounted, 0)
            accounted += done
            weight = self._file.source.weight
            yield Chunk(memoryview(b""), weight, done, parse=partial(self._parsed, part, done, weight))
        if self._text:
            self._base = self._text.report()
        elif change := self._file.note_of_changes():
            self._base = replace(self._base, notes=(f"{shown(self._file.path)} {change}.",))

    def records(self) -> Iterator[tuple[Callable[[], Records], int]]:
        """All of it with the numbers of the records, and the bytes of the file that were read for each part.

        In place of `chunks`, for those who look at the texts: nothing goes into the report.
        """
        accounted = self._begin
        for part in self._table.parts():
            done = max(self.bytes_read - accounted, 0)
            accounted += done
            yield partial(self._settled, part), done

    def report(self) -> FileReport:
        """What was found; to be asked when all chunks were parsed."""
        base, account = self._base, self._account
        return replace(
            base,
            kind=self._file.kind,
            field=self._table.field.name if self._table.field else None,
            bad_bytes=base.bad_bytes + account.bad_bytes,
            documents=account.documents,
            used_records=account.used,
            broken_records=account.broken,
            missing_records=account.missing,
            first_broken=account.first_broken,
            first_missing=account.first_missing,
            notes=(*base.notes, *(f"{shown(self._file.path)}{note}" for note in self._notes())),
        )

    def account(self) -> dict[str, Any]:
        """What the records so far came to, as plain values; holds once all chunks so far were parsed."""
        return self._account.values()

    def restore_account(self, values: Mapping[str, Any]) -> None:
        """Go on from what records came to before: their chunks are passed over, and not parsed."""
        self._account.restore(values)

    def _opened(self, field: str | None, check_room: Callable[[int], None]) -> _Table:
        file = self._file
        if file.kind in ("parquet", "arrow"):
            return ArrowTable(file, field)
        text = self._text = TextFile(file, self._recipe)
        if file.kind in ("csv", "tsv"):
            return CsvTable(file.path, text, field, tabs=file.kind == "tsv")
        if file.kind == "json":
            return JsonLines(file.path, element_blocks(text, file.path, check_room), field)
        return JsonLines(file.path, line_blocks(text, check_room), field)

    def _parsed(self, part: Callable[[], Records], file_bytes: int, weight: int) -> Chunk:
        records = self._settled(part)
        unit = self._recipe.document_unit
        documents = _native.number_of_documents(records.text, records.ends, self._specials, unit)
        self._account.add(records, documents)
        return Chunk(records.text, weight, file_bytes, ends=records.ends)

    def _settled(self, part: Callable[[], Records]) -> Records:
        with told_of_damage(self._file.path):
            return self._settler.settled(part())

    def _notes(self) -> Iterator[str]:
        account, unit = self._account, _UNITS.get(self._file.kind, "record")
        if account.broken:
            first = _named(unit, account.first_broken, account.broken)
            yield f": {_records(account.broken)} could not be read, {first}."
        if account.missing:
            place = f" in {field.name!r}" if (field := self._table.field) and field.name else ""
            first = _named(unit, account.first_missing, account.missing)
            yield f": {_records(account.missing)} without text{place}, {first}."
        if account.bad_bytes:
            count = "1 byte is" if account.bad_bytes == 1 else f"{account.bad_bytes:,} bytes are"
            fate = _FATES[self._recipe.invalid_bytes]
            yield f": {count} not UTF-8, the first in record {account.first_bad:,}; {fate}."


def _records(count: int) -> str:
    return "1 record" if count == 1 else f"{count:,} records"


def _named(unit: str, first: tuple[int, ...], count: int) -> str:
    """The first of them, for a note."""
    numbers = ", ".join(f"{number:,}" for number in first[:_MOST_IN_A_NOTE])
    more = count - min(len(first), _MOST_IN_A_NOTE)
    plural = "s" if count > 1 else ""
    return f"{unit}{plural} {numbers}" + (f" and {more:,} more" if more else "")
