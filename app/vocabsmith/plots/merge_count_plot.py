"""Count of each merge against its rank, both axes logarithmic."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtWidgets import QWidget

from vocabsmith.plots.axis import DecadeAxis
from vocabsmith.plots.chart import Chart
from vocabsmith.plots.growing import GrowingArray
from vocabsmith.plots.thinning import thin_by_ratio
from vocabsmith_resources.themes.palette import Palette

# Counts of a real run at these ranks, for the dashed example.
_EXAMPLE_RANKS = np.array([1, 2, 4, 10, 30, 100, 300, 1_000, 3_000, 10_000, 32_000])
_EXAMPLE_COUNTS = np.array([1.5e6, 9e5, 7e5, 4.6e5, 1.9e5, 7.2e4, 2.4e4, 6.6e3, 1.7e3, 3.4e2, 4.2e1])


class MergeCountPlot(Chart):
    """Every merge of a run as it is learned. Ranks count from 1; counts are kept exactly, as 64-bit numbers."""

    hint_corner = Qt.Corner.BottomLeftCorner

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            name="Count of each merge",
            unit="Count",
            across="Rank of the merge",
            hint="Every merge as it is learned. A straight fall is usual; a cliff means too little text.",
            left=DecadeAxis("left"),
            bottom=DecadeAxis("bottom"),
            parent=parent,
        )
        self._counts = GrowingArray(np.uint64)
        self._goal = 32_000
        self._name_of_merge: Callable[[int], str] = lambda _rank: ""
        self._curve = pg.PlotCurveItem(antialias=True)
        self._example = pg.PlotCurveItem(np.log10(_EXAMPLE_RANKS), np.log10(_EXAMPLE_COUNTS), antialias=True)
        for item in (self._example, self._curve):
            self.box.addItem(item)

    def start(self, goal: int, name_of_merge: Callable[[int], str]) -> None:
        """Begin with an empty chart made for `goal` merges; `name_of_merge(rank)` is the second line of read-outs."""
        self._counts.clear()
        self._goal = goal
        self._name_of_merge = name_of_merge
        self.reset_view()
        self._show_state()

    def append(self, counts: npt.NDArray[np.uint64]) -> None:
        """Add the counts of the next merges, in order of rank."""
        if len(counts) == 0:
            return
        was_empty = self.empty
        self._counts.append(counts)
        if was_empty:
            self._show_state()
        else:
            self.refresh()

    @property
    def counts(self) -> npt.NDArray[np.uint64]:
        """All counts so far, exactly: element i belongs to rank i + 1."""
        return self._counts.values

    @property
    def empty(self) -> bool:
        """Whether no merge has come yet."""
        return len(self._counts) == 0

    def _draw(self) -> None:
        self._example.setVisible(self.empty)
        ranks, counts = self._visible_points()
        self._curve.setData(ranks, counts)

    def _visible_points(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """log10 of rank and count of the points to draw."""
        left, right = self.box.viewRange()[0]
        last = len(self._counts) - 1
        first_seen = max(0, math.floor(10 ** min(left, 18.0)) - 2)
        last_seen = min(last, math.ceil(10 ** min(right, 18.0)))
        chosen = thin_by_ratio(first_seen, last_seen)
        return np.log10(chosen + 1.0), np.log10(np.maximum(self.counts[chosen], 1).astype(np.float64))

    def _full_range(self) -> QRectF:
        width = max(1.0, math.log10(max(self._goal, len(self._counts), 2)) * 1.03)
        if self.empty:
            return QRectF(0.0, 1.0, width, 5.3)
        top = math.log10(max(float(self.counts[0]), 10.0)) + 0.2
        bottom = max(0.0, math.floor(math.log10(max(float(self.counts[-1]), 1.0)) - 0.3))
        return QRectF(0.0, bottom, width, max(top - bottom, 1.0))

    def _nearest(self, place: QPointF) -> int | None:
        return min(max(round(10 ** min(place.x(), 18.0)), 1), len(self._counts)) - 1

    def _place_of(self, index: int) -> QPointF:
        return QPointF(math.log10(index + 1), math.log10(max(int(self.counts[index]), 1)))

    def _words_for(self, index: int) -> tuple[str, ...]:
        name = self._name_of_merge(index + 1)
        first = f"rank {index + 1:,}: {int(self.counts[index]):,}"
        return (first, name) if name else (first,)

    def _colour_items(self, palette: Palette) -> None:
        self._curve.setPen(pg.mkPen(palette.accent, width=1.6))
        self._example.setPen(pg.mkPen(palette.control_border, width=1.6, dash=[5, 3]))
