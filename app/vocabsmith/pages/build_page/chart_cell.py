"""The four equal cells of the run: each a head of 32 px and a chart or list below it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.labels import SectionHead
from vocabsmith.widgets.panes import horizontal_line, vertical_line
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_resources.themes.palette import Palette

_HEAD = 32
_LEAST_HEIGHT = {1: 236, 2: 180}  # of a cell, by the number of columns
_LEAST_WIDTH = 220


class ChartCell(QWidget):
    """Its size is given by the grid alone, so that labels never shift the middle lines."""

    def __init__(self, title: str, note: str, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(title, note)
        self.head.setContentsMargins(16, 0, 16, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(content, 1)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)

    def apply_theme(self, palette: Palette) -> None:
        """Keeps the head as high as its text needs."""
        self.head.setFixedHeight(scaled(_HEAD))
        spread_theme(self, palette)


class CellGrid(QScrollArea):
    """Two by two, or one above the other where two would be too narrow; scrolls where the window is too low."""

    def __init__(self, cells: Sequence[ChartCell], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cells = tuple(cells)
        self._across = vertical_line()
        self._lines = tuple(horizontal_line() for _ in range(3))
        content = QFrame()
        content.setProperty("kind", "pane")
        self._grid = QGridLayout(content)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(0)
        self._columns = 0
        self._arrange(2)
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        for cell in self._cells:
            cell.apply_theme(palette)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As many columns as have room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        columns = 2 if self.width() >= 2 * scaled(_LEAST_WIDTH) else 1
        self._arrange(columns)
        for cell in self._cells:
            cell.setMinimumHeight(scaled(_LEAST_HEIGHT[columns]))

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for place, cell in enumerate(self._cells):
            self._grid.addWidget(cell, 2 * (place // columns), 2 * (place % columns))
        for place, line in enumerate(self._lines):
            at = (1, 2 * place) if columns == 2 else (2 * place + 1, 0)
            self._grid.addWidget(line, *at)
            line.setVisible(columns == 1 or place < 2)
        self._grid.addWidget(self._across, 0, 1, 3, 1)
        self._across.setVisible(columns == 2)
        for place in range(0, 7, 2):
            self._grid.setRowStretch(place, 1 if place < 8 // columns else 0)
            self._grid.setColumnStretch(place, 1 if place < 2 * columns else 0)
