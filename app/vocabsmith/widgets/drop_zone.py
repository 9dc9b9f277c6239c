"""Files and folders dropped from the desktop."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QEvent, QMimeData, QObject, QRectF, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QColor, QDragEnterEvent, QDragMoveEvent, QDropEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.messages import EmptyState
from vocabsmith_resources.themes.palette import LIGHT, Palette


def paths_of(payload: QMimeData) -> list[Path]:
    """The local files and folders of a drag, in order; links and marked text are none."""
    return [Path(path) for url in payload.urls() if url.isLocalFile() and (path := _local_path(url))]


def _local_path(url: QUrl) -> str:
    """Where a file is, byte for byte: of a name that is not UTF-8, Qt's own answer loses what it cannot read."""
    if os.name == "nt":
        return url.toLocalFile()
    return os.fsdecode(unquote_to_bytes(url.path(QUrl.ComponentFormattingOption.FullyEncoded)))


class DropTarget(QObject):
    """Lets a widget take files and folders. Anything else is refused while it still hovers.

    `on_paths` is called after the drop event has ended, so that the program dragged from is not kept waiting.
    `on_hover(True)` tells that files are over the widget, `on_hover(False)` that they have left or were dropped.
    """

    def __init__(
        self,
        widget: QWidget,
        on_paths: Callable[[list[Path]], None],
        on_hover: Callable[[bool], None] = lambda _: None,
    ) -> None:
        super().__init__(widget)
        self._on_paths = on_paths
        self._on_hover = on_hover
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Answers the drag events of the widget."""
        if isinstance(event, QDragEnterEvent | QDragMoveEvent) and event.type() != QEvent.Type.Drop:
            return self._hover(event)
        if event.type() == QEvent.Type.DragLeave:
            self._on_hover(False)
            return True
        if event.type() == QEvent.Type.Drop and isinstance(event, QDropEvent):
            return self._drop(event)
        return super().eventFilter(watched, event)

    def _hover(self, event: QDragEnterEvent | QDragMoveEvent) -> bool:
        taken = bool(paths_of(event.mimeData()))
        if taken:
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
        else:
            event.ignore()
        self._on_hover(taken)
        return True

    def _drop(self, event: QDropEvent) -> bool:
        self._on_hover(False)
        paths = paths_of(event.mimeData())
        if paths:
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            QTimer.singleShot(0, self, lambda: self._on_paths(paths))
        else:
            event.ignore()
        return True


class DropZone(QWidget):
    """A dashed field that says what may be dropped on it, with buttons for those who would rather choose.

    Signals:
        dropped(list[Path])
    """

    dropped = Signal(list)

    def __init__(self, title: str, text: str, icon: str = "download", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = LIGHT
        self._hovered = False
        self._state = EmptyState(icon, title, text)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._state)
        self._target = DropTarget(self, self.dropped.emit, self._show_hover)

    def add_button(self, button: Button) -> None:
        """Adds a button under the text."""
        self._state.add_button(button)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours."""
        self._palette = palette
        self._state.apply_theme(palette)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Paints the dashed field."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = self._palette.accent if self._hovered else self._palette.control_border
        pen = QPen(QColor(outline), 1.2)
        pen.setDashPattern([4, 3])
        painter.setPen(pen)
        painter.setBrush(QColor(self._palette.accent_ground if self._hovered else self._palette.window))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        painter.end()

    def _show_hover(self, hovered: bool) -> None:
        if hovered != self._hovered:
            self._hovered = hovered
            self.update()
