"""The only thread code of the window.

A task is one function that runs beside the window, in a thread of its own. It sees a Monitor and engine objects, never
a widget. What it returns or raises is handed to the window's thread by a queued signal. Long work is watched by
polling its Monitor at most 20 times a second: nothing is signalled for each step, so a flood of steps costs nothing.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from shiboken6 import isValid

from vocabsmith import many_objects
from vocabsmith_engine import Monitor, VocabsmithError

T = TypeVar("T")
POLL_MILLISECONDS = 50
_SEARCH_MILLISECONDS = 500  # between looks whether garbage is to be searched for, while others work
# Each call into Qt lets go of the interpreter, and where Python works beside the window the window waits that long for
# it to come back. At the usual 5 ms a repaint of some hundred calls would take half a second.
_TURN_OF_PYTHON = 0.001  # seconds
log = logging.getLogger(__name__)


class Task(Generic[T]):
    """One run of a function. `title` is shown in the job bar; tasks without one are not.

    Attributes:
        monitor: progress, pause and stop of the function.
        started: `time.monotonic()` at the start.
        on_discard: asks whether nothing at all is to be kept of the work, and sees to it; None where that is no choice.
        in_stages: whether the job bar names the stage that the work is in, in place of the title.
    """

    def __init__(
        self,
        function: Callable[[Monitor], T],
        on_done: Callable[[T], None],
        on_failed: Callable[[Exception], None],
        monitor: Monitor,
        title: str,
    ) -> None:
        self._function = function
        self._on_done = on_done
        self._on_failed = on_failed
        self._forgotten = False
        self.monitor = monitor
        self.title = title
        self.started = time.monotonic()
        self.running = True
        self.on_discard: Callable[[], None] | None = None
        self.in_stages = False

    def stop(self) -> None:
        """Asks the function to end soon. A paused one is woken by this."""
        self.monitor.stop()

    def forget(self) -> None:
        """Drops the result: neither callback will be called. For owners that go away."""
        self._forgotten = True

    def perform(self) -> Callable[[], None]:
        """Runs the function, in the worker's thread; returns what the window's thread has to do with the outcome."""
        try:
            result = self._function(self.monitor)
        except Exception as error:
            if not isinstance(error, VocabsmithError):
                log.exception("a task failed unexpectedly")
            failure = error
            return lambda: None if self._forgotten else self._on_failed(failure)
        return lambda: None if self._forgotten else self._on_done(result)


class TaskRunner(QObject):
    """Starts tasks and hands their outcome to the window's thread. Lives as long as the window.

    Signals:
        job_started(Task), job_ended(Task): tasks with a title.
    """

    job_started = Signal(object)
    job_ended = Signal(object)
    _outcome = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        sys.setswitchinterval(_TURN_OF_PYTHON)
        self._threads: dict[Task[Any], threading.Thread] = {}
        self._outcome.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._working: set[Task[Any]] = set()
        self._garbage = QTimer(self, interval=_SEARCH_MILLISECONDS)
        self._garbage.timeout.connect(many_objects.search_if_due)

    def start(
        self,
        function: Callable[[Monitor], T],
        *,
        on_done: Callable[[T], None],
        on_failed: Callable[[Exception], None],
        monitor: Monitor | None = None,
        job: str = "",
        on_discard: Callable[[], None] | None = None,
        in_stages: bool = False,
    ) -> Task[T]:
        """Runs `function(monitor)` in a thread; exactly one of the callbacks follows, on the window's thread.

        Args:
            function: the work; sees nothing of Qt.
            on_done: gets what the function returned.
            on_failed: gets what it raised, `Stopped` included.
            monitor: made if not given.
            job: title for the job bar.
            on_discard: what its Discard does, which it has not without.
            in_stages: whether the bar names its stages, one after the other, in place of the title.
        """
        task = Task(function, on_done, on_failed, monitor or Monitor(), job)
        task.on_discard, task.in_stages = on_discard, in_stages
        thread = threading.Thread(target=self._work, args=(task,), name=job or "task")
        self._threads[task] = thread
        self._begin_work(task)
        if job:
            self.job_started.emit(task)
        thread.start()
        return task

    @property
    def jobs(self) -> list[Task[Any]]:
        """The running tasks with a title, oldest first."""
        return [task for task in self._threads if task.title]

    @property
    def busy(self) -> bool:
        """Whether any task has not been delivered yet."""
        return bool(self._threads)

    def wait_all(self, timeout: float) -> bool:
        """Stops every task, drops the results, waits for the threads; False if one still runs after `timeout` s."""
        deadline = time.monotonic() + timeout
        for task in self._threads:
            task.forget()
            task.monitor.stop()
        for task, thread in self._threads.items():
            thread.join(max(0.0, deadline - time.monotonic()))
            if not thread.is_alive():
                self._end_work(task)
        return not any(thread.is_alive() for thread in self._threads.values())

    def _begin_work(self, task: Task[Any]) -> None:
        """Objects of Qt may be garbage, and may only go in the window's thread: see `many_objects`."""
        self._working.add(task)
        many_objects.begin_work()
        if not self._garbage.isActive():
            self._garbage.start()

    def _end_work(self, task: Task[Any]) -> None:
        """The thread of a task has ended; said once or more."""
        if task in self._working:
            self._working.remove(task)
            many_objects.end_work()
        if not self._working:
            self._garbage.stop()

    def _work(self, task: Task[Any]) -> None:
        self._outcome.emit(task, task.perform())

    @Slot(object, object)
    def _deliver(self, task: Task[Any], finish: Callable[[], None]) -> None:
        self._threads.pop(task).join()
        self._end_work(task)
        task.running = False
        try:
            finish()
        finally:
            if task.title:
                self.job_ended.emit(task)


class LatestTask:
    """Runs the newest of many requests, one at a time: what has not begun is superseded, stale results are dropped.

    When its `owner` has gone, what ran is told to nobody and what waits is not begun. The owner is looked at when a
    result comes: of a signal that it goes, an object that goes with it may hear too late.
    """

    def __init__(self, runner: TaskRunner, owner: QObject) -> None:
        self._runner = runner
        self._owner = weakref.ref(owner)
        self._running: Task[Any] | None = None
        self._waiting: Callable[[], Task[Any]] | None = None

    def submit(
        self,
        function: Callable[[Monitor], T],
        *,
        on_done: Callable[[T], None],
        on_failed: Callable[[Exception], None],
    ) -> None:
        """Starts `function`, or lets it follow the running one, whose result is then of no use to anyone."""

        def start() -> Task[Any]:
            return self._runner.start(function, on_done=finished(on_done), on_failed=finished(on_failed))

        def finished(report: Callable[[Any], None]) -> Callable[[Any], None]:
            return lambda outcome: self._finish(report, outcome)

        if self._running is None:
            self._running = start()
        else:
            self._waiting = start
            self._running.stop()

    def cancel(self) -> None:
        """Drops what runs and what waits."""
        self._waiting = None
        if self._running is not None:
            self._running.forget()
            self._running.stop()
            self._running = None

    def _finish(self, report: Callable[[Any], None], outcome: Any) -> None:
        self._running = None
        owner = self._owner()
        if owner is None or not isValid(owner):
            self._waiting = None
        elif self._waiting is None:
            report(outcome)
        else:
            start, self._waiting = self._waiting, None
            self._running = start()


class MonitorPoller(QObject):
    """Looks at one Monitor at most 20 times a second and tells what is new. The last value is always told.

    Signals:
        progressed(Progress): only when it differs from the one before.
        merged(NewMerges): the merges learned since the last look; never empty.
        noted(str): a sentence that the run left for the user since the last look.
        paused_changed(bool): whether it waits, when that has changed; whoever asked for it.
    """

    progressed = Signal(object)
    merged = Signal(object)
    noted = Signal(str)
    paused_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._monitor: Monitor | None = None
        self._paused = False
        self._last: object = None
        self._next_merge = 0
        self._notes_told = 0
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_MILLISECONDS)
        self._timer.timeout.connect(self._look)

    @property
    def watching(self) -> bool:
        """Whether a Monitor is looked at."""
        return self._monitor is not None

    def watch(self, monitor: Monitor) -> None:
        """Begins with `monitor`; the one before is finished first."""
        self.finish()
        self._monitor, self._last, self._next_merge, self._notes_told = monitor, None, 0, 0
        self._paused = False
        self._timer.start()

    def finish(self) -> None:
        """Looks a last time and ends. Call it when the task has ended."""
        self._timer.stop()
        if self._monitor is not None:
            self._look()
            self._monitor = None

    @Slot()
    def _look(self) -> None:
        if self._monitor is None:
            return
        news = self._monitor.new_merges(self._next_merge)
        if len(news.counts):
            self._next_merge = news.first + len(news.counts)
            self.merged.emit(news)
        notes = self._monitor.notes[self._notes_told :]
        self._notes_told += len(notes)
        for text in notes:
            self.noted.emit(text)
        if self._monitor.paused != self._paused:
            self._paused = self._monitor.paused
            self.paused_changed.emit(self._paused)
        progress = self._monitor.progress()
        if progress != self._last:
            self._last = progress
            self.progressed.emit(progress)
