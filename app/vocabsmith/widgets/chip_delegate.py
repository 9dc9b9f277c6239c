"""Chips in the cells of lists and tables."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from vocabsmith.widgets.chips import CHIP_HEIGHT, ROW_HEIGHT, Chip, chip_width, paint_chip
from vocabsmith.widgets.fonts import scaled
from vocabsmith_resources.themes.palette import LIGHT, Palette

CHIP_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_MARGIN = 6


class ChipDelegate(QStyledItemDelegate):
    """Paints the Chip that a model gives under CHIP_ROLE; cells without one are painted as usual."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._palette = LIGHT

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours; the owner repaints the view."""
        self._palette = palette

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paints the chip on the ground of its row."""
        chip = index.data(CHIP_ROLE)
        if not isinstance(chip, Chip):
            super().paint(painter, option, index)
            return
        style = option.widget.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        room = option.rect
        corner = QPointF(room.x() + _MARGIN, room.y() + (room.height() - scaled(CHIP_HEIGHT)) / 2)
        paint_chip(painter, corner, chip, self._palette, max_width=room.width() - 2 * _MARGIN)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """The chip with a margin, in a row of 24 px."""
        chip = index.data(CHIP_ROLE)
        if not isinstance(chip, Chip):
            return QSize(super().sizeHint(option, index).width(), scaled(ROW_HEIGHT))
        return QSize(round(chip_width(chip.text)) + 2 * _MARGIN, scaled(ROW_HEIGHT))
