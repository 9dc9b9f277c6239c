"""Tokens as chips, each followed by its id, wrapped into rows; a click or Enter leads to one."""

from __future__ import annotations

from collections.abc import Sequence

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
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from vocabsmith.operations.list_tokens import Ids
from vocabsmith.operations.vocabulary_marks import Vocabulary
from vocabsmith.pages.vocabulary_page.looks import chip_of
from vocabsmith.visible_tokens import visible_token
from vocabsmith.widgets.chips import CHIP_HEIGHT, Chip, chip_width, paint_chip
from vocabsmith.widgets.fonts import sans, scaled
from vocabsmith.wording import grouped
from vocabsmith_resources.themes.palette import LIGHT, Palette

CHIP = int(Qt.ItemDataRole.UserRole) + 1
_ROW = 26
_GAP = 5  # between chip and id
_AFTER = 12
_WIDEST = 240
_ROOT = QModelIndex()
Cell = QModelIndex | QPersistentModelIndex


class ChipListModel(QAbstractListModel):
    """Some tokens of a vocabulary."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._vocabulary: Vocabulary | None = None
        self._ids: tuple[int, ...] = ()

    def show_tokens(self, vocabulary: Vocabulary | None, ids: Sequence[int]) -> None:
        """Lists other tokens."""
        self.beginResetModel()
        self._vocabulary, self._ids = vocabulary, tuple(ids)
        self.endResetModel()

    def token_at(self, row: int) -> int:
        """The id in a row."""
        return self._ids[row]

    def rowCount(self, parent: Cell = _ROOT) -> int:
        """The tokens."""
        return 0 if parent.isValid() else len(self._ids)

    def data(self, index: Cell, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The id to be read; token and id to be heard."""
        if self._vocabulary is None or not index.isValid():
            return None
        token = self._ids[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return grouped(token)
        if role == CHIP:
            return chip_of(self._vocabulary, token)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return f"{visible_token(self._vocabulary.table.token(token))}, id {grouped(token)}"
        return None


class _Delegate(QStyledItemDelegate):
    """Paints a chip and the id behind it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.palette = LIGHT

    def sizeHint(self, option: QStyleOptionViewItem, index: Cell) -> QSize:  # noqa: ARG002
        """As wide as both."""
        chip: Chip = index.data(CHIP)
        number = QFontMetricsF(sans(8.5)).horizontalAdvance(index.data())
        width = min(chip_width(chip.text), scaled(_WIDEST)) + _GAP + number + _AFTER
        return QSize(round(width), scaled(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Cell) -> None:
        """The ground of the current one is that of a chosen row."""
        chip: Chip = index.data(CHIP)
        room = QRectF(option.rect)
        painter.save()
        state = option.state
        if state & QStyle.StateFlag.State_Selected or state & QStyle.StateFlag.State_MouseOver:
            chosen = bool(state & QStyle.StateFlag.State_Selected)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self.palette.accent_ground if chosen else self.palette.hover))
            painter.drawRoundedRect(room.adjusted(0, 0, -4, 0), 4, 4)
        top = room.top() + (room.height() - scaled(CHIP_HEIGHT)) / 2
        width = paint_chip(painter, QPointF(room.left() + 2, top), chip, self.palette, max_width=scaled(_WIDEST))
        painter.setFont(sans(8.5))
        painter.setPen(QColor(self.palette.secondary))
        text = room.adjusted(width + 2 + _GAP, 0, 0, 0)
        painter.drawText(text, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, index.data())
        painter.restore()


class TokenChips(QListView):
    """As high as its rows need.

    Signals:
        token_chosen(int): the user goes to a token.
        moved(QModelIndex): the keys have led to another.
    """

    token_chosen = Signal(int)
    moved = Signal(QModelIndex)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tokens = ChipListModel(self)
        self._delegate = _Delegate(self)
        self.setModel(self.tokens)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(name)
        self.setAccessibleDescription("Enter shows the token.")
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._choose)
        self.selectionModel().currentChanged.connect(lambda now, _before: self.moved.emit(now))

    def show_tokens(self, vocabulary: Vocabulary, ids: Ids) -> None:
        """Lists other tokens."""
        self.tokens.show_tokens(vocabulary, ids.tolist())
        self._fit()

    def clear(self) -> None:
        """Lists none."""
        self.tokens.show_tokens(None, ())
        self._fit()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._delegate.palette = palette
        self.scheduleDelayedItemsLayout()
        self._fit()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width has other rows."""
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space go to the token."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:  # noqa: N802
        """Letters mean nothing here."""

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.token_chosen.emit(self.tokens.token_at(index.row()))

    def _fit(self) -> None:
        """Rows as they are wrapped at this width: the same way as the view itself wraps them."""
        width, room, rows = 0, self.width(), 1
        option = QStyleOptionViewItem()
        for row in range(self.tokens.rowCount()):
            wide = self._delegate.sizeHint(option, self.tokens.index(row)).width()
            if width and width + wide > room:
                rows, width = rows + 1, 0
            width += wide
        height = rows * scaled(_ROW) if self.tokens.rowCount() else 0
        if height != self.height():
            self.setFixedHeight(height)
