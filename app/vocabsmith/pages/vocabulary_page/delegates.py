"""What is painted in the cells of the table: plain text, quiet text, bytes, and flags with their signs."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vocabsmith.operations.vocabulary_marks import Flag
from vocabsmith.pages.vocabulary_page.looks import FLAG_LOOKS
from vocabsmith.widgets.fonts import mono, sans, scaled
from vocabsmith.widgets.icon import pixmap
from vocabsmith_resources.themes.palette import LIGHT, Palette

FLAGS_ROLE = int(Qt.ItemDataRole.UserRole) + 2
_MARGIN = 6
_SIGN = 12
_GAP = 5
Cell = QModelIndex | QPersistentModelIndex


@lru_cache(maxsize=64)
def sign(name: str, colour: str, side: int, ratio: float) -> QPixmap:
    """An icon that is painted in many cells, drawn once."""
    return pixmap(name, colour, side, ratio)


class PlainDelegate(QStyledItemDelegate):
    """Text in a font and a tone of its own."""

    def __init__(
        self, tone: str, *, code: bool = False, points: float = 9.5, indent: int = 0, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._palette = LIGHT
        self._tone, self._code, self._points, self._indent = tone, code, points, indent

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours; the owner repaints the view."""
        self._palette = palette

    def font(self) -> QFont:
        """The font at the present text size."""
        return mono(self._points) if self._code else sans(self._points)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Cell) -> None:  # noqa: N802
        """Font and colour, the same in a chosen row."""
        super().initStyleOption(option, index)
        option.font = self.font()
        option.rect.adjust(self._indent, 0, 0, 0)
        for role in (QPalette.ColorRole.Text, QPalette.ColorRole.HighlightedText):
            option.palette.setColor(role, QColor(getattr(self._palette, self._tone)))


class FlagsDelegate(QStyledItemDelegate):
    """Each flag as a sign and a word; words that have no room are left out, and the tooltip says them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = LIGHT

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours; the owner repaints the view."""
        self._palette = palette

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Cell) -> None:
        """The ground of the row, then the flags."""
        style = option.widget.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        flags = index.data(FLAGS_ROLE)
        if not flags:
            return
        painter.save()
        painter.setFont(sans(9))
        room = QRectF(option.rect.adjusted(_MARGIN, 0, -2, 0))
        words = [flag.value for flag in flags]
        wide = sum(painter.fontMetrics().horizontalAdvance(word) + scaled(_SIGN) + 2 * _GAP for word in words)
        written = len(words) == 1 or wide <= room.width() + _GAP
        for flag, word in zip(flags, words, strict=True):
            room.setLeft(self._paint_flag(painter, room, flag, word if written else ""))
        painter.restore()

    def _paint_flag(self, painter: QPainter, room: QRectF, flag: Flag, word: str) -> float:
        """Paints one flag at the left of the room; returns where the next one begins."""
        colour = getattr(self._palette, FLAG_LOOKS[flag].tone)
        side = scaled(_SIGN)
        corner = QPointF(room.left(), room.top() + (room.height() - side) / 2)
        painter.drawPixmap(corner, sign(FLAG_LOOKS[flag].icon, colour, side, painter.device().devicePixelRatio()))
        if not word:
            return room.left() + side + _GAP
        painter.setPen(QColor(colour))
        text = room.adjusted(side + _GAP, 0, 0, 0)
        shown = painter.fontMetrics().elidedText(word, Qt.TextElideMode.ElideRight, int(text.width()))
        painter.drawText(text, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
        return text.left() + painter.fontMetrics().horizontalAdvance(shown) + 2 * _GAP
