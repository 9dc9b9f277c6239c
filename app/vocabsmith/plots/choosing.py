"""Choosing what a chart tells of: a click, or Enter where the keys have led to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QKeyEvent

from vocabsmith.plots.view import ChartView

_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class Choosing(QObject):
    """Calls `at(place)` with the place of a click in view coordinates, and `here()` for Enter or Space."""

    def __init__(self, view: ChartView, at: Callable[[QPointF], None], here: Callable[[], None]) -> None:
        super().__init__(view)
        self._view, self._at, self._here = view, at, here
        view.scene().sigMouseClicked.connect(self._click)
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes Enter and Space."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _KEYS:
            self._here()
            return True
        return super().eventFilter(watched, event)

    def _click(self, event: Any) -> None:
        box = self._view.getViewBox()
        if event.button() == Qt.MouseButton.LeftButton and box.sceneBoundingRect().contains(event.scenePos()):
            self._at(box.mapSceneToView(event.scenePos()))
