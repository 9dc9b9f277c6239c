"""Bytes per token against vocabulary size: exact for every size a run has passed."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtWidgets import QWidget

from vocabsmith.plots.axis import NumberAxis
from vocabsmith.plots.chart import Chart
from vocabsmith.plots.growing import GrowingArray
from vocabsmith.plots.thinning import thin_evenly
from vocabsmith_resources.themes.palette import Palette

_USUAL_TOP = 4.6  # most corpora stay below; the axis has its full size before the first merge


class BytesPerTokenPlot(Chart):
    """How much text one token holds, from the tokens left in the corpus after each merge."""

    hint_corner = Qt.Corner.BottomRightCorner
    read_out_side = Qt.Edge.RightEdge

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            name="Bytes per token",
            unit="Bytes",
            across="Vocabulary size",
            hint="How much text one token holds, for every size up to yours. Where it goes flat, more tokens "
            "buy little.",
            left=NumberAxis("left", least_step=0.1),
            bottom=NumberAxis("bottom"),
            parent=parent,
        )
        self._tokens_left = GrowingArray(np.uint64)
        self._base, self._goal, self._bytes = 256, 32_000, 0
        self._curve = pg.PlotCurveItem(antialias=True)
        self._example = pg.PlotCurveItem(antialias=True)
        self._goal_line = pg.InfiniteLine(angle=90, label="", labelOpts={"position": 0.06, "anchors": [(1, 1), (1, 1)]})
        self._goal_line.label.setPosition(0.02)
        for item in (self._example, self._curve, self._goal_line):
            self.box.addItem(item, ignoreBounds=True)
        self._draw_example()

    def set_goal(self, base: int, goal: int) -> None:
        """Make the chart, while it is empty, for vocabularies from `base` (bytes and special tokens) to `goal`."""
        if self.empty:
            self._base, self._goal = base, max(goal, base + 1)
            self._draw_example()
            self.reset_view()

    def start(self, base: int, goal: int) -> None:
        """Begin with an empty chart for a run from `base` to `goal` tokens."""
        self._tokens_left.clear()
        self.set_goal(base, goal)
        self._goal_line.setPos(self._goal)
        self._goal_line.label.setText(f"goal {self._goal:,}")
        self._show_state()

    def begin_curve(self, corpus_bytes: int) -> None:
        """The first point: before any merge every byte of the corpus is a token."""
        self._bytes = corpus_bytes
        self._tokens_left.append([corpus_bytes])

    def begin_with_characters(self, characters: int, tokens: int) -> None:
        """Another first point: so many characters are in the vocabulary, and make `tokens` tokens of the corpus."""
        self._base += characters
        self._tokens_left.clear()
        self._tokens_left.append([tokens])
        self.reset_view()

    def append(self, tokens_left: npt.NDArray[np.uint64]) -> None:
        """Add the tokens left in the corpus after each of the next merges."""
        if len(tokens_left) == 0:
            return
        was_empty = self.empty
        self._tokens_left.append(tokens_left)
        if was_empty:
            self._show_state()
        else:
            self.refresh()

    def value_at(self, merges: int) -> float:
        """Bytes per token after so many merges."""
        return self._bytes / max(int(self._tokens_left.values[merges]), 1)

    @property
    def empty(self) -> bool:
        """Whether there is no merge to draw yet."""
        return len(self._tokens_left) < 2

    def _draw(self) -> None:
        self._example.setVisible(self.empty)
        self._goal_line.setVisible(not self.empty)
        if self.empty:
            self._curve.setData([], [])
            return
        chosen = self._visible_points()
        left = np.maximum(self._tokens_left.values[chosen], 1)
        self._curve.setData(chosen + float(self._base), self._bytes / left.astype(np.float64))

    def _visible_points(self) -> npt.NDArray[np.int64]:
        left, right = self.box.viewRange()[0]
        first = max(0, math.floor(left) - self._base - 1)
        last = min(len(self._tokens_left) - 1, math.ceil(right) - self._base + 1)
        return thin_evenly(first, last)

    def _draw_example(self) -> None:
        span = self._goal - self._base
        share = np.linspace(0.0, 1.0, 200)
        self._example.setData(self._base + share * span, 1.0 + 3.1 * (share**0.25) * (1.08 - 0.08 * share))

    def _full_range(self) -> QRectF:
        right = max(self._goal, self._base + len(self._tokens_left)) - self._base
        top = _USUAL_TOP
        if not self.empty:
            top = max(top, math.ceil(self.value_at(-1) * 1.08 * 2) / 2 + 0.1)
        return QRectF(self._base - right * 0.02, 0.8, right * 1.1, top - 0.8)

    def _nearest(self, place: QPointF) -> int | None:
        return min(max(round(place.x()) - self._base, 0), len(self._tokens_left) - 1)

    def _resting_point(self) -> int | None:
        return len(self._tokens_left) - 1

    def _place_of(self, index: int) -> QPointF:
        return QPointF(self._base + index, self.value_at(index))

    def _words_for(self, index: int) -> tuple[str, ...]:
        return f"{self.value_at(index):.2f} bytes per token", f"at {self._base + index:,} tokens"

    def _colour_items(self, palette: Palette) -> None:
        self._curve.setPen(pg.mkPen(palette.accent, width=1.6))
        self._example.setPen(pg.mkPen(palette.control_border, width=1.6, dash=[5, 3]))
        self._goal_line.setPen(pg.mkPen(palette.secondary, width=1, dash=[4, 3]))
        self._goal_line.label.setColor(palette.secondary)
        self._goal_line.label.textItem.setFont(self._font(0.85))
