"""How many tokens are written in each script."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF
from PySide6.QtWidgets import QWidget

from vocabsmith.plots.chart import Chart, Told
from vocabsmith.plots.choosing import Choosing
from vocabsmith.plots.read_out import Remark
from vocabsmith.plots.row_bars import NameAxis, NoAxis, RowBars
from vocabsmith.plots.table import Table, TablePart
from vocabsmith.plots.view import Step
from vocabsmith_resources.themes.palette import Palette

Counts = npt.NDArray[np.int64]
_MOST_ROWS = 8
_STRENGTH = 190
_AROUND_NUMBER = 14  # pixels before and behind a number
_LEAST_FOR_NUMBERS, _MOST_FOR_NUMBERS = 0.22, 0.6  # of the room across
_EXAMPLE = np.array([24_000, 3_700, 2_100, 900, 650, 230])


class ScriptPlot(Chart):
    """A bar for each of the scripts that have most tokens, and one for all others.

    Signals:
        chosen(tuple of int): the user has chosen the scripts of a bar, by their places in the names.
    """

    hint_corner = Qt.Corner.BottomRightCorner
    read_out_side = Qt.Edge.RightEdge
    keys = "Up and Down move the read-out; Enter or a click lists the tokens of that script only."
    chosen = Signal(tuple)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._names = NameAxis()
        super().__init__(
            name="Tokens by script",
            unit="Tokens",
            across="",
            hint="How many tokens are written in each script.",
            left=self._names,
            bottom=NoAxis(),
            parent=parent,
        )
        self._script_names: tuple[str, ...] = ()
        self._all: Counts = np.zeros(0, np.int64)
        self._listed: Counts = self._all
        self._rows: tuple[tuple[int, ...], ...] = ()
        self._whole, self._bars, self._example = RowBars(), RowBars(), RowBars()
        self._numbers: list[pg.TextItem] = []
        self._example.set_rows(_EXAMPLE)
        for item in (self._example, self._whole, self._bars):
            self.box.addItem(item)
        self.box.setMouseEnabled(x=False, y=False)
        self.box.sigResized.connect(lambda _: self._resized())
        self._choosing = Choosing(self._view, self._choose_at, self._choose_here)

    def show_scripts(self, names: Sequence[str], everything: Counts, listed: Counts | None) -> None:
        """Show these numbers of tokens for each name: of all tokens, and of those that are listed if not all are."""
        self._script_names = tuple(names)
        self._all = everything
        self._listed = everything if listed is None else listed
        self._rows = _rows_of(everything)
        self._names.set_names([self._name_of(row) for row in range(len(self._rows))])
        self._stepped_to = None
        self._make_numbers()
        self._show_state()
        self._show_names()

    def _name_of(self, row: int) -> str:
        scripts = self._rows[row]
        return self._script_names[scripts[0]] if len(scripts) == 1 else f"{len(scripts)} others"

    def _number(self, counts: Counts, row: int) -> int:
        return int(counts[list(self._rows[row])].sum())

    def _make_numbers(self) -> None:
        for item in self._numbers:
            self.box.removeItem(item)
        self._numbers = [pg.TextItem(anchor=(0.0, 0.5)) for _ in self._rows]
        for row, item in enumerate(self._numbers):
            item.setPlainText(f"{self._number(self._listed, row):,}")
            item.setPos(self._number(self._all, row), -row)
            self.box.addItem(item, ignoreBounds=True)
        self._colour_numbers(self._palette)

    def _colour_numbers(self, palette: Palette) -> None:
        for item in self._numbers:
            item.setColor(QColor(palette.text))
            item.setFont(self.font_of(0.85))

    # --- what a chart says

    @property
    def has_run(self) -> bool:
        """Whether there are tokens."""
        return bool(self._rows)

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not self._rows

    def _draw(self) -> None:
        self._example.setVisible(self.empty)
        rows = range(len(self._rows))
        filtered = self._listed is not self._all
        self._whole.setVisible(filtered)
        self._whole.set_rows(np.array([self._number(self._all, row) for row in rows]))
        self._bars.set_rows(np.array([self._number(self._listed, row) for row in rows]))

    def _full_range(self) -> QRectF:
        if self.empty:
            return QRectF(0, -5.6, 30_000, 6.2)
        most = max(1, *(self._number(self._all, row) for row in range(len(self._rows))))
        rows = max(len(self._rows), 4)
        return QRectF(0, 0.6 - rows, most / (1 - self._share_of_numbers(most)), rows - 0.1)

    def _share_of_numbers(self, most: int) -> float:
        """Of the room across, what the number behind the longest bar takes."""
        pixels = QFontMetricsF(self.font_of(0.85)).horizontalAdvance(f"{most:,}") + _AROUND_NUMBER
        return min(_MOST_FOR_NUMBERS, max(_LEAST_FOR_NUMBERS, pixels / max(1.0, float(self.box.width()))))

    def _resized(self) -> None:
        """Numbers take another share of the room."""
        if not self.zoomed:
            self._show_all()

    def _least_range(self) -> tuple[float, float]:
        return 1.0, 1.0

    def _nearest(self, place: QPointF) -> int:
        return min(max(round(-place.y()), 0), len(self._rows) - 1)

    def _stepped(self, here: int | None, step: Step, direction: int) -> int:
        last = len(self._rows) - 1
        if step == Step.END:
            return 0 if direction < 0 else last
        if here is None:
            return 0
        return min(max(here - direction, 0), last)

    def _told_of(self, index: int) -> Told:
        whole, listed = self._number(self._all, index), self._number(self._listed, index)
        share = 100 * whole / max(1, int(self._all.sum()))
        remarks = [Remark(f"{self._name_of(index)}: {whole:,} {'token' if whole == 1 else 'tokens'}")]
        remarks.append(Remark(f"{share:.1f} % of all") if self._listed is self._all else Remark(f"{listed:,} listed"))
        return Told(QPointF(listed, -index), remarks, ring=False)

    def _summary(self) -> str:
        told = [f"{self._name_of(row)} {self._number(self._listed, row):,}" for row in range(len(self._rows))]
        return f"{self.name}: {', '.join(told) or 'no tokens yet'}"

    @property
    def drawn(self) -> list[pg.GraphicsObject]:
        """The bars of all tokens, those of the listed ones over them, and their numbers."""
        return [self._whole, self._bars, *self._numbers]

    def table(self) -> Table:
        """Tokens of every script that has any."""
        there = np.flatnonzero(self._all)
        order = there[np.argsort(-self._all[there], kind="stable")]
        names = np.array([self._script_names[script] for script in order], dtype=object)
        return Table(("script", "tokens", "listed"), (TablePart((), (names, self._all[order], self._listed[order])),))

    def _colour_items(self, palette: Palette) -> None:
        fill = QColor(palette.accent)
        fill.setAlpha(_STRENGTH)
        self._bars.setOpts(pen=None, brush=fill)
        self._whole.setOpts(pen=None, brush=QColor(palette.track))
        self._example.setOpts(pen=pg.mkPen(palette.control_border, width=1, dash=[3, 2]), brush=QColor(palette.hover))
        self._colour_numbers(palette)

    # --- choosing

    def _choose_at(self, place: QPointF) -> None:
        if self._rows and place.x() >= 0 and -len(self._rows) + 0.5 <= place.y() <= 0.5:
            self.chosen.emit(self._rows[self._nearest(place)])

    def _choose_here(self) -> None:
        if self._stepped_to is not None:
            self.chosen.emit(self._rows[self._stepped_to])


def _rows_of(counts: Counts) -> tuple[tuple[int, ...], ...]:
    """The scripts of each row: those with most tokens, and all others together."""
    there = np.flatnonzero(counts)
    ordered = there[np.argsort(-counts[there], kind="stable")].tolist()
    if len(ordered) <= _MOST_ROWS:
        return tuple((script,) for script in ordered)
    return (*((script,) for script in ordered[: _MOST_ROWS - 1]), tuple(ordered[_MOST_ROWS - 1 :]))
