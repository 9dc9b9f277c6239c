"""What the charts of a run share: axes, theme, empty state, pan and zoom, the read-out under the pointer."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Callable

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from vocabsmith.plots.axis import NumberAxis
from vocabsmith.plots.read_out import ReadOut
from vocabsmith_resources.themes.palette import LIGHT, Palette

_HINT_MARGIN = 12
_HINT_LETTERS = 29  # in a line of the sentence


class _View(pg.PlotWidget):  # type: ignore[misc]
    """The plotting area. Turns what the mouse and the keys do into three signals.

    Signals:
        pointed: the pointer is at this scene position, or None when it has left.
        reset_asked: back to the whole chart.
        stepped: keyboard: the read-out one point to the left (-1) or right (+1).
        resized: it has a new size.
    """

    pointed = Signal(object)
    reset_asked = Signal()
    stepped = Signal(int)
    resized = Signal()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self.pointed.emit(self.mapToScene(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(None)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        self.reset_asked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        actions: dict[int, Callable[[], None]] = {
            Qt.Key.Key_Left: lambda: self.stepped.emit(-1),
            Qt.Key.Key_Right: lambda: self.stepped.emit(1),
            Qt.Key.Key_Plus: lambda: self._zoom(0.8),
            Qt.Key.Key_Minus: lambda: self._zoom(1.25),
            Qt.Key.Key_Home: self.reset_asked.emit,
        }
        action = actions.get(event.key())
        if action is None:
            event.ignore()
        else:
            action()

    def _zoom(self, factor: float) -> None:
        box = self.getViewBox()
        box.scaleBy((factor, factor))
        box.sigRangeChangedManually.emit(box.state["mouseEnabled"])


class _ChartMeta(type(QWidget), ABCMeta):  # type: ignore[misc]
    """Lets a widget have abstract methods."""


class Chart(QWidget, metaclass=_ChartMeta):
    """A chart with one series. Children say what is drawn, where its points are and how one is told in words.

    Until the user pans or zooms, the view shows the whole of `_full_range`; a double click or Home returns to it.
    """

    hint_corner = Qt.Corner.BottomLeftCorner  # where the example leaves room for the sentence
    read_out_side = Qt.Edge.LeftEdge  # of a point, where the curve leaves room
    has_ring = True  # around the point that is told of

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
        super().__init__(parent)
        self._palette: Palette = LIGHT
        self._follows = True
        self._pointer: QPointF | None = None
        self._stepped_to: int | None = None
        self._axes = (left, bottom)
        self._unit = QLabel(unit, self)
        self._view = _View(self, axisItems={"left": left, "bottom": bottom}, background=None)
        self._hint = QLabel(hint, self._view)
        self._read_out = ReadOut()
        self._set_up_view(name, across)
        self._set_up_layout()

    def _set_up_view(self, name: str, across: str) -> None:
        self._view.setFrameStyle(0)
        self._view.setMenuEnabled(False)
        self._view.hideButtons()
        for taker in (self._view, self._view.viewport()):
            taker.setAcceptDrops(False)  # what is dropped here is meant for the page
        self._view.setAccessibleName(name)
        self._view.getPlotItem().setLabel("bottom", across)
        self._view.getPlotItem().layout.setContentsMargins(0, 4, 8, 0)
        self._unit.setProperty("role", "caption")
        self._hint.setProperty("role", "secondary")
        self._hint.setWordWrap(True)
        self._hint.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        for axis in self._axes:
            axis.setZValue(-1000)  # the grid lies under the series
        self.box.setDefaultPadding(0)
        self.box.disableAutoRange()
        self.box.addItem(self._read_out, ignoreBounds=True)
        self.box.sigRangeChangedManually.connect(self._stop_following)
        self.box.sigRangeChanged.connect(self._view_moved)
        self.box.geometryChanged.connect(self._place_hint)
        self._view.resized.connect(self._place_hint)
        self._view.pointed.connect(self._point_at)
        self._view.reset_asked.connect(self.reset_view)
        self._view.stepped.connect(self._step)

    def _set_up_layout(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 0, 8, 4)
        layout.setSpacing(0)
        layout.addWidget(self._unit)
        layout.addWidget(self._view, 1)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        policy = QSizePolicy.Policy.Ignored
        self.setSizePolicy(policy, policy)

    @property
    def box(self) -> pg.ViewBox:
        """The rectangle inside the axes."""
        return self._view.getViewBox()

    # --- what a child says

    @property
    @abstractmethod
    def empty(self) -> bool:
        """Whether there is nothing to draw yet."""

    @abstractmethod
    def _draw(self) -> None:
        """Give the items what is to be seen of the series now, thinned to the pixels."""

    @abstractmethod
    def _full_range(self) -> QRectF:
        """The whole chart in view coordinates, goal included."""

    @abstractmethod
    def _nearest(self, place: QPointF) -> int | None:
        """The point to tell of when the pointer is at `place` (view coordinates)."""

    @abstractmethod
    def _place_of(self, index: int) -> QPointF:
        """Where a point is, in view coordinates."""

    @abstractmethod
    def _words_for(self, index: int) -> tuple[str, ...]:
        """The lines of the read-out."""

    @abstractmethod
    def _colour_items(self, palette: Palette) -> None:
        """Pens and brushes of curve and example."""

    def _resting_point(self) -> int | None:
        """The point to tell of while the pointer is elsewhere."""
        return None

    # --- theme

    def apply_theme(self, palette: Palette) -> None:
        """Follow a light or dark palette, and the font of this widget."""
        self._palette = palette
        self._view.setBackground(QColor(palette.surface))
        caption = self._view.getPlotItem().getAxis("bottom").label
        caption.setFont(self._font(0.85))
        self._read_out.apply_theme(palette, self._font(0.9))
        self._colour_items(palette)
        self._show_state()

    def _font(self, share: float) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * share)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        return font

    def _show_state(self) -> None:
        """Example and sentence while empty; grid and curve once there is something."""
        for axis in self._axes:
            axis.apply_theme(self._palette, self._font(0.8), grid=not self.empty)
        self._hint.setVisible(self.empty)
        self.refresh()
        self._place_hint()

    def _place_hint(self) -> None:
        room = self._view.mapFromScene(self.box.sceneBoundingRect()).boundingRect()
        wanted = self._hint.fontMetrics().averageCharWidth() * _HINT_LETTERS
        width = min(wanted, max(80, int(room.width() * 0.62)))
        height = self._hint.heightForWidth(width)
        corner = self.hint_corner
        low = corner in (Qt.Corner.BottomLeftCorner, Qt.Corner.BottomRightCorner)
        left = corner in (Qt.Corner.BottomLeftCorner, Qt.Corner.TopLeftCorner)
        x = room.left() + _HINT_MARGIN if left else room.right() - _HINT_MARGIN - width
        y = room.bottom() - _HINT_MARGIN - height if low else room.top() + _HINT_MARGIN // 2
        self._hint.setGeometry(x, y, width, height)

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
        self.box.setRange(whole, padding=0, disableAutoRange=True)

    def reset_view(self) -> None:
        """The whole chart again, and follow the run."""
        self._follows = True
        self._stepped_to = None
        self.refresh()

    def _stop_following(self) -> None:
        self._follows = False

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

    def _step(self, by: int) -> None:
        """Move the read-out by about a pixel's worth of points."""
        here = self._told_point()
        edge = self.box.viewRect().left()
        place = QPointF(edge, 0) if here is None else self._place_of(here)
        pixel = self.box.viewPixelSize()[0]
        for pixels in (2, 4, 8, 16, 32, 64):
            found = self._nearest(QPointF(place.x() + by * pixels * pixel, place.y()))
            if found != here:
                break
        self._pointer, self._stepped_to = None, found
        self._tell()

    def _told_point(self) -> int | None:
        if self.empty:
            return None
        if self._stepped_to is not None:
            return self._stepped_to
        if self._pointer is not None:
            return self._nearest(self.box.mapSceneToView(self._pointer))
        return self._resting_point()

    def _tell(self) -> None:
        index = self._told_point()
        place = None if index is None else self._place_of(index)
        if index is None or place is None or not self.box.viewRect().contains(place):
            self._read_out.hide()
            return
        self._read_out.setPos(place)
        self._read_out.say(
            self._words_for(index),
            place=self.box.mapFromView(place),
            room=self.box.rect(),
            side=self.read_out_side,
            ring=self.has_ring,
        )

    @property
    def read_out(self) -> tuple[str, ...]:
        """What the read-out says now; () while it is hidden."""
        return self._read_out.lines if self._read_out.isVisible() else ()
