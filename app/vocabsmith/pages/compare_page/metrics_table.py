"""The table of metrics: a row for each, a column for each tokenizer; values with bars, ranges, and what is best."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from vocabsmith.pages.compare_page.figures import Cell, Row
from vocabsmith.widgets.fonts import sans, scaled
from vocabsmith.widgets.icon import pixmap
from vocabsmith_resources.themes.palette import LIGHT, Palette

ROW_HEIGHT = 58
TITLES = 166  # pixels across, at the left
LEAST_COLUMN = 100
_SIDE, _PAD, _BAR = 16, 9, 6
_ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_ROOT = QModelIndex()
_Index = QModelIndex | QPersistentModelIndex


class MetricsModel(QAbstractTableModel):
    """The rows as they are told of: by the table, in tooltips, and to screen readers."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        self._names: tuple[str, ...] = ()

    @property
    def rows(self) -> Sequence[Row]:
        """What is shown."""
        return self._rows

    def show(self, rows: Sequence[Row], names: Sequence[str]) -> None:
        """Shows other figures; the place in the table stays if it is of the same size."""
        if (len(rows), len(names)) == (len(self._rows), len(self._names)):
            self._rows, self._names = list(rows), tuple(names)
            if rows and names:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(names) - 1))
            return
        self.beginResetModel()
        self._rows, self._names = list(rows), tuple(names)
        self.endResetModel()

    def rowCount(self, parent: _Index = _ROOT) -> int:
        """The metrics."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = _ROOT) -> int:
        """The tokenizers."""
        return 0 if parent.isValid() else len(self._names)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Names of tokenizers and titles of metrics."""
        if orientation == Qt.Orientation.Horizontal:
            return self._names[section] if role == Qt.ItemDataRole.DisplayRole else None
        row = self._rows[section]
        if role == _ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{row.metric.title}, {row.hint}"
        return row.tip if role == Qt.ItemDataRole.ToolTipRole else None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A figure: the value, and all of it in words where it is read out or pointed at."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        cell = row.cells[index.column()]
        if role == _ROW_ROLE:
            return cell
        if role == Qt.ItemDataRole.DisplayRole:
            return ", ".join(filter(None, (cell.text, cell.mark)))
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{self._names[index.column()]}: {cell.text}\n{_range_of(cell)}{row.tip}"
        return None


def _range_of(cell: Cell) -> str:
    """The range in words, and what "close" means."""
    said = f"95 % range {cell.range_text}, by drawing the documents anew\n" if cell.range_text else ""
    if cell.range_reason:
        said = f"{cell.range_reason}\n"
    if cell.close:
        said += "By its difference to another one that may be the best, on other texts of this kind\n"
    return said


class MetricsTable(QTableView):
    """The table itself: titles in the header at the left, which stays while the columns scroll.

    Signals:
        fitted(): the width was shared anew.
    """

    fitted = Signal()

    def __init__(self, model: MetricsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._delegate = _FigureDelegate(self)
        self._titles = _TitleHeader(self)
        self.setVerticalHeader(self._titles)
        self.setItemDelegate(self._delegate)
        self.setModel(model)
        model.modelReset.connect(self.fit)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setCornerWidget(QWidget())  # the style would frame the corner between the scroll bars
        self.setAccessibleName("Metrics")
        self.setAccessibleDescription("Arrow keys go from figure to figure. The definition is in the tooltip of each.")
        self.horizontalHeader().hide()
        self.horizontalHeader().setMinimumSectionSize(1)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._delegate.palette = self._titles.colours = palette
        self.fit()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shares the width."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Gives every tokenizer an equal part of the width, and every metric the same height."""
        self._titles.setFixedWidth(title_width(self.width()))
        self._titles.setDefaultSectionSize(scaled(ROW_HEIGHT))
        columns = self.model().columnCount()
        if columns:
            room = self.width() - title_width(self.width()) - scaled(10)
            self.horizontalHeader().setDefaultSectionSize(max(scaled(LEAST_COLUMN), room // columns))
        self.fitted.emit()

    def column_width(self) -> int:
        """Pixels that each tokenizer has."""
        return self.horizontalHeader().defaultSectionSize()


def title_width(width: int) -> int:
    """Of the titles, in a table that is so wide."""
    return min(scaled(TITLES), max(scaled(110), round(0.3 * width)))


class _TitleHeader(QHeaderView):
    """Title and hint of each metric."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(Qt.Orientation.Vertical, table)
        self.colours = LIGHT
        self.setMinimumSectionSize(1)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSectionsClickable(False)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N802, N803
        """Paints one of them, and the line below it."""
        row = self.model().headerData(logicalIndex, Qt.Orientation.Vertical, _ROW_ROLE)
        painter.save()
        painter.fillRect(rect, QColor(self.colours.surface))
        paint_title(painter, QRectF(rect), row, self.colours)
        painter.restore()


class _FigureDelegate(QStyledItemDelegate):
    """Paints figures."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.palette = LIGHT

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paints one of them."""
        painter.save()
        view = self.parent()
        if option.state & QStyle.StateFlag.State_Selected and isinstance(view, QTableView) and view.hasFocus():
            painter.fillRect(option.rect, QColor(self.palette.accent_ground))
        paint_figure(painter, QRectF(option.rect), index.data(_ROW_ROLE), index.column(), self.palette)
        painter.restore()


def paint_title(painter: QPainter, room: QRectF, row: Row, palette: Palette) -> None:
    """The title of a metric and, below it, which way is better; a line closes the row."""
    top = room.top() + scaled(_PAD)
    for font, colour, text in (
        (sans(), palette.text, row.metric.title),
        (sans(9), palette.secondary, row.hint),
    ):
        painter.setFont(font)
        painter.setPen(QColor(colour))
        metrics = QFontMetricsF(font)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width() - _SIDE - 4)
        painter.drawText(QPointF(room.left() + _SIDE, top + metrics.ascent()), shown)
        top += metrics.height()
    _paint_line(painter, room.adjusted(_SIDE, 0, 0, 0), palette)


def paint_figure(painter: QPainter, room: QRectF, cell: Cell, number: int, palette: Palette) -> None:
    """A value with its mark and range, and below it the bar in the colour of the tokenizer `number`."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    inner = room.adjusted(0, scaled(_PAD), -_SIDE, 0)
    font = sans(10, bold=cell.best)
    painter.setFont(font)
    painter.setPen(QColor(palette.text if cell.value is not None else palette.secondary))
    metrics = QFontMetricsF(font)
    baseline = inner.top() + metrics.ascent()
    painter.drawText(QPointF(inner.left(), baseline), cell.text)
    x = inner.left() + metrics.horizontalAdvance(cell.text) + 6
    if cell.mark:
        x = _paint_mark(painter, cell, QPointF(x, baseline), inner.right(), palette)
    _paint_range(painter, cell, QRectF(x, inner.top(), inner.right() - x, metrics.height()), baseline, palette)
    if cell.value is not None:
        bar = QRectF(inner.left(), inner.top() + metrics.height() + 5, inner.width(), scaled(_BAR))
        _paint_bar(painter, cell, bar, number, palette)
    _paint_line(painter, room, palette)


def _paint_mark(painter: QPainter, cell: Cell, place: QPointF, right: float, palette: Palette) -> float:
    """A check and "best", or "close" alone; the word gives way where there is no room. Returns where it ends."""
    tone = palette.secondary if cell.close else palette.good
    side = scaled(13)
    x = place.x()
    if not cell.close:
        painter.drawPixmap(QPointF(x, place.y() - side + 2), pixmap("check", tone, side))
        x += side + 2
    font = sans(9)
    wide = QFontMetricsF(font).horizontalAdvance(cell.mark)
    if x + wide > right:
        return x
    painter.setFont(font)
    painter.setPen(QColor(tone))
    painter.drawText(QPointF(x, place.y()), cell.mark)
    return x + wide + 6


def _paint_range(painter: QPainter, cell: Cell, room: QRectF, baseline: float, palette: Palette) -> None:
    """At the right, where there is room for it; it is in the tooltip too."""
    font = sans(8.5)
    wide = QFontMetricsF(font).horizontalAdvance(cell.range_text)
    if cell.range_text and wide <= room.width():
        painter.setFont(font)
        painter.setPen(QColor(palette.secondary))
        painter.drawText(QPointF(room.right() - wide, baseline), cell.range_text)


def _paint_bar(painter: QPainter, cell: Cell, room: QRectF, number: int, palette: Palette) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(palette.track))
    painter.drawRoundedRect(room, 3, 3)
    filled = QRectF(room)
    filled.setWidth(max(room.width() * cell.bar, 0.0))
    painter.setBrush(QColor(palette.curve_hues[number]))
    painter.drawRoundedRect(filled, 3, 3)
    if cell.range is not None and cell.value:
        scale = filled.width() / cell.value
        low, high = (min(room.left() + end * scale, room.right()) for end in cell.range)
        middle = room.center().y()
        painter.setPen(QPen(QColor(palette.text), 1.2))
        painter.drawLine(QPointF(low, middle), QPointF(high, middle))
        for end in (low, high):
            painter.drawLine(QPointF(end, room.top() - 1.5), QPointF(end, room.bottom() + 1.5))


def _paint_line(painter: QPainter, room: QRectF, palette: Palette) -> None:
    painter.setPen(QPen(QColor(palette.line), 1))
    y = int(room.bottom()) - 0.5
    painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y))
