"""How many bytes the learned tokens hold."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from vocabsmith.plots.axis import LengthAxis, NumberAxis
from vocabsmith.plots.chart import Chart
from vocabsmith_resources.themes.palette import Palette

_FIRST, _LAST = 2, 20  # a merge makes at least two bytes; everything from 20 up shares the last bar
_LENGTHS = np.arange(_FIRST, _LAST + 1)
_EXAMPLE = np.array(
    [2900, 5600, 4700, 4100, 4200, 2900, 2300, 1900, 1200, 780, 580, 350, 220, 150, 120, 90, 70, 60, 190]
)


class TokenLengthPlot(Chart):
    """Bars for the lengths 2, 3, … 19 and 20+ bytes of the learned tokens."""

    hint_corner = Qt.Corner.TopRightCorner
    read_out_side = Qt.Edge.RightEdge
    has_ring = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            name="Lengths of learned tokens",
            unit="Tokens",
            across="Length of the token in bytes",
            hint="How many bytes the learned tokens hold: parts of words, whole words, phrases.",
            left=NumberAxis("left"),
            bottom=LengthAxis("bottom"),
            parent=parent,
        )
        self._tokens = np.zeros(_LAST + 1, dtype=np.int64)
        self._top = 10.0
        self._bars = pg.BarGraphItem(x=_LENGTHS, height=np.zeros(len(_LENGTHS)), width=0.72)
        self._example = pg.BarGraphItem(x=_LENGTHS, height=_EXAMPLE, width=0.8)
        for item in (self._example, self._bars):
            self.box.addItem(item)

    def clear(self) -> None:
        """Begin again with an empty chart."""
        self._tokens[:] = 0
        self._top = 10.0
        self._show_state()
        self.reset_view()

    def append(self, lengths: npt.NDArray[np.int64]) -> None:
        """Count learned tokens of these lengths in bytes."""
        if len(lengths) == 0:
            return
        was_empty = self.empty
        self._tokens += np.bincount(np.minimum(lengths, _LAST), minlength=_LAST + 1)
        if was_empty:
            self._show_state()
        else:
            self.refresh()

    @property
    def tokens(self) -> dict[int, int]:
        """How many tokens have each length; 20 stands for 20 and more."""
        return {length: int(self._tokens[length]) for length in range(_FIRST, _LAST + 1)}

    @property
    def empty(self) -> bool:
        """Whether no token has been learned yet."""
        return not self._tokens.any()

    def _draw(self) -> None:
        self._example.setVisible(self.empty)
        self._bars.setVisible(not self.empty)
        self._bars.setOpts(height=self._tokens[_FIRST:])

    def _full_range(self) -> QRectF:
        if self.empty:
            return QRectF(0.8, 0, 20.2, 6_200)
        highest = float(self._tokens.max())
        while highest > self._top * 0.96:  # grows in steps, so that the bars are seen to grow in between
            self._top *= 1.5
        return QRectF(0.8, 0, 20.2, self._top)

    def _nearest(self, place: QPointF) -> int | None:
        length = round(place.x())
        return length if _FIRST <= length <= _LAST else None

    def _place_of(self, index: int) -> QPointF:
        return QPointF(index, float(self._tokens[index]))

    def _words_for(self, index: int) -> tuple[str, ...]:
        count = int(self._tokens[index])
        length = f"{index} bytes" if index < _LAST else f"{_LAST} bytes or more"
        return f"{count:,} {'token' if count == 1 else 'tokens'}", f"of {length}"

    def _colour_items(self, palette: Palette) -> None:
        fill = QColor(palette.accent)
        fill.setAlpha(190)
        self._bars.setOpts(pen=None, brush=fill)
        dashed = pg.mkPen(palette.control_border, width=1, dash=[3, 2])
        self._example.setOpts(pen=dashed, brush=QColor(palette.hover))
