"""What stands for a compared tokenizer wherever it is told of: a square in its colour, with its number in it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from vocabsmith.widgets.fonts import sans, scaled
from vocabsmith_resources.themes.palette import LIGHT, Palette

SIDE = 14


def paint_key(painter: QPainter, left: float, middle: float, number: int, palette: Palette) -> float:
    """Paints the key of the tokenizer `number` (from 0), its left edge and its middle being there; returns its width.

    The number is its second sign: colours alone would not tell six tokenizers apart for everybody.
    """
    side = scaled(SIDE)
    box = QRectF(left, middle - side / 2, side, side)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(palette.curve_hues[number]))
    painter.drawRoundedRect(box, 3, 3)
    painter.setFont(sans(8, bold=True))
    painter.setPen(QColor(palette.on_accent))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number + 1))
    painter.restore()
    return side


class TokenizerKey(QWidget):
    """The key as a widget of its own."""

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = number
        self._palette = LIGHT
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """A square as high as a small letter line."""
        return QSize(scaled(SIDE), scaled(SIDE) + 2)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Paints the square."""
        painter = QPainter(self)
        paint_key(painter, 0, self.height() / 2, self._number, self._palette)
        painter.end()
