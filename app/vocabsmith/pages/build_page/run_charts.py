"""The charts of the run that is shown, the slider under them, and the curves of other runs laid over."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from vocabsmith.pages.build_page.live_merges import LiveMerges
from vocabsmith.pages.build_page.merge_list import MergeList, words_for
from vocabsmith.pages.build_page.shown_run import ShownRun
from vocabsmith.pages.build_page.size_slider import SizeSlider
from vocabsmith.plots import BytesPerTokenPlot, MergeCountPlot, Overlay, RunCurves, TokenLengthPlot
from vocabsmith_engine import NewMerges, Recipe

_DRAWING_PAUSE = 100  # milliseconds between two drawings of the charts


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
        self._news: list[NewMerges] = []
        self._drawing = QTimer(self, singleShot=True, interval=_DRAWING_PAUSE)
        self._drawing.timeout.connect(self.draw_news)
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
        self._drawing.stop()
        self._news.clear()
        self.merges = LiveMerges(recipe.byte_of_id)
        base = recipe.vocab_size - recipe.max_merges
        self.merge_counts.start(recipe.max_merges, self._name_of_merge)
        self.bytes_per_token.start(base, recipe.vocab_size)
        self.token_lengths.clear()
        self.merge_list.start(self.merges)
        self.sizes.clear()
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
        """Take the merges learned since the last look; they are drawn at most ten times a second."""
        self._news.append(news)
        if not self._drawing.isActive():
            self._drawing.start()

    def draw_news(self) -> None:
        """Draw what has come since the last time, all of it at once."""
        self._drawing.stop()
        news = self._unseen()
        if not news:
            return
        base = news[0].base
        if not len(self.merges) and base is not None and base.characters:
            self.bytes_per_token.begin_with_characters(len(base.characters), base.tokens)
        lengths = [self.merges.add(part) for part in news]
        self.merge_counts.append(np.concatenate([part.counts for part in news]))
        self.bytes_per_token.append(np.concatenate([part.tokens_left for part in news]))
        self.token_lengths.append(np.concatenate(lengths))
        self.merge_list.refresh()

    def _unseen(self) -> list[NewMerges]:
        """What has come since the last drawing, without merges that were there from the beginning."""
        known = len(self.merges)
        parts = [_from(part, known) for part in self._news]
        self._news.clear()
        return [part for part in parts if len(part.counts)]

    # --- a run that has ended

    def show_learned(self, run: ShownRun) -> None:
        """What a run had learned that was cut off; there is no size to be chosen of it."""
        self.show_run(run)
        self.sizes.clear()
        for chart in self._marked:
            chart.set_marker(None)

    def show_run(self, run: ShownRun, *, keep_view: bool = False) -> None:
        """Everything is that of a finished run, all of its vocabulary chosen; `keep_view` leaves zoom and pan alone."""
        self._drawing.stop()
        self._news.clear()
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
        self._mark(run.curves)

    def _mark(self, curves: RunCurves) -> None:
        for chart in self._marked:
            chart.set_marker(curves.vocab_size if len(curves.counts) else None)

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
