"""Lines of the corpus that use a token: line number, what stands before, the token, what follows."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetricsF, QGuiApplication, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from vocabsmith.visible_tokens import visible_token
from vocabsmith.widgets.chips import CHIP_HEIGHT, ROW_HEIGHT, Chip, paint_chip
from vocabsmith.widgets.fonts import sans, scaled
from vocabsmith.wording import grouped
from vocabsmith_engine.analysis import Occurrence
from vocabsmith_engine.corpus import shown
from vocabsmith_resources.themes.palette import LIGHT, Palette

LINE = int(Qt.ItemDataRole.UserRole) + 1
_GAP = 8
_BEFORE = 0.42  # of the room for text, at most, that stands before the token
_WIDEST_CHIP = 0.4
_ROOT = QModelIndex()
Cell = QModelIndex | QPersistentModelIndex


class OccurrenceModel(QAbstractListModel):
    """Lines, and the name of the file before the first of each where there are several files."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Occurrence | Path] = []

    def show_lines(self, lines: Sequence[Occurrence]) -> None:
        """Lists other lines."""
        self.beginResetModel()
        several = len({line.path for line in lines}) > 1
        self._rows, before = [], None
        for line in lines:
            if several and line.path != before:
                self._rows.append(line.path)
                before = line.path
            self._rows.append(line)
        self.endResetModel()

    def lines(self) -> list[Occurrence]:
        """The lines, without the names of files."""
        return [row for row in self._rows if not isinstance(row, Path)]

    def rowCount(self, parent: Cell = _ROOT) -> int:
        """Lines and names."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Cell, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The line as text, to be heard and copied."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == LINE:
            return row
        if isinstance(row, Path):
            return (
                row.name
                if role == Qt.ItemDataRole.DisplayRole
                else shown(row)
                if role == Qt.ItemDataRole.ToolTipRole
                else None
            )
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{grouped(row.line)}  {row.left}{row.token}{row.right}"
        return f"{shown(row.path)}, line {grouped(row.line)}" if role == Qt.ItemDataRole.ToolTipRole else None


class _Delegate(QStyledItemDelegate):
    """The tokens stand below each other, so that the eye compares what surrounds them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.palette = LIGHT
        self.chip = Chip("")
        self.number_width = 0.0
        self.before_width = 0.0

    def measure(self, lines: Sequence[Occurrence], room: int) -> None:
        """Makes room for the longest line number, and for what stands before the tokens."""
        small, text = QFontMetricsF(sans(8.5)), QFontMetricsF(sans(9.5))
        self.number_width = max((small.horizontalAdvance(grouped(line.line)) for line in lines), default=0.0)
        firsts = [line.right if reads_from_right(line) else line.left.lstrip() for line in lines]
        longest = max((text.horizontalAdvance(_plain(first)) + 2 for first in firsts), default=0.0)
        self.before_width = min(longest, _BEFORE * max(0.0, room - self.number_width - _GAP))

    def sizeHint(self, option: QStyleOptionViewItem, index: Cell) -> QSize:  # noqa: ARG002
        """A row of 24 px."""
        return QSize(scaled(80), scaled(ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Cell) -> None:
        """Number, left, chip, right."""
        style = option.widget.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        row = index.data(LINE)
        room = QRectF(option.rect)
        painter.save()
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(sans(8.5))
        painter.setPen(QColor(self.palette.secondary))
        if isinstance(row, Path):
            name = _cut(painter, shown(row), Qt.TextElideMode.ElideLeft, room.width())
            painter.drawText(room, middle | Qt.AlignmentFlag.AlignLeft, name)
        else:
            number = QRectF(room.left(), room.top(), self.number_width, room.height())
            painter.drawText(number, middle | Qt.AlignmentFlag.AlignRight, grouped(row.line))
            self._paint_line(painter, room.adjusted(self.number_width + _GAP, 0, 0, 0), row)
        painter.restore()

    def _paint_line(self, painter: QPainter, room: QRectF, line: Occurrence) -> None:
        """What comes before the token stands where one reads first: at the right of Arabic."""
        before, after = (line.left.lstrip(), Qt.TextElideMode.ElideLeft), (line.right, Qt.TextElideMode.ElideRight)
        if reads_from_right(line):
            before, after = after, before
        centre = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(sans(9.5))
        painter.setPen(QColor(self.palette.text))
        first = QRectF(room.left(), room.top(), self.before_width, room.height())
        painter.drawText(first, centre | Qt.AlignmentFlag.AlignRight, _cut(painter, *before, first.width()))
        corner = QPointF(first.right() + 3, room.top() + (room.height() - scaled(CHIP_HEIGHT)) / 2)
        chip = replace(self.chip, text=visible_token(line.token.encode())) if line.partial else self.chip
        width = paint_chip(painter, corner, chip, self.palette, max_width=_WIDEST_CHIP * room.width())
        painter.setFont(sans(9.5))
        painter.setPen(QColor(self.palette.text))
        last = QRectF(corner.x() + width + 3, room.top(), room.right() - corner.x() - width - 3, room.height())
        painter.drawText(last, centre | Qt.AlignmentFlag.AlignLeft, _cut(painter, *after, last.width()))


def reads_from_right(line: Occurrence) -> bool:
    """Whether the token stands in a line of a script that is written from right to left."""
    for character in f"{line.token}{line.left}{line.right}":
        direction = unicodedata.bidirectional(character)
        if direction in ("L", "R", "AL"):
            return direction != "L"
    return False


def _cut(painter: QPainter, text: str, mode: Qt.TextElideMode, width: float) -> str:
    """What has room of a text, on one line; "left" is the end that one reads first."""
    return QFontMetricsF(painter.font()).elidedText(_plain(text), mode, max(0.0, width))


def _plain(text: str) -> str:
    return " ".join(text.split("\n")).replace("\t", " ")


class OccurrenceList(QListView):
    """As high as its rows; Ctrl+C copies the chosen lines.

    Signals:
        moved(QModelIndex): the keys have led to another line.
    """

    moved = Signal(QModelIndex)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = OccurrenceModel(self)
        self._delegate = _Delegate(self)
        self.setModel(self.lines)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName("Lines of the corpus")
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().currentChanged.connect(lambda now, _before: self.moved.emit(now))

    def show_lines(self, lines: Sequence[Occurrence], chip: Chip) -> None:
        """Lists other lines, the token painted as `chip`."""
        self._delegate.chip = chip
        self.lines.show_lines(lines)
        self._fit()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._delegate.palette = palette
        self.scheduleDelayedItemsLayout()
        self._fit()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shares the room between what stands before the token and what follows."""
        super().resizeEvent(event)
        self._delegate.measure(self.lines.lines(), self.width())

    def copy(self) -> None:
        """Puts the chosen lines on the clipboard."""
        rows = sorted(index.row() for index in self.selectedIndexes())
        text = "\n".join(str(self.lines.index(row).data()) for row in rows)
        QGuiApplication.clipboard().setText(text)

    def _fit(self) -> None:
        self._delegate.measure(self.lines.lines(), self.width())
        self.setFixedHeight(self.lines.rowCount() * scaled(ROW_HEIGHT))
