"""How a row of the list of special tokens is painted and edited."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QLineEdit,
    QListView,
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
_ICONS = {"info": "info", "good": "check", "warning": "warning", "error": "error"}
_TONES = {"info": "secondary", "good": "secondary", "warning": "warning", "error": "error"}
_ICON_TONES = {**_TONES, "good": "good"}
_WORDS = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignLeft) | int(Qt.AlignmentFlag.AlignTop)

_Index = QModelIndex | QPersistentModelIndex


class SpecialsDelegate(QStyledItemDelegate):
    """Paints a chip, the remark beside it, or below it where there is no room, and the cross that removes it.

    Signals:
        room_changed: a row that is edited needs another height.

    Attributes:
        hovered_cross: the row whose cross is pointed at, -1 for none.
        edited: the row whose field is open; invalid for none.
    """

    room_changed = Signal()

    def __init__(self, view: QListView, specials: SpecialsModel) -> None:
        super().__init__(view)
        self._view = view
        self._specials = specials
        self.hovered_cross = -1
        self.edited = QPersistentModelIndex()
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
        if self.edits(index):
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
        tone = palette.text if self.hovered_cross == index.row() else palette.secondary
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
        editor.textEdited.connect(lambda text: self._specials.edit(place.row(), text))
        self._begin_edit(place)
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

    def edits(self, index: _Index) -> bool:
        """Whether a row has its field open."""
        return self.edited.isValid() and self.edited.row() == index.row()

    def _begin_edit(self, place: QPersistentModelIndex) -> None:
        self.edited = place
        self.room_changed.emit()

    def _end_edit(self, _editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        place, original = self._original
        self._begin_edit(QPersistentModelIndex())
        if hint == QAbstractItemDelegate.EndEditHint.RevertModelCache and place.isValid():
            self._specials.edit(place.row(), original)
