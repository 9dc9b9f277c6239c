"""The list of runs: each with the colour and the dashes of its curve, so that the list is the legend of the charts."""

from __future__ import annotations

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from vocabsmith.item_models.run_list import ROW_ROLE, RunListModel, RunRow
from vocabsmith.plots import curve_style
from vocabsmith.widgets.fonts import sans, scaled
from vocabsmith.widgets.icon import pixmap
from vocabsmith.widgets.labels import Label
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_resources.themes.palette import LIGHT, Palette

_SIDE, _BOX, _GAP, _AIR = 16, 14, 12, 6
_TOKENS, _BYTES = 62, 78  # widths of the two columns of figures
_ROOM_FOR_FIGURES = 300  # a narrower list leaves the bytes per token to the tooltip
_SIGN_TONES = {"error": "error", "pause": "warning", "dot": "accent"}
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

_KEYS = "Return shows a run, Space lays it over the charts, F2 renames it, Delete deletes it."
_Index = QModelIndex | QPersistentModelIndex


class RunDelegate(QStyledItemDelegate):
    """Paints a row: tick and dashes, name and figures, what else there is to know. Edits the name in place."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._palette = LIGHT

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours; the owner repaints the view."""
        self._palette = palette

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:  # noqa: ARG002
        """Two lines, whatever the row says."""
        return QSize(scaled(100), 2 * _line_height() + 2 * scaled(_AIR))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paints the row and the line below it."""
        row: RunRow = index.data(ROW_ROLE)
        palette, room = self._palette, option.rect
        painter.save()
        if row.shown:
            painter.fillRect(room, QColor(palette.accent_ground))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(room, QColor(palette.hover))
        painter.setPen(QColor(palette.line))
        painter.drawLine(room.bottomLeft(), room.bottomRight())
        if _is_current(option, index):
            focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
            painter.setPen(QColor(palette.accent if focused else palette.border))
            painter.drawRect(room.adjusted(0, 0, -1, -1))
        self._paint_tick(painter, row, tick_rect(room))
        self._paint_lines(painter, row, room)
        painter.restore()

    def _paint_tick(self, painter: QPainter, row: RunRow, box: QRect) -> None:
        if row.tone is None and not row.can_overlay:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self._palette
        frame = QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5)
        if row.tone is None:
            painter.setPen(QColor(palette.secondary))
            painter.setBrush(QColor(palette.surface))
            painter.drawRoundedRect(frame, 4, 4)
            return
        style = curve_style(palette, row.tone)
        painter.setPen(QColor(style.colour))
        painter.setBrush(QColor(style.colour))
        painter.drawRoundedRect(frame, 4, 4)
        side = box.width() - 2
        painter.drawPixmap(box.left() + 1, box.top() + 1, pixmap("check", palette.surface, side))
        y = box.bottom() + _line_height() * 0.75
        painter.setPen(style.pen(1.8))
        painter.drawLine(QPointF(box.left() - 4, y), QPointF(box.right() + 5, y))

    def _paint_lines(self, painter: QPainter, row: RunRow, room: QRect) -> None:
        palette = self._palette
        line = name_rect(room)
        painter.setFont(sans(10, bold=row.shown))
        painter.setPen(QColor(palette.text))
        metrics = painter.fontMetrics()
        taken = self._paint_figures(painter, row, line)
        painter.setFont(sans(10, bold=row.shown))
        painter.setPen(QColor(palette.text))
        name = metrics.elidedText(row.name, Qt.TextElideMode.ElideMiddle, line.width() - taken)
        painter.drawText(line, _LEFT, name)
        self._paint_second(painter, row, line.translated(0, _line_height()))

    def _paint_figures(self, painter: QPainter, row: RunRow, line: QRect) -> int:
        """Paints the figures at the right; returns the width they take."""
        painter.setFont(sans(10))
        columns = figure_columns(line.width() + 2 * _SIDE)
        right = line.right()
        for text, width in ((row.bytes_per_token, columns[1]), (row.tokens, columns[0])):
            if width:
                painter.drawText(QRect(right - width, line.top(), width, line.height()), _RIGHT, text)
                right -= width
        return line.right() - right + scaled(6)

    def _paint_second(self, painter: QPainter, row: RunRow, line: QRect) -> None:
        palette = self._palette
        tone = getattr(palette, _SIGN_TONES.get(row.sign, "secondary"))
        painter.setFont(sans(9))
        if row.sign:
            side = scaled(13)
            painter.drawPixmap(line.left(), line.center().y() - side // 2, pixmap(row.sign, tone, side))
            line = line.adjusted(side + 5, 0, 0, 0)
        painter.setPen(QColor(tone if row.sign == "error" else palette.secondary))
        painter.drawText(
            line, _LEFT, painter.fontMetrics().elidedText(row.line, Qt.TextElideMode.ElideRight, line.width())
        )

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: _Index) -> QWidget:  # noqa: ARG002
        """A field for the name."""
        field = QLineEdit(parent)
        field.setAccessibleName("Name of the run")
        field.setMaxLength(200)
        return field

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: _Index) -> None:  # noqa: ARG002
        """Over the name."""
        line = name_rect(option.rect)
        height = editor.sizeHint().height()
        editor.setGeometry(line.left() - 8, line.center().y() - height // 2, line.width() + 8, height)


class RunList(QListView):
    """The rows. A click shows a run; keys go from row to row, and what they do is decided by the owner's actions.

    Signals:
        chosen(str): the user wants to see this run.
    """

    chosen = Signal(str)

    def __init__(self, model: RunListModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs = model
        self._delegate = RunDelegate(self)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAccessibleName("Runs")
        self.setAccessibleDescription(_KEYS)
        self.clicked.connect(lambda _index: self.chosen.emit(self.current_run()))

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._delegate.apply_theme(palette)
        self.scheduleDelayedItemsLayout()
        self.viewport().update()

    def current_run(self) -> str:
        """Id of the run that the user is at, "" for none."""
        run = self._runs.run(self.currentIndex())
        return "" if run is None else run.id

    def go_to(self, run_id: str) -> None:
        """Go to the row of a run."""
        self.setCurrentIndex(self._runs.index_of(run_id))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press on a tick turns it, and leaves all else as it is."""
        index = self.indexAt(event.position().toPoint())
        on_tick = tick_rect(self.visualRect(index)).adjusted(-8, -8, 8, 8).contains(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or not on_tick or not self._turn(index):
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space turns the tick of the row."""
        if event.key() != Qt.Key.Key_Space or not self._turn(self.currentIndex()):
            super().keyPressEvent(event)

    def _turn(self, index: QModelIndex) -> bool:
        """Turn the tick of a row; False if it has none."""
        if not index.isValid() or not index.data(ROW_ROLE).can_overlay:
            return False
        ticked = index.data(ROW_ROLE).tone is not None
        state = Qt.CheckState.Unchecked if ticked else Qt.CheckState.Checked
        return self._runs.setData(index, state, int(Qt.ItemDataRole.CheckStateRole))


class RunListPane(QWidget):
    """Names of the columns above the list."""

    def __init__(self, rows: RunList, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = rows
        self._heads = (Label("Run", "caption"), Label("Tokens", "caption"), Label("Bytes/token", "caption"))
        self._row = QHBoxLayout()
        self._row.setSpacing(0)
        for label in self._heads:
            self._row.addWidget(label, 0 if label.text() != "Run" else 1)
            label.setAlignment(Qt.AlignmentFlag.AlignRight if label.text() != "Run" else Qt.AlignmentFlag.AlignLeft)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        self.column.addLayout(self._row)
        self.column.addWidget(rows, 1)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        spread_theme(self, palette)
        self.fit()

    def fit(self) -> None:
        """The heads stand over their columns."""
        self._row.setContentsMargins(_SIDE + scaled(_BOX) + _GAP, 0, _SIDE, 4)
        widths = figure_columns(self.width() - scaled(_BOX) - _GAP)
        for label, width in zip(self._heads[1:], widths, strict=True):
            label.setFixedWidth(width)
            label.setVisible(bool(width))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leaves out a column that has no room."""
        super().resizeEvent(event)
        self.fit()


def _is_current(option: QStyleOptionViewItem, index: _Index) -> bool:
    view = option.widget
    return isinstance(view, QAbstractItemView) and view.currentIndex() == index


def figure_columns(width: int) -> tuple[int, int]:
    """Widths of the columns of tokens and of bytes per token in a list so wide beside its ticks; 0 for none."""
    return scaled(_TOKENS), scaled(_BYTES) if width >= scaled(_ROOM_FOR_FIGURES - _BOX) - _GAP else 0


def tick_rect(room: QRect) -> QRect:
    """Where the tick of a row is."""
    side = scaled(_BOX)
    top = room.top() + scaled(_AIR) + (_line_height() - side) // 2
    return QRect(room.left() + _SIDE, top, side, side)


def name_rect(room: QRect) -> QRect:
    """Where the name of a row and its figures are."""
    left = room.left() + _SIDE + scaled(_BOX) + _GAP
    return QRect(left, room.top() + scaled(_AIR), room.right() + 1 - _SIDE - left, _line_height())


def _line_height() -> int:
    return QFontMetrics(sans()).height() + 1
