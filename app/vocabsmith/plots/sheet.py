"""A chart as it is laid out in a file: its title and legend above what the window shows of it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFont, QFontMetricsF

from vocabsmith.plots.chart import Chart
from vocabsmith.plots.legend import PlacedEntry, placed_in_row
from vocabsmith.plots.styles import LegendEntry
from vocabsmith_resources.themes.palette import Palette

_SIDE = 16.0
_ABOVE = 12.0
_BETWEEN = 4.0


@dataclass(frozen=True, slots=True)
class TextPlace:
    """A line of text by the left end of its baseline."""

    text: str
    place: QPointF
    font: QFont
    colour: str


@dataclass(frozen=True, slots=True)
class LegendRow:
    """A row of the legend by its top left corner."""

    place: QPointF
    entries: tuple[PlacedEntry, ...]


class Sheet:
    """The places of everything on the picture of a chart, in pixels of the window.

    Attributes:
        size: of the whole picture.
        plot: where the plotting area with its axes is.
        room: the part of it inside the axes.
        texts: title and unit.
        rows: the legend, in as many rows as it takes; none for a curve alone.
        legend_font: font of the names.
    """

    def __init__(self, chart: Chart, palette: Palette) -> None:
        self.legend_font = chart.font_of(0.85)
        title = chart.font_of(1.0)
        title.setBold(True)
        width = float(chart.width())
        down = _ABOVE + QFontMetricsF(title).ascent()
        self.texts = [TextPlace(chart.name, QPointF(_SIDE, down), title, palette.text)]
        down += QFontMetricsF(title).descent() + _BETWEEN
        self.rows, down = self._legend_rows(chart.legend_shown, width - 2 * _SIDE, down)
        metrics = QFontMetricsF(self.legend_font)
        unit = QPointF(_SIDE, down + _BETWEEN + metrics.ascent())
        self.texts.append(TextPlace(chart.unit, unit, self.legend_font, palette.secondary))
        down += _BETWEEN + metrics.height()
        view = chart.view.geometry()
        self.plot = QRectF(QPointF(view.left(), down), QSizeF(view.size()))
        self.room = chart.box.sceneBoundingRect().translated(self.plot.topLeft())
        self.size = QSizeF(math.ceil(width), math.ceil(self.plot.bottom() + _BETWEEN))
        self._axes = chart.axes
        self._seen = chart.box.viewRange()

    def labels(self, axis: int) -> list[tuple[float, str]]:
        """Labels of the axis across (0) or up (1), each with its place as a share of the axis."""
        low, high = self._seen[axis]
        length = (self.room.width(), self.room.height())[axis]
        side = self._axes[1 - axis]
        labels = []
        for spacing, values in side.tickValues(low, high, length):
            written = side.tickStrings(values, 1.0, spacing)
            labels += [((value - low) / (high - low), text) for value, text in zip(values, written, strict=True)]
        return labels

    def _legend_rows(
        self, entries: tuple[LegendEntry, ...], width: float, down: float
    ) -> tuple[list[LegendRow], float]:
        rows: list[LegendRow] = []
        metrics = QFontMetricsF(self.legend_font)
        left = entries
        while left:
            placed = placed_in_row(left, width, metrics)
            whole = [item for item in placed if item.entry is not None and item.text == item.entry.name]
            row = tuple(whole) or placed[:1]  # a name that is too long even for a row of its own is cut
            rows.append(LegendRow(QPointF(_SIDE, down), row))
            left = left[len(row) :]
            down += metrics.height() + _BETWEEN
        return rows, down
