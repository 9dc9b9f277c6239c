"""The right pane: the stages of a run, its charts and newest merges, and afterwards what came out."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from vocabsmith import wording
from vocabsmith.operations.train_corpus import TrainingOutcome
from vocabsmith.pages.build_page.chart_cell import CellGrid, ChartCell
from vocabsmith.pages.build_page.live_merges import LiveMerges
from vocabsmith.pages.build_page.merge_list import MergeList, words_for
from vocabsmith.pages.build_page.run_stages import RunStages
from vocabsmith.pages.build_page.run_summary import RunSummary
from vocabsmith.plots import BytesPerTokenPlot, MergeCountPlot, TokenLengthPlot
from vocabsmith.widgets.labels import IconLabel, Label
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith.widgets.panes import SIDE, Pane, horizontal_line
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_engine import CorpusCounts, NewMerges, Progress, Recipe
from vocabsmith_resources.themes.palette import Palette

_DRAWING_PAUSE = 100  # milliseconds between two drawings of the charts


class RunPane(Pane):
    """Keeps one layout while empty, running and done: only what the parts show changes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Run", "What a run shows", parent=parent)
        self.stages = RunStages()
        self.note = IconLabel("warning", "", "warning")
        self.note.hide()
        self.summary = RunSummary()
        self.message = InlineMessage()
        self.merge_counts = MergeCountPlot()
        self.bytes_per_token = BytesPerTokenPlot()
        self.token_lengths = TokenLengthPlot()
        self.merge_list = MergeList()
        self._merges = LiveMerges(bytes(range(256)))
        self._news: list[NewMerges] = []
        self._drawing = QTimer(self, singleShot=True, interval=_DRAWING_PAUSE)
        self._drawing.timeout.connect(self._draw_news)
        self._count_head = Label("", "secondary")
        self._top = QStackedWidget()
        self._compose()

    def _compose(self) -> None:
        message_page = QWidget()
        message_page.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)  # others give the height
        column = QVBoxLayout(message_page)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.message)
        column.addStretch(1)
        stages_page = QWidget()
        column = QVBoxLayout(stages_page)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.stages)
        column.addWidget(self.note)
        column.addStretch(1)
        for page in (stages_page, self.summary, message_page):
            self._top.addWidget(page)
        self._stages_page, self._message_page = stages_page, message_page
        holder = QVBoxLayout()
        holder.setContentsMargins(SIDE, 0, SIDE, 8)
        holder.addWidget(self._top)
        self.body.addLayout(holder)
        self.body.addWidget(horizontal_line())
        self.cells = self._make_cells()
        self.body.addWidget(self.cells, 1)

    def _make_cells(self) -> CellGrid:
        newest = ChartCell("Newest merges", "", self.merge_list)
        newest.head.add(self._count_head)
        return CellGrid(
            (
                ChartCell("Count of each merge", "log scales", self.merge_counts),
                ChartCell("Bytes per token", "exact", self.bytes_per_token),
                ChartCell("Lengths of learned tokens", "", self.token_lengths),
                newest,
            )
        )

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours; text of another size has another number of figures in a row."""
        spread_theme(self, palette)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fits what is shown and what is not, so that one size serves every state."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        for part in (self.stages, self.summary):
            part.fit(self.width() - 2 * SIDE)

    # --- a run

    def show_goal(self, recipe_size: int, base: int) -> None:
        """While there is no run yet: make the empty chart for the size in the form."""
        self.bytes_per_token.set_goal(base, recipe_size)

    def start(self, recipe: Recipe, note: str) -> None:
        """Begin an empty run."""
        self._drawing.stop()
        self._news.clear()
        self._merges = LiveMerges(recipe.byte_of_id)
        base = recipe.vocab_size - recipe.max_merges
        self.merge_counts.start(recipe.max_merges, self._name_of_merge)
        self.bytes_per_token.start(base, recipe.vocab_size)
        self.token_lengths.clear()
        self.merge_list.start(self._merges)
        self._count_head.setText("")
        self.stages.reset()
        self._show_notes("")
        self.message.clear()
        self.head.set_note(note)
        self._top.setCurrentWidget(self._stages_page)

    def show_counted(self, counts: CorpusCounts) -> None:
        """The corpus is counted: merging begins with as many tokens as bytes."""
        pieces = wording.count(counts.counts.total, "piece")
        self.stages.set_line("reading", f"{pieces}, {len(counts.counts):,} distinct")
        self.bytes_per_token.begin_curve(counts.counts.total_bytes)

    def show_progress(self, progress: Progress) -> None:
        """Where the run is."""
        self.stages.set_line("merging", wording.count(progress.merges, "merge"))
        self.stages.show_progress(progress)

    def add_note(self, text: str) -> None:
        """The run found something that the user should know while it works."""
        self._show_notes(f"{self.note.text()}\n{text}".strip())

    def _show_notes(self, text: str) -> None:
        self.note.set_content("warning", text, "warning")
        self.note.setVisible(bool(text))

    def add_merges(self, news: NewMerges) -> None:
        """Take the merges learned since the last look; they are drawn at most ten times a second."""
        self._news.append(news)
        if not self._drawing.isActive():
            self._drawing.start()

    def _draw_news(self) -> None:
        """Draw what has come since the last time, all of it at once."""
        self._drawing.stop()
        if not self._news:
            return
        base = self._news[0].base
        if not len(self._merges) and base is not None and base.characters:
            self.bytes_per_token.begin_with_characters(len(base.characters), base.tokens)
        lengths = [self._merges.add(news) for news in self._news]
        self.merge_counts.append(np.concatenate([news.counts for news in self._news]))
        self.bytes_per_token.append(np.concatenate([news.tokens_left for news in self._news]))
        self.token_lengths.append(np.concatenate(lengths))
        self._news.clear()
        self.merge_list.refresh()
        self._count_head.setText("count")

    def show_outcome(self, outcome: TrainingOutcome, *, note: str, seconds: float, threads: int) -> None:
        """The run has ended in a tokenizer."""
        self._draw_news()
        self.stages.finish()
        self.summary.show_outcome(outcome, longest=self._merges.longest, seconds=seconds, threads=threads)
        self.head.set_note(note)
        self._top.setCurrentWidget(self.summary)

    def show_stopped(self, text: str) -> None:
        """The run was stopped before there was anything to keep."""
        self.stages.stop(text)
        self.head.set_note("stopped")
        self._show_message("info", text)

    def show_failure(self, text: str, go_on: Callable[[], None] | None = None) -> None:
        """The run could not go on; `go_on` begins it again without what was in its way."""
        self.stages.stop("failed")
        self.head.set_note("failed")
        self._show_message("error", text, "Go on without it", go_on)

    def _show_message(self, level: str, text: str, step: str = "", next_step: Callable[[], None] | None = None) -> None:
        self.message.show_message(level, text, step, next_step)
        self._top.setCurrentWidget(self._message_page)

    @property
    def merges(self) -> LiveMerges:
        """What was learned so far."""
        return self._merges

    def _name_of_merge(self, rank: int) -> str:
        return words_for(self._merges.merge(rank))
