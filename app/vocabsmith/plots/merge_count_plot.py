"""Count of each merge against its rank, both axes logarithmic."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtWidgets import QWidget

from vocabsmith.plots.axis import DecadeAxis
from vocabsmith.plots.chart import Told
from vocabsmith.plots.curve_chart import CurveChart
from vocabsmith.plots.curves import Counts, RunCurves
from vocabsmith.plots.growing import GrowingArray
from vocabsmith.plots.lines import CountLine
from vocabsmith.plots.read_out import Remark
from vocabsmith.plots.styles import example_style
from vocabsmith.plots.table import Table, TablePart
from vocabsmith_resources.themes.palette import Palette

# Counts of a real run at these ranks, for the dashed example.
_EXAMPLE_RANKS = np.array([1, 2, 4, 10, 30, 100, 300, 1_000, 3_000, 10_000, 32_000])
_EXAMPLE_COUNTS = np.array([1.5e6, 9e5, 7e5, 4.6e5, 1.9e5, 7.2e4, 2.4e4, 6.6e3, 1.7e3, 3.4e2, 4.2e1])


class MergeCountPlot(CurveChart):
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
        self._base = 256
        self._goal = 32_000
        self._name_of_merge: Callable[[int], str] = lambda _rank: ""
        self._example = pg.PlotCurveItem(np.log10(_EXAMPLE_RANKS), np.log10(_EXAMPLE_COUNTS), antialias=True)
        self.box.addItem(self._example)

    def start(self, goal: int, name_of_merge: Callable[[int], str]) -> None:
        """Begin with an empty chart made for `goal` merges; `name_of_merge(rank)` is the second line of read-outs."""
        self._counts.clear()
        self._marked = None
        self._goal = goal
        self._name_of_merge = name_of_merge
        self.reset_view()
        self._show_state()
        self._show_names()

    def append(self, counts: Counts) -> None:
        """Add the counts of the next merges, in order of rank."""
        if len(counts) == 0:
            return
        first = not self.has_run
        self._counts.append(counts)
        self._show_more(first)

    def show_run(self, curves: RunCurves, name_of_merge: Callable[[int], str], *, keep_view: bool = False) -> None:
        """Show a whole run instead of what was there; `keep_view` leaves the user's zoom as it is."""
        self._counts.clear()
        self._counts.append(curves.counts)
        self._base = curves.base
        self._marked = None
        self._goal = len(curves.counts)
        self._name_of_merge = name_of_merge
        if not keep_view:
            self.reset_view()
        self._show_state()
        self._show_names()

    @property
    def counts(self) -> Counts:
        """All counts so far, exactly: element i belongs to rank i + 1."""
        return self._counts.values

    @property
    def has_run(self) -> bool:
        """Whether a merge has come."""
        return len(self._counts) > 0

    def _own_line(self) -> CountLine:
        return CountLine(self._base, self.counts)

    def _line_of(self, curves: RunCurves) -> CountLine:
        return CountLine(curves.base, curves.counts)

    def _draw(self) -> None:
        self._example.setVisible(self.empty)
        super()._draw()

    def _full_range(self) -> QRectF:
        width = max(1.0, self._widest(math.log10(max(self._goal, 2))) * 1.03)
        if self.empty:
            return QRectF(0.0, 1.0, max(1.0, math.log10(max(self._goal, 2)) * 1.03), 5.3)
        ends = [line.places(np.array([1, line.last]))[1] for _, line in self._lines() if line.last]
        top = max(1.0, *(float(heights[0]) for heights in ends)) + 0.2
        bottom = max(0.0, math.floor(min(float(heights[-1]) for heights in ends) - 0.3))
        return QRectF(0.0, bottom, width, max(top - bottom, 1.0))

    def _least_range(self) -> tuple[float, float]:
        return 1e-3, 1e-2

    def _told_of(self, index: int) -> Told:
        return Told(QPointF(*self._own_line().place(index)), self._remarks_at(index))

    def _remarks_at(self, rank: int) -> tuple[Remark, ...]:
        name = self._name_of_merge(rank)
        lines = (self._own_words(rank), name)
        return (*(Remark(line) for line in lines if line), *self._overlay_remarks(self._others_at(rank)))

    def _own_words(self, rank: int) -> str:
        return f"rank {rank:,}: {self._own_line().count(rank):,}"

    def _others_at(self, rank: int) -> list[str]:
        """Counts of the overlays at the same rank; "" where one is shorter."""
        counts = (run.curves.counts for run in self.overlays)
        return [f"{int(own[rank - 1]):,}" if rank <= len(own) else "" for own in counts]

    def _told_of_marker(self, merges: int) -> tuple[Remark, ...]:
        return self._remarks_at(merges) if merges else (Remark("no merges"),)

    def _marker_summary(self, merges: int) -> str:
        return f"marker at {self._base + merges:,}: {self._own_words(merges) if merges else 'no merges'}"

    def _summary(self) -> str:
        named = [("", self.counts), *((f"{run.name}: ", run.curves.counts) for run in self.overlays)]
        own, *others = [f"{name}{_ends(counts)}" for name, counts in named]
        parts = (f"{self.name} against its rank: {own}", self._summary_of_marker(), *others)
        return "; ".join(part for part in parts if part)

    def table(self) -> Table:
        """Rank, vocabulary size and count of each merge of every run."""
        own = (self._run_name, self._base, self.counts)
        runs = [own, *((run.name, run.curves.base, run.curves.counts) for run in self.overlays)]
        parts = []
        for name, base, counts in runs:
            ranks = np.arange(1, len(counts) + 1)
            parts.append(TablePart((name,), (ranks, ranks + base, counts)))
        return Table(("run", "rank of the merge", "vocabulary size (tokens)", "count (occurrences)"), tuple(parts))

    def _colour_items(self, palette: Palette) -> None:
        super()._colour_items(palette)
        self._example.setPen(example_style(palette).curve_pen(self.ratio))


def _ends(counts: Counts) -> str:
    """The first and the last count of a run."""
    if len(counts) == 0:
        return "no merges yet"
    return f"{int(counts[0]):,} at rank 1, {int(counts[-1]):,} at {len(counts):,}"
