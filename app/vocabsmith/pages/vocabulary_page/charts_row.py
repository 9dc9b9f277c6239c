"""Three charts under the table, which follow the search and the filters."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from vocabsmith.operations.list_tokens import Ids
from vocabsmith.operations.vocabulary_marks import Vocabulary
from vocabsmith.plots import Chart, ScriptPlot, UseByRankPlot, UsePlaces, VocabularyLengthPlot
from vocabsmith.visible_tokens import visible_token
from vocabsmith.widgets.chart_cell import ChartCell
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.panes import vertical_line
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_resources.themes.palette import Palette

HEIGHT = 196
_LEAST_WIDTH = 160


class ChartsRow(QFrame):
    """Side by side, all of one width.

    Attributes:
        cells: each chart with the cell that it stands in.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "pane")
        self.lengths = VocabularyLengthPlot()
        self.scripts = ScriptPlot()
        self.uses = UseByRankPlot()
        self.cells: tuple[tuple[ChartCell, Chart], ...] = (
            (ChartCell("Lengths", "", self.lengths), self.lengths),
            (ChartCell("Scripts", "", self.scripts), self.scripts),
            (ChartCell("Use by rank", "", self.uses), self.uses),
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for number, (cell, _) in enumerate(self.cells):
            if number:
                row.addWidget(vertical_line())
            row.addWidget(cell, 1)

    def show_places(self, vocabulary: Vocabulary, places: UsePlaces) -> None:
        """Another vocabulary, or more is known of its uses."""
        self.uses.show_tokens(places, lambda token: visible_token(vocabulary.table.token(token)))

    def clear(self) -> None:
        """There is no vocabulary."""
        nothing = np.zeros(0, np.int64)
        self.lengths.show_lengths(nothing, None)
        self.scripts.show_scripts((), nothing, None)
        self.uses.show_tokens(UsePlaces.of(nothing, nothing, None), str)

    def show_listed(self, vocabulary: Vocabulary, ids: Ids) -> None:
        """These tokens are listed."""
        table = vocabulary.table
        part = len(ids) != len(table)
        self.lengths.show_lengths(table.lengths, table.lengths[ids] if part else None)
        names = len(table.script_names)
        everything = np.bincount(table.scripts, minlength=names)
        self.scripts.show_scripts(
            table.script_names, everything, np.bincount(table.scripts[ids], minlength=names) if part else None
        )
        listed = np.zeros(len(table), np.bool_)
        listed[ids] = True
        self.uses.show_listed(listed if part else None)

    def sizeHint(self) -> QSize:
        """As high as three small charts should be."""
        return QSize(scaled(3 * _LEAST_WIDTH), scaled(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Narrower charts show nothing."""
        return QSize(scaled(3 * _LEAST_WIDTH), scaled(HEIGHT))

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        spread_theme(self, palette)
        self.setFixedHeight(scaled(HEIGHT))
        self.updateGeometry()
