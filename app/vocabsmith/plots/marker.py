"""The marker of a vocabulary size: a line across the chart, a ring on the curve, and a grip to drag it by."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from vocabsmith.plots.read_out import RING
from vocabsmith_resources.themes.palette import Palette

_GRIP = QRectF(-6, -24, 12, 18)  # from the foot of the line
_REACH = 9.0  # pixels beside the line that still take hold of the grip
_LINE_REACH = 4.0


class SizeMarker(QGraphicsObject):
    """Stands at the foot of the chart (its position) and is drawn in pixels, whatever the zoom."""

    def __init__(self) -> None:
        super().__init__()
        self._height = 0.0
        self._ring: float | None = None
        self._focused = False
        self._colours = (QColor(), QColor(), QColor())
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(90)
        self.hide()

    def apply_theme(self, palette: Palette) -> None:
        """Colours of line, ring and grip."""
        self._colours = (QColor(palette.accent), QColor(palette.surface), QColor(palette.accent_ground))
        self.update()

    def stand(self, height: float, ring: float | None) -> None:
        """Reach `height` pixels up, with the ring so far up, or none where the curve is out of view."""
        self.prepareGeometryChange()
        self._height, self._ring = height, ring
        self.show()
        self.update()

    def set_focused(self, focused: bool) -> None:
        """Shows that the keys move it."""
        self._focused = focused
        self.update()

    def holds(self, offset: QPointF) -> bool:
        """Whether a press so many pixels from the foot takes hold of it."""
        if not self.isVisible() or not -self._height <= offset.y() <= 0:
            return False
        on_grip = _GRIP.top() - 4 <= offset.y() <= 0
        return abs(offset.x()) <= (_REACH if on_grip else _LINE_REACH)

    def boundingRect(self) -> QRectF:  # noqa: N802
        """Line and grip, with room for the pen."""
        return QRectF(_GRIP.left() - 3, -max(self._height, -_GRIP.top()) - 3, _GRIP.width() + 6, self._height + 30)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Line, ring, grip."""
        accent, ground, focus_ground = self._colours
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(accent, 1.2))
        painter.drawLine(QPointF(0, -self._height), QPointF(0, 0))
        painter.setBrush(ground)
        if self._ring is not None:
            painter.setPen(QPen(accent, 1.8))
            painter.drawEllipse(QPointF(0, -self._ring), RING, RING)
        painter.setBrush(focus_ground if self._focused else ground)
        painter.setPen(QPen(accent, 2.2 if self._focused else 1.4))
        painter.drawRoundedRect(_GRIP, 5, 5)
        painter.setPen(QPen(accent, 1.2))
        middle = _GRIP.center().y()
        for across in (-2.0, 2.0):
            painter.drawLine(QPointF(across, middle - 4), QPointF(across, middle + 4))
