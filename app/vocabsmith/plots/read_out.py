"""The read-out beside a point of a chart: a ring on the point and a small box that stays inside the chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from vocabsmith.plots.lines import Places
from vocabsmith.plots.styles import CurveStyle
from vocabsmith_resources.themes.palette import Palette

_GAP = 12.0  # pixels between the point and its box, across and down
_DROP = 18.0
_PADDING = 8.0
_WIDEST = 0.66  # of the room, for a line
_WEIGHT_OF_POINT = 100  # points of curves that it is worth not to cover the point itself
_EDGE = 2.0  # pixels kept from the edge of the room
RING = 4.5
_SAMPLE = 26.0  # length of the piece of a curve before a line that tells of it
_AFTER_SAMPLE = 6.0


@dataclass(frozen=True, slots=True)
class Remark:
    """A line of a read-out, and the curve that it tells of where that is not the run's own."""

    text: str
    style: CurveStyle | None = None


class ReadOut(QGraphicsObject):
    """Sits at a data point (its position) and is drawn in pixels, whatever the zoom.

    Attributes:
        remarks: what it says; the first line is bold.
        box: where the lines stand, in pixels from the point.
        has_ring: whether a ring stands on the point.
    """

    def __init__(self) -> None:
        super().__init__()
        self.remarks: tuple[Remark, ...] = ()
        self.box = QRectF()
        self._fonts = (QFont(), QFont())
        self.has_ring = True
        self._colours = (QColor(), QColor(), QColor(), QColor(), QColor())
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(100)
        self.hide()

    @property
    def lines(self) -> tuple[str, ...]:
        """What it says, without the samples."""
        return tuple(remark.text for remark in self.remarks)

    def apply_theme(self, palette: Palette, font: QFont) -> None:
        """Colours of the ring and the box, and the font of the lines."""
        names = (palette.accent, palette.surface, palette.control_border, palette.text, palette.secondary)
        self._colours = tuple(QColor(name) for name in names)  # type: ignore[assignment]
        bold = QFont(font)
        bold.setBold(True)
        self._fonts = (bold, QFont(font))
        self.update()

    def say(
        self,
        remarks: Sequence[Remark],
        *,
        place: QPointF,
        room: QRectF,
        side: Qt.Edge,
        ring: bool,
        curves: Places | None = None,
    ) -> None:
        """Tell of the point at `place` (pixels inside `room`), on `side` of it unless there is no room.

        `curves` are points, shape (n, 2), that should not be covered. Lines for which the room is too low are left
        out, and their number is told; long lines are cut.
        """
        self.prepareGeometryChange()
        self.remarks = self._that_fit(tuple(remarks), room)
        self.has_ring = ring
        corners = _corners(self._size(), place, room, side)
        points = np.tile((place.x(), place.y()), (_WEIGHT_OF_POINT, 1))
        points = points if curves is None else np.concatenate((points, curves))
        self.box = min(corners, key=lambda corner: _covered(corner, points)).translated(-place)
        self.show()
        self.update()

    def _that_fit(self, remarks: tuple[Remark, ...], room: QRectF) -> tuple[Remark, ...]:
        most = max(2, int((room.height() - _PADDING - 2) / self._line_height()))
        if len(remarks) > most:
            remarks = (*remarks[: most - 1], Remark(f"and {len(remarks) - most + 1} more"))
        return tuple(self._cut(row, remark, _WIDEST * room.width()) for row, remark in enumerate(remarks))

    def _cut(self, row: int, remark: Remark, width: float) -> Remark:
        text = self._metrics(row).elidedText(remark.text, Qt.TextElideMode.ElideRight, width - indent(remark))
        return Remark(text, remark.style)

    def _size(self) -> tuple[float, float]:
        widths = [self._metrics(row).horizontalAdvance(remark.text) for row, remark in enumerate(self.remarks)]
        whole = [width + indent(remark) for width, remark in zip(widths, self.remarks, strict=True)]
        return max(whole, default=0.0) + 2 * _PADDING, self._line_height() * len(self.remarks) + _PADDING + 2

    def _metrics(self, row: int) -> QFontMetricsF:
        return QFontMetricsF(self.font(row))

    def _line_height(self) -> float:
        return self._metrics(0).height()

    def boundingRect(self) -> QRectF:  # noqa: N802
        """The box and the ring, with room for the pen."""
        ring = QRectF(-RING, -RING, 2 * RING, 2 * RING)
        return self.box.united(ring).adjusted(-2, -2, 2, 2)

    def baseline(self, row: int) -> QPointF:
        """Where the text of a line begins, in pixels from the point."""
        top = self.box.top() + _PADDING / 2 + 1 + row * self._line_height()
        return QPointF(self.box.left() + _PADDING + indent(self.remarks[row]), top + self._metrics(row).ascent())

    def sample(self, row: int) -> tuple[QPointF, QPointF]:
        """Ends of the piece of a curve before a line, in pixels from the point."""
        begin = self.baseline(row) - QPointF(_AFTER_SAMPLE, self._metrics(row).xHeight() / 2)
        return begin - QPointF(_SAMPLE, 0), begin

    def font(self, row: int) -> QFont:
        """The font of a line."""
        return self._fonts[min(row, 1)]

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Ring, box, lines."""
        accent, ground, border, text, secondary = self._colours
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(ground)
        if self.has_ring:
            painter.setPen(QPen(accent, 1.8))
            painter.drawEllipse(QPointF(0, 0), RING, RING)
        if not self.remarks:
            return
        painter.setPen(QPen(border, 1))
        painter.drawRoundedRect(self.box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        for row, remark in enumerate(self.remarks):
            if remark.style is not None:
                painter.setPen(remark.style.pen())
                painter.drawLine(*self.sample(row))
            painter.setFont(self.font(row))
            painter.setPen(text if row == 0 else secondary)
            painter.drawText(self.baseline(row), remark.text)


def indent(remark: Remark) -> float:
    """Pixels before the text of a line that shows a sample of its curve."""
    return 0.0 if remark.style is None else _SAMPLE + _AFTER_SAMPLE


def _corners(size: tuple[float, float], place: QPointF, room: QRectF, side: Qt.Edge) -> list[QRectF]:
    """Places for a box inside the room, the wanted one first: beside the point, then in the corners of the room.

    Beside it means below it, at the foot, above it, on top. Places on the other side come first where the wanted side
    has no room, and then lower, for the curve is nearer.
    """
    width, height = size
    foot, top = room.bottom() - height - _EDGE, room.top() + _EDGE
    lefts = {Qt.Edge.LeftEdge: place.x() - _GAP - width, Qt.Edge.RightEdge: place.x() + _GAP}
    other = Qt.Edge.RightEdge if side == Qt.Edge.LeftEdge else Qt.Edge.LeftEdge
    fits = {edge: room.left() <= left <= room.right() - width for edge, left in lefts.items()}
    corners = []
    for edge in (side, other) if fits[side] or not fits[other] else (other, side):
        drop = _DROP if edge == side else 2 * _DROP
        below, above = place.y() + drop, place.y() - drop - height
        tops = (below, foot, above, top) if below + height <= room.bottom() else (above, foot, top)
        corners += [QPointF(lefts[edge], along) for along in tops]
    ends = (room.left() + _EDGE, room.right() - width - _EDGE)
    corners += [QPointF(left, along) for left in ends for along in (foot, top)]
    return [_moved_in(QRectF(corner, QSizeF(width, height)), room) for corner in corners]


def _moved_in(box: QRectF, room: QRectF) -> QRectF:
    left = max(room.left(), min(box.left(), room.right() - box.width()))
    top = max(room.top(), min(box.top(), room.bottom() - box.height()))
    return QRectF(QPointF(left, top), box.size())


def _covered(box: QRectF, curves: Places) -> int:
    """How many of the points lie under the box."""
    across, up = curves[:, 0], curves[:, 1]
    inside = (across > box.left()) & (across < box.right()) & (up > box.top()) & (up < box.bottom())
    return int(np.count_nonzero(inside))
