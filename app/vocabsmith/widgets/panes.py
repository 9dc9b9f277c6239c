"""Panes touch each other, split by lines of one pixel; each begins with a head of 44 px."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from vocabsmith.widgets.buttons import IconButton
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.labels import ElidedLabel
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_resources.themes.palette import Palette

HEAD_HEIGHT = 44
SIDE = 16


def horizontal_line() -> QFrame:
    """A border line, one pixel high."""
    line = QFrame()
    line.setProperty("kind", "rule")
    line.setFixedHeight(1)
    return line


def vertical_line() -> QFrame:
    """A border line, one pixel wide."""
    line = QFrame()
    line.setProperty("kind", "rule")
    line.setFixedWidth(1)
    return line


class PaneHead(QWidget):
    """The head of a pane: bold title, quieter note, controls at the right."""

    def __init__(self, title: str, note: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = ElidedLabel(title, "head", Qt.TextElideMode.ElideRight)
        self._note = ElidedLabel(note, "secondary", Qt.TextElideMode.ElideRight).let_vanish()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(SIDE, 0, SIDE - 6, 0)
        self._row.setSpacing(8)
        self._row.addWidget(self._title)
        self._row.addWidget(self._note, 1)
        self._icons = QHBoxLayout()
        self._icons.setSpacing(2)
        self._row.addLayout(self._icons)
        self.setFixedHeight(HEAD_HEIGHT)

    def set_title(self, title: str) -> None:
        """Changes the title."""
        self._title.set_text(title)

    def set_note(self, note: str) -> None:
        """Changes the note."""
        self._note.set_text(note)

    def add(self, widget: QWidget) -> None:
        """Puts a control at the right of those that are there; icons stand closer together, behind all else."""
        if isinstance(widget, IconButton):
            self._icons.addWidget(widget)
        else:
            self._row.insertWidget(self._row.count() - 1, widget)

    def add_before(self, icon: IconButton, other: IconButton) -> None:
        """Puts an icon at the left of another."""
        self._icons.insertWidget(self._icons.indexOf(other), icon)

    def apply_theme(self, palette: Palette) -> None:
        """Keeps the head as high as its text needs."""
        self.setFixedHeight(scaled(HEAD_HEIGHT))
        spread_theme(self, palette)


class Pane(QFrame):
    """A head and, below it, `body`: a column without margins or spacing."""

    def __init__(self, title: str, note: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "pane")
        self.head = PaneHead(title, note)
        self.body = QVBoxLayout()
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addLayout(self.body, 1)


class ScrollBody(QScrollArea):
    """Content that scrolls up and down when the pane is too low for it; never sideways."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        content = QFrame()
        content.setProperty("kind", "pane")
        self.column = QVBoxLayout(content)
        self.column.setContentsMargins(SIDE, 0, SIDE, SIDE)
        self.column.setSpacing(8)
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is in it scrolls it, when the focus comes there
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
