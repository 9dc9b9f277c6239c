"""Findings in rows: how bad each is, what it is about, and sentences that take the lines they need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFont, QIcon, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from vocabsmith.widgets.fonts import mono, mono_family, sans, scaled
from vocabsmith.widgets.icon import icon
from vocabsmith_resources.themes.palette import LIGHT, Palette

Index = QModelIndex | QPersistentModelIndex
AIR = 10
"""Pixels to the left of a table, so that its text stands in line with what is above it."""
WRAPPED = 300
"""Rows that are made as high as their sentences; of more each has two lines."""
_ROW = 28
_NARROW = 900
_AIR, _SIDE = 5, 6  # around the text of a cell
_ICONS = {"error": "error", "warning": "warning", "info": "info"}
_TONES = {"error": "error", "warning": "warning", "info": "secondary"}


@dataclass(frozen=True, slots=True)
class Finding:
    """One row.

    Attributes:
        level: "error", "warning" or "info".
        cells: its texts; the first says the level in words.
        about: whatever the owner wants to find again.
    """

    level: str
    cells: tuple[str, ...]
    about: object = None


class FindingsModel(QAbstractTableModel):
    """The rows, and the heads of the columns. Column `code` is in monospace."""

    def __init__(self, heads: Sequence[str], short: Sequence[str], code: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heads, self._short, self._code = tuple(heads), tuple(short), code
        self._is_narrow = False
        self._rows: tuple[Finding, ...] = ()
        self._palette = LIGHT

    def show(self, rows: Sequence[Finding]) -> None:
        """Lists other rows."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def set_narrow(self, narrow: bool) -> None:
        """Shows the short heads, or the others."""
        if narrow != self._is_narrow:
            self._is_narrow = narrow
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self._heads) - 1)

    def texts_of(self, column: int) -> list[str]:
        """The head of a column and what stands below it."""
        return [self.headerData(column, Qt.Orientation.Horizontal), *{row.cells[column] for row in self._rows}]

    def finding(self, row: int) -> Finding:
        """What stands in a row."""
        return self._rows[row]

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours of the icons."""
        self._palette = palette

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """As many as there are findings."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """As many as there are heads."""
        return 0 if parent.isValid() else len(self._heads)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Texts, the icon of the level, the font of code."""
        row, column = self._rows[index.row()], index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.ToolTipRole:
                return row.cells[column]
            case Qt.ItemDataRole.DecorationRole if column == 0:
                return self._icon(row.level)
            case Qt.ItemDataRole.FontRole if column == self._code:
                return mono(9)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The heads."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (self._short if self._is_narrow else self._heads)[section]
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return None

    def _icon(self, level: str) -> QIcon:
        return icon(_ICONS[level], self._palette, _TONES[level], scaled(14))


def _wrapping(font: QFont) -> int:
    """Sentences break between words, code anywhere."""
    flag = Qt.TextFlag.TextWrapAnywhere if font.family() == mono_family() else Qt.TextFlag.TextWordWrap
    return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(flag)


class FindingDelegate(QStyledItemDelegate):
    """Wrapped text that begins at the top of its cell, the icon in front of its first line."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paints the ground of a chosen row, the icon and the text."""
        self.initStyleOption(option, index)
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, option.palette.highlight())
        room = option.rect.adjusted(_SIDE, _AIR, -_SIDE, -_AIR)
        if not option.icon.isNull():
            side = option.decorationSize.height()
            first_line = option.fontMetrics.lineSpacing()
            option.icon.paint(painter, room.left(), room.top() + (first_line - side) // 2, side, side)
            room.setLeft(room.left() + side + _SIDE)
        painter.setFont(option.font)
        painter.setPen(option.palette.color(QPalette.ColorRole.Text))
        painter.setClipRect(room)
        painter.drawText(room, _wrapping(option.font), option.text)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as the text is in the width of its column."""
        self.initStyleOption(option, index)
        view = option.widget
        column = view.columnWidth(index.column()) if isinstance(view, QTableView) else option.rect.width()
        width = column - 2 * _SIDE - (0 if option.icon.isNull() else option.decorationSize.width() + _SIDE)
        text = option.fontMetrics.boundingRect(QRect(0, 0, max(1, width), 10_000), _wrapping(option.font), option.text)
        return QSize(column, text.height() + 2 * _AIR)


class FindingsTable(QTableView):
    """The view. The first columns are as wide as they need; `shares` are the widths of the last, as parts of the rest.

    `heads` are the heads of all, `short` what they are called where there is little room.

    Signals:
        chosen(object): `about` of the row that the user moved to.
    """

    chosen = Signal(object)

    def __init__(
        self,
        name: str,
        heads: Sequence[str],
        shares: Sequence[float],
        *,
        short: Sequence[str] = (),
        code: int = -1,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.findings = FindingsModel(heads, short or heads, code, self)
        self._shares = tuple(shares)
        self._empty = ""
        self._palette = LIGHT
        self._fitting = QTimer(self, singleShot=True, interval=0)
        self._fitting.timeout.connect(self._fit_rows)
        self.setModel(self.findings)
        self.setItemDelegate(FindingDelegate(self))
        self.setAccessibleName(name)
        self._set_up()
        self.selectionModel().currentRowChanged.connect(self._tell)

    def _set_up(self) -> None:
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.verticalHeader().hide()
        columns = self.horizontalHeader()
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        columns.setSectionsClickable(False)
        columns.setHighlightSections(False)
        columns.setMinimumSectionSize(10)

    def show_findings(self, rows: Sequence[Finding], empty: str) -> None:
        """Lists other rows; `empty` is said where there are none."""
        self._empty = empty
        self.findings.show(rows)
        self.setAccessibleDescription("" if rows else empty)
        self._fit_columns()

    def rows(self) -> list[tuple[str, ...]]:
        """The texts that are listed."""
        return [self.findings.finding(row).cells for row in range(self.findings.rowCount())]

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self.findings.apply_theme(palette)
        self.setIconSize(QSize(scaled(14), scaled(14)))
        self._fit_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shares the width out anew."""
        super().resizeEvent(event)
        self._fit_columns()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Who comes here by Tab stands on the first row."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self.findings.rowCount():
            self.setCurrentIndex(self.findings.index(0, 0))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the rows, or why there are none."""
        super().paintEvent(event)
        if not self.findings.rowCount():
            painter = QPainter(self.viewport())
            painter.setFont(sans(9))
            painter.setPen(QColor(self._palette.secondary))
            room = self.viewport().rect().adjusted(16, 8, -16, -8)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._empty)
            painter.end()

    def _fit_columns(self) -> None:
        self.findings.set_narrow(self.width() < scaled(_NARROW))
        left = self.viewport().width()
        tight = self.findings.columnCount() - len(self._shares)
        for column in range(tight):
            texts = map(self.fontMetrics().horizontalAdvance, self.findings.texts_of(column))
            width = max(texts) + 2 * _SIDE + 2 + (0 if column else self.iconSize().width() + _SIDE)
            self.setColumnWidth(column, width)
            left -= width
        for column, share in enumerate(self._shares, tight):
            self.setColumnWidth(column, int(left * share / sum(self._shares)))
        self._fitting.start()

    def _fit_rows(self) -> None:
        if self.findings.rowCount() <= WRAPPED:
            self.verticalHeader().setMinimumSectionSize(scaled(_ROW))
            self.resizeRowsToContents()
        else:
            self.verticalHeader().setDefaultSectionSize(2 * self.fontMetrics().lineSpacing() + scaled(8))

    def _tell(self, now: Index) -> None:
        if now.isValid():
            self.chosen.emit(self.findings.finding(now.row()).about)
