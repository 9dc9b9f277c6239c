"""The line above a plot: the unit of the axis up, the legend, and the way back while the chart is zoomed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from vocabsmith.plots.legend import Legend
from vocabsmith.plots.styles import LegendEntry
from vocabsmith_resources.themes.palette import Palette


class ChartHead(QWidget):
    """As high with "Reset" as without, so that nothing moves when it comes.

    Signals:
        reset_asked: the whole chart is wanted again.
    """

    reset_asked = Signal()

    def __init__(self, unit: str, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._unit = QLabel(unit)
        self._unit.setProperty("role", "caption")
        self._legend = Legend()
        self.reset = QToolButton()
        self.reset.setText("Reset")
        self.reset.setProperty("kind", "flat")
        self.reset.setAccessibleName(f"Reset the zoom of {name[0].lower()}{name[1:]}")
        self.reset.setToolTip("Show the whole chart (0, or a double click)")
        self.reset.clicked.connect(self.reset_asked)
        self.reset.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 8, 0)
        row.setSpacing(8)
        row.addWidget(self._unit)
        row.addWidget(self._legend, 1)
        row.addWidget(self.reset)

    def apply_theme(self, font: QFont) -> None:
        """Takes the font of legend and button."""
        for widget in (self._legend, self.reset):
            widget.setFont(font)
        metrics = self.reset.fontMetrics()
        self.reset.setFixedSize(metrics.horizontalAdvance("Reset") + metrics.height(), metrics.height() + 4)
        self.setFixedHeight(metrics.height() + 4)

    def show_entries(self, entries: Sequence[LegendEntry], palette: Palette) -> None:
        """Name these curves."""
        self._legend.show_entries(entries, palette)
