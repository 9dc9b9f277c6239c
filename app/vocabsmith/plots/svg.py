"""A chart as SVG: plain paths, rectangles and text that every browser shows, with its name and a description.

Lines are cut at the edges here and not by a clip path, which not every program that reads SVG knows.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from xml.etree import ElementTree as Xml

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF, QPen

from vocabsmith.plots.chart import Chart
from vocabsmith.plots.clipping import Places, clipped
from vocabsmith.plots.legend import SAMPLE
from vocabsmith.plots.read_out import RING
from vocabsmith.plots.row_bars import THICKNESS, RowBars
from vocabsmith.plots.sheet import Sheet
from vocabsmith_resources.themes.palette import Palette

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def svg_of(chart: Chart, palette: Palette) -> bytes:
    """The picture, in UTF-8."""
    return _Writer(chart, palette).write()


class _Writer:
    """Puts one picture together, from the ground up."""

    def __init__(self, chart: Chart, palette: Palette) -> None:
        self._chart = chart
        self._palette = palette
        self._sheet = Sheet(chart, palette)
        self._room = self._sheet.room
        width, height = (f"{side:.0f}" for side in self._sheet.size.toTuple())
        self._root = Xml.Element("svg", xmlns="http://www.w3.org/2000/svg", width=width, height=height, role="img")
        self._root.set("viewBox", f"0 0 {width} {height}")

    def write(self) -> bytes:
        """The whole picture."""
        Xml.SubElement(self._root, "title").text = self._chart.name
        Xml.SubElement(self._root, "desc").text = _clean(self._chart.description)
        self._rect(QRectF(QPointF(0, 0), self._sheet.size), self._palette.surface)
        self._write_head()
        self._write_axes()
        for item in self._chart.drawn:
            if item.isVisible():
                self._write_item(item)
        self._write_marker()
        self._write_read_out()
        Xml.indent(self._root)
        written: bytes = Xml.tostring(self._root, encoding="utf-8", xml_declaration=True)
        return written

    # --- parts

    def _write_head(self) -> None:
        for text in self._sheet.texts:
            self._text(text.text, text.place, text.font, text.colour)
        metrics = QFontMetricsF(self._sheet.legend_font)
        for row in self._sheet.rows:
            baseline = row.place.y() + metrics.ascent() + 1
            for item in row.entries:
                if item.entry is not None:
                    begin = QPointF(row.place.x() + item.left, baseline - metrics.xHeight() / 2)
                    self._line([begin, begin + QPointF(SAMPLE, 0)], item.entry.style.pen())
                place = QPointF(row.place.x() + item.text_left, baseline)
                self._text(item.text, place, self._sheet.legend_font, self._palette.secondary)

    def _write_axes(self) -> None:
        room, font, grid = self._room, self._chart.font_of(0.8), pg.mkPen(self._palette.line)
        metrics = QFontMetricsF(font)
        for along, label in self._sheet.labels(0):
            x = _crisp(room.left() + along * room.width())
            self._line([QPointF(x, room.top()), QPointF(x, room.bottom())], grid)
            place = QPointF(x, room.bottom() + 6 + metrics.ascent())
            self._text(label, place, font, self._palette.secondary, "middle")
        for along, label in self._sheet.labels(1):
            y = _crisp(room.bottom() - along * room.height())
            self._line([QPointF(room.left(), y), QPointF(room.right(), y)], grid)
            place = QPointF(room.left() - 6, y + metrics.capHeight() / 2)
            self._text(label, place, font, self._palette.secondary, "end")
        corner = QPointF(_crisp(room.left()), _crisp(room.bottom()))
        ends = (QPointF(corner.x(), room.top()), QPointF(room.right(), corner.y()))
        self._line([ends[0], corner, ends[1]], pg.mkPen(self._palette.border))
        below = QPointF(room.center().x(), self._sheet.plot.bottom() - 4)
        self._text(self._chart.across, below, self._chart.font_of(0.85), self._palette.secondary, "middle")

    def _write_item(self, item: pg.GraphicsObject) -> None:
        if isinstance(item, pg.PlotCurveItem):
            self._write_curve(item)
        elif isinstance(item, RowBars):
            self._write_rows(item)
        elif isinstance(item, pg.TextItem):
            self._write_number(item)
        elif isinstance(item, pg.ScatterPlotItem):
            self._write_dots(item)
        elif isinstance(item, pg.BarGraphItem):
            self._write_bars(item)
        else:
            self._write_goal(item)

    def _write_curve(self, curve: pg.PlotCurveItem) -> None:
        places = self._pixels(*curve.getData())
        pieces = clipped(places, *self._room.getCoords())
        for pen in (curve.opts["shadowPen"], curve.opts["pen"]):
            for piece in pieces if pen is not None else ():
                self._line([QPointF(x, y) for x, y in piece], self._in_pixels(pen))

    def _write_bars(self, bars: pg.BarGraphItem) -> None:
        across, heights = (np.asarray(numbers, dtype=np.float64) for numbers in bars.getData())
        half = bars.opts["width"] / 2
        lefts = self._pixels(across - half, heights)
        rights = self._pixels(across + half, np.zeros(len(heights)))
        colour = bars.opts["brush"]
        for (left, top), (right, bottom) in zip(lefts, rights, strict=True):
            seen = QRectF(QPointF(left, top), QPointF(right, bottom)).intersected(self._room)
            if not seen.isEmpty():
                self._rect(seen, colour.name(), opacity=colour.alphaF())

    def _write_rows(self, bars: RowBars) -> None:
        widths, heights = bars.getData()
        ends = self._pixels(widths, heights + THICKNESS / 2)
        begins = self._pixels(np.zeros(len(widths)), heights - THICKNESS / 2)
        colour = bars.opts["brush"]
        for (left, bottom), (right, top) in zip(begins, ends, strict=True):
            seen = QRectF(QPointF(left, top), QPointF(right, bottom)).intersected(self._room)
            if not seen.isEmpty():
                self._rect(seen, colour.name(), opacity=colour.alphaF())

    def _write_number(self, item: pg.TextItem) -> None:
        font = item.textItem.font()
        place = self._pixel(item.pos()) + QPointF(4, QFontMetricsF(font).capHeight() / 2)
        self._text(item.toPlainText(), place, font, item.color.name())

    def _write_dots(self, dots: pg.ScatterPlotItem) -> None:
        across, up = (np.asarray(numbers, dtype=np.float64) for numbers in dots.getData())
        colour = dots.opts["brush"].color()
        for x, y in self._pixels(across, up):
            if self._room.contains(QPointF(x, y)):
                dot = Xml.SubElement(self._root, "circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=f"{dots.opts['size'] / 2:g}")
                dot.set("fill", colour.name())
                dot.set("fill-opacity", f"{colour.alphaF():.3g}")

    def _write_goal(self, goal: pg.InfiniteLine) -> None:
        x = float(self._pixels(np.array([goal.value()]), np.zeros(1))[0, 0])
        if not self._room.left() <= x <= self._room.right():
            return
        self._line([QPointF(x, self._room.top()), QPointF(x, self._room.bottom())], self._in_pixels(goal.pen))
        place = QPointF(x - 4, self._room.bottom() - 6)
        self._text(goal.label.toPlainText(), place, self._chart.font_of(0.85), self._palette.secondary, "end")

    def _write_marker(self) -> None:
        marker = self._chart.marked_place
        if marker is None or not self._chart.box.viewRect().contains(marker):
            return
        point = self._pixel(marker)
        pen = pg.mkPen(self._palette.accent, width=1.2)
        self._line([QPointF(point.x(), self._room.top()), QPointF(point.x(), self._room.bottom())], pen)
        self._ring(point)

    def _write_read_out(self) -> None:
        read_out = self._chart.read_out_item
        if not read_out.isVisible():
            return
        point = self._pixel(read_out.pos())
        if read_out.has_ring:
            self._ring(point)
        self._rect(read_out.box.translated(point), self._palette.surface, border=self._palette.control_border)
        for row, remark in enumerate(read_out.remarks):
            if remark.style is not None:
                self._line([point + end for end in read_out.sample(row)], remark.style.pen())
            colour = self._palette.secondary if row else self._palette.text
            self._text(remark.text, point + read_out.baseline(row), read_out.font(row), colour)

    # --- elements

    def _pixels(self, across: Places, up: Places) -> Places:
        """View coordinates in pixels of the picture, shape (n, 2)."""
        seen = self._chart.box.viewRect()
        x = self._room.left() + (across - seen.left()) / seen.width() * self._room.width()
        y = self._room.bottom() - (up - seen.top()) / seen.height() * self._room.height()
        return np.column_stack((x, y))

    def _pixel(self, place: QPointF) -> QPointF:
        x, y = self._pixels(np.array([place.x()]), np.array([place.y()]))[0].tolist()
        return QPointF(x, y)

    def _in_pixels(self, pen: QPen) -> QPen:
        """A pen of the window's own pixels, from one of the screen's."""
        own = QPen(pen)
        own.setWidthF(pen.widthF() / self._chart.ratio)
        return own

    def _line(self, points: Sequence[QPointF], pen: QPen) -> None:
        line = Xml.SubElement(self._root, "polyline", fill="none", stroke=pen.color().name())
        line.set("points", " ".join(f"{point.x():.2f},{point.y():.2f}" for point in points))
        line.set("stroke-width", f"{pen.widthF():g}")
        if pen.style() != Qt.PenStyle.SolidLine:
            line.set("stroke-dasharray", " ".join(f"{part * pen.widthF():.3g}" for part in pen.dashPattern()))

    def _rect(self, rect: QRectF, fill: str, *, opacity: float = 1.0, border: str = "") -> None:
        sides = {"x": rect.left(), "y": rect.top(), "width": rect.width(), "height": rect.height()}
        drawn = Xml.SubElement(self._root, "rect", {name: f"{side:.2f}" for name, side in sides.items()}, fill=fill)
        if opacity < 1:
            drawn.set("fill-opacity", f"{opacity:.3g}")
        if border:
            drawn.set("stroke", border)
            drawn.set("rx", "6")

    def _ring(self, centre: QPointF) -> None:
        ring = Xml.SubElement(self._root, "circle", cx=f"{centre.x():.2f}", cy=f"{centre.y():.2f}", r=f"{RING:g}")
        ring.set("fill", self._palette.surface)
        ring.set("stroke", self._palette.accent)
        ring.set("stroke-width", "1.8")

    def _text(self, text: str, place: QPointF, font: QFont, colour: str, anchor: str = "start") -> None:
        written = Xml.SubElement(self._root, "text", x=f"{place.x():.2f}", y=f"{place.y():.2f}", fill=colour)
        written.set("font-family", f"{QFontInfo(font).family()}, sans-serif")
        written.set("font-size", f"{QFontInfo(font).pixelSize()}")
        if font.bold():
            written.set("font-weight", "bold")
        if anchor != "start":
            written.set("text-anchor", anchor)
        written.text = _clean(text)


def _crisp(place: float) -> float:
    """The middle of a pixel, so that a line of one pixel is not spread over two."""
    return math.floor(place) + 0.5


def _clean(text: str) -> str:
    """Without characters that XML cannot hold, such as a name may have."""
    return _NOT_IN_XML.sub("\ufffd", text)
