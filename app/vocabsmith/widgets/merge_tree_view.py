"""A token as a tree: the two tokens it was made of, theirs, and so on down to the bytes."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from vocabsmith.widgets.chips import CHIP_HEIGHT, Chip, chip_width, paint_chip
from vocabsmith.widgets.fonts import sans, scaled
from vocabsmith_resources.themes.palette import LIGHT, Palette

LEVEL = 41
_GAP = 4.0
_RANK_POINTS = 8.0


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A token of the tree. `note`, its rank, stands below it; a byte has neither note nor parts."""

    chip: Chip
    note: str = ""
    parts: tuple[TreeNode, TreeNode] | None = None

    @property
    def height(self) -> int:
        """Merges on the longest way down to a byte."""
        return 0 if self.parts is None else 1 + max(part.height for part in self.parts)


@dataclass(frozen=True, slots=True)
class _Placed:
    """A node and the middle of its chip's upper edge."""

    node: TreeNode
    at: QPointF
    parts: tuple[_Placed, ...]


class MergeTreeView(QWidget):
    """Paints a tree: bytes side by side at the bottom, each token midway above its parts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = LIGHT
        self._tree: TreeNode | None = None

    def tree(self) -> TreeNode | None:
        """The tree shown."""
        return self._tree

    def set_tree(self, tree: TreeNode | None) -> None:
        """Shows another tree."""
        self._tree = tree
        self._fit()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self._fit()

    def sizeHint(self) -> QSize:
        """All of the tree."""
        if self._tree is None:
            return QSize(0, 0)
        height = self._tree.height * scaled(LEVEL) + scaled(CHIP_HEIGHT)
        return QSize(round(_width(self._tree)) + 2, height + 2)

    def minimumSizeHint(self) -> QSize:
        """The same: what surrounds the tree scrolls."""
        return self.sizeHint()

    def _fit(self) -> None:
        self.setMinimumSize(self.sizeHint())
        self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the tree in the middle."""
        if self._tree is None:
            return
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(self._palette.surface))
        left = max(1.0, (self.width() - _width(self._tree)) / 2)
        placed, _ = _place(self._tree, left, self._tree.height)
        self._paint(painter, placed)
        painter.end()

    def _paint(self, painter: QPainter, placed: _Placed) -> None:
        if placed.parts:
            self._paint_lines(painter, placed)
        width = chip_width(placed.node.chip.text)
        paint_chip(painter, placed.at - QPointF(width / 2, 0), placed.node.chip, self._palette)
        if placed.node.note:
            self._paint_note(painter, placed)
        for part in placed.parts:
            self._paint(painter, part)

    def _paint_lines(self, painter: QPainter, placed: _Placed) -> None:
        """Elbows on half pixels, so that they are one pixel wide."""
        painter.setPen(QPen(QColor(self._palette.control_border), 1))
        x, bar = _half(placed.at.x()), _half(placed.at.y() + scaled(LEVEL) - scaled(5))
        painter.drawLine(QPointF(x, placed.at.y() + scaled(CHIP_HEIGHT)), QPointF(x, bar))
        ends = [_half(part.at.x()) for part in placed.parts]
        painter.drawLine(QPointF(ends[0], bar), QPointF(ends[-1], bar))
        for end, part in zip(ends, placed.parts, strict=True):
            painter.drawLine(QPointF(end, bar), QPointF(end, part.at.y()))

    def _paint_note(self, painter: QPainter, placed: _Placed) -> None:
        font = sans(_RANK_POINTS)
        width = QFontMetricsF(font).horizontalAdvance(placed.node.note) + 4
        room = QRectF(placed.at.x() - width / 2, placed.at.y() + scaled(CHIP_HEIGHT) + 1, width, scaled(13))
        painter.fillRect(room, QColor(self._palette.surface))
        painter.setFont(font)
        painter.setPen(QColor(self._palette.secondary))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, placed.node.note)


def _half(place: float) -> float:
    return int(place) + 0.5


def _width(node: TreeNode) -> float:
    """Room for the bytes side by side, or for the node itself where that is wider."""
    return max(_own_width(node), sum(map(_width, node.parts)) if node.parts else 0.0)


def _own_width(node: TreeNode) -> float:
    note = QFontMetricsF(sans(_RANK_POINTS)).horizontalAdvance(node.note) + 4
    return max(chip_width(node.chip.text), note) + _GAP


def _place(node: TreeNode, left: float, top_level: int) -> tuple[_Placed, float]:
    """The node and all below it from `left` on, and where they end."""
    y = (top_level - node.height) * scaled(LEVEL)
    width = _width(node)
    if node.parts is None:
        return _Placed(node, QPointF(left + width / 2, y), ()), left + width
    inner = left + (width - sum(map(_width, node.parts))) / 2
    first, middle = _place(node.parts[0], inner, top_level)
    second, _ = _place(node.parts[1], middle, top_level)
    x = (first.at.x() + second.at.x()) / 2
    half = _own_width(node) / 2
    x = min(max(x, left + half), left + width - half)
    return _Placed(node, QPointF(x, y), (first, second)), left + width
