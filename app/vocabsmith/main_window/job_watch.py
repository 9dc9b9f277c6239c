"""Shows the running job in the bar at the foot of the window and hands Pause and Stop to it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal

from vocabsmith.tasks import MonitorPoller, Task, TaskRunner
from vocabsmith.widgets.job_bar import JobBar, JobState
from vocabsmith.wording import seconds_left, stage_figures, stage_rate, stage_title, time_left
from vocabsmith_engine import Progress


class JobWatch(QObject):
    """Follows the tasks with a title; of several, the one that began first is shown.

    Signals:
        changed(): a job has begun, ended, paused or gone on.
    """

    changed = Signal()

    def __init__(self, tasks: TaskRunner, bar: JobBar, parent: QObject) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._bar = bar
        self._shown: Task[Any] | None = None
        self._poller = MonitorPoller(self)
        self._poller.progressed.connect(self._show)
        self._poller.paused_changed.connect(self._show_paused)
        tasks.job_started.connect(self._begin)
        tasks.job_ended.connect(self._end)
        bar.pause_asked.connect(self.pause)
        bar.stop_asked.connect(self.stop)
        bar.discard_asked.connect(self.discard)

    @property
    def running(self) -> bool:
        """Whether a job runs."""
        return self._shown is not None

    @property
    def paused(self) -> bool:
        """Whether the job that is shown waits."""
        return self._shown is not None and self._shown.monitor.paused

    def pause(self, paused: bool) -> None:
        """Lets the job wait, or go on."""
        if self._shown is not None:
            monitor = self._shown.monitor
            if paused:
                monitor.pause()
            else:
                monitor.resume()
            self._show_paused(paused)

    def _show_paused(self, paused: bool) -> None:
        """The job waits or goes on, whoever asked for that."""
        if self._shown is not None:
            self._bar.show_paused(paused)
            self._show(self._shown.monitor.progress())
            self.changed.emit()

    def stop(self) -> None:
        """Asks the job to end; what it has learned is kept."""
        if self._shown is not None:
            self._bar.show_stopping()
            self._shown.stop()

    def discard(self) -> None:
        """Asks whether nothing is to be kept of the job."""
        if self._shown is not None and self._shown.on_discard is not None:
            self._shown.on_discard()

    def _begin(self, task: Task[Any]) -> None:
        if self._shown is None:
            self._shown = task
            self._bar.begin_job(task.title, can_discard=task.on_discard is not None)
            self._poller.watch(task.monitor)
            self.changed.emit()

    def _end(self, task: Task[Any]) -> None:
        if task is not self._shown:
            return
        self._poller.finish()
        self._shown = None
        self._bar.end_job()
        if self._tasks.jobs:
            self._begin(self._tasks.jobs[0])
        self.changed.emit()

    def _show(self, progress: Progress) -> None:
        if self._shown is None:
            return
        paused = self._shown.monitor.paused
        begun = progress.stage not in {"idle", "finished"}
        in_stage = self._shown.in_stages and progress.stage != "idle"
        title = stage_title(progress.stage) if in_stage else self._shown.title
        left = seconds_left(progress)
        self._bar.show_job(
            JobState(
                title=f"{title}, paused" if paused else title,
                fraction=progress.fraction if begun else float(progress.stage == "finished"),
                figures=stage_figures(progress) if begun else "",
                rate=stage_rate(progress) if begun and not paused else "",
                left=time_left(left) if left is not None and begun and not paused else "",
            )
        )
