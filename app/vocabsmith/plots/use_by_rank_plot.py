"""How often each token is used in a corpus, against the rank of the merge that made it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from vocabsmith.plots.axis import DecadeAxis
from vocabsmith.plots.chart import Chart, Told
from vocabsmith.plots.choosing import Choosing
from vocabsmith.plots.dots import Cloud, Indices
from vocabsmith.plots.read_out import Remark
from vocabsmith.plots.styles import CurveStyle, LegendEntry, curve_style, example_style
from vocabsmith.plots.table import Table, TablePart
from vocabsmith.plots.thinning import thin_by_ratio
from vocabsmith.plots.use_places import NEVER, Counts, UsePlaces, logarithms
from vocabsmith.plots.view import Step
from vocabsmith_resources.themes.palette import Palette

_STEPS = {Step.NEAR: 1, Step.FAR: 20}  # dots
_DOT = 2.6
_STRENGTH = 170
_EXAMPLE = (np.array([0.0, 0.6, 1.2, 2.0, 3.0, 4.0, 4.5]), np.array([5.6, 5.4, 5.1, 4.3, 3.3, 2.3, 1.8]))


class UseByRankPlot(Chart):
    """A dot for each token and a curve for what it counted when it was learned; both axes are logarithmic.

    Ranks count from 1 here, as a logarithm asks for. Of a vocabulary without merges the ids take their place.

    Signals:
        chosen(int): the user has chosen the dot of the token with this id.
    """

    hint_corner = Qt.Corner.BottomLeftCorner
    keys = (
        "Arrow keys and Page Up or Down move from dot to dot, Enter or a click shows its token, Shift with arrow keys "
        "pans, + and - zoom, 0 shows everything."
    )
    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            name="Use by rank",
            unit="Uses",
            across="Rank",
            hint="Each token by how often a corpus uses it, beside its count when it was learned.",
            left=DecadeAxis("left"),
            bottom=DecadeAxis("bottom"),
            parent=parent,
        )
        self._ids: Indices = np.zeros(0, np.int64)  # of the dots, by rank
        self._cloud = Cloud(np.zeros(0), np.zeros(0))
        self._uses: Counts | None = None
        self._learned: Counts | None = None
        self._listed: npt.NDArray[np.bool_] | None = None
        self._drawn: Indices = np.zeros(0, np.int64)
        self._current: int | None = None
        self._whole_drawn: tuple[object, Indices] | None = None  # with what was seen when it was thinned
        self._name_of: Callable[[int], str] = str
        self._curve = pg.PlotCurveItem(antialias=True)
        self._example = pg.PlotCurveItem(*_EXAMPLE, antialias=True)
        self._others, self._dots = (pg.ScatterPlotItem(pxMode=True, size=_DOT, pen=None) for _ in range(2))
        self._ring = pg.ScatterPlotItem(pxMode=True, size=9, brush=None)
        for item in (self._example, self._others, self._dots, self._curve, self._ring):
            self.box.addItem(item, ignoreBounds=True)
        self._choosing = Choosing(self._view, self._choose_at, self._choose_here)

    # --- what it shows

    def show_tokens(self, places: UsePlaces, name_of: Callable[[int], str]) -> None:
        """Show a vocabulary; `name_of(id)` is what a read-out calls a token."""
        self._ids, self._cloud = places.ids, places.cloud
        self._uses, self._learned = places.uses, places.learned
        self._listed, self._current = None, None
        self._whole_drawn = None
        self._name_of = name_of
        self.across = places.across
        self._view.getPlotItem().setLabel("bottom", self.across)
        self.reset_view()
        self._show_state()
        self._show_names()

    def show_listed(self, listed: npt.NDArray[np.bool_] | None) -> None:
        """Bring the dots of some tokens out (one element an id), None for all."""
        self._listed = None if listed is None else listed[self._ids]
        self.refresh()

    def show_current(self, token: int | None) -> None:
        """Put a ring on the dot of a token."""
        self._current = token
        self._draw_ring()

    @property
    def has_run(self) -> bool:
        """Whether there is a curve or a dot."""
        return len(self._ids) > 0 and (self._uses is not None or self._learned is not None)

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not self.has_run

    @property
    def dots(self) -> Indices:
        """The ids whose dots are drawn now, by rank: one for each place that pixels can tell apart."""
        return self._ids[self._drawn]

    @property
    def legend_entries(self) -> tuple[LegendEntry, ...]:
        """The curve, then the dots."""
        entries = []
        if self.has_run and self._learned is not None:
            entries.append(LegendEntry("learned", self._learned_style()))
        if self.has_run and self._uses is not None:
            entries.append(LegendEntry("now", curve_style(self._palette, 0)))
        return tuple(entries)

    @property
    def legend_shown(self) -> tuple[LegendEntry, ...]:
        """All, for dots and curve are two things."""
        return self.legend_entries

    def _learned_style(self) -> CurveStyle:
        return CurveStyle(self._palette.curve_hues[1], ())

    # --- what a chart says

    def _draw(self) -> None:
        self._example.setVisible(self.empty)
        bright = self._thinned() if self.has_run else self._drawn[:0]
        others = bright[:0]
        if self._listed is not None and self._uses is not None:
            others, bright = bright, self._thinned_listed(np.flatnonzero(self._listed))
        self._drawn = bright
        dots = bright if self._uses is not None else bright[:0]
        self._others.setData(self._cloud.x[others], self._cloud.y[others])
        self._dots.setData(self._cloud.x[dots], self._cloud.y[dots])
        self._draw_curve()
        self._draw_ring()

    def _thinned(self) -> Indices:
        """All dots; what was found is kept as long as the view stays."""
        room, seen = self.box.rect(), self.box.viewRect()
        of = (room.width(), room.height(), seen.x(), seen.y(), seen.width(), seen.height())
        if self._whole_drawn is not None and self._whole_drawn[0] == of:
            return self._whole_drawn[1]
        drawn = self._cloud.thinned(seen, room.width(), room.height())
        self._whole_drawn = (of, drawn)
        return drawn

    def _thinned_listed(self, listed: Indices) -> Indices:
        room = self.box.rect()
        own = Cloud(self._cloud.x[listed], self._cloud.y[listed])
        return listed[own.thinned(self.box.viewRect(), room.width(), room.height())]

    def _draw_curve(self) -> None:
        learned = self._learned
        self._curve.setVisible(learned is not None)
        if learned is not None:
            points = thin_by_ratio(1, len(learned), 900) - 1
            self._curve.setData(self._cloud.x[points], logarithms(learned[points]))

    def _draw_ring(self) -> None:
        index = self._index_of(self._current)
        places = [] if index is None or self.empty else [index]
        self._ring.setData(self._cloud.x[places], self._cloud.y[places])

    def _index_of(self, token: int | None) -> int | None:
        found = np.flatnonzero(self._ids == (-1 if token is None else token))
        return int(found[0]) if len(found) else None

    def _full_range(self) -> QRectF:
        if self.empty:
            return QRectF(0, 1, 4.7, 4.9)
        right = float(self._cloud.x[-1])
        tops = [float(self._cloud.y.max())]
        if self._learned is not None:
            tops.append(float(np.log10(max(1, int(self._learned.max())))))
        return QRectF(-0.05, NEVER - 0.2, max(1.0, right) + 0.12, max(1.0, *tops) + 0.3 - NEVER)

    def _least_range(self) -> tuple[float, float]:
        return 1e-3, 1e-2

    def _nearest(self, place: QPointF) -> int:
        if not len(self._drawn):
            return 0
        pixel = self.box.viewPixelSize()
        return self._cloud.nearest(self._drawn, (place.x(), place.y()), (abs(pixel[0]), abs(pixel[1])))

    def _stepped(self, here: int | None, step: Step, direction: int) -> int:
        last = len(self._ids) - 1
        if step == Step.END:
            return 0 if direction < 0 else last
        if here is None:
            return self._index_of(self._current) or 0
        if step == Step.ONE:
            return min(max(here + direction, 0), last)
        if not len(self._drawn):
            return here
        if direction > 0:
            place = int(np.searchsorted(self._drawn, here, side="right")) + _STEPS[step] - 1
        else:
            place = int(np.searchsorted(self._drawn, here, side="left")) - _STEPS[step]
        return int(self._drawn[min(max(place, 0), len(self._drawn) - 1)])

    def _told_of(self, index: int) -> Told:
        token = int(self._ids[index])
        remarks = [Remark(self._name_of(token)), Remark(f"{self.across.lower()} {self._rank(index):,}")]
        if self._uses is not None:
            remarks.append(Remark(f"{int(self._uses[index]):,} now"))
        if self._learned is not None:
            remarks.append(Remark(f"{int(self._learned[index]):,} when learned"))
        return Told(QPointF(float(self._cloud.x[index]), float(self._cloud.y[index])), remarks)

    def _rank(self, index: int) -> int:
        """Counted from 0, as everywhere but on the axis."""
        return round(10 ** float(self._cloud.x[index])) - 1

    def _summary(self) -> str:
        if self._uses is None:
            return f"{self.name}: uses have not been counted yet"
        never = int(np.count_nonzero(self._uses == 0))
        return f"{self.name}: {len(self._uses):,} tokens, {never:,} of them never used"

    @property
    def drawn(self) -> list[pg.GraphicsObject]:
        """The dots, and the curve over them."""
        return [self._others, self._dots, self._curve]

    def table(self) -> Table:
        """Every token that has a place on the chart."""
        ranks = np.rint(10**self._cloud.x).astype(np.int64) - 1
        missing = np.full(len(ranks), -1, dtype=np.int64)
        columns = (self._ids, ranks, missing if self._learned is None else self._learned)
        uses = missing if self._uses is None else self._uses
        header = ("id", "rank" if self.across == "Rank" else "place", "count when learned", "uses now")
        return Table(header, (TablePart((), (*columns, uses)),))

    def _colour_items(self, palette: Palette) -> None:
        fill = QColor(palette.accent)
        fill.setAlpha(_STRENGTH)
        self._dots.setBrush(fill)
        self._others.setBrush(QColor(palette.control_border))
        self._ring.setPen(pg.mkPen(palette.text, width=1.6))
        self._curve.setPen(self._learned_style().curve_pen(self.ratio))
        self._example.setPen(example_style(palette).curve_pen(self.ratio))

    # --- choosing

    def _choose_at(self, place: QPointF) -> None:
        if self.has_run:
            self.chosen.emit(int(self._ids[self._nearest(place)]))

    def _choose_here(self) -> None:
        if self._stepped_to is not None:
            self.chosen.emit(int(self._ids[self._stepped_to]))
