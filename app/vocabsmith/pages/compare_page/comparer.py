"""Runs the comparison beside the window: texts are read in one job, and what is known of them is put together often."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from vocabsmith.operations.combine_evaluations import TYPED, Combined, Typed, combine
from vocabsmith.operations.evaluate_texts import Job, Outcomes, Reading, WholeMonitor, evaluate_jobs
from vocabsmith.tasks import LatestTask, Task, TaskRunner
from vocabsmith_engine import Monitor, Stopped, Tokenizer

_LOOK = 250  # milliseconds between looks at what is new


class Comparer(QObject):
    """Works out what is missing and nothing else; a text or tokenizer that comes while it works waits for its turn.

    Signals:
        combined(): `result` is new.
        changed(): it has begun, ended, or was stopped; or it has failed.
        finished(int, float): so many texts were read in so many seconds, and nothing is missing.

    Attributes:
        outcomes: all that is known.
        result: the comparison as far as it is known.
        stopped: whether the user has stopped it before all was known.
        failure: what went wrong with the comparison as a whole.
    """

    combined = Signal()
    changed = Signal()
    finished = Signal(int, float)

    def __init__(self, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._combining = LatestTask(tasks, self)
        self.outcomes = Outcomes()
        self.result: Combined | None = None
        self.stopped = False
        self.failure = ""
        self._is_uncombined = False  # which is what the failure says
        self._readings: dict[Reading, str] = {}
        self._tokenizers: tuple[Tokenizer, ...] = ()
        self._typed: tuple[Typed, str] | None = None
        self._texts_typed = 0
        self._task: Task[None] | None = None
        self._jobs: list[Job] = []
        self._superseded = False
        self._asked_for: tuple[object, ...] = ()
        self._timer = QTimer(self, interval=_LOOK)
        self._timer.timeout.connect(self._look)

    @property
    def running(self) -> bool:
        """Whether texts are being read."""
        return self._task is not None

    def missing(self) -> list[Job]:
        """What is still to be read."""
        return self.outcomes.missing(self._readings, self._tokenizers)

    def set_typed(self, text: str | None, group: str) -> None:
        """The typed text, if it counts; `compare` or `refresh` then looks at it."""
        if text is None:
            self._typed = None
        elif self._typed is None or self._typed[0].text != text:
            self._texts_typed += 1
            self._typed = (Typed(text, Reading(-self._texts_typed, TYPED, len(text), None)), group)
        else:
            self._typed = (self._typed[0], group)

    def compare(self, readings: Mapping[Reading, str], tokenizers: Sequence[Tokenizer]) -> None:
        """These texts, with their groups, and tokenizers are compared from now on."""
        new = set(readings) - set(self._readings) or set(tokenizers) - set(self._tokenizers)
        self._readings, self._tokenizers = dict(readings), tuple(tokenizers)
        if new:
            self.stopped = False
        typed = [] if self._typed is None else [self._typed[0].reading]
        self.outcomes.keep([*self._readings, *typed], self._tokenizers)
        self._go_on()
        if self._asked_for != self._wanted():
            self.refresh()

    def _wanted(self) -> tuple[object, ...]:
        """What a look at all that is known depends on."""
        return self._readings, self._tokenizers, self._typed, self.outcomes.changes, self.running

    def resume(self) -> None:
        """Goes on where it was stopped."""
        self.stopped = False
        self._go_on()

    def forget(self, keys: set[int]) -> None:
        """Reads these texts again: their files have changed."""
        self.outcomes.keep([each for each in self._readings if each.key not in keys], self._tokenizers)
        self.resume()
        self.refresh()

    def refresh(self) -> None:
        """Puts together what is known."""
        self._asked_for = self._wanted()
        readings, tokenizers, typed, final = self._readings, self._tokenizers, self._typed, not self.running

        def work(monitor: Monitor) -> Combined:
            return combine(
                readings=readings,
                tokenizers=tokenizers,
                outcomes=self.outcomes,
                typed=typed,
                monitor=monitor,
                final=final,
            )

        self._combining.submit(work, on_done=self._take, on_failed=self._fail_to_combine)

    def end(self) -> None:
        """Nothing is looked at any more."""
        self._timer.stop()
        self._combining.cancel()

    # --- reading texts

    def _go_on(self) -> None:
        """Begins what is missing. What runs is stopped only if it works on what nobody wants any more."""
        missing = self.missing()
        if self._task is not None:
            wanted = {(job.reading, t) for job in missing for t in job.tokenizers}
            if any((job.reading, t) not in wanted for job in self._unfinished() for t in job.tokenizers):
                self._superseded = True
                self._task.stop()
        elif missing and not self.stopped:
            self._start(missing)

    def _unfinished(self) -> list[Job]:
        return [job for job in self._jobs if any(self.outcomes.get(job.reading, t) is None for t in job.tokenizers)]

    def _start(self, jobs: list[Job]) -> None:
        monitor = WholeMonitor()
        outcomes, self._jobs, self._superseded = self.outcomes, jobs, False

        def work(_monitor: Monitor) -> None:
            evaluate_jobs(jobs=jobs, outcomes=outcomes, monitor=monitor)

        self._task = self._tasks.start(
            work,
            on_done=lambda _nothing: self._ended(None),
            on_failed=self._ended,
            monitor=monitor,
            job="Comparing",
        )
        self._timer.start()
        self.changed.emit()

    def _ended(self, error: Exception | None) -> None:
        assert self._task is not None
        seconds, self._task = time.monotonic() - self._task.started, None
        self._timer.stop()
        self.failure = ""
        if isinstance(error, Stopped):
            self.stopped = not self._superseded
        elif error is not None:
            self.failure = str(error)
            self.stopped = True
        elif not self.missing():
            self.finished.emit(len(self._jobs), seconds)
        self._go_on()
        self.refresh()
        self.changed.emit()

    def _look(self) -> None:
        if self._task is not None and not self._task.running:  # the window has been closed meanwhile
            self._timer.stop()
        elif self._asked_for != self._wanted():
            self.refresh()

    # --- putting together

    def _take(self, combined: Combined) -> None:
        if self._is_uncombined:
            self.failure, self._is_uncombined = "", False
        self.result = combined
        self.combined.emit()

    def _fail_to_combine(self, error: Exception) -> None:
        if not isinstance(error, Stopped):
            self.failure, self._is_uncombined = str(error), True
            self.changed.emit()
