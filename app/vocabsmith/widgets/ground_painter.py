"""Paints what lies under the text of an editor: grounds of tokens, their outlines, and the marks of white space."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from vocabsmith.widgets.chips import ground_of
from vocabsmith.widgets.text_lines import TextLine
from vocabsmith.widgets.token_cells import Cell
from vocabsmith.widgets.token_spans import TokenSpans
from vocabsmith_resources.themes.palette import Palette

SHOWN_BREAK, HIDDEN_BREAK = 15.0, 6.0
_RADIUS = 4.0
_NO_PEN = Qt.PenStyle.NoPen
_TAB, _NO_BREAK = 0x09, (0xA0, 0x202F)
_SPACES = (0x20, 0x3000, *range(0x2000, 0x200B))


class GroundPainter:
    """The painter of one editor.

    Attributes:
        marks: whether white space is shown.
    """

    def __init__(self, palette: Palette) -> None:
        self.marks = True
        self.set_palette(palette)

    def set_palette(self, palette: Palette) -> None:
        """Takes the colours. Brushes and pens are made once: hundreds of tokens are to be seen at a time."""
        self._secondary = QColor(palette.secondary)
        self._grounds = [QBrush(QColor(ground)) for ground in palette.token_grounds]
        self._special_ground = QBrush(QColor(palette.hover))
        self._chosen_outline = QPen(QColor(palette.accent), 1.6)
        self._special_outline = QPen(QColor(palette.text), 1.2)
        self._hint_outline = QPen(QColor(palette.accent), 1.6, Qt.PenStyle.DashLine)
        self._dash = QPen(QColor(palette.text), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)

    @property
    def break_width(self) -> float:
        """How wide the end of a line is painted."""
        return SHOWN_BREAK if self.marks else HIDDEN_BREAK

    def paint_cell(self, painter: QPainter, spans: TokenSpans, cell: Cell, line: TextLine, *, chosen: bool) -> None:
        """Paints the ground of one token, and what its outline or underline says."""
        special = bool(spans.special[cell.row])
        ground = self._special_ground if special else self._grounds[ground_of(int(spans.places[cell.row]))]
        painter.setBrush(ground)
        painter.setPen(self._chosen_outline if chosen else self._special_outline if special else _NO_PEN)
        inset = 0.8 if chosen or special else 0.4
        for box in line.boxes(cell):
            painter.drawRoundedRect(box.adjusted(inset, 0.5, -inset, -0.5), _RADIUS, _RADIUS)
            if cell.slices > 1 and spans.partial[cell.row]:
                self._underline(painter, box)

    def paint_difference(
        self, painter: QPainter, spans: TokenSpans, cell: Cell, line: TextLine, *, chosen: bool
    ) -> None:
        """Paints the ground of a token that stands out, with a line below it for those who cannot see the ground."""
        painter.setBrush(self._grounds[ground_of(int(spans.places[cell.row]))])
        painter.setPen(self._chosen_outline if chosen else _NO_PEN)
        for box in line.boxes(cell):
            painter.drawRoundedRect(box.adjusted(0.4, 0.5, -0.4, -0.5), _RADIUS, _RADIUS)
            self._underline(painter, box)

    def paint_hint(self, painter: QPainter, cell: Cell, line: TextLine) -> None:
        """Paints an outline around a stretch that is pointed at elsewhere."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self._hint_outline)
        for box in line.boxes(cell):
            painter.drawRoundedRect(box.adjusted(0.5, -1.5, -0.5, 1.5), _RADIUS, _RADIUS)

    def _underline(self, painter: QPainter, box: QRectF) -> None:
        """One dash for each part, so that one sees how many there are."""
        pen = painter.pen()
        painter.setPen(self._dash)
        painter.drawLine(QLineF(box.left() + 1, box.bottom() + 1, box.right() - 1, box.bottom() + 1))
        painter.setPen(pen)

    def paint_marks(self, painter: QPainter, line: TextLine, begin: int, end: int) -> None:
        """Paints dots for spaces, arrows for tabs, hooks for ends of lines, between two places of the block."""
        if not self.marks:
            return
        for place, unit in enumerate(line.whole.units[begin:end].tolist(), begin):
            if unit == _TAB or unit in _SPACES or unit in _NO_BREAK:
                self._mark(painter, unit, line.x(place), line.x(place + 1), line.top + line.pitch / 2)
        if end > line.end and line.ends_paragraph:
            self._hook(painter, line.break_box())

    def _mark(self, painter: QPainter, unit: int, left: float, right: float, middle: float) -> None:
        colour = self._secondary
        centre = QPointF((left + right) / 2, middle)
        if unit == _TAB:
            painter.setPen(QPen(colour, 1))
            tip = max(left, right) - 4
            painter.drawLine(QLineF(min(left, right) + 3, middle, tip, middle))
            painter.drawPolyline([QPointF(tip - 3, middle - 3), QPointF(tip, middle), QPointF(tip - 3, middle + 3)])
            return
        painter.setPen(QPen(colour, 1) if unit in _NO_BREAK else QPen(Qt.PenStyle.NoPen))
        painter.setBrush(Qt.BrushStyle.NoBrush if unit in _NO_BREAK else colour)
        radius = 2.0 if unit in _NO_BREAK else 1.1
        painter.drawEllipse(centre, radius, radius)

    def _hook(self, painter: QPainter, box: QRectF) -> None:
        painter.setPen(QPen(self._secondary, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        right, left, foot = box.center().x() + 3.5, box.center().x() - 3.5, box.center().y() + 2
        painter.drawPolyline([QPointF(right, foot - 6), QPointF(right, foot), QPointF(left, foot)])
        painter.drawPolyline([QPointF(left + 2.5, foot - 2.5), QPointF(left, foot), QPointF(left + 2.5, foot + 2.5)])
