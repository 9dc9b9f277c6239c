"""How many bytes the tokens of a vocabulary have."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from vocabsmith.plots.axis import LengthAxis, NumberAxis
from vocabsmith.plots.chart import Chart, Told
from vocabsmith.plots.length_counts import LengthCounts
from vocabsmith.plots.read_out import Remark
from vocabsmith.plots.table import Table, TablePart
from vocabsmith.plots.view import Step
from vocabsmith_resources.themes.palette import Palette

Lengths = npt.NDArray[np.integer]
_FIRST, _LAST = 1, 20  # everything from 20 up shares the last bar
_LENGTHS = np.arange(_FIRST, _LAST + 1)
_EXAMPLE = np.array(
    [256, 2300, 5900, 5000, 3900, 4600, 2800, 2100, 2100, 1000, 600, 560, 250, 120, 90, 90, 70, 60, 40, 190]
)
_STRENGTH = 190


class VocabularyLengthPlot(Chart):
    """Bars for 1, 2, … 19 and 20+ bytes: those of the listed tokens, over those of all."""

    hint_corner = Qt.Corner.TopRightCorner
    read_out_side = Qt.Edge.RightEdge

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            name="Lengths of tokens",
            unit="Tokens",
            across="Bytes",
            hint="How many bytes the tokens have.",
            left=NumberAxis("left"),
            bottom=LengthAxis("bottom"),
            parent=parent,
        )
        self._all = LengthCounts()
        self._listed = self._all
        self._whole, self._bars = (
            pg.BarGraphItem(x=_LENGTHS, height=np.zeros(len(_LENGTHS)), width=0.72) for _ in range(2)
        )
        self._example = pg.BarGraphItem(x=_LENGTHS, height=_EXAMPLE, width=0.8)
        for item in (self._example, self._whole, self._bars):
            self.box.addItem(item)

    def show_lengths(self, everything: Lengths, listed: Lengths | None) -> None:
        """Show the lengths of all tokens, and of those that are listed if not all are."""
        self._all = LengthCounts.of(everything[everything > 0])
        self._listed = self._all if listed is None else LengthCounts.of(listed[listed > 0])
        self._show_state()
        self._show_names()

    @property
    def tokens(self) -> dict[int, int]:
        """How many of the listed tokens have each length; 20 stands for 20 and more."""
        return dict(zip(_LENGTHS.tolist(), self._listed.gathered(_FIRST, _LAST).tolist(), strict=True))

    @property
    def has_run(self) -> bool:
        """Whether there are tokens."""
        return bool(len(self._all.tokens))

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not self.has_run

    def _draw(self) -> None:
        self._example.setVisible(self.empty)
        self._whole.setVisible(self._listed is not self._all)
        self._bars.setVisible(not self.empty)
        self._whole.setOpts(height=self._all.gathered(_FIRST, _LAST))
        self._bars.setOpts(height=self._listed.gathered(_FIRST, _LAST))

    def _full_range(self) -> QRectF:
        top = 6_200.0 if self.empty else float(self._all.gathered(_FIRST, _LAST).max())
        return QRectF(0.2, 0, 20.8, max(top * 1.05, 5.0))

    def _least_range(self) -> tuple[float, float]:
        return 3.0, 5.0

    def _nearest(self, place: QPointF) -> int:
        return min(max(round(place.x()), _FIRST), _LAST)

    def _stepped(self, here: int | None, step: Step, direction: int) -> int:
        if step == Step.END:
            return _FIRST if direction < 0 else _LAST
        if here is None:
            return _FIRST if direction > 0 else _LAST
        return min(max(here + direction * (5 if step == Step.FAR else 1), _FIRST), _LAST)

    def _told_of(self, index: int) -> Told:
        listed = self.tokens[index]
        whole = int(self._all.gathered(_FIRST, _LAST)[index - _FIRST])
        length = f"of {index} {'byte' if index == 1 else 'bytes'}" if index < _LAST else f"of {_LAST} bytes or more"
        first = f"{whole:,} {'token' if whole == 1 else 'tokens'}"
        more = () if self._listed is self._all else (Remark(f"{listed:,} listed"),)
        return Told(QPointF(index, float(listed)), (Remark(first), Remark(length), *more), ring=False)

    def _summary(self) -> str:
        if self.empty:
            return f"{self.name}: no tokens yet"
        usual = int(self._all.tokens.argmax())
        longest = int(self._all.lengths[-1])
        told = f"most have {int(self._all.lengths[usual])} bytes ({int(self._all.tokens[usual]):,} tokens)"
        return f"{self.name}: {told}, the longest {longest:,}"

    @property
    def drawn(self) -> list[pg.GraphicsObject]:
        """The bars of the listed tokens over those of all."""
        return [self._whole, self._bars]

    def table(self) -> Table:
        """Tokens of each length, also of those that share the last bar."""
        of_listed = dict(zip(self._listed.lengths.tolist(), self._listed.tokens.tolist(), strict=True))
        listed = np.array([of_listed.get(length, 0) for length in self._all.lengths.tolist()], dtype=np.int64)
        part = TablePart((), (self._all.lengths, self._all.tokens, listed))
        return Table(("length (bytes)", "tokens", "listed"), (part,))

    def _colour_items(self, palette: Palette) -> None:
        fill = QColor(palette.accent)
        fill.setAlpha(_STRENGTH)
        self._bars.setOpts(pen=None, brush=fill)
        self._whole.setOpts(pen=None, brush=QColor(palette.track))
        self._example.setOpts(pen=pg.mkPen(palette.control_border, width=1, dash=[3, 2]), brush=QColor(palette.hover))
