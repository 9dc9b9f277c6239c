"""Bytes per token against vocabulary size: exact for every size a run has passed."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtWidgets import QWidget

from vocabsmith.plots.axis import NumberAxis
from vocabsmith.plots.chart import Told
from vocabsmith.plots.curve_chart import CurveChart
from vocabsmith.plots.curves import Counts, RunCurves
from vocabsmith.plots.growing import GrowingArray
from vocabsmith.plots.lines import Line, TokenLine
from vocabsmith.plots.read_out import Remark
from vocabsmith.plots.styles import LegendEntry, example_style, goal_style, held_out_style
from vocabsmith.plots.table import Table, TablePart
from vocabsmith_resources.themes.palette import Palette

_USUAL_TOP = 4.6  # most corpora stay below; the axis has its full size before the first merge


class BytesPerTokenPlot(CurveChart):
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
        self._growing = True
        self._held_out = TokenLine(self._base, 0, np.empty(0, dtype=np.uint64))
        self._held_out_curve = pg.PlotCurveItem(antialias=True)
        self._example = pg.PlotCurveItem(antialias=True)
        self._goal_line = pg.InfiniteLine(angle=90, label="", labelOpts={"position": 0.06, "anchors": [(1, 1), (1, 1)]})
        self._goal_line.label.setPosition(0.02)
        for item in (self._example, self._held_out_curve, self._goal_line):
            self.box.addItem(item, ignoreBounds=True)
        self._draw_example()

    def set_goal(self, base: int, goal: int) -> None:
        """Make the chart, while it is empty, for vocabularies from `base` (bytes and special tokens) to `goal`."""
        if not self.has_run:
            self._base, self._goal = base, max(goal, base + 1)
            self._draw_example()
            self.reset_view()

    def start(self, base: int, goal: int) -> None:
        """Begin with an empty chart for a run from `base` to `goal` tokens."""
        self._tokens_left.clear()
        self._growing = True
        self._marked = None
        self._forget_held_out()
        self.set_goal(base, goal)
        self._goal_line.setPos(self._goal)
        self._goal_line.label.setText(f"goal {self._goal:,}")
        self._show_state()
        self._show_names()

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

    def append(self, tokens_left: Counts) -> None:
        """Add the tokens left in the corpus after each of the next merges."""
        if len(tokens_left) == 0:
            return
        first = not self.has_run
        self._tokens_left.append(tokens_left)
        self._show_more(first)

    def show_run(self, curves: RunCurves, *, keep_view: bool = False) -> None:
        """Show a whole run instead of what was there; `keep_view` leaves the user's zoom as it is."""
        self._tokens_left.clear()
        self._tokens_left.append(curves.tokens_left)
        self._base, self._bytes, self._goal = curves.base, curves.counted_bytes, curves.vocab_size
        self._growing = False
        self._marked = None
        self.set_held_out(curves.held_out_bytes, curves.held_out_tokens_left)
        if not keep_view:
            self.reset_view()
        self._show_state()
        self._show_names()

    def set_held_out(self, text_bytes: int, tokens_left: Counts) -> None:
        """The curve of a text that was not learned from: its bytes, and its tokens after 0, 1, … n merges.

        `show_run` does this with what the run has; an empty `tokens_left` takes the curve away.
        """
        self._held_out = TokenLine(self._base, text_bytes, tokens_left)
        self._show_names()
        self.refresh()

    def _forget_held_out(self) -> None:
        self._held_out = TokenLine(self._base, 0, np.empty(0, dtype=np.uint64))
        self._show_names()

    def value_at(self, merges: int) -> float:
        """Bytes per token after so many merges."""
        return self._own_line().value(merges)

    @property
    def has_run(self) -> bool:
        """Whether there is a merge to draw."""
        return len(self._tokens_left) > 1

    @property
    def legend_entries(self) -> tuple[LegendEntry, ...]:
        """The run's own curve, its held-out text, the overlays."""
        entries = super().legend_entries
        held_out = (LegendEntry("held out", held_out_style(self._palette)),) if self._has_held_out() else ()
        return (*entries[:1], *held_out, *entries[1:])

    def _has_held_out(self) -> bool:
        return self._held_out.last > 0

    def _own_line(self) -> TokenLine:
        return TokenLine(self._base, self._bytes, self._tokens_left.values)

    def _line_of(self, curves: RunCurves) -> TokenLine:
        return TokenLine(curves.base, curves.counted_bytes, curves.tokens_left)

    def _lines(self) -> list[tuple[pg.PlotCurveItem, Line]]:
        *others, own = super()._lines()
        return [*others, (self._held_out_curve, self._held_out), own]

    def _draw(self) -> None:
        self._example.setVisible(self.empty)
        self._goal_line.setVisible(self._growing and self.has_run)
        super()._draw()

    def _draw_example(self) -> None:
        span = self._goal - self._base
        share = np.linspace(0.0, 1.0, 200)
        self._example.setData(self._base + share * span, 1.0 + 3.1 * (share**0.25) * (1.08 - 0.08 * share))

    def _full_range(self) -> QRectF:
        if self.empty:
            left, right, top = float(self._base), float(self._goal), _USUAL_TOP
        else:
            lines = [line for _, line in self._lines() if line.last > 0]
            left = float(min(line.base for line in lines))
            right = self._widest(float(self._goal))
            highest = max(line.place(line.last)[1] for line in lines)
            top = max(_USUAL_TOP, math.ceil(highest * 1.08 * 2) / 2 + 0.1)
        return QRectF(left - (right - left) * 0.02, 0.8, (right - left) * 1.1, top - 0.8)

    def _least_range(self) -> tuple[float, float]:
        return 10.0, 1e-3

    # --- words

    def _told_of(self, index: int) -> Told:
        return Told(QPointF(*self._own_line().place(index)), self._remarks_at(index))

    def _remarks_at(self, merges: int) -> tuple[Remark, ...]:
        size = self._base + merges
        own = (Remark(f"{self.value_at(merges):.2f} bytes per token"), Remark(f"at {size:,} tokens"))
        return (*own, *self._others_at(size))

    def _others_at(self, size: int) -> tuple[Remark, ...]:
        """What the held-out text and the overlays have at the same vocabulary size."""
        held_out = _value_at_size(self._held_out, size)
        own = (Remark(f"{held_out}  held out", held_out_style(self._palette)),) if held_out else ()
        others = [_value_at_size(self._line_of(run.curves), size) for run in self.overlays]
        return (*own, *self._overlay_remarks(others))

    def _told_of_marker(self, merges: int) -> tuple[Remark, ...]:
        size = self._base + merges
        more = self._more_tokens(merges)
        own = Remark(f"{self.value_at(merges):.2f} at {size:,}")
        return (own, *self._others_at(size), *((Remark(more),) if more else ()))

    def _more_tokens(self, merges: int) -> str:
        """What the smaller vocabulary costs: how many more tokens the corpus takes than with the whole."""
        line = self._own_line()
        if merges == line.last:
            return ""
        share = 100 * (int(line.tokens_left[merges]) / max(int(line.tokens_left[-1]), 1) - 1)
        return f"{share:,.1f} % more tokens" if share < 99.95 else f"{share:,.0f} % more tokens"

    def _at_rest(self) -> Told | None:
        return super()._at_rest() or self._told_of(self._own_line().last)

    def _marker_summary(self, merges: int) -> str:
        more = self._more_tokens(merges)
        value = f"marker at {self._base + merges:,}: {self.value_at(merges):.2f}"
        return f"{value}, {more} than at {self._own_line().last + self._base:,}" if more else value

    def _summary(self) -> str:
        named = [("", self._own_line()), *self._named_others()]
        own, *others = [f"{name}{_end(line)}" for name, line in named]
        parts = (f"{self.name} against vocabulary size: {own}", self._summary_of_marker(), *others)
        return "; ".join(part for part in parts if part)

    def _named_others(self) -> list[tuple[str, TokenLine]]:
        held_out = [("held out: ", self._held_out)] if self._has_held_out() else []
        return [*held_out, *((f"{run.name}: ", self._line_of(run.curves)) for run in self.overlays)]

    @property
    def drawn(self) -> list[pg.GraphicsObject]:
        """The line of the goal below the curves."""
        return [self._goal_line, *super().drawn]

    def table(self) -> Table:
        """Bytes, tokens and bytes per token of every text at every size."""
        own = [(self._run_name, "learned from", self._own_line()), (self._run_name, "held out", self._held_out)]
        others = [(run.name, "learned from", self._line_of(run.curves)) for run in self.overlays]
        header = ("run", "text", "vocabulary size (tokens)", "text (bytes)", "text (tokens)", "bytes per token")
        return Table(header, tuple(TablePart((run, text), _columns(line)) for run, text, line in [*own, *others]))

    def _colour_items(self, palette: Palette) -> None:
        super()._colour_items(palette)
        self._held_out_curve.setPen(held_out_style(palette).curve_pen(self.ratio))
        self._example.setPen(example_style(palette).curve_pen(self.ratio))
        self._goal_line.setPen(goal_style(palette).curve_pen(self.ratio, 1.0))
        self._goal_line.label.setColor(palette.secondary)
        self._goal_line.label.textItem.setFont(self.font_of(0.85))


def _value_at_size(line: TokenLine, size: int) -> str:
    """The line's bytes per token at a vocabulary size, or "" where it has none."""
    merges = size - line.base
    return f"{line.value(merges):.2f}" if line.first <= merges <= line.last else ""


def _columns(line: TokenLine) -> tuple[npt.NDArray[Any], ...]:
    """Size, bytes, tokens and bytes per token of every point."""
    merges = np.arange(line.last + 1)
    sizes, values = line.places(merges)
    return sizes.astype(np.int64), np.full(len(merges), line.text_bytes, np.uint64), line.tokens_left, values


def _end(line: TokenLine) -> str:
    """The last value of a line and its size."""
    return f"{line.value(line.last):.2f} at {line.base + line.last:,}" if line.last > 0 else "no merges yet"
