"""What a row of the corpus list says of a source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from vocabsmith import wording
from vocabsmith.corpus_items import FOLDER, MISSING, NOT_TEXT, TABLES, CorpusItem
from vocabsmith.counted_sources import CountedSources
from vocabsmith.operations.scan_corpus import kind_for_people
from vocabsmith_engine.corpus import shown

COUNT_TOO: Final = "Count it too"
COUNT_ONCE: Final = "Count once"
LOCATE: Final = "Locate…"
CHOOSE: Final = "choose one…"

_COLUMNS: Final = frozenset(("csv", "tsv", "parquet", "arrow"))
_TABLE_ICON: Final = _COLUMNS
_RECORD_ICON: Final = frozenset(("json", "jsonl"))


@dataclass(frozen=True, slots=True)
class Row:
    """What one row shows.

    Attributes:
        path: the source.
        name, size, kind: the first two lines.
        icon: before the name.
        picker: what the field of a table is called, and the field that is read; "" if it was not found yet.
        note: what one should know, "" for nothing.
        warns: whether the note is a warning.
        step: what can be done about the note, "" for nothing.
        left_out: whether no run reads it.
    """

    path: Path
    name: str
    icon: str
    size: str
    kind: str
    picker: tuple[str, str] | None = None
    note: str = ""
    warns: bool = False
    step: str = ""
    left_out: bool = False

    @property
    def spoken(self) -> str:
        """The row as a screen reader says it."""
        field = f"{self.picker[0].lower()} {self.picker[1] or 'not known yet'}" if self.picker else ""
        left_out = "left out" if self.left_out and self.kind != LEFT_OUT else ""
        return ", ".join(part for part in (self.name, self.size, self.kind, field, self.note, left_out) if part)

    @property
    def hint(self) -> str:
        """What the Return key does with the row, for screen readers and tooltips."""
        if self.step:
            return f"Return: {self.step}"
        return f"Return: choose another {self.picker[0].lower()}" if self.picker else ""


LEFT_OUT: Final = "Left out of the run"


def name_of(path: Path) -> str:
    """The name of a file as it can be shown, whatever bytes are in it."""
    return shown(Path(path.name or path))


def is_plain(item: CorpusItem) -> bool:
    """Whether a row has two lines and no more, if nothing is to be said about its place among the others."""
    return not item.note and item.kind not in TABLES and item.kind != MISSING


def row_of(item: CorpusItem, counted: CountedSources) -> Row:
    """The row of a listed item."""
    if item.path in counted.copies and not item.count_copy:
        return _copy(item, counted.copies[item.path])
    notes, step = [item.note], ""
    if folder := counted.inside.get(item.path):
        notes.insert(0, f"Lies in the folder {name_of(folder.path)} too; it is read once.")
    if copied := counted.copies.get(item.path):
        notes.insert(0, f"Same bytes as {name_of(copied.path)}; counted all the same.")
        step = COUNT_ONCE
    left_out = item.kind in (NOT_TEXT, MISSING)
    return Row(
        item.path,
        name_of(item.path),
        _icon_of(item),
        "" if item.kind == MISSING else wording.size(item.bytes),
        _kind_of(item),
        picker=_picker_of(item),
        note=" ".join(filter(None, notes)),
        warns=bool(item.note),
        step=LOCATE if item.kind == MISSING else step,
        left_out=left_out,
    )


def pending_row(path: Path) -> Row:
    """The row of a path that is still to be found."""
    return Row(path, name_of(path), "file", "", "Looking at it…")


def spoken_total(items: Sequence[CorpusItem]) -> str:
    """What to call several of them: "notes.txt", "3 sources"."""
    return name_of(items[0].path) if len(items) == 1 else wording.count(len(items), "source")


def _copy(item: CorpusItem, of: CorpusItem) -> Row:
    return Row(
        item.path,
        name_of(item.path),
        "copy",
        wording.size(item.bytes),
        f"Same bytes as {name_of(of.path)}",
        note="Counted once",
        step=COUNT_TOO,
        left_out=True,
    )


def _kind_of(item: CorpusItem) -> str:
    """What the second line says: what it is, and how much of that there is."""
    if item.kind == NOT_TEXT:
        return LEFT_OUT
    if item.kind == MISSING:
        return "Missing"
    if not item.kind:
        return f"Looking at {wording.count(item.files, 'file')}…" if item.files != 1 else "Looking at it…"
    documents = "" if item.documents is None else wording.count(item.documents, "document")
    weight = f"weight {item.weight:,}" if item.weight > 1 else ""
    return " · ".join(filter(None, (_what(item), documents, weight)))


def _what(item: CorpusItem) -> str:
    if item.kind != FOLDER:
        return item.what or kind_for_people(item.kind)
    files = ", ".join(filter(None, (wording.count(item.files, "file"), item.what)))
    field = f" · field {item.found_field}" if item.found_field else ""
    return f"Folder · {files}{field}"


def _picker_of(item: CorpusItem) -> tuple[str, str] | None:
    if item.kind not in TABLES:
        return None
    unsettled = "" if item.documents is None else CHOOSE
    return "Column" if item.kind in _COLUMNS else "Field", item.field or item.found_field or unsettled


def _icon_of(item: CorpusItem) -> str:
    if item.kind == FOLDER or (not item.kind and item.files != 1):
        return "folder"
    if item.kind in _RECORD_ICON:
        return "braces"
    return "table" if item.kind in _TABLE_ICON else "file"
