"""The rows of the corpus list: one for each source of the session, worked out when it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from vocabsmith.corpus_items import CorpusItem
from vocabsmith.counted_sources import CountedSources
from vocabsmith.pages.build_page.corpus_rows import Row, is_plain, pending_row, row_of
from vocabsmith_engine.corpus import shown

ROW_ROLE = int(Qt.ItemDataRole.UserRole)
_MOST_STEPS: Final = 64
"""Runs of rows that come or go one after the other; where there are more, all rows are taken anew."""

_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class CorpusModel(QAbstractListModel):
    """Rows for the items of the session, then for the paths that are still to be found.

    Signals:
        rows_changed(list[int]): these rows say something else, and may be of another height.
    """

    rows_changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: tuple[CorpusItem, ...] = ()
        self._pending: tuple[Path, ...] = ()
        self._counted = CountedSources()

    @property
    def items(self) -> tuple[CorpusItem, ...]:
        """The sources, from the top."""
        return self._items

    def row(self, place: int) -> Row:
        """What a row shows."""
        if place < len(self._items):
            return row_of(self._items[place], self._counted)
        return pending_row(self._pending[place - len(self._items)])

    def tall_rows(self, places: Sequence[int]) -> list[int]:
        """Those of these rows that may have more than two lines; quicker to tell than what they say."""
        items, copies, inside = self._items, self._counted.copies, self._counted.inside
        tall = [place for place in places if place < len(items) and not is_plain(items[place])]
        if copies or inside:
            told = (place for place in places if place < len(items))
            tall += [place for place in told if items[place].path in copies or items[place].path in inside]
        return tall

    def show_rows(self, items: tuple[CorpusItem, ...], counted: CountedSources, pending: Sequence[Path] = ()) -> None:
        """Show these and nothing else. What is selected stays so, unless its row goes."""
        pending = tuple(dict.fromkeys(pending))
        if pending:
            listed = {item.path for item in items}
            pending = tuple(path for path in pending if path not in listed)
        if items is not self._items or counted is not self._counted:
            self._show_pending(())
            self._show_items(items, counted)
        self._show_pending(pending)

    def _show_items(self, items: tuple[CorpusItem, ...], counted: CountedSources) -> None:
        old, self._items = self._items, items
        before, self._counted = self._counted, counted
        changed = _different(old, items)
        if len(items) > len(old) and not changed:  # new ones at the end, as usual
            self._items = old
            self.beginInsertRows(_ROOT, len(old), len(items) - 1)
            self._items = items
            self.endInsertRows()
        elif len(old) != len(items) or any(old[place].path != items[place].path for place in changed):
            self._items = old
            self._let_come_and_go(items)
            known = set(map(id, old))
            changed = [place for place, item in enumerate(items) if id(item) not in known]
        told = _told_otherwise(before, counted)
        if told:
            changed = sorted({*changed, *(place for place, item in enumerate(items) if item.path in told)})
        if changed:
            self.dataChanged.emit(self.index(changed[0]), self.index(changed[-1]))
            self.rows_changed.emit(changed)

    def rowCount(self, parent: _Index = _ROOT) -> int:
        """As many rows as sources; a list has no rows below rows."""
        return 0 if parent.isValid() else len(self._items) + len(self._pending)

    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """The Row under ROW_ROLE, its words for screen readers, the whole path as a tooltip."""
        if role not in _ROLES:
            return None
        row = self.row(index.row())
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(filter(None, (shown(row.path), row.kind, row.note, row.hint)))
        return row.hint if role == Qt.ItemDataRole.AccessibleDescriptionRole else row.spoken

    def match(
        self, start: _Index, role: int, value: Any, hits: int = 1, flags: Qt.MatchFlag = Qt.MatchFlag.MatchStartsWith
    ) -> list[QModelIndex]:
        """Finds the next row whose name begins with what is typed, quickly also among many thousand."""
        if role != Qt.ItemDataRole.DisplayRole or not isinstance(value, str):
            return super().match(start, role, value, hits, flags)
        wanted = value.casefold()
        places = chain(range(start.row(), len(self._items)), range(start.row()))
        found = (place for place in places if self._items[place].path.name.casefold().startswith(wanted))
        return [self.index(place) for place in islice(found, hits if hits > 0 else None)]

    # --- rows that come and go

    def _let_come_and_go(self, items: tuple[CorpusItem, ...]) -> None:
        wanted, present = {item.path for item in items}, {item.path for item in self._items}
        gone = list(_runs([item.path not in wanted for item in self._items]))
        new = list(_runs([item.path not in present for item in items]))
        staying = [item.path for item in self._items if item.path in wanted]
        if staying != [item.path for item in items if item.path in present] or len(gone) + len(new) > _MOST_STEPS:
            self.beginResetModel()
            self._items = items
            self.endResetModel()
            return
        for first, last in reversed(gone):
            self.beginRemoveRows(_ROOT, first, last)
            self._items = self._items[:first] + self._items[last + 1 :]
            self.endRemoveRows()
        for first, last in new:
            self.beginInsertRows(_ROOT, first, last)
            self._items = self._items[:first] + items[first : last + 1] + self._items[first:]
            self.endInsertRows()
        self._items = items

    def _show_pending(self, pending: tuple[Path, ...]) -> None:
        first = len(self._items)
        if pending == self._pending:
            return
        if self._pending:
            self.beginRemoveRows(_ROOT, first, first + len(self._pending) - 1)
            self._pending = ()
            self.endRemoveRows()
        if pending:
            self.beginInsertRows(_ROOT, first, first + len(pending) - 1)
            self._pending = pending
            self.endInsertRows()


_ROLES: Final = frozenset(
    map(
        int,
        (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.ToolTipRole,
            Qt.ItemDataRole.AccessibleTextRole,
            Qt.ItemDataRole.AccessibleDescriptionRole,
            ROW_ROLE,
        ),
    )
)


def _different(old: Sequence[CorpusItem], new: Sequence[CorpusItem]) -> list[int]:
    """The places where two lists have other items, as far as both reach."""
    return [place for place, (a, b) in enumerate(zip(old, new, strict=False)) if a is not b]


def _told_otherwise(before: CountedSources, now: CountedSources) -> set[Path]:
    """Sources that are folded in another way than before."""
    different: set[Path] = set()
    for one, other in ((before.copies, now.copies), (before.inside, now.inside)):
        if one or other:
            different |= {path for path in one if path not in other or one[path].path != other[path].path}
            different |= {path for path in other if path not in one}
    return different


def _runs(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """First and last places of each run of True."""
    begin = -1
    for place, flag in enumerate(flags):
        if flag and begin < 0:
            begin = place
        elif not flag and begin >= 0:
            yield begin, place - 1
            begin = -1
    if begin >= 0:
        yield begin, len(flags) - 1
