"""What the charts with curves share: the run's own line, earlier runs over it, and the marker of a vocabulary size."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtWidgets import QWidget

from vocabsmith.plots.axis import NumberAxis
from vocabsmith.plots.chart import Chart, Told
from vocabsmith.plots.curves import Overlay, RunCurves
from vocabsmith.plots.lines import Line, Places
from vocabsmith.plots.marker import SizeMarker
from vocabsmith.plots.read_out import Remark
from vocabsmith.plots.styles import CurveStyle, LegendEntry, curve_style
from vocabsmith.plots.view import Step
from vocabsmith_resources.themes.palette import Palette

_KEY_PIXELS = 2.0  # that a key goes along the chart
_LEAST_POINTS = 900
_MOST_POINTS = 4000
_WEIGHT_OF_GRIP = 50  # points that it is worth not to cover the grip
_MARKER_KEYS = "Arrow keys, Page Up and Down, Home and End move the size, with Ctrl by one token; "


class CurveChart(Chart):
    """Curves over merges, told and marked by how many merges there were.

    Signals:
        marker_moved(int): the user has dragged the marker, or moved it by keys, to this vocabulary size.
    """

    marker_moved = Signal(int)
    keys = f"{_MARKER_KEYS}without a size they move the read-out. Shift with arrow keys pans, + and - zoom, 0 resets."

    def __init__(
        self,
        *,
        name: str,
        unit: str,
        across: str,
        hint: str,
        left: NumberAxis,
        bottom: NumberAxis,
        parent: QWidget | None,
    ) -> None:
        super().__init__(name=name, unit=unit, across=across, hint=hint, left=left, bottom=bottom, parent=parent)
        self._overlays: tuple[Overlay, ...] = ()
        self._marked: int | None = None  # merges
        self._curve = pg.PlotCurveItem(antialias=True)
        self._overlay_curves: list[pg.PlotCurveItem] = []
        self._marker = SizeMarker()
        self._curve.setZValue(10)
        for item in (self._curve, self._marker):
            self.box.addItem(item, ignoreBounds=True)
        self._view.holds = self._marker_holds
        self._view.dragged.connect(self._drag_to)

    # --- what a child says

    @abstractmethod
    def _own_line(self) -> Line:
        """The curve of the run that is shown."""

    @abstractmethod
    def _line_of(self, curves: RunCurves) -> Line:
        """The curve of another run."""

    @abstractmethod
    def _told_of_marker(self, merges: int) -> tuple[Remark, ...]:
        """The lines beside the marker."""

    @abstractmethod
    def _marker_summary(self, merges: int) -> str:
        """What the marker shows, in words."""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw yet, no overlay either."""
        return not self.has_run and not any(len(run.curves.counts) for run in self._overlays)

    # --- runs

    def _other_lines(self) -> list[Line]:
        """The curves of the overlays, in their order."""
        return [self._line_of(overlay.curves) for overlay in self._overlays]

    def _lines(self) -> list[tuple[pg.PlotCurveItem, Line]]:
        """What is drawn, the run's own curve last."""
        return [*zip(self._overlay_curves, self._other_lines(), strict=True), (self._curve, self._own_line())]

    def set_overlays(self, overlays: Sequence[Overlay]) -> None:
        """Lay these runs over the chart instead of those that were; they stay when another run is shown."""
        self._overlays = tuple(overlays)
        while len(self._overlay_curves) > len(overlays):
            self.box.removeItem(self._overlay_curves.pop())
        while len(self._overlay_curves) < len(overlays):
            curve = pg.PlotCurveItem(antialias=True)
            self.box.addItem(curve, ignoreBounds=True)
            self._overlay_curves.append(curve)
        self._colour_overlays()
        self._show_names()
        self._show_state()

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """The runs that are laid over the chart."""
        return self._overlays

    @property
    def legend_entries(self) -> tuple[LegendEntry, ...]:
        """The run's own curve, then the overlays."""
        return (*super().legend_entries, *(LegendEntry(run.name, self._style(run)) for run in self._overlays))

    def _style(self, overlay: Overlay) -> CurveStyle:
        return curve_style(self._palette, overlay.tone)

    def _colour_items(self, palette: Palette) -> None:
        self._curve.setPen(curve_style(palette, 0).curve_pen(self.ratio))
        self._marker.apply_theme(palette)
        self._colour_overlays()

    def _colour_overlays(self) -> None:
        for curve, overlay in zip(self._overlay_curves, self._overlays, strict=True):
            curve.setPen(self._style(overlay).curve_pen(self.ratio, 1.4))

    def _draw(self) -> None:
        left, right = self.box.viewRange()[0]
        limit = self._most_points()
        for item, line in self._lines():
            item.setVisible(line.last >= line.first)
            if line.last < line.first:
                item.setData([], [])
            else:
                item.setData(*line.points(left, right, limit), skipFiniteCheck=True)
        self._stand_marker()

    def _most_points(self) -> int:
        pixels: float = self.box.rect().width()
        return min(max(_LEAST_POINTS, math.ceil(pixels) + 2), _MOST_POINTS)

    # --- points

    def _nearest(self, place: QPointF) -> int:
        return self._own_line().merges_at(place.x())

    def _stepped(self, here: int | None, step: Step, direction: int) -> int:
        line = self._own_line()
        if step == Step.END:
            return line.first if direction < 0 else line.last
        if here is None:
            seen = self.box.viewRect()
            return line.merges_at(seen.left() if direction > 0 else seen.right())
        here = min(max(here, line.first), line.last)
        return self._neighbour(line, here, step, direction)

    def _neighbour(self, line: Line, here: int, step: Step, direction: int) -> int:
        """The next size that is a multiple of a round number, so that keys and mouse stop at sizes such as 18,400."""
        round_size = 1 if step == Step.ONE else self._round_size(line, here, _KEY_PIXELS)
        if step == Step.FAR:
            round_size *= 10
        size = line.base + here
        multiple = math.floor(size / round_size) + 1 if direction > 0 else math.ceil(size / round_size) - 1
        return min(max(multiple * round_size - line.base, line.first), line.last)

    def _round_size(self, line: Line, merges: int, pixels: float) -> int:
        """1, 2 or 5 times a power of ten: about as many sizes as lie in so many pixels around a point."""
        x = line.place(merges)[0]
        pixel = abs(self.box.viewPixelSize()[0])
        wanted = line.number(x + pixels * pixel) - line.number(x)
        if wanted <= 1:
            return 1
        power = 10 ** math.floor(math.log10(wanted))
        return int(power * max(factor for factor in (1, 2, 5) if power * factor <= wanted))

    def _at_rest(self) -> Told | None:
        place = self.marked_place
        if place is None or self._marked is None:
            return None
        ring_seen = self.box.viewRect().contains(place)
        return Told(place if ring_seen else self._in_view(place), self._told_of_marker(self._marked), ring=False)

    def _in_view(self, place: QPointF) -> QPointF:
        """A place with the same x; so high that it is seen."""
        seen: QRectF = self.box.viewRect()
        return QPointF(place.x(), min(max(place.y(), seen.top()), seen.bottom() - 1e-9 * seen.height()))

    def _kept_free(self) -> list[Places]:
        if not self._marker.isVisible():
            return []
        foot, height = self._marker.pos(), self.box.viewRect().height()
        return [np.full((_WEIGHT_OF_GRIP, 2), (foot.x(), foot.y() + 0.01 * height))]

    # --- the marker

    def set_marker(self, size: int | None) -> None:
        """Mark a vocabulary size, or the nearest that the run has; None for no marker. Nothing is emitted."""
        self._marked = None
        if size is not None and self.has_run:
            line = self._own_line()
            self._marked = min(max(size - line.base, 0), line.last)
        self._stand_marker()
        self._tell()
        self._describe()

    @property
    def marker(self) -> int | None:
        """The marked vocabulary size."""
        return None if self._marked is None else self._own_line().base + self._marked

    def _move_marker(self, merges: int) -> None:
        line = self._own_line()
        if merges == self._marked:
            return
        self.set_marker(line.base + merges)
        self.marker_moved.emit(line.base + merges)

    @property
    def marked_place(self) -> QPointF | None:
        """Where the marker meets the curve; before the first merge there may be no point."""
        if self._marked is None:
            return None
        line = self._own_line()
        return QPointF(*line.place(max(self._marked, line.first)))

    def _stand_marker(self) -> None:
        """Put the marker where its size is now, with its ring where the curve is."""
        seen: QRectF = self.box.viewRect()
        place = self.marked_place
        if place is None or not seen.left() <= place.x() <= seen.right():
            self._marker.hide()
            return
        height = self.box.rect().height()
        ring = (place.y() - seen.top()) / seen.height() * height
        self._marker.setPos(place.x(), seen.top())
        self._marker.stand(height, ring if 0 <= ring <= height else None)

    def _marker_holds(self, scene_place: QPointF) -> bool:
        if self._marked is None:
            return False
        foot = self.box.mapViewToScene(self._marker.pos())
        return self._marker.holds(scene_place - foot)

    def _drag_to(self, scene_place: QPointF) -> None:
        """To the round size under the pointer; past an end, to that end exactly."""
        line = self._own_line()
        merges = line.merges_at(self.box.mapSceneToView(scene_place).x())
        if line.first < merges < line.last:
            round_size = self._round_size(line, merges, 1.0)
            size = round((line.base + merges) / round_size) * round_size
            merges = min(max(size - line.base, 0), line.last)
        elif merges == line.first:
            merges = 0
        self._pointer, self._stepped_to = None, None
        self._move_marker(merges)

    def _step(self, step: Step, direction: int) -> None:
        if self._marked is None:
            super()._step(step, direction)
            return
        self._pointer = None
        self._move_marker(self._marked_after(self._marked, step, direction))
        if self.marked_place is not None:
            self._bring_into_view(self.marked_place)

    def _marked_after(self, here: int, step: Step, direction: int) -> int:
        """Merges after a key. The marker may stand before the first merge, where the counts have no point."""
        line = self._own_line()
        if step == Step.END:
            return 0 if direction < 0 else line.last
        if here <= line.first and direction < 0:
            return 0
        return self._neighbour(line, here, step, direction) if here >= line.first else line.first

    def _point_at(self, scene_place: QPointF | None) -> None:
        on_marker = scene_place is not None and self._marker_holds(scene_place)
        super()._point_at(None if on_marker else scene_place)

    def _focus_changed(self) -> None:
        self._marker.set_focused(self._view.hasFocus())
        super()._focus_changed()

    def _view_moved(self) -> None:
        super()._view_moved()
        self._stand_marker()

    # --- words

    def _overlay_remarks(self, told: Sequence[str]) -> tuple[Remark, ...]:
        """A line for each overlay that has something to tell, behind a piece of its curve."""
        named = zip(self._overlays, told, strict=True)
        return tuple(Remark(f"{text}  {run.name}", self._style(run)) for run, text in named if text)

    def _summary_of_marker(self) -> str:
        return "" if self._marked is None else self._marker_summary(self._marked)

    # --- the whole

    def _widest(self, *ends: float) -> float:
        """The farthest point across of all lines, and of `ends`."""
        return max(*ends, *(line.place(line.last)[0] for _, line in self._lines() if line.last >= line.first), -np.inf)

    @property
    def drawn(self) -> list[pg.GraphicsObject]:
        """The curves, the run's own on top."""
        return [item for item, _ in self._lines()]
