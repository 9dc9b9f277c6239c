"""The four equal cells of the run."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QWidget

from vocabsmith.widgets.chart_cell import ChartCell
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.panes import horizontal_line, vertical_line
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_resources.themes.palette import Palette

_LEAST_HEIGHT = {1: 236, 2: 180}  # of a cell, by the number of columns
_LEAST_WIDTH = 220


class CellGrid(QScrollArea):
    """Two by two, or one above the other where two would be too narrow; scrolls where the window is too low.

    `across` takes the whole width below the first two cells.
    """

    def __init__(self, cells: Sequence[ChartCell], across: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cells = tuple(cells)
        self._across = across
        self._uprights = (vertical_line(), vertical_line())
        self._lines = tuple(horizontal_line() for _ in range(4))
        self._content = QFrame()
        self._content.setProperty("kind", "pane")
        self._grid = QGridLayout(self._content)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(0)
        self._columns = 0
        self._arrange(2)
        self.setWidget(self._content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        spread_theme(self._content, palette)
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
        """From the top: two cells, side by side or not, a line, `across`, a line, the other two."""
        if columns == self._columns:
            return
        self._columns = columns
        rows = self._rows_of(columns)
        lines = iter(self._lines)
        for row in range(9):
            holds_cells = row < len(rows) and isinstance(rows[row], tuple)
            self._grid.setRowStretch(row, 1 if holds_cells else 0)
        for row, parts in enumerate(rows):
            if isinstance(parts, tuple):
                for place, cell in enumerate(parts):
                    self._grid.addWidget(cell, row, 2 * place)
            else:
                self._grid.addWidget(parts or next(lines), row, 0, 1, 3)
        for number, line in enumerate(self._lines):
            line.setVisible(number < 2 * (3 - columns))
        for row, upright in zip((0, 4), self._uprights, strict=True):
            self._grid.addWidget(upright, row, 1)
            upright.setVisible(columns == 2)
        for place in (0, 2):
            self._grid.setColumnStretch(place, 1 if place < 2 * columns else 0)

    def _rows_of(self, columns: int) -> list[tuple[ChartCell, ...] | QWidget | None]:
        """What stands in each row; None is a line."""
        first, second, third, fourth = self._cells
        if columns == 2:
            return [(first, second), None, self._across, None, (third, fourth)]
        return [(first,), None, (second,), None, self._across, None, (third,), None, (fourth,)]
