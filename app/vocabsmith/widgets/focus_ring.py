"""A line around what has the focus where the widget itself does not show it: lists, tables, long texts."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QGraphicsView, QWidget
from shiboken6 import isValid

from vocabsmith_resources.themes.palette import LIGHT, Palette

_WIDTH = 1.5
_MOVES = {QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.LayoutRequest}


class FocusRing(QWidget):
    """Lies over the window and follows the focus; the mouse goes through it.

    Charts show the focus themselves, and so do texts with a border of their own.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._palette = LIGHT
        self._around: QWidget | None = None
        self._watched: list[QWidget] = []
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._follow)

    @property
    def around(self) -> QWidget | None:
        """What the line is around, None while the focus shows elsewhere."""
        return self._around

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours."""
        self._palette = palette
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stays around a widget that moves, by itself or with what holds it, and goes when it goes."""
        if event.type() in _MOVES:
            self._fit()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Paints the line along the inner edge."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._palette.accent), _WIDTH))
        inner = QRectF(self.rect()).adjusted(_WIDTH / 2, _WIDTH / 2, -_WIDTH / 2, -_WIDTH / 2)
        painter.drawRoundedRect(inner, 4, 4)
        painter.end()

    def _follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        for watched in self._watched:
            if isValid(watched):
                watched.removeEventFilter(self)
        needed = new is not None and new.window() is self.window() and _shows_no_focus(new)
        self._around = new if needed else None
        self._watched = _with_parents(new, self.window()) if needed and new is not None else []
        for watched in self._watched:
            watched.installEventFilter(self)
        self._fit()

    def _fit(self) -> None:
        around = self._around
        if around is None or not isValid(around) or not around.isVisible():
            self.hide()
            return
        seen = _seen(around, self.window())
        self.setGeometry(seen)
        self.setVisible(not seen.isEmpty())
        self.raise_()
        self.update()


def _shows_no_focus(widget: QWidget) -> bool:
    return isinstance(widget, QAbstractScrollArea) and not isinstance(widget, QGraphicsView) and not widget.frameWidth()


def _with_parents(widget: QWidget, window: QWidget) -> list[QWidget]:
    """The widget and all that hold it, up to the window."""
    found = [widget]
    while found[-1] is not window and (parent := found[-1].parentWidget()) is not None:
        found.append(parent)
    return found


def _seen(widget: QWidget, window: QWidget) -> QRect:
    """The part of a widget that its parents leave to be seen, in the window."""
    room = widget.rect()
    parent = widget
    while parent is not window:
        outer = parent.parentWidget()
        if outer is None:
            break
        room = room.translated(parent.pos()).intersected(outer.rect())
        parent = outer
    return QRect(QPoint(room.topLeft()), room.size())
