"""What the tests of the corpus list share: files, drags, and looks at the rows."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

from vocabsmith.pages.build_page.corpus_pane import CorpusPane
from vocabsmith.pages.build_page.corpus_rows import Row

LEFT = Qt.MouseButton.LeftButton
SECONDS = 20_000  # milliseconds: a hang guard, not a bound
PNG = b"\x89PNG\r\n\x1a\n" + bytes(50)


def add(qtbot, pane: CorpusPane, *paths: Path) -> None:
    """Adds files and waits until they were looked at."""
    pane.add_paths(paths)
    qtbot.waitUntil(lambda: not pane.scanning, timeout=SECONDS)


def add_and_read(qtbot, pane: CorpusPane, *paths: Path) -> None:
    """Adds files and waits until they were read whole."""
    add(qtbot, pane, *paths)
    qtbot.waitUntil(lambda: not pane.reading.running, timeout=SECONDS)


def rows_of(pane: CorpusPane) -> list[Row]:
    """The rows as they are shown."""
    model = pane.list.model()
    return [model.row(place) for place in range(model.rowCount())]


def row_of(pane: CorpusPane, place: int = 0) -> Row:
    """One row."""
    return pane.list.model().row(place)


def payload_of(*paths: Path) -> QMimeData:
    """A drag of files."""
    payload = QMimeData()
    payload.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return payload


def hover(widget: QWidget, payload: QMimeData) -> bool:
    """Drags over a widget; whether it would take it."""
    place = widget.rect().center()
    event = QDragEnterEvent(place, Qt.DropAction.CopyAction, payload, LEFT, Qt.KeyboardModifier.NoModifier)
    event.ignore()
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


def drop(widget: QWidget, payload: QMimeData) -> bool:
    """Drops on a widget; whether it took it."""
    place = QPointF(widget.rect().center())
    event = QDropEvent(place, Qt.DropAction.CopyAction, payload, LEFT, Qt.KeyboardModifier.NoModifier)
    event.ignore()
    QApplication.sendEvent(widget, event)
    return event.isAccepted()
