"""Files and folders dropped from the desktop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QDragEnterEvent, QDragMoveEvent, QDropEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.drop_payload import DropOffer, DroppedPaths, offer_for, paths_of
from vocabsmith.widgets.fonts import sans, scaled
from vocabsmith.widgets.icon import pixmap
from vocabsmith.widgets.messages import EmptyState
from vocabsmith_resources.themes.palette import DARK, LIGHT, Palette

__all__ = ["DropCover", "DropTarget", "DropZone", "paths_of"]

_LONGEST_REFUSAL = 4_000  # milliseconds that a reason stays if nobody tells that the drag has gone


class DropTarget(QObject):
    """Lets a widget take files and folders. Anything else is refused while it still hovers.

    `on_paths` is called after the drop event has ended, so that the program dragged from is not kept waiting.
    `on_offer` is told what a drop would do, or why it would do nothing, and None when the drag has left or ended; if
    none is given, the widget is covered with it. `verb` is what a drop does with files.
    """

    def __init__(
        self,
        widget: QWidget,
        on_paths: Callable[[Sequence[Path]], None],
        on_offer: Callable[[DropOffer | None], None] | None = None,
        *,
        verb: str = "Add",
    ) -> None:
        super().__init__(widget)
        self._widget = widget
        self._on_paths = on_paths
        self._on_offer = on_offer or DropCover(widget).show_offer
        self._verb = verb
        self._offer: DropOffer | None = None
        self._window: QObject | None = None
        self._timer = QTimer(self, singleShot=True, interval=_LONGEST_REFUSAL)
        self._timer.timeout.connect(self._end)
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Answers the drag events of the widget; of those of its window it only hears that the drag has gone."""
        if watched is not self._widget:
            if event.type() in {QEvent.Type.DragLeave, QEvent.Type.Drop}:
                self._end()
            return False
        if isinstance(event, QDragEnterEvent | QDragMoveEvent) and event.type() != QEvent.Type.Drop:
            return self._hover(event)
        if event.type() == QEvent.Type.DragLeave:
            self._end()
        return self._drop(event) if isinstance(event, QDropEvent) and event.type() == QEvent.Type.Drop else False

    def _hover(self, event: QDragEnterEvent | QDragMoveEvent) -> bool:
        if self._offer is None or isinstance(event, QDragEnterEvent):
            self._tell(offer_for(event.mimeData(), self._verb))
        if self._offer is not None and self._offer.taken:
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
        else:
            event.ignore()
            self._listen_for_the_end()
        return True

    def _drop(self, event: QDropEvent) -> bool:
        offer = self._offer or offer_for(event.mimeData(), self._verb)
        self._end()
        if offer.taken:
            paths = DroppedPaths.of(event.mimeData())
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            QTimer.singleShot(0, self, lambda: self._deliver(paths))
        else:
            event.ignore()
        return True

    def _deliver(self, paths: Sequence[Path]) -> None:
        """A window that sends projects and tokenizers to where they are opened has `route_files`."""
        route = getattr(self._widget.window(), "route_files", None)
        if route is None:
            self._on_paths(paths)
        else:
            route(paths, self._on_paths)

    def _listen_for_the_end(self) -> None:
        """A widget that refuses a drag is not told that it leaves, but its window is."""
        self._timer.start()
        window = self._widget.window().windowHandle()
        if window is not None and self._window is None:
            self._window = window
            window.installEventFilter(self)

    def _end(self) -> None:
        self._timer.stop()
        if self._window is not None:
            self._window.removeEventFilter(self)
            self._window = None
        self._tell(None)

    def _tell(self, offer: DropOffer | None) -> None:
        if offer != self._offer:
            self._offer = offer
            self._on_offer(offer)


class DropZone(QWidget):
    """A dashed field that says what may be dropped, with buttons for those who would rather choose."""

    def __init__(self, title: str, text: str, icon: str = "download", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = LIGHT
        self._state = EmptyState(icon, title, text)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._state)

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
        paint_dashed_field(painter, QRectF(self.rect()), self._palette.control_border, self._palette.window)
        painter.end()


class DropCover(QWidget):
    """Lies over a widget while something is dragged, and says what a drop would do or why it would do nothing."""

    def __init__(self, covered: QWidget) -> None:
        super().__init__(covered)
        self._covered = covered
        self.offer: DropOffer | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_offer(self, offer: DropOffer | None) -> None:
        """Covers the widget, or uncovers it if there is no offer."""
        self.offer = offer
        if offer is not None:
            self.setAccessibleName(f"{offer.title}. {offer.text}".strip())
            self.setGeometry(self._covered.rect())
            self.raise_()
            self.update()
        self.setVisible(offer is not None)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Paints the field, a sign, and the words."""
        if self.offer is None:
            return
        dark = self.palette().window().color().lightness() < 128
        palette, taken = DARK if dark else LIGHT, self.offer.taken
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(palette.surface))
        field = QRectF(self.rect()).adjusted(12, 12, -12, -12)
        tone, ground = (palette.accent, palette.accent_ground) if taken else (palette.warning, palette.warning_ground)
        paint_dashed_field(painter, field, tone, ground)
        side = scaled(32)
        middle = field.center()
        sign = pixmap("download" if taken else "warning", tone, side)
        painter.drawPixmap(round(middle.x() - side / 2), round(middle.y() - side - scaled(16)), sign)
        room = field.adjusted(12, 0, -12, 0)
        room.setTop(middle.y())
        flags = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
        painter.setPen(QColor(palette.text))
        painter.setFont(sans(13, bold=True))
        two_lines = 2 * round(room.width())
        title = painter.fontMetrics().elidedText(self.offer.title, Qt.TextElideMode.ElideMiddle, two_lines)
        of_title = painter.boundingRect(room, flags, title)
        painter.drawText(room, flags, title)
        painter.setFont(sans())
        painter.setPen(QColor(palette.secondary if taken else palette.text))
        painter.drawText(room.adjusted(0, of_title.height() + scaled(8), 0, 0), flags, self.offer.text)
        painter.end()


def paint_dashed_field(painter: QPainter, room: QRectF, outline: str, ground: str) -> None:
    """The field that stands for a place where something may be dropped."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(QColor(outline), 1.2)
    pen.setDashPattern([4, 3])
    painter.setPen(pen)
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(room.adjusted(1, 1, -1, -1), 6, 6)
