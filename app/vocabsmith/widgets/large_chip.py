"""One chip in large type, at the head of what is known of its token."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from vocabsmith.widgets.chips import Chip, chip_width, paint_chip
from vocabsmith.widgets.fonts import mono, scaled
from vocabsmith_resources.themes.palette import LIGHT, Palette


class LargeChip(QWidget):
    """One chip in large type, cut short where there is no room."""

    _POINTS = 14.0
    _HEIGHT = 32

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chip = Chip("")
        self._palette = LIGHT
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_chip(self, chip: Chip) -> None:
        """Shows another chip."""
        self._chip = chip
        self.setToolTip(chip.text)
        self.setAccessibleName(chip.text)
        self.update()

    def sizeHint(self) -> QSize:
        """The chip as it is."""
        return QSize(round(chip_width(self._chip.text, self._POINTS)), scaled(self._HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """A few characters."""
        return QSize(round(QFontMetricsF(mono(self._POINTS)).averageCharWidth() * 4), scaled(self._HEIGHT))

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Paints the chip."""
        painter = QPainter(self)
        paint_chip(
            painter,
            QPointF(0, 0),
            self._chip,
            self._palette,
            points=self._POINTS,
            height=self.height(),
            max_width=self.width(),
        )
        painter.end()
