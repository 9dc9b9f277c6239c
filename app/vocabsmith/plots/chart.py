"""What the charts of a run share: axes, theme, empty state, pan and zoom, the read-out under the pointer."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtWidgets import QWidget

from vocabsmith.plots.axis import NumberAxis
from vocabsmith.plots.frame import ChartFrame
from vocabsmith.plots.lines import Places
from vocabsmith.plots.read_out import ReadOut, Remark
from vocabsmith.plots.styles import LegendEntry, curve_style
from vocabsmith.plots.table import Table
from vocabsmith.plots.view import Step
from vocabsmith_resources.themes.palette import Palette

THIS_RUN = "this run"
_EVERY = 3  # of the drawn points, when a read-out looks for a free place
_MARGIN = 0.1  # of what is seen, between its edge and a point that keys have led to
_BEYOND = 0.25  # of the whole chart, that may be panned to on every side
_KEYS = (
    "Arrow keys and Page Up or Down move the read-out, Shift with arrow keys pans, + and - zoom, 0 shows everything."
)


class _ChartMeta(ABCMeta, type(QWidget)):  # type: ignore[misc]
    """Lets a widget have abstract methods."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a read-out tells: of which place in view coordinates, in which lines, and whether with a ring."""

    place: QPointF
    remarks: Sequence[Remark]
    ring: bool = True


class Chart(ChartFrame, metaclass=_ChartMeta):
    """A chart of a run. Children say what is drawn, where its points are and how one is told in words.

    Until the user pans or zooms, the view shows the whole of `_full_range`; a double click, 0 or Reset returns to it.
    """

    read_out_side = Qt.Edge.LeftEdge  # of a point, where the curve leaves room
    keys = _KEYS  # what the keyboard does, for those who cannot see it

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
        self._follows = True
        self._run_name = THIS_RUN
        self._pointer: QPointF | None = None
        self._stepped_to: int | None = None
        self._read_out = ReadOut()
        self._view.setWhatsThis(self.keys)
        self.box.addItem(self._read_out, ignoreBounds=True)
        self.box.sigRangeChangedManually.connect(self._stop_following)
        self.box.sigRangeChanged.connect(self._view_moved)
        self._view.pointed.connect(self._point_at)
        self._view.reset_asked.connect(self.reset_view)
        self._head.reset_asked.connect(self.reset_view)
        self._view.stepped.connect(self._step)
        self._view.zoom_asked.connect(self._zoom)

    @property
    def read_out_item(self) -> ReadOut:
        """What stands beside the point that is told of."""
        return self._read_out

    @property
    def marked_place(self) -> QPointF | None:
        """Where a marker meets the curve, in view coordinates."""
        return None

    # --- what a child says

    @property
    @abstractmethod
    def has_run(self) -> bool:
        """Whether there is anything of a run of its own to draw."""

    @property
    @abstractmethod
    def empty(self) -> bool:
        """Whether there is nothing to draw yet, no overlay either."""

    @abstractmethod
    def _draw(self) -> None:
        """Give the items what is to be seen of the series now, thinned to the pixels."""

    @abstractmethod
    def _full_range(self) -> QRectF:
        """The whole chart in view coordinates, goal included."""

    @abstractmethod
    def _least_range(self) -> tuple[float, float]:
        """Width and height of the smallest part that can be zoomed to, in view coordinates."""

    @abstractmethod
    def _nearest(self, place: QPointF) -> int:
        """The point to tell of when the pointer is at `place` (view coordinates)."""

    @abstractmethod
    def _stepped(self, here: int | None, step: Step, direction: int) -> int:
        """The point to tell of after a key, coming from the point `here`."""

    @abstractmethod
    def _told_of(self, index: int) -> Told:
        """What the read-out tells of a point."""

    @abstractmethod
    def _colour_items(self, palette: Palette) -> None:
        """Pens and brushes of curve and example."""

    @abstractmethod
    def _summary(self) -> str:
        """The data in one line, for those who cannot see the chart."""

    @property
    @abstractmethod
    def drawn(self) -> list[pg.GraphicsObject]:
        """The items that show the data, those below first."""

    @abstractmethod
    def table(self) -> Table:
        """Every point exactly, that of overlays too."""

    def _at_rest(self) -> Told | None:
        """What is told while neither pointer nor keys ask for anything."""
        return None

    # --- names

    @property
    def legend_entries(self) -> tuple[LegendEntry, ...]:
        """The curves that are on the chart, the run's own first."""
        return (LegendEntry(self._run_name, curve_style(self._palette, 0)),) if self.has_run else ()

    @property
    def legend_shown(self) -> tuple[LegendEntry, ...]:
        """What is named above the plot: a run's own curve needs no name while it is alone."""
        entries = self.legend_entries
        return entries if len(entries) > 1 or not self.has_run else ()

    def set_run_name(self, name: str) -> None:
        """What the legend and saved numbers call the run that is shown; THIS_RUN at first."""
        self._run_name = name
        self._show_names()

    def _show_names(self) -> None:
        self._head.show_entries(self.legend_shown, self._palette)
        self._describe()

    def _describe(self) -> None:
        told = "" if self._stepped_to is None else "; ".join(self.read_out)
        text = "; ".join(part for part in (self._summary(), told) if part)
        self._view.setAccessibleDescription(text)

    @property
    def description(self) -> str:
        """What the chart shows, in words."""
        return str(self._view.accessibleDescription())

    # --- theme

    def apply_theme(self, palette: Palette) -> None:
        """Follow a light or dark palette, and the font of this widget."""
        self._dress(palette)
        self._read_out.apply_theme(palette, self.font_of(0.9))
        self._colour_items(palette)
        self._show_names()
        self._show_state()

    def _show_state(self) -> None:
        """Example and sentence while empty; grid and curve once there is something."""
        self._show_empty(self.empty)
        self.refresh()

    def _show_more(self, first: bool) -> None:
        """The run has gone on; `first` if there was nothing of it before."""
        if first:
            self._show_state()
        else:
            self.refresh()
        self._show_names()

    def event(self, event: QEvent) -> bool:
        """A screen with other pixels needs other pens."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._colour_items(self._palette)
        return bool(super().event(event))

    def _focus_changed(self) -> None:
        super()._focus_changed()
        if not self._view.hasFocus():
            self._stepped_to = None
            self._tell()

    # --- the view

    def refresh(self) -> None:
        """Draw what is there now; keep the user's own zoom."""
        if self._follows:
            self._show_all()
        self._draw()
        self._tell()

    def _show_all(self) -> None:
        whole = self._full_range()
        self._axes[0].reserve(whole.top(), whole.bottom())
        self._keep_near(whole)
        self.box.setRange(whole, padding=0, disableAutoRange=True)

    def _keep_near(self, whole: QRectF) -> None:
        """Nobody can pan or zoom to where there is nothing."""
        across, up = _BEYOND * whole.width(), _BEYOND * whole.height()
        least = self._least_range()
        self.box.setLimits(
            xMin=whole.left() - across,
            xMax=whole.right() + across,
            yMin=whole.top() - up,
            yMax=whole.bottom() + up,
            minXRange=min(least[0], whole.width()),
            minYRange=min(least[1], whole.height()),
        )

    @property
    def zoomed(self) -> bool:
        """Whether the user has panned or zoomed, so that the view does not follow the run."""
        return not self._follows

    def reset_view(self) -> None:
        """The whole chart again, and follow the run."""
        had_focus = self._head.reset.hasFocus()
        self._follows = True
        self._stepped_to = None
        self._head.reset.hide()
        if had_focus:
            self._view.setFocus(Qt.FocusReason.OtherFocusReason)
        self.refresh()

    def _zoom(self, factor: float) -> None:
        """Around what is told of, if it is seen, for that is what is looked at."""
        told = self._told()
        seen = self.box.viewRect()
        centre = told.place if told is not None and seen.contains(told.place) else seen.center()
        self.box.scaleBy((factor, factor), center=centre)
        self._view.tell_moved()

    def _bring_into_view(self, place: QPointF) -> None:
        """Pan a chart that is zoomed so far that keys do not lead out of what is seen."""
        seen = self.box.viewRect()
        if self._follows or seen.contains(place):
            return
        across, up = _MARGIN * seen.width(), _MARGIN * seen.height()
        inner = seen.adjusted(across, up, -across, -up)
        right = max(0.0, place.x() - inner.right()) + min(0.0, place.x() - inner.left())
        higher = max(0.0, place.y() - inner.bottom()) + min(0.0, place.y() - inner.top())
        self.box.translateBy((right, higher))

    def _stop_following(self) -> None:
        self._follows = False
        self._head.reset.show()

    def _view_moved(self) -> None:
        if not self._follows:
            self._draw()
        self._tell()

    # --- the read-out

    def _point_at(self, scene_place: QPointF | None) -> None:
        inside = scene_place is not None and self.box.sceneBoundingRect().contains(scene_place)
        self._pointer = scene_place if inside else None
        self._stepped_to = None
        self._tell()

    def _step(self, step: Step, direction: int) -> None:
        """Move the read-out."""
        if not self.has_run:
            return
        self._stepped_to = self._stepped(self._stepped_to, step, direction)
        self._pointer = None
        self._bring_into_view(self._told_of(self._stepped_to).place)
        self._tell()
        self._describe()

    def _told(self) -> Told | None:
        if not self.has_run:
            return None
        if self._stepped_to is not None:
            return self._told_of(self._stepped_to)
        if self._pointer is not None:
            return self._told_of(self._nearest(self.box.mapSceneToView(self._pointer)))
        return self._at_rest()

    def _tell(self) -> None:
        told = self._told()
        if told is None or not self.box.viewRect().contains(told.place):
            self._read_out.hide()
            return
        self._read_out.setPos(told.place)
        self._read_out.say(
            told.remarks,
            place=self.box.mapFromView(told.place),
            room=self.box.rect(),
            side=self.read_out_side,
            ring=told.ring,
            curves=self._curve_pixels(),
        )

    def _curve_pixels(self) -> Places:
        """Points along what is drawn, in pixels of the box, shape (n, 2): enough to see what a read-out would cover."""
        seen, room = self.box.viewRect(), self.box.rect()
        points = np.concatenate([*map(_places_of, self.drawn), *self._kept_free()])
        points[:, 0] = (points[:, 0] - seen.left()) / seen.width() * room.width()
        points[:, 1] = (1 - (points[:, 1] - seen.top()) / seen.height()) * room.height()
        return points

    def _kept_free(self) -> Sequence[Places]:
        """Other places that a read-out should not cover, in view coordinates, shape (n, 2)."""
        return ()

    @property
    def read_out(self) -> tuple[str, ...]:
        """What the read-out says now; () while it is hidden."""
        return self._read_out.lines if self._read_out.isVisible() else ()


def _places_of(item: pg.GraphicsObject) -> Places:
    if isinstance(item, pg.PlotCurveItem) and item.getData()[0] is not None:
        return np.column_stack(item.getData())[::_EVERY].astype(np.float64)
    if isinstance(item, pg.BarGraphItem):
        return np.column_stack(item.getData()).astype(np.float64)
    return np.empty((0, 2))
