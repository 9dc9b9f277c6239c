"""The read-out beside a point of a chart: a ring on the point and a small box that stays inside the chart."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from vocabsmith_resources.themes.palette import Palette

_GAP = 12.0  # pixels between the point and its box, across and down
_DROP = 18.0
_PADDING = 8.0
_RING = 4.5


class ReadOut(QGraphicsObject):
    """Sits at a data point (its position) and is drawn in pixels, whatever the zoom.

    Attributes:
        lines: what it says; the first line is bold.
    """

    def __init__(self) -> None:
        super().__init__()
        self.lines: tuple[str, ...] = ()
        self._box = QRectF()
        self._fonts = (QFont(), QFont())
        self._ring = True
        self._colours = (QColor(), QColor(), QColor(), QColor(), QColor())
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(100)
        self.hide()

    def apply_theme(self, palette: Palette, font: QFont) -> None:
        """Colours of the ring and the box, and the font of the lines."""
        names = (palette.accent, palette.surface, palette.control_border, palette.text, palette.secondary)
        self._colours = tuple(QColor(name) for name in names)  # type: ignore[assignment]
        bold = QFont(font)
        bold.setBold(True)
        self._fonts = (bold, QFont(font))
        self.update()

    def say(self, lines: tuple[str, ...], *, place: QPointF, room: QRectF, side: Qt.Edge, ring: bool) -> None:
        """Show `lines` for the point at `place` (pixels inside `room`), on `side` of it unless there is no room."""
        self.prepareGeometryChange()
        self.lines = lines
        self._ring = ring
        self._box = self._placed_box(self._size(), place, room, side)
        self.show()
        self.update()

    def _size(self) -> tuple[float, float]:
        widths = [self._metrics(row).horizontalAdvance(line) for row, line in enumerate(self.lines)]
        return max(widths, default=0.0) + 2 * _PADDING, self._line_height() * len(self.lines) + _PADDING + 2

    def _metrics(self, row: int) -> QFontMetricsF:
        return QFontMetricsF(self._fonts[min(row, 1)])

    def _line_height(self) -> float:
        return self._metrics(0).height()

    def _placed_box(self, size: tuple[float, float], place: QPointF, room: QRectF, side: Qt.Edge) -> QRectF:
        """Beside the point and below it, where both curves leave room; flipped at the edges."""
        width, height = size
        before, behind = place.x() - _GAP - width, place.x() + _GAP
        if side == Qt.Edge.LeftEdge:
            left = before if before >= room.left() else behind
        else:
            left = behind if behind + width <= room.right() else before
        left = max(room.left(), min(left, room.right() - width))
        flipped = (left < place.x()) != (side == Qt.Edge.LeftEdge)
        drop = 2 * _DROP if flipped else _DROP  # on the other side the curve is nearer
        below = place.y() + drop
        top = below if below + height <= room.bottom() else place.y() - drop - height
        top = max(room.top(), min(top, room.bottom() - height))
        return QRectF(left - place.x(), top - place.y(), width, height)

    def boundingRect(self) -> QRectF:  # noqa: N802
        """The box and the ring, with room for the pen."""
        ring = QRectF(-_RING, -_RING, 2 * _RING, 2 * _RING)
        return self._box.united(ring).adjusted(-2, -2, 2, 2)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Ring, box, lines."""
        accent, ground, border, text, secondary = self._colours
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(ground)
        if self._ring:
            painter.setPen(QPen(accent, 1.8))
            painter.drawEllipse(QPointF(0, 0), _RING, _RING)
        if not self.lines:
            return
        painter.setPen(QPen(border, 1))
        painter.drawRoundedRect(self._box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        for row, line in enumerate(self.lines):
            painter.setFont(self._fonts[min(row, 1)])
            painter.setPen(text if row == 0 else secondary)
            baseline = self._box.top() + _PADDING / 2 + 1 + row * self._line_height() + self._metrics(row).ascent()
            painter.drawText(QPointF(self._box.left() + _PADDING, baseline), line)
