"""The list of special tokens: each a chip with what is to be said about it; edited, moved and removed in place."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QContextMenuEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QApplication,
    QFrame,
    QLineEdit,
    QListView,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from vocabsmith.pages.build_page.special_checks import Remark
from vocabsmith.pages.build_page.specials_model import REMARK_ROLE, TOKEN_ROLE, SpecialsModel, shown_token
from vocabsmith.widgets.chips import CHIP_HEIGHT, Chip, Mark, chip_width, paint_chip
from vocabsmith.widgets.fonts import mono, sans, scaled
from vocabsmith.widgets.icon import pixmap
from vocabsmith_resources.themes.palette import LIGHT, Palette

_ROW = 28
_ICON = 16
_GAP = 8
_MOST_ROWS = 8
_ICONS = {"info": "info", "good": "check", "warning": "warning", "error": "error"}
_TONES = {"info": "secondary", "good": "secondary", "warning": "warning", "error": "error"}
_ICON_TONES = {**_TONES, "good": "good"}
_WORDS = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignLeft) | int(Qt.AlignmentFlag.AlignTop)
_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}

_Index = QModelIndex | QPersistentModelIndex


class SpecialsDelegate(QStyledItemDelegate):
    """Paints a chip, the remark beside it, or below it where there is no room, and the cross that removes it."""

    def __init__(self, view: SpecialsList) -> None:
        super().__init__(view)
        self._view = view
        self._palette = LIGHT
        self._original = QPersistentModelIndex(), ""  # the row that is edited, and what it held before
        self.closeEditor.connect(self._end_edit)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours; the owner repaints the view."""
        self._palette = palette

    # --- room

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:  # noqa: ARG002
        """One line, and as many more as the remark takes where it has no room beside the chip."""
        width = self._view.viewport().width()
        remark: Remark | None = index.data(REMARK_ROLE)
        below = remark is not None and not self._fits_beside(index, remark, width)
        more = self._words_room(remark, width).height() + scaled(6) if remark is not None and below else 0
        return QSize(width, scaled(_ROW) + more)

    def cross_of(self, row: QRect) -> QRect:
        """Where the cross of a row is."""
        side = scaled(_ROW)
        return QRect(row.right() - side + 1, row.top(), side, side)

    def _fits_beside(self, index: _Index, remark: Remark, width: int) -> bool:
        if self._view.is_edited(index):
            return False
        chip = chip_width(shown_token(index.data(TOKEN_ROLE)))
        words = QFontMetrics(sans(9)).horizontalAdvance(remark.text)
        return chip + 2 * _GAP + scaled(_ICON) + 6 + words <= width - scaled(_ROW)

    def _words_room(self, remark: Remark, width: int) -> QRect:
        room = QRect(0, 0, max(40, width - scaled(_ICON) - 6), 1000)
        return QFontMetrics(sans(9)).boundingRect(room, _WORDS, remark.text)

    # --- painting

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paints a row."""
        palette, room = self._palette, option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected and self._view.hasFocus():
            painter.setPen(QPen(QColor(palette.accent), 1))
            painter.setBrush(QColor(palette.accent_ground))
            painter.drawRoundedRect(room.adjusted(0, 0, -1, -1), 6, 6)
        remark: Remark | None = index.data(REMARK_ROLE)
        beside = remark is not None and self._fits_beside(index, remark, room.width())
        self._paint_chip(painter, index, remark, room)
        if remark is not None and beside:
            self._paint_beside(painter, remark, room)
        elif remark is not None:
            self._paint_below(painter, remark, room)
        side = scaled(_ICON)
        cross = self.cross_of(room)
        tone = palette.text if self._view.hovered_cross == index.row() else palette.secondary
        painter.drawPixmap(cross.center() - QPoint(side // 2, side // 2), pixmap("close", tone, side))
        painter.restore()

    def _paint_chip(self, painter: QPainter, index: _Index, remark: Remark | None, room: QRect) -> None:
        top = room.top() + (scaled(_ROW) - scaled(CHIP_HEIGHT)) / 2
        chip = Chip(shown_token(index.data(TOKEN_ROLE)), mark=Mark.SPECIAL)
        width = room.width() - scaled(_ROW) - 4
        drawn = paint_chip(painter, QPointF(room.left() + 2, top), chip, self._palette, max_width=width)
        if remark is not None and remark.level == "error":
            painter.setPen(QPen(QColor(self._palette.error), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRect(room.left() + 1, round(top) - 1, round(drawn) + 2, scaled(22)), 5, 5)

    def _paint_beside(self, painter: QPainter, remark: Remark, room: QRect) -> None:
        painter.setFont(sans(9))
        words = painter.fontMetrics().horizontalAdvance(remark.text)
        side = scaled(_ICON)
        right = self.cross_of(room).left() - 4
        top = room.top() + (scaled(_ROW) - side) // 2
        self._paint_icon(painter, remark, QPoint(right - words - 6 - side, top))
        painter.setPen(QColor(getattr(self._palette, _TONES[remark.level])))
        painter.drawText(
            QRect(right - words, room.top(), words, scaled(_ROW)), Qt.AlignmentFlag.AlignVCenter, remark.text
        )

    def _paint_below(self, painter: QPainter, remark: Remark, room: QRect) -> None:
        painter.setFont(sans(9))
        top = room.top() + scaled(_ROW)
        self._paint_icon(painter, remark, QPoint(room.left() + 2, top))
        painter.setPen(QColor(getattr(self._palette, _TONES[remark.level])))
        place = self._words_room(remark, room.width())
        place.moveTo(room.left() + scaled(_ICON) + 6, top)
        painter.drawText(place, _WORDS, remark.text)

    def _paint_icon(self, painter: QPainter, remark: Remark, at: QPoint) -> None:
        tone = getattr(self._palette, _ICON_TONES[remark.level])
        painter.drawPixmap(at, pixmap(_ICONS[remark.level], tone, scaled(_ICON)))

    # --- editing in place

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: _Index) -> QWidget:  # noqa: ARG002
        """A field whose every letter is checked at once."""
        editor = QLineEdit(parent)
        editor.setFont(mono(9.5))
        editor.setAcceptDrops(False)
        editor.setAccessibleName("Special token")
        place = QPersistentModelIndex(index)
        self._original = place, index.data(TOKEN_ROLE)
        editor.textEdited.connect(lambda text: self._view.specials.edit(place.row(), text))
        self._view.begin_edit(place)
        return editor

    def setEditorData(self, editor: QWidget, index: _Index) -> None:  # noqa: N802
        """Shows the token; what is being typed is left alone."""
        token = index.data(TOKEN_ROLE)
        if isinstance(editor, QLineEdit) and editor.text() != token:
            editor.setText(token)

    def setModelData(self, editor: QWidget, model: object, index: _Index) -> None:  # noqa: N802
        """Nothing: the list has followed every letter."""

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: _Index) -> None:  # noqa: ARG002
        """The first line of the row, up to the cross."""
        room = option.rect
        editor.setGeometry(room.left(), room.top(), room.width() - scaled(_ROW), scaled(_ROW))

    def _end_edit(self, _editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        place, original = self._original
        self._view.begin_edit(QPersistentModelIndex())
        if hint == QAbstractItemDelegate.EndEditHint.RevertModelCache and place.isValid():
            self._view.specials.edit(place.row(), original)


class SpecialsList(QListView):
    """As high as its rows, up to eight of them; longer lists scroll.

    Return or F2 edits, Delete removes, Alt with Up and Down moves; a row can be dragged, and each has a cross.
    """

    emptied = Signal()

    def __init__(self, specials: SpecialsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.specials = specials
        self.hovered_cross = -1
        self._edited = QPersistentModelIndex()
        self._pressed: QPoint | None = None
        self._dragged = -1
        self._dragged_from = -1
        self._delegate = SpecialsDelegate(self)
        self._set_up()
        for signal in (specials.rowsInserted, specials.rowsRemoved, specials.dataChanged):
            signal.connect(self._fit)

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
        self.setFixedHeight(self.sizeHint().height())
        self.setVisible(self.specials.rowCount() > 0)
        self.scheduleDelayedItemsLayout()
        self.viewport().update()

    # --- editing

    def is_edited(self, index: _Index) -> bool:
        """Whether a row has its field open."""
        return self._edited.isValid() and self._edited.row() == index.row()

    def begin_edit(self, place: QPersistentModelIndex) -> None:
        """The row whose field is open; an invalid place for none."""
        self._edited = place
        self._fit()

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
        if self._edited.isValid():
            return  # a key that closes the field comes here too
        if row >= 0 and key in _MOVES and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.move_row(row, row + _MOVES[key])
        elif row >= 0 and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.edit(self.currentIndex())
        elif row >= 0 and key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove_row(row)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: object) -> None:
        """A list that is reached by key has a row to begin with."""
        super().focusInEvent(event)  # type: ignore[arg-type]
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
        if row != self.hovered_cross:
            self.hovered_cross = row
            self.viewport().update()

    def _cross_at(self, place: QPoint) -> int:
        index = self.indexAt(place)
        return (
            index.row() if index.isValid() and self._delegate.cross_of(self.visualRect(index)).contains(place) else -1
        )
