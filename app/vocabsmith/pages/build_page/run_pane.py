"""The right pane: the stages of a run, its charts and newest merges, and afterwards what came out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vocabsmith import wording
from vocabsmith.pages.build_page.cell_grid import CellGrid
from vocabsmith.pages.build_page.live_merges import LiveMerges
from vocabsmith.pages.build_page.run_charts import RunCharts
from vocabsmith.pages.build_page.run_stages import RunStages
from vocabsmith.pages.build_page.run_summary import RunSummary
from vocabsmith.pages.build_page.runs_cell import RunsCell
from vocabsmith.pages.build_page.shown_run import ShownRun
from vocabsmith.pages.build_page.top_stack import TopStack
from vocabsmith.plots.chart import Chart
from vocabsmith.widgets.buttons import IconButton
from vocabsmith.widgets.chart_cell import ChartCell
from vocabsmith.widgets.inline_question import Answer, InlineQuestion
from vocabsmith.widgets.labels import IconLabel
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith.widgets.panes import SIDE, Pane, horizontal_line
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_engine import CorpusCounts, NewMerges, Progress, Recipe
from vocabsmith_resources.themes.palette import Palette

_USUAL_SIZE = 32_000  # of the empty charts where nobody knows better


class RunPane(Pane):
    """Keeps one layout while empty, running and done: only what the parts show changes.

    Attributes:
        charts: what the charts, the list of merges and the slider show.
        chart_cells: each chart with the cell that it stands in.
        runs: the cell with the list of runs.

    Signals:
        pause_asked(bool), stop_asked(), discard_asked(): what the buttons in the head say to the run in progress.
    """

    pause_asked = Signal(bool)
    stop_asked = Signal()
    discard_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Run", "What a run shows", parent=parent)
        self.stages = RunStages()
        self.note = IconLabel("warning", "", "warning")
        self.note.hide()
        self.summary = RunSummary()
        self.message = InlineMessage()
        self.charts = RunCharts(self)
        self.runs = RunsCell(self.charts.merge_list)
        self.pause = IconButton("pause", "Pause the run")
        self.stop = IconButton("stop", "Stop the run and keep what was learned")
        self.discard = IconButton("trash", "Discard the run")
        self.question = InlineQuestion(self.discard)
        self._note = "What a run shows"
        self._after_question: QWidget | None = None
        self._compose()
        self._connect()
        self.show_running(False)

    def _compose(self) -> None:
        for button in (self.pause, self.stop, self.discard):
            self.head.add(button)
        self._stages_page = _column(self.stages, self.note, top=4)
        self._message_page = _column(self.message)
        self._question_page = _column(self.question)
        self._top = TopStack((self._stages_page, self.summary), (self._message_page, self._question_page))
        holder = QVBoxLayout()
        holder.setContentsMargins(SIDE, 0, SIDE, 8)
        holder.addWidget(self._top)
        self.body.addLayout(holder)
        self.body.addWidget(horizontal_line())
        charts = self.charts
        self.chart_cells: tuple[tuple[ChartCell, Chart], ...] = (
            (ChartCell("Count of each merge", "log scales", charts.merge_counts), charts.merge_counts),
            (ChartCell("Bytes per token", "exact", charts.bytes_per_token), charts.bytes_per_token),
            (ChartCell("Lengths of learned tokens", "", charts.token_lengths), charts.token_lengths),
        )
        cells = [cell for cell, _chart in self.chart_cells]
        self.cells = CellGrid((*cells, self.runs), across=charts.sizes)
        self.body.addWidget(self.cells, 1)

    def _connect(self) -> None:
        self.pause.clicked.connect(lambda: self.pause_asked.emit(not self.stages.paused))
        self.stop.clicked.connect(self.stop_asked)
        self.discard.clicked.connect(self.discard_asked)
        self.question.answered.connect(self._put_back)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours; text of another size has another number of figures in a row."""
        spread_theme(self, palette)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fits what is shown and what is not, so that one size serves every state."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        width = self.width() - 2 * SIDE
        for part in (self.stages, self.summary):
            part.fit(width)
        for widget in (self.stages, self.summary, self._stages_page, self._top):  # from the inside out
            widget.updateGeometry()

    # --- what it shows, for those who look at it from outside

    @property
    def merges(self) -> LiveMerges:
        """What was learned so far."""
        return self.charts.merges

    # --- a run in progress

    def show_goal(self, recipe_size: int, base: int) -> None:
        """While there is no run yet: make the empty chart for the size in the form."""
        self.charts.show_goal(recipe_size, base)

    def start(self, recipe: Recipe, note: str, learned: ShownRun | None = None) -> None:
        """Begin an empty run, or one that goes on from what it has `learned` before."""
        self._begin_afresh(recipe, note)
        if learned is not None:
            self.charts.begin_with(learned)
            self.runs.show_count(True)
        self.runs.show_list("merges")
        self.show_running(True)
        self._top.setCurrentWidget(self._stages_page)

    def _begin_afresh(self, recipe: Recipe, note: str) -> None:
        self.charts.start(recipe)
        self.runs.show_count(False)
        self.stages.reset()
        self._show_notes("")
        self.message.clear()
        self.question.clear()
        self.show_note(note)

    def show_running(self, running: bool) -> None:
        """Offer what can be done with a run in progress."""
        for button in (self.pause, self.stop, self.discard):
            button.setVisible(running)
        self.show_paused(False)

    def show_paused(self, paused: bool) -> None:
        """Whether the run waits."""
        self.stages.show_paused(paused)
        self._show_head("paused" if paused else "")
        self.pause.set_icon("play" if paused else "pause", "Go on with the run" if paused else "Pause the run")

    def show_counted(self, counts: CorpusCounts) -> None:
        """The corpus is counted: merging begins with as many tokens as bytes."""
        pieces = wording.count(counts.counts.total, "piece")
        self.stages.set_line("reading", f"{pieces}, {len(counts.counts):,} distinct")
        self.charts.begin_curve(counts.counts.total_bytes)

    def show_progress(self, progress: Progress) -> None:
        """Where the run is."""
        self.stages.set_line("merging", wording.count(progress.merges, "merge"))
        self.stages.show_progress(progress)

    def show_left(self, words: str) -> None:
        """How long the whole run will still take, "" if that is not known."""
        self._show_head("paused" if self.stages.paused else words)

    def add_note(self, text: str) -> None:
        """The run found something that the user should know while it works."""
        self._show_notes(f"{self.note.text()}\n{text}".strip())

    def _show_notes(self, text: str) -> None:
        self.note.set_content("warning", text, "warning")
        self.note.setVisible(bool(text))

    def add_merges(self, news: NewMerges) -> None:
        """Take the merges learned since the last look."""
        self.charts.add_merges(news)
        self.runs.show_count(True)

    # --- after it

    def show_run(self, run: ShownRun, note: str, *, keep_view: bool = False) -> None:
        """A run that has ended, just now or long ago."""
        self._end(note)
        self.stages.finish()
        self.charts.show_run(run, keep_view=keep_view)
        self.runs.show_count(bool(len(run.merges)))
        self.summary.show_facts(run.facts)
        self._top.setCurrentWidget(self.summary)

    def show_unfinished(self, recipe: Recipe | None, note: str) -> None:
        """A run without a result, or without a recipe that can be read: the charts are empty."""
        self._begin_afresh(recipe or Recipe(vocab_size=_USUAL_SIZE), note)
        self._end(note)
        self._top.setCurrentWidget(self._stages_page)

    def show_learned(self, run: ShownRun, note: str) -> None:
        """What a run had learned that was cut off, under the question what is to become of it."""
        self.show_note(note)
        self.charts.show_learned(run)
        self.runs.show_count(True)

    def show_stopped(self, text: str, note: str = "stopped") -> None:
        """The run was ended before there was anything to keep."""
        self.stages.stop(text)
        self._end(note)
        self._show_message("info", text)

    def show_failure(
        self,
        text: str,
        go_on: Callable[[], None] | None = None,
        step: str = "Go on without it",
        note: str = "failed",
    ) -> None:
        """The run could not go on; `go_on` begins it again without what was in its way."""
        self.stages.stop("failed")
        self._end(note)
        self._show_message("error", text, step, go_on)

    def _end(self, note: str) -> None:
        self.charts.draw_news()
        self.question.clear()
        self.show_note(note)
        self.show_running(False)

    def _show_message(self, level: str, text: str, step: str = "", next_step: Callable[[], None] | None = None) -> None:
        self.message.show_message(level, text, step, next_step)
        self._top.setCurrentWidget(self._message_page)

    # --- questions

    def ask(self, level: str, text: str, answers: Sequence[Answer]) -> None:
        """Ask in the place of the stages; they come back with the answer."""
        if self._top.currentWidget() is not self._question_page:
            self._after_question = self._top.currentWidget()
        self.question.ask(level, text, answers)
        self._top.setCurrentWidget(self._question_page)

    def _put_back(self) -> None:
        if not self.question.text() and self._top.currentWidget() is self._question_page:
            self._top.setCurrentWidget(self._after_question or self._stages_page)

    def show_note(self, note: str) -> None:
        """Which run is shown, in the head."""
        self._note = note
        self._show_head("")

    def _show_head(self, more: str) -> None:
        self.head.set_note(f"{self._note} · {more}" if more else self._note)


def _column(*parts: QWidget, top: int = 0) -> QWidget:
    page = QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(0, top, 0, 0)
    column.setSpacing(8)
    for part in parts:
        column.addWidget(part)
    column.addStretch(1)
    return page
