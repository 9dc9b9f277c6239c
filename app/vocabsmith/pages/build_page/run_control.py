"""Starts a run beside the window, follows it, and keeps what it ends with."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QObject, Signal

from vocabsmith import wording
from vocabsmith.operations.train_corpus import TrainingOutcome, train_corpus
from vocabsmith.pages.build_page.run_pane import RunPane
from vocabsmith.session import Run, Session
from vocabsmith.tasks import MonitorPoller, Task, TaskRunner
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

_STOPPED = "Stopped while reading: nothing was learned yet, so nothing is kept. Start again when you like."


class RunControl(QObject):
    """One run at a time.

    Attributes:
        task: the running one, or None.
        last_recipe, last_sources: of the run that ended in a tokenizer last.

    Signals:
        changed: a run has begun or ended.
    """

    changed = Signal()

    def __init__(self, session: Session, tasks: TaskRunner, pane: RunPane, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._tasks, self._pane = session, tasks, pane
        self.task: Task[TrainingOutcome] | None = None
        self.last_recipe: Recipe | None = None
        self.last_sources: tuple[Source, ...] = ()
        self._counted: CorpusCounts | None = None
        self._began = 0.0
        self._poller = MonitorPoller(self)
        self._poller.progressed.connect(self._show_progress)
        self._poller.merged.connect(self._show_merges)
        self._poller.noted.connect(pane.add_note)

    @property
    def running(self) -> bool:
        """Whether a run is in progress."""
        return self.task is not None

    def start(
        self, *, name: str, sources: Sequence[Source], recipe: Recipe, threads: int | None, skip_bad: bool = False
    ) -> None:
        """Begin a run; its tokenizer will get `name`. `skip_bad`: go on without files that turn out to be bad."""
        self._counted, self._began = None, time.monotonic()
        self._pane.start(recipe, f"{name}, started {datetime.now():%H:%M}")
        read = tuple(sources)
        monitor = Monitor()

        def train(watched: Monitor) -> TrainingOutcome:
            return train_corpus(
                sources=read,
                recipe=recipe,
                threads=threads,
                monitor=watched,
                skip_bad=skip_bad,
                on_counted=self._keep_counts,
            )

        def without_bad_files() -> None:
            self.start(name=name, sources=read, recipe=recipe, threads=threads, skip_bad=True)

        def done(outcome: TrainingOutcome) -> None:
            self.last_recipe, self.last_sources = recipe, read
            self._finish(outcome, name, threads or os.cpu_count() or 1)

        self._poller.watch(monitor)
        self.task = self._tasks.start(
            train, on_done=done, on_failed=lambda error: self._fail(error, without_bad_files), monitor=monitor, job=name
        )
        self.changed.emit()

    def _keep_counts(self, counts: CorpusCounts) -> None:
        """Called by the run's thread: one reference is set, which the next look of the window finds."""
        self._counted = counts

    # --- while it runs

    def _take_counts(self) -> None:
        if self._counted is not None:
            self._pane.show_counted(self._counted)
            self._counted = None

    def _show_progress(self, progress: Progress) -> None:
        self._take_counts()
        self._pane.show_progress(progress)

    def _show_merges(self, news: NewMerges) -> None:
        self._take_counts()
        self._pane.add_merges(news)

    # --- after it

    def _finish(self, outcome: TrainingOutcome, name: str, threads: int) -> None:
        self._end_watch()
        seconds = time.monotonic() - self._began
        now = datetime.now()
        stopped = outcome.result.stop_reason is StopReason.STOPPED
        note = f"{name}, {'stopped' if stopped else 'finished'} {now:%H:%M}"
        self._pane.show_outcome(outcome, note=note, seconds=seconds, threads=threads)
        self._session.add_run(Run(name, outcome.result, now, outcome.peak_memory))
        words = "Run stopped after" if stopped else "Run finished in"
        self._session.report("info" if stopped else "good", f"{words} {wording.duration(seconds)}")
        self.changed.emit()

    def _fail(self, error: Exception, without_bad_files: Callable[[], None]) -> None:
        self._end_watch()
        if isinstance(error, Stopped):
            self._pane.show_stopped(_STOPPED)
            self._session.report("info", "Run stopped while reading")
        else:
            words = str(error) if isinstance(error, VocabsmithError) else _unexpected(error)
            self._pane.show_failure(words, without_bad_files if isinstance(error, BadFile | BadFiles) else None)
            self._session.report("error", "Run failed")
        self.changed.emit()

    def _end_watch(self) -> None:
        self._poller.finish()
        self.task = None


def _unexpected(error: Exception) -> str:
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"The run ended with an unexpected error ({what}). Start it again; the log says more."
