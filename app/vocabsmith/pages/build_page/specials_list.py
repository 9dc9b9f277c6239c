"""The list of special tokens: edited, moved and removed in place, by mouse and by key."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QListView,
    QMenu,
    QSizePolicy,
    QStyleOptionViewItem,
    QWidget,
)

from vocabsmith.pages.build_page.specials_delegate import SpecialsDelegate
from vocabsmith.pages.build_page.specials_model import SpecialsModel
from vocabsmith.widgets.fonts import scaled
from vocabsmith_resources.themes.palette import Palette

_MOST_ROWS = 8
_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class SpecialsList(QListView):
    """As high as its rows, up to eight of them; longer lists scroll.

    Return or F2 edits, Delete removes, Alt with Up and Down moves; a row can be dragged, and each has a cross.

    Signals:
        emptied: the user has removed the last token.
    """

    emptied = Signal()

    def __init__(self, specials: SpecialsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.specials = specials
        self._pressed: QPoint | None = None
        self._dragged = -1
        self._dragged_from = -1
        self._delegate = SpecialsDelegate(self, specials)
        self._set_up()
        for signal in (specials.rowsInserted, specials.rowsRemoved, specials.dataChanged):
            signal.connect(self._fit)
        self._delegate.room_changed.connect(self._fit)

    def _set_up(self) -> None:
        self.setModel(self.specials)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setMouseTracking(True)
        self.setAcceptDrops(False)
        self.viewport().setAcceptDrops(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Special tokens")
        self.setAccessibleDescription("Return edits a token, Delete removes it, Alt with Up and Down moves it.")

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._delegate.apply_theme(palette)
        self._fit()

    # --- size

    def sizeHint(self) -> QSize:
        """The height of the first eight rows."""
        option = QStyleOptionViewItem()
        rows = min(self.specials.rowCount(), _MOST_ROWS)
        height = sum(self._delegate.sizeHint(option, self.specials.index(row)).height() for row in range(rows))
        return QSize(scaled(160), height)

    def minimumSizeHint(self) -> QSize:
        """A narrow list of the same height."""
        return QSize(scaled(120), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width has other remarks below their chips."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        # A bar that comes for a moment makes the list narrower: remarks move below their chips, and the bar stays.
        scrolls = self.specials.rowCount() > _MOST_ROWS
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if scrolls else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(policy)
        self.setFixedHeight(self.sizeHint().height())
        self.setVisible(self.specials.rowCount() > 0)
        self.scheduleDelayedItemsLayout()
        self.viewport().update()

    # --- editing

    def remove_row(self, row: int) -> None:
        """Take a token off the list; the next one is chosen."""
        self.specials.remove(row)
        left = self.specials.rowCount()
        if left:
            self.setCurrentIndex(self.specials.index(min(row, left - 1)))
        else:
            self.emptied.emit()

    def move_row(self, row: int, to: int, *, tell: bool = True) -> bool:
        """Put a token elsewhere; it stays chosen."""
        moved = self.specials.move(row, to, tell=tell)
        if moved:
            self.setCurrentIndex(self.specials.index(to))
        return moved

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys of the list."""
        row, key = self.currentIndex().row(), Qt.Key(event.key())
        if self._delegate.edited.isValid():
            return  # a key that closes the field comes here too
        if row >= 0 and key in _MOVES and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.move_row(row, row + _MOVES[key])
        elif row >= 0 and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.edit(self.currentIndex())
        elif row >= 0 and key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove_row(row)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """A list that is reached by key has a row to begin with."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self.specials.rowCount():
            self.setCurrentIndex(self.specials.index(0))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What can be done with a row."""
        keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if keyboard else self.indexAt(event.pos())
        if index.isValid():
            menu = self.menu_of(index.row())
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(event.globalPos())

    def menu_of(self, row: int) -> QMenu:
        """The menu of a row."""
        menu = QMenu(self)
        menu.addAction("Edit\tReturn").triggered.connect(lambda: self.edit(self.specials.index(row)))
        up = menu.addAction("Move up\tAlt+Up")
        up.setEnabled(row > 0)
        up.triggered.connect(lambda: self.move_row(row, row - 1))
        down = menu.addAction("Move down\tAlt+Down")
        down.setEnabled(row < self.specials.rowCount() - 1)
        down.triggered.connect(lambda: self.move_row(row, row + 1))
        menu.addAction("Remove\tDelete").triggered.connect(lambda: self.remove_row(row))
        return menu

    # --- the mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press on a cross removes; any other may begin to move the row."""
        row = self._cross_at(event.position().toPoint())
        if row >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.remove_row(row)
            return
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position().toPoint()
            self._dragged = self._dragged_from = self.indexAt(self._pressed).row()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A pressed row follows the pointer from row to row."""
        place = event.position().toPoint()
        self._hover(self._cross_at(place))
        if self._pressed is None or self._dragged < 0 or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
        elif (place - self._pressed).manhattanLength() >= QApplication.startDragDistance():
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            to = self.indexAt(QPoint(self.viewport().width() // 2, place.y())).row()
            if to >= 0 and self.move_row(self._dragged, to, tell=False):
                self._dragged = to

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The row stays where it is; a drag is one change however many rows it crossed."""
        super().mouseReleaseEvent(event)
        self.viewport().unsetCursor()
        moved = self._pressed is not None and self._dragged != self._dragged_from
        self._pressed, self._dragged, self._dragged_from = None, -1, -1
        if moved:
            self.specials.changed.emit()

    def leaveEvent(self, event: QEvent) -> None:
        """No cross is pointed at any more."""
        super().leaveEvent(event)
        self._hover(-1)

    def _hover(self, row: int) -> None:
        if row != self._delegate.hovered_cross:
            self._delegate.hovered_cross = row
            self.viewport().update()

    def _cross_at(self, place: QPoint) -> int:
        index = self.indexAt(place)
        return (
            index.row() if index.isValid() and self._delegate.cross_of(self.visualRect(index)).contains(place) else -1
        )
