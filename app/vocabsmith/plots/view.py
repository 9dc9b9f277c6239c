"""The plotting area of a chart: turns what the mouse and the keys do into signals."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QAccessible, QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent

from vocabsmith.plots.axis import RIGHT_MARGIN, TOP_MARGIN

_ZOOM = 0.8  # of what was seen, after one key
_PAN = 0.12  # of what is seen, for one key


class Step(IntEnum):
    """How far a key goes along the chart."""

    ONE = 0  # to the next point, however near
    NEAR = 1  # about two pixels
    FAR = 2  # ten times as far
    END = 3  # to the first or last point


_STEPS = {
    Qt.Key.Key_Left: (Step.NEAR, -1),
    Qt.Key.Key_Down: (Step.NEAR, -1),
    Qt.Key.Key_Right: (Step.NEAR, 1),
    Qt.Key.Key_Up: (Step.NEAR, 1),
    Qt.Key.Key_PageDown: (Step.FAR, -1),
    Qt.Key.Key_PageUp: (Step.FAR, 1),
    Qt.Key.Key_Home: (Step.END, -1),
    Qt.Key.Key_End: (Step.END, 1),
}
_PANS = {
    Qt.Key.Key_Left: (-_PAN, 0.0),
    Qt.Key.Key_Right: (_PAN, 0.0),
    Qt.Key.Key_Down: (0.0, -_PAN),
    Qt.Key.Key_Up: (0.0, _PAN),
}


class ChartView(pg.PlotWidget):  # type: ignore[misc]
    """Arrows, Page Up and Down, Home and End step, with Ctrl by one point; Shift with arrows pans, + - zoom, 0 resets.

    Signals:
        pointed: the pointer is at this scene position, or None when it has left.
        dragged: what can be dragged is held at this scene position.
        stepped: keyboard: how far, and to the left (-1) or right (+1).
        zoom_asked: keyboard: so much of what is seen is to be seen.
        reset_asked: back to the whole chart.
        resized: it has a new size.
        focus_changed: the keyboard came or went.

    Attributes:
        holds: tells whether something that can be dragged is at a scene position.
    """

    spoken_as = QAccessible.Role.Chart
    pointed = Signal(object)
    dragged = Signal(QPointF)
    stepped = Signal(Step, int)
    zoom_asked = Signal(float)
    reset_asked = Signal()
    resized = Signal()
    focus_changed = Signal()

    def __init__(self, left: pg.AxisItem, bottom: pg.AxisItem) -> None:
        super().__init__(None, axisItems={"left": left, "bottom": bottom}, background=None)
        self.holds: Callable[[QPointF], bool] = lambda _place: False
        self._dragging = False
        self.setFrameStyle(0)
        self.setMenuEnabled(False)
        self.hideButtons()
        for taker in (self, self.viewport()):
            taker.setAcceptDrops(False)  # what is dropped here is meant for the page
        self.getPlotItem().layout.setContentsMargins(0, TOP_MARGIN, RIGHT_MARGIN, 0)

    @property
    def dragging(self) -> bool:
        """Whether the mouse holds what can be dragged."""
        return self._dragging

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tells whoever places things over the plot."""
        super().resizeEvent(event)
        self.resized.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tells whoever shows where the keyboard is."""
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tells whoever shows where the keyboard is."""
        super().focusOutEvent(event)
        self.focus_changed.emit()

    # --- the mouse

    def _scene_place(self, event: QMouseEvent) -> QPointF:
        place: QPointF = self.mapToScene(event.position().toPoint())
        return place

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Takes hold of what can be dragged, or pans."""
        if event.button() == Qt.MouseButton.LeftButton and self.holds(self._scene_place(event)):
            self._dragging = True
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            event.accept()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drags, pans or points."""
        place = self._scene_place(event)
        if self._dragging:
            self.dragged.emit(place)
            return
        super().mouseMoveEvent(event)
        self.viewport().setCursor(Qt.CursorShape.SizeHorCursor if self.holds(place) else Qt.CursorShape.ArrowCursor)
        self.pointed.emit(place)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Lets go."""
        if self._dragging and event.button() == Qt.MouseButton.LeftButton:
            self._dragging = False
            event.accept()
        else:
            super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Shows the whole chart again."""
        if self.holds(self._scene_place(event)):
            return
        super().mouseDoubleClickEvent(event)
        self.reset_asked.emit()

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer is elsewhere."""
        super().leaveEvent(event)
        self.pointed.emit(None)

    # --- the keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Steps, pans or zooms; other keys are for the widgets around."""
        key, held = Qt.Key(event.key()), event.modifiers()
        if held & Qt.KeyboardModifier.ShiftModifier and key in _PANS:
            self._pan(*_PANS[key])
        elif key in _STEPS:
            step, direction = _STEPS[key]
            one = step == Step.NEAR and bool(held & Qt.KeyboardModifier.ControlModifier)
            self.stepped.emit(Step.ONE if one else step, direction)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_asked.emit(_ZOOM)
        elif key == Qt.Key.Key_Minus:
            self.zoom_asked.emit(1 / _ZOOM)
        elif key == Qt.Key.Key_0:
            self.reset_asked.emit()
        else:
            event.ignore()

    def _pan(self, across: float, up: float) -> None:
        box = self.getViewBox()
        seen = box.viewRect()
        box.translateBy((across * seen.width(), up * seen.height()))
        self.tell_moved()

    def tell_moved(self) -> None:
        """Say that the user has moved the view, as the box itself does for the mouse."""
        box = self.getViewBox()
        box.sigRangeChangedManually.emit(box.state["mouseEnabled"])
