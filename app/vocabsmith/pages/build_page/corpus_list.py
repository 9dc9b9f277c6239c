"""The sources of the corpus as a list: what each is, how big, and what the user should know about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from vocabsmith import wording
from vocabsmith.operations.add_to_corpus import NOT_TEXT
from vocabsmith.operations.scan_corpus import kind_for_people
from vocabsmith.session import CorpusItem
from vocabsmith.widgets.fonts import sans, scaled
from vocabsmith.widgets.icon import pixmap
from vocabsmith_resources.themes.palette import LIGHT, Palette

ROW_ROLE = int(Qt.ItemDataRole.UserRole)
_SIDE, _ICON, _GAP = 16, 16, 12
_WORDS_FLAGS = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignLeft) | int(Qt.AlignmentFlag.AlignTop)

_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Row:
    """What one row shows."""

    path: Path
    icon: str
    size: str
    kind: str
    note: str = ""
    warns: bool = False
    left_out: bool = False

    @property
    def spoken(self) -> str:
        """The row as a screen reader says it."""
        return ", ".join(part for part in (self.path.name, self.size, self.kind, self.note) if part)


def row_of(item: CorpusItem, folders: Sequence[CorpusItem]) -> Row:
    """The row of an item that has been looked at; `folders` are those that are listed too."""
    around = next((folder for folder in folders if folder.path in item.path.parents), None)
    notes = (f"Lies in the folder {around.path.name} too; it is read once." if around else "", item.note)
    return Row(
        path=item.path,
        icon="folder" if item.kind == "folder" else "file",
        size=wording.size(item.bytes),
        kind=_kind_of(item),
        note=" ".join(filter(None, notes)),
        warns=bool(item.note),
        left_out=item.kind == NOT_TEXT,
    )


def _kind_of(item: CorpusItem) -> str:
    """What the second line says: what it is, and how much of that there is."""
    if item.kind == NOT_TEXT:
        return "Left out of the run"
    first = f"Folder · {wording.count(item.files, 'file')}" if item.kind == "folder" else ""
    what = item.what or ("" if item.kind == "folder" else kind_for_people(item.kind))
    documents = "" if item.documents is None else wording.count(item.documents, "document")
    weight = f"weight {item.weight:,}" if item.weight > 1 else ""
    return " · ".join(filter(None, (first, what, documents, weight)))


def pending_row(path: Path) -> Row:
    """The row of a path that is still being looked at."""
    return Row(path, "file", "", "Looking at it…")


class CorpusModel(QAbstractListModel):
    """Rows for the items of the session, then for the paths that are still being looked at."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[Row, ...] = ()

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows, from the top."""
        return self._rows

    def show_rows(self, items: Sequence[CorpusItem], pending: Sequence[Path]) -> None:
        """Show these and nothing else. What is selected stays so, unless a row goes."""
        listed = {item.path for item in items}
        waiting = [pending_row(path) for path in dict.fromkeys(pending) if path not in listed]
        folders = [item for item in items if item.kind == "folder"]
        self._replace_rows((*(row_of(item, folders) for item in items), *waiting))

    def _replace_rows(self, rows: tuple[Row, ...]) -> None:
        kept = len(self._rows)
        if [row.path for row in rows[:kept]] != [row.path for row in self._rows]:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
            return
        if len(rows) > kept:
            self.beginInsertRows(QModelIndex(), kept, len(rows) - 1)
            self._rows = rows
            self.endInsertRows()
        self._rows = rows
        if kept:
            self.dataChanged.emit(self.index(0), self.index(kept - 1))

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        """As many rows as sources; a list has no rows below rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """The Row under ROW_ROLE, its words for screen readers, the whole path as a tooltip."""
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return row.spoken
        return str(row.path) if role == Qt.ItemDataRole.ToolTipRole else None


class CorpusDelegate(QStyledItemDelegate):
    """Paints a row: icon, name and size; kind; note."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._palette = LIGHT

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours; the owner repaints the view."""
        self._palette = palette

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Two lines, and as many more as the note takes at the width of the list."""
        view = option.widget
        width = view.viewport().width() if isinstance(view, QAbstractItemView) else option.rect.width()
        row: Row = index.data(ROW_ROLE)
        height = scaled(10) + 2 * _line_height() + scaled(10)
        return QSize(width, height + (self._note_room(row, width).height() + scaled(4) if row.note else 0))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paints the row and the line below it."""
        row: Row = index.data(ROW_ROLE)
        palette = self._palette
        room = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(room, QColor(palette.accent_ground))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(room, QColor(palette.hover))
        painter.setPen(QColor(palette.line))
        painter.drawLine(room.bottomLeft(), room.bottomRight())
        self._paint_lines(painter, row, room)
        painter.restore()

    def _paint_lines(self, painter: QPainter, row: Row, room: QRect) -> None:
        palette = self._palette
        top = room.top() + scaled(10)
        side = scaled(_ICON)
        painter.drawPixmap(room.left() + _SIDE, top + 1, pixmap(row.icon, palette.secondary, side))
        inner = QRect(self._text_left(room), top, room.right() - _SIDE - self._text_left(room), _line_height())
        painter.setPen(QColor(palette.disabled if row.left_out else palette.text))
        painter.setFont(sans())
        size_width = painter.fontMetrics().horizontalAdvance(row.size)
        painter.drawText(inner, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), row.size)
        name = painter.fontMetrics().elidedText(
            row.path.name or str(row.path), Qt.TextElideMode.ElideMiddle, inner.width() - size_width - 8
        )
        painter.drawText(inner, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), name)
        painter.setFont(sans(9))
        painter.setPen(QColor(palette.secondary))
        kind = painter.fontMetrics().elidedText(row.kind, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner.translated(0, _line_height()), int(Qt.AlignmentFlag.AlignVCenter), kind)
        if row.note:
            self._paint_note(painter, row, room, top + 2 * _line_height() + scaled(4))

    def _paint_note(self, painter: QPainter, row: Row, room: QRect, top: int) -> None:
        tone = self._palette.warning if row.warns else self._palette.secondary
        side = scaled(_ICON)
        painter.drawPixmap(self._text_left(room), top, pixmap("warning" if row.warns else "info", tone, side))
        painter.setPen(QColor(tone))
        place = self._note_room(row, room.width())
        place.moveTo(self._text_left(room) + side + 6, top)
        painter.drawText(place, _WORDS_FLAGS, row.note)

    def _text_left(self, room: QRect) -> int:
        return room.left() + _SIDE + scaled(_ICON) + _GAP

    def _note_room(self, row: Row, width: int) -> QRect:
        left = _SIDE + scaled(_ICON) + _GAP + scaled(_ICON) + 6
        metrics = QFontMetrics(sans(9))
        return metrics.boundingRect(QRect(0, 0, max(40, width - left - _SIDE), 1000), _WORDS_FLAGS, row.note)


class CorpusList(QListView):
    """The list itself; its rows grow with their notes."""

    def __init__(self, model: CorpusModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._delegate = CorpusDelegate(self)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setAccessibleName("Corpus")

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._delegate.apply_theme(palette)
        self.scheduleDelayedItemsLayout()
        self.viewport().update()

    def chosen_paths(self) -> list[Path]:
        """Paths of the selected rows, from the top."""
        places = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        model = self.model()
        return [model.rows[place].path for place in places] if isinstance(model, CorpusModel) else []


def _line_height() -> int:
    return QFontMetrics(sans()).height() + 1
