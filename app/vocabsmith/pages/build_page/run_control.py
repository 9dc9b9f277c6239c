"""Starts a run beside the window, follows it, and shows what it ends with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from vocabsmith import wording
from vocabsmith.operations.run_handle import RunHandle
from vocabsmith.operations.train_corpus import go_on_with_run, train_corpus
from vocabsmith.pages.build_page.run_clock import RunClock
from vocabsmith.pages.build_page.run_pane import RunPane
from vocabsmith.pages.build_page.shown_run import ShownRun, just_ended
from vocabsmith.session import Session
from vocabsmith.tasks import MonitorPoller, Task, TaskRunner
from vocabsmith.widgets.inline_question import Answer
from vocabsmith_engine import (
    BadFile,
    BadFiles,
    CorpusCounts,
    Monitor,
    NewMerges,
    Progress,
    Recipe,
    Source,
    Stopped,
    StopReason,
    VocabsmithError,
)
from vocabsmith_engine.runs import RunError, RunInfo, RunStore

if TYPE_CHECKING:
    from vocabsmith_engine.estimating import Estimate

_STOPPED = "Stopped while reading: nothing was learned yet, so nothing is kept. Start again when you like."
_DISCARDED = "The run was discarded: nothing of it is kept."
_SUSPENDED = "The run waits where it was. Go on with it from the list of runs, or at the next start."
_REALLY = "Discard this run? What it has learned will be gone."


class RunControl(QObject):
    """One run at a time.

    Attributes:
        task: the running one, or None.
        last_recipe, last_sources: of the run that ended in a tokenizer last.

    Signals:
        changed: a run has begun, is on the disk now, or has ended.
        ended(ShownRun): it has ended in a tokenizer.
    """

    changed = Signal()
    ended = Signal(object)
    _begun = Signal()

    def __init__(
        self,
        session: Session,
        tasks: TaskRunner,
        pane: RunPane,
        store: RunStore | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._tasks, self._pane, self._store = session, tasks, pane, store
        self.task: Task[ShownRun] | None = None
        self.last_recipe: Recipe | None = None
        self.last_sources: tuple[Source, ...] = ()
        self._handle = RunHandle()
        self._clock = RunClock(None)
        self._counted: CorpusCounts | None = None
        self._poller = MonitorPoller(self)
        self._poller.progressed.connect(self._show_progress)
        self._poller.merged.connect(self._show_merges)
        self._poller.noted.connect(pane.add_note)
        self._poller.paused_changed.connect(self._show_paused)
        self._begun.connect(self.changed, Qt.ConnectionType.QueuedConnection)
        pane.pause_asked.connect(self.pause)
        pane.stop_asked.connect(self.stop)
        pane.discard_asked.connect(self.ask_to_discard)

    @property
    def running(self) -> bool:
        """Whether a run is in progress."""
        return self.task is not None

    @property
    def run_id(self) -> str:
        """Id of the run in progress, "" if there is none or it is not kept."""
        info = self._handle.info if self.running else None
        return "" if info is None else info.id

    @property
    def can_suspend(self) -> bool:
        """Whether the run in progress could be gone on with later."""
        return bool(self.run_id)

    # --- beginning

    def start(
        self,
        *,
        name: str,
        sources: Sequence[Source],
        recipe: Recipe,
        threads: int | None,
        memory_limit: int | None = None,
        skip_bad: bool = False,
        project: str = "",
        estimate: Estimate | None = None,
    ) -> None:
        """Begin a run; its tokenizer will get `name`. `skip_bad`: go on without files that turn out to be bad."""
        read = tuple(sources)
        handle = self._new_handle()

        def train(watched: Monitor) -> ShownRun:
            outcome = train_corpus(
                sources=read,
                recipe=recipe,
                threads=threads,
                monitor=watched,
                memory_limit=memory_limit,
                skip_bad=skip_bad,
                on_counted=self._keep_counts,
                store=self._store,
                name=name,
                project=project,
                handle=handle,
            )
            return just_ended(outcome, name)

        def without_bad_files() -> None:
            self.start(
                name=name,
                sources=read,
                recipe=recipe,
                threads=threads,
                memory_limit=memory_limit,
                skip_bad=True,
                project=project,
                estimate=estimate,
            )

        def failed(error: Exception) -> None:
            is_bad = isinstance(error, BadFile | BadFiles)
            self._fail(error, "Go on without it", without_bad_files if is_bad else None)

        self._pane.start(recipe, f"{name}, started {datetime.now():%H:%M}")
        self._clock = RunClock(estimate)
        self._begin(name, train, partial(self._finish, recipe, read), failed)

    def go_on(self, info: RunInfo, otherwise: Callable[[], None], learned: ShownRun | None = None) -> None:
        """Go on with a run that was cut off; `otherwise` is offered where that cannot be, as its text has changed.

        The charts begin with what it has `learned` already.
        """
        store, recipe = self._store, info.recipe
        if store is None or recipe is None or self.running:
            return
        handle = self._new_handle()

        def train(watched: Monitor) -> ShownRun:
            outcome = go_on_with_run(
                store=store, run_id=info.id, monitor=watched, on_counted=self._keep_counts, handle=handle
            )
            return just_ended(outcome, info.name)

        def failed(error: Exception) -> None:
            is_changed = isinstance(error, RunError)
            self._fail(error, "Use its recipe and corpus", otherwise if is_changed else None)

        self._pane.start(recipe, f"{info.name}, gone on with {datetime.now():%H:%M}", learned)
        self._clock = RunClock(None)
        self._begin(info.name, train, partial(self._finish, recipe, ()), failed)

    def _new_handle(self) -> RunHandle:
        """Its `on_begun` is called by the run's thread; the signal takes that to the window's."""
        self._handle = RunHandle(lambda _info: self._begun.emit())
        return self._handle

    def _begin(
        self,
        name: str,
        train: Callable[[Monitor], ShownRun],
        done: Callable[[ShownRun], None],
        failed: Callable[[Exception], None],
    ) -> None:
        self._counted = None
        monitor = Monitor()
        self._poller.watch(monitor)
        self.task = self._tasks.start(
            train,
            on_done=done,
            on_failed=failed,
            monitor=monitor,
            job=name,
            on_discard=self.ask_to_discard,
            in_stages=True,
        )
        self.changed.emit()

    def _keep_counts(self, counts: CorpusCounts) -> None:
        """Called by the run's thread: one reference is set, which the next look of the window finds."""
        self._counted = counts

    # --- what the user says to it

    def pause(self, paused: bool) -> None:
        """Let the run wait, or go on."""
        if self.task is not None:
            if paused:
                self.task.monitor.pause()
            else:
                self.task.monitor.resume()

    def stop(self) -> None:
        """End the run; what was learned is kept."""
        if self.task is not None:
            self.task.stop()

    def suspend(self) -> None:
        """End the run where it is, to go on later. Does nothing to a run that is not kept."""
        if self.task is not None and self._store is not None:
            self._handle.suspend()
            if self._handle.info is None:  # nothing is on the disk yet; a run that is stops itself
                self.task.stop()

    def ask_to_discard(self) -> None:
        """End the run and keep nothing of it, if the user says so."""
        if self.running:
            discard = Answer("Discard", self._discard, description="End the run; nothing of it stays on the disk.")
            self._pane.ask("warning", _REALLY, (discard, Answer("Keep it", lambda: None)))
            self._pane.question.take_focus()

    def _discard(self) -> None:
        if self.task is not None:
            self._handle.discard()
            self.task.stop()

    # --- while it runs

    def _take_counts(self) -> None:
        if self._counted is not None:
            self._pane.show_counted(self._counted)
            self._counted = None

    def _show_progress(self, progress: Progress) -> None:
        self._take_counts()
        self._pane.show_progress(progress)
        self._pane.show_left(self._clock.words_left(progress))

    def _show_paused(self, paused: bool) -> None:
        self._clock.pause(paused)
        self._pane.show_paused(paused)

    def _show_merges(self, news: NewMerges) -> None:
        self._take_counts()
        self._pane.add_merges(news)

    # --- after it

    def _finish(self, recipe: Recipe, sources: tuple[Source, ...], run: ShownRun) -> None:
        self._end_watch()
        self.last_recipe, self.last_sources = recipe, sources
        stopped = run.result.stop_reason is StopReason.STOPPED
        note = f"{run.name}, {'stopped' if stopped else 'finished'} {datetime.now():%H:%M}"
        self._pane.show_run(run, note, keep_view=True)
        self._session.add_tokenizer(run.name, run.result.tokenizer, run_id=run.id)
        self._report(run, stopped)
        self.ended.emit(run)
        self.changed.emit()

    def _report(self, run: ShownRun, stopped: bool) -> None:
        words = f"Run {'stopped after' if stopped else 'finished in'} {wording.duration(run.facts.seconds or 0.0)}"
        if self._store is not None and run.info is None:
            self._session.report("warning", f"{words}, and is not kept: {self._store.folder} cannot be written")
        else:
            self._session.report("info" if stopped else "good", words)

    def _fail(self, error: Exception, step: str, next_step: Callable[[], None] | None) -> None:
        self._end_watch()
        if isinstance(error, Stopped):
            self._show_stopped()
        else:
            words = str(error) if isinstance(error, VocabsmithError) else _unexpected(error)
            self._pane.show_failure(words, next_step, step)
            self._session.report("error", "Run failed")
        self.changed.emit()

    def _show_stopped(self) -> None:
        if self._handle.discarded:
            self._pane.show_stopped(_DISCARDED, "discarded")
            self._session.report("info", "Run discarded")
        elif self._handle.waits:
            self._pane.show_stopped(_SUSPENDED, "to go on later")
            self._session.report("info", "Run left to go on later")
        else:
            self._pane.show_stopped(_STOPPED)
            self._session.report("info", "Run stopped while reading")

    def _end_watch(self) -> None:
        self._poller.finish()
        self.task = None


def _unexpected(error: Exception) -> str:
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"The run ended with an unexpected error ({what}). Start it again; the log says more."
