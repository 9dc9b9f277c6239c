"""The charts of the run that is shown, the slider under them, and the curves of other runs laid over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QObject, QTimer, Signal

from vocabsmith.pages.build_page.live_merges import LiveMerges
from vocabsmith.pages.build_page.merge_list import MergeList, words_for
from vocabsmith.pages.build_page.shown_run import ShownRun
from vocabsmith.pages.build_page.size_slider import SizeSlider
from vocabsmith.plots import THIS_RUN, BytesPerTokenPlot, MergeCountPlot, Overlay, RunCurves, TokenLengthPlot
from vocabsmith_engine import NewMerges, Recipe

_DRAWING_PAUSE = 25  # milliseconds from the drawing of one part to that of the next, of which there are four


class _Part:
    """A chart or a list with the numbers that it has not drawn yet."""

    def __init__(self, draw: Callable[[npt.NDArray[Any]], None]) -> None:
        self._draw = draw
        self.waiting: list[npt.NDArray[Any]] = []

    def draw(self) -> None:
        """Draw all that waits."""
        if self.waiting:
            numbers = np.concatenate(self.waiting)
            self.waiting.clear()
            self._draw(numbers)


class RunCharts(QObject):
    """Keeps three charts, the list of merges and the slider of sizes on one run.

    Signals:
        size_changed(int): another size is chosen, by the slider or by the marker of a chart.
    """

    size_changed = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.merge_counts = MergeCountPlot()
        self.bytes_per_token = BytesPerTokenPlot()
        self.token_lengths = TokenLengthPlot()
        self.merge_list = MergeList()
        self.sizes = SizeSlider()
        self.merges = LiveMerges(bytes(range(256)))
        self._parts = (
            _Part(self.merge_counts.append),
            _Part(self.bytes_per_token.append),
            _Part(self.token_lengths.append),
            _Part(lambda _counts: self.merge_list.refresh()),
        )
        self._turn = 0
        self._drawing = QTimer(self, singleShot=True, interval=_DRAWING_PAUSE)
        self._drawing.timeout.connect(self._draw_next)
        self.sizes.size_changed.connect(self._choose)
        for chart in self._marked:
            chart.marker_moved.connect(self._choose)

    @property
    def all(self) -> tuple[MergeCountPlot, BytesPerTokenPlot, TokenLengthPlot]:
        """The charts, in reading order."""
        return self.merge_counts, self.bytes_per_token, self.token_lengths

    @property
    def _marked(self) -> tuple[MergeCountPlot, BytesPerTokenPlot]:
        """The charts that show the size which is chosen."""
        return self.merge_counts, self.bytes_per_token

    # --- a run that goes on

    def show_goal(self, recipe_size: int, base: int) -> None:
        """While there is no run yet: make the empty chart for the size in the form."""
        self.bytes_per_token.set_goal(base, recipe_size)

    def start(self, recipe: Recipe) -> None:
        """Begin an empty run."""
        self._forget_news()
        self.merges = LiveMerges(recipe.byte_of_id)
        base = recipe.vocab_size - recipe.max_merges
        self.merge_counts.start(recipe.max_merges, self._name_of_merge)
        self.bytes_per_token.start(base, recipe.vocab_size)
        self.token_lengths.clear()
        self.merge_list.start(self.merges)
        self.sizes.clear()
        self._call_run(THIS_RUN)
        for chart in self._marked:
            chart.set_marker(None)

    def begin_with(self, run: ShownRun) -> None:
        """What the run has learned before it was cut off; it will learn that again, and is drawn on from there."""
        self.merges = run.merges
        self.merge_list.start(self.merges)
        self.merge_counts.append(run.curves.counts)
        self.bytes_per_token.begin_curve(run.curves.counted_bytes)
        if run.result.characters:
            self.bytes_per_token.begin_with_characters(len(run.result.characters), run.result.initial_tokens)
        self.bytes_per_token.append(run.curves.tokens_left[1:])
        self.token_lengths.append(run.curves.lengths)

    def begin_curve(self, corpus_bytes: int) -> None:
        """The corpus is counted: merging begins with as many tokens as bytes."""
        if not len(self.merges):
            self.bytes_per_token.begin_curve(corpus_bytes)

    def add_merges(self, news: NewMerges) -> None:
        """Take the merges learned since the last look; each part draws them at most ten times a second."""
        news = _from(news, len(self.merges))
        if not len(news.counts):
            return
        if not len(self.merges) and news.base is not None and news.base.characters:
            self.bytes_per_token.begin_with_characters(len(news.base.characters), news.base.tokens)
        lengths = self.merges.add(news)
        for part, numbers in zip(self._parts, (news.counts, news.tokens_left, lengths, news.counts), strict=True):
            part.waiting.append(numbers)
        if not self._drawing.isActive():
            self._drawing.start()

    def _draw_next(self) -> None:
        """Draw one part, the others in turn: all at once would keep the window from answering for too long."""
        for _ in self._parts:
            part = self._parts[self._turn]
            self._turn = (self._turn + 1) % len(self._parts)
            if part.waiting:
                part.draw()
                self._drawing.start()
                return

    def draw_news(self) -> None:
        """Draw at once what has not been drawn yet."""
        self._drawing.stop()
        for part in self._parts:
            part.draw()

    def _forget_news(self) -> None:
        self._drawing.stop()
        for part in self._parts:
            part.waiting.clear()

    # --- a run that has ended

    def show_learned(self, run: ShownRun) -> None:
        """What a run had learned that was cut off; there is no size to be chosen of it."""
        self.show_run(run)
        self.sizes.clear()
        for chart in self._marked:
            chart.set_marker(None)

    def show_run(self, run: ShownRun, *, keep_view: bool = False) -> None:
        """Everything is that of a finished run, all of its vocabulary chosen; `keep_view` leaves zoom and pan alone."""
        self._forget_news()
        self.merges = run.merges
        self.merge_list.start(self.merges)
        self.merge_counts.show_run(run.curves, self._name_of_merge, keep_view=keep_view)
        self.bytes_per_token.show_run(run.curves, keep_view=keep_view)
        self.token_lengths.show_run(run.curves, keep_view=keep_view)
        held_out = run.result.held_out
        measured = held_out is not None and bool(held_out.documents)
        self.sizes.show_run(
            run.curves.base,
            run.result.bytes_per_token_at(),
            held_out.bytes_per_token_at() if held_out is not None and measured else None,
        )
        self._call_run(run.name)
        self._mark(run.curves)

    def _mark(self, curves: RunCurves) -> None:
        for chart in self._marked:
            chart.set_marker(curves.vocab_size if len(curves.counts) else None)

    def _call_run(self, name: str) -> None:
        for chart in self.all:
            chart.set_run_name(name)

    def set_overlays(self, overlays: Sequence[Overlay]) -> None:
        """Lay other runs over the charts."""
        for chart in self.all:
            chart.set_overlays(overlays)

    def _choose(self, size: int) -> None:
        self.sizes.set_size(size)
        for chart in self._marked:
            chart.set_marker(size)
        self.size_changed.emit(size)

    def _name_of_merge(self, rank: int) -> str:
        return words_for(self.merges.merge(rank))


def _from(news: NewMerges, known: int) -> NewMerges:
    """The merges from rank `known` on."""
    skipped = max(0, known - news.first)
    if not skipped:
        return news
    return NewMerges(
        news.first + skipped, news.ids[skipped:], news.counts[skipped:], news.tokens_left[skipped:], news.base
    )
