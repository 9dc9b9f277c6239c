"""Axes that write grouped numbers, show a thin grid and keep room for their labels."""

from __future__ import annotations

import math

import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QResizeEvent

from vocabsmith_resources.themes.palette import Palette

RIGHT_MARGIN = 8  # pixels right of a chart that a label may take
TOP_MARGIN = 4  # and above it
_CAPTION_LIFT = 2
_FEW_DECADES = 0.8


class NumberAxis(pg.AxisItem):  # type: ignore[misc]
    """A linear axis: grouped numbers (32,000), one level of ticks, the grid in place of tick marks."""

    def __init__(self, orientation: str, *, least_step: float = 1.0) -> None:
        super().__init__(orientation, maxTickLength=0)
        self._least_step = least_step
        self.enableAutoSIPrefix(False)
        self.setStyle(
            tickLength=0,
            maxTickLevel=0,
            tickAlpha=255,
            tickTextOffset=6,
            autoReduceTextSpace=False,
            hideOverlappingLabels=False,
        )

    def apply_theme(self, palette: Palette, font: QFont, grid: bool) -> None:
        """Colours and font of the labels; `grid` tells whether lines cross the chart."""
        self.setPen(pg.mkPen(palette.border))
        self.setTextPen(pg.mkPen(palette.secondary))
        self.setTickPen(pg.mkPen(palette.line))
        self.setTickFont(font)
        self.prepareGeometryChange()  # with the grid goes the margin for labels; what was painted there has to go too
        self.setGrid(255 if grid else False)

    def boundingRect(self) -> QRectF:  # noqa: N802
        """With the room right of the chart and above it, which the last labels may take."""
        bounds: QRectF = super().boundingRect()
        return bounds.adjusted(0, -TOP_MARGIN if self.orientation == "left" else 0, RIGHT_MARGIN, 0)

    def resizeEvent(self, event: QResizeEvent | None = None) -> None:
        """Puts the caption inside: it would stand lower by what an ordinary axis leaves to the window around it."""
        super().resizeEvent(event)
        if self.orientation == "bottom":
            self.label.setY(self.label.y() - _CAPTION_LIFT)

    def reserve(self, low: float, high: float) -> None:
        """Keep as much width as the labels of this range take, so that nothing moves while a run grows."""
        font = self.style["tickFont"]
        if font is None:
            return
        metrics = QFontMetricsF(font)
        labels = self.tickStrings([low, high], 1.0, max(self._least_step, (high - low) / 5))
        self.setWidth(max(metrics.horizontalAdvance(label) for label in labels) + 10)

    def _room_for(self, number: float) -> float:
        """Pixels from one label to the next: what a number takes, and some of its heights up."""
        metrics = QFontMetricsF(self.style["tickFont"] or QFont())
        if self.orientation == "left":
            return 4.2 * metrics.height()
        return metrics.horizontalAdvance(f"{number:,.0f}") + 1.5 * metrics.height()

    def tickSpacing(self, low: float, high: float, size: float) -> list[tuple[float, float]]:  # noqa: N802
        """One level: steps of 1, 2 or 5 times a power of ten, as close as the labels can be told apart."""
        wanted = max(2.0, size / self._room_for(high))
        return [(max(_round_step((high - low) / wanted), self._least_step), 0.0)]

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:  # noqa: N802
        """Places of the labels that have room."""
        levels: list[tuple[float, list[float]]] = super().tickValues(low, high, size)
        return [(spacing, self._with_room(values, low, high, size)) for spacing, values in levels]

    def _with_room(self, values: list[float], low: float, high: float, size: float) -> list[float]:
        """Without labels of which a part would be cut off at an end."""
        metrics = QFontMetricsF(self.style["tickFont"] or QFont())
        pixel = (high - low) / max(size, 1.0)
        if self.orientation == "left":
            half, beyond = 0.5 * metrics.height() * pixel, TOP_MARGIN * pixel
            return [value for value in values if low + half <= value <= high + beyond - half]
        halves = [0.5 * metrics.horizontalAdvance(text) * pixel for text in self.tickStrings(values, 1.0, 1.0)]
        most = high + RIGHT_MARGIN * pixel
        return [value for value, half in zip(values, halves, strict=True) if low + half <= value <= most - half]

    def _long_label(self, high: float) -> str:
        return f"{high:,.0f}"

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:  # noqa: N802
        """Grouped numbers, with as many decimals as the steps need."""
        decimals = 0 if spacing >= 1 else math.ceil(-math.log10(spacing) - 1e-9)
        return [f"{value * scale:,.{decimals}f}" for value in values]


class DecadeAxis(NumberAxis):
    """An axis over log10 of its numbers. Labels stand at powers of ten only; zoomed in, at 2 and 5 times them too.

    Where not even two of those are seen, they stand at even steps, as on any other axis.
    """

    def tickValues(  # noqa: N802
        self, low: float, high: float, size: float
    ) -> list[tuple[float, list[float]]]:
        """Places of the labels, in log10."""
        if high - low < _FEW_DECADES:
            return [(1.0, self._with_room(self._even_places(low, high, size), low, high, size))]
        factors = (1,) if high - low > 1.5 else (1, 2, 5)
        powers = range(math.floor(low), math.ceil(high) + 1)
        places = [power + math.log10(factor) for power in powers for factor in factors]
        metrics = QFontMetricsF(self.style["tickFont"] or QFont())
        room = (
            1.6 * metrics.height()
            if self.orientation == "left"
            else metrics.horizontalAdvance(self._long_label(high)) + 8
        )
        shown = (high - low) * len(factors)
        step = max(1, math.ceil(shown * room / max(size, 1)))
        return [(1.0, self._with_room([place for place in places[::step] if place >= 0], low, high, size))]

    def _even_places(self, low: float, high: float, size: float) -> list[float]:
        first, last = 10.0**low, 10.0**high
        step = max(1.0, _round_step((last - first) / max(2.0, size / self._room_for(last))))
        numbers = (step * number for number in range(math.ceil(first / step), math.floor(last / step) + 1))
        return [math.log10(number) for number in numbers if number >= 1]

    def _long_label(self, high: float) -> str:  # noqa: ARG002
        return "10,000"

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:  # noqa: ARG002, N802
        """The numbers themselves, grouped."""
        return [f"{round(10**value):,}" for value in values]


class LengthAxis(NumberAxis):
    """Lengths 2, 4, … 18, and 20+ for everything from 20 up."""

    def tickValues(  # noqa: N802
        self, low: float, high: float, size: float
    ) -> list[tuple[float, list[float]]]:
        """Every second length, or every fourth where the chart is narrow."""
        room = QFontMetricsF(self.style["tickFont"] or QFont()).horizontalAdvance("20+") + 6
        step = 2 * max(1, math.ceil(room * 10 / max(size, 1)))
        return [(float(step), [float(length) for length in range(20, 1, -step) if low <= length <= high][::-1])]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:  # noqa: ARG002, N802
        """The last bar gathers all longer tokens."""
        return ["20+" if value >= 20 else f"{value:.0f}" for value in values]


def _round_step(wanted: float) -> float:
    """1, 2 or 5 times a power of ten, not much below `wanted`."""
    raw = max(wanted, 1e-12)
    power = 10.0 ** math.floor(math.log10(raw))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= raw * 0.75)
