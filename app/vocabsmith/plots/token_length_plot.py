"""How many bytes the learned tokens hold."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from vocabsmith.plots.axis import LengthAxis, NumberAxis
from vocabsmith.plots.chart import Chart, Told
from vocabsmith.plots.curves import Lengths, Overlay, RunCurves
from vocabsmith.plots.length_counts import LengthCounts
from vocabsmith.plots.read_out import Remark
from vocabsmith.plots.styles import CurveStyle, LegendEntry, curve_style
from vocabsmith.plots.table import Table, TablePart
from vocabsmith.plots.view import Step
from vocabsmith_resources.themes.palette import Palette

_FIRST, _LAST = 2, 20  # a merge makes at least two bytes; everything from 20 up shares the last bar
_LENGTHS = np.arange(_FIRST, _LAST + 1)
_STEPS = np.repeat(np.arange(_FIRST, _LAST + 2) - 0.5, 2)[1:-1]  # left and right of each bar
_EXAMPLE = np.array(
    [2900, 5600, 4700, 4100, 4200, 2900, 2300, 1900, 1200, 780, 580, 350, 220, 150, 120, 90, 70, 60, 190]
)
_STRENGTH = 190  # of the bars, of 255
_HALO = 3.6  # pixels of ground along an outline, where it goes over bars


class TokenLengthPlot(Chart):
    """Bars for the lengths 2, 3, … 19 and 20+ bytes of the learned tokens; earlier runs are outlines over them."""

    hint_corner = Qt.Corner.TopRightCorner
    read_out_side = Qt.Edge.RightEdge

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            name="Lengths of learned tokens",
            unit="Tokens",
            across="Length of the token in bytes",
            hint="How many bytes the learned tokens hold: parts of words, whole words, phrases.",
            left=NumberAxis("left"),
            bottom=LengthAxis("bottom"),
            parent=parent,
        )
        self._exact = LengthCounts()  # tokens of each length, however long
        self._top = 10.0
        self._overlays: tuple[Overlay, ...] = ()
        self._of_overlays: list[LengthCounts] = []  # tokens of each length among as many merges as the run has
        self._bars = pg.BarGraphItem(x=_LENGTHS, height=np.zeros(len(_LENGTHS)), width=0.72)
        self._example = pg.BarGraphItem(x=_LENGTHS, height=_EXAMPLE, width=0.8)
        self._outlines: list[pg.PlotCurveItem] = []
        for item in (self._example, self._bars):
            self.box.addItem(item)

    def clear(self) -> None:
        """Begin again with an empty chart."""
        self._exact = LengthCounts()
        self._top = 10.0
        self._count_overlays()
        self._show_state()
        self.reset_view()
        self._show_names()

    def append(self, lengths: Lengths) -> None:
        """Count learned tokens of these lengths in bytes."""
        if len(lengths) == 0:
            return
        first = not self.has_run
        self._exact = self._exact.plus(LengthCounts.of(lengths))
        self._count_overlays()
        self._show_more(first)

    def show_run(self, curves: RunCurves, *, keep_view: bool = False) -> None:
        """Show a whole run instead of what was there; `keep_view` leaves the user's zoom as it is."""
        self._exact = LengthCounts.of(curves.lengths)
        self._count_overlays()
        self._top = 10.0
        if not keep_view:
            self.reset_view()
        self._show_state()
        self._show_names()

    def set_overlays(self, overlays: Sequence[Overlay]) -> None:
        """Lay these runs over the chart instead of those that were; they stay when another run is shown.

        Of a longer run only as many merges are counted as the run has that is shown: so equal sizes are compared.
        """
        self._overlays = tuple(overlays)
        self._count_overlays()
        for outline in self._outlines:
            self.box.removeItem(outline)
        self._outlines = [pg.PlotCurveItem(antialias=True) for _ in overlays]
        for outline in self._outlines:
            self.box.addItem(outline, ignoreBounds=True)
        self._top = 10.0
        self._colour_items(self._palette)
        self._show_names()
        self._show_state()

    @property
    def legend_entries(self) -> tuple[LegendEntry, ...]:
        """The run's own bars, then the overlays."""
        others = (LegendEntry(self._name_of(run), curve_style(self._palette, run.tone)) for run in self._overlays)
        return (*super().legend_entries, *others)

    def _name_of(self, overlay: Overlay) -> str:
        """The run, and up to which size, if not all of it is counted."""
        merges = self.merges
        whole = not self.has_run or merges >= len(overlay.curves.counts)
        return overlay.name if whole else f"{overlay.name}, to {overlay.curves.base + merges:,}"

    @property
    def merges(self) -> int:
        """How many tokens have been learned."""
        return int(self._exact.tokens.sum())

    def _count_overlays(self) -> None:
        lengths = (run.curves.lengths[: self.merges or None] for run in self._overlays)
        self._of_overlays = [LengthCounts.of(own) for own in lengths]

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """The runs that are laid over the chart."""
        return self._overlays

    @property
    def tokens(self) -> dict[int, int]:
        """How many tokens have each length; 20 stands for 20 and more."""
        return dict(zip(_LENGTHS.tolist(), _gathered(self._exact).tolist(), strict=True))

    @property
    def has_run(self) -> bool:
        """Whether a token has been learned."""
        return bool(len(self._exact.tokens))

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw yet, no overlay either."""
        return not self.has_run and not any(len(run.curves.lengths) for run in self._overlays)

    def _draw(self) -> None:
        self._example.setVisible(self.empty)
        for item in (self._bars, *self._outlines):
            item.setVisible(not self.empty)
        self._bars.setOpts(height=_gathered(self._exact))
        for outline, exact in zip(self._outlines, self._of_overlays, strict=True):
            outline.setData(_STEPS, np.repeat(_gathered(exact), 2))

    def _full_range(self) -> QRectF:
        if self.empty:
            return QRectF(0.8, 0, 20.2, 6_200)
        highest = max(int(_gathered(exact).max()) for exact in (self._exact, *self._of_overlays))
        while highest > self._top * 0.96:  # grows in steps, so that the bars are seen to grow in between
            self._top *= 1.5
        return QRectF(0.8, 0, 20.2, self._top)

    def _least_range(self) -> tuple[float, float]:
        return 3.0, 5.0

    def _nearest(self, place: QPointF) -> int:
        return min(max(round(place.x()), _FIRST), _LAST)

    def _stepped(self, here: int | None, step: Step, direction: int) -> int:
        if step == Step.END:
            return _FIRST if direction < 0 else _LAST
        if here is None:
            return _FIRST if direction > 0 else _LAST
        return min(max(here + direction * (5 if step == Step.FAR else 1), _FIRST), _LAST)

    def _told_of(self, index: int) -> Told:
        count = self.tokens[index]
        length = f"of {index} bytes" if index < _LAST else f"of {_LAST} bytes or more"
        own = (Remark(f"{count:,} {'token' if count == 1 else 'tokens'}"), Remark(length))
        return Told(QPointF(index, float(count)), (*own, *self._others_at(index)), ring=False)

    def _others_at(self, length: int) -> tuple[Remark, ...]:
        counts = [int(_gathered(exact)[length - _FIRST]) for exact in self._of_overlays]
        named = zip(counts, self.legend_entries[1:], strict=True)
        return tuple(Remark(f"{count:,}  {entry.name}", entry.style) for count, entry in named)

    def _summary(self) -> str:
        own = _usual(self._exact)
        named = zip(self._overlays, self._of_overlays, strict=True)
        others = [f"{self._name_of(run)}: {_usual(exact)}" for run, exact in named]
        return "; ".join((f"{self.name}: {own}", *others))

    @property
    def drawn(self) -> list[pg.GraphicsObject]:
        """The outlines over the bars."""
        return [self._bars, *self._outlines]

    def table(self) -> Table:
        """Tokens of each length, also of those that share the last bar; of overlays what is drawn."""
        names = [entry.name for entry in self.legend_entries]
        named = zip(names, [self._exact, *self._of_overlays], strict=True)
        parts = [TablePart((name,), (own.lengths, own.tokens)) for name, own in named]
        return Table(("run", "length (bytes)", "tokens"), tuple(parts))

    def _colour_items(self, palette: Palette) -> None:
        fill = QColor(palette.accent)
        fill.setAlpha(_STRENGTH)
        self._bars.setOpts(pen=None, brush=fill)
        for outline, overlay in zip(self._outlines, self._overlays, strict=True):
            outline.setPen(curve_style(palette, overlay.tone).curve_pen(self.ratio))
            outline.setShadowPen(CurveStyle(palette.surface, ()).curve_pen(self.ratio, _HALO))
        dashed = pg.mkPen(palette.control_border, width=1, dash=[3, 2])
        self._example.setOpts(pen=dashed, brush=QColor(palette.hover))


def _gathered(exact: LengthCounts) -> npt.NDArray[np.int64]:
    """Heights of the bars: lengths 2, 3, … 19, and all from 20 up together."""
    return exact.gathered(_FIRST, _LAST)


def _usual(exact: LengthCounts) -> str:
    """The length that most tokens have, and the longest, in words."""
    if not len(exact.tokens):
        return "no tokens yet"
    usual, longest = int(exact.tokens.argmax()), int(exact.lengths[-1])
    return f"most have {int(exact.lengths[usual])} bytes ({int(exact.tokens[usual]):,} tokens), the longest {longest:,}"
