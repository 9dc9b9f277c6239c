"""Which runs lie over the charts, each with a colour and dashes of its own; their curves come from the disk."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from PySide6.QtCore import QObject, Signal

from vocabsmith.operations.load_run import load_run
from vocabsmith.plots import Overlay, RunCurves
from vocabsmith.tasks import LatestTask, TaskRunner
from vocabsmith_engine import Monitor, Stopped
from vocabsmith_engine.runs import RunStore

MOST = 8
"""More curves than this can no longer be told apart."""


class RunOverlays(QObject):
    """Keeps the curves of the ticked runs and nothing else of them.

    Signals:
        changed: other runs are ticked, or curves have come.
        failed(str, str): a run could not be read: its id, and why.
    """

    changed = Signal()
    failed = Signal(str, str)

    def __init__(self, tasks: TaskRunner, store: RunStore | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._latest = LatestTask(tasks, self)
        self._tones: dict[str, int] = {}
        self._curves: dict[str, RunCurves] = {}

    @property
    def tones(self) -> Mapping[str, int]:
        """Id of each ticked run → number of its colour and dashes, from 1 up; in the order they were ticked."""
        return self._tones

    @property
    def full(self) -> bool:
        """Whether there are as many as can be told apart."""
        return len(self._tones) >= MOST

    def tick(self, run_id: str, ticked: bool) -> None:
        """Lay a run over the charts, or take it away."""
        if ticked and run_id not in self._tones and not self.full:
            self._tones[run_id] = next(tone for tone in range(1, MOST + 1) if tone not in self._tones.values())
        elif not ticked:
            self._tones.pop(run_id, None)
            self._curves.pop(run_id, None)
        self._follow()

    def tick_only(self, run_ids: Iterable[str]) -> None:
        """Lay these over the charts and no others, as far as they can be told apart."""
        wanted = list(dict.fromkeys(run_ids))[:MOST]
        if wanted != list(self._tones):
            self._tones = {run_id: tone for tone, run_id in enumerate(wanted, 1)}
            self._curves = {run_id: curves for run_id, curves in self._curves.items() if run_id in self._tones}
            self._follow()

    def keep_only(self, run_ids: Container[str]) -> None:
        """Runs that are not among these are gone from the disk."""
        gone = [run_id for run_id in self._tones if run_id not in run_ids]
        for run_id in gone:
            del self._tones[run_id]
            self._curves.pop(run_id, None)
        if gone:
            self._follow()

    def overlays(self, names: Mapping[str, str], without: str) -> list[Overlay]:
        """The curves that have come, without those of the run that is shown itself."""
        return [
            Overlay(run_id, names.get(run_id, run_id), tone, self._curves[run_id])
            for run_id, tone in self._tones.items()
            if run_id in self._curves and run_id != without
        ]

    def _follow(self) -> None:
        self.changed.emit()
        self._load_next()

    def _load_next(self) -> None:
        """One run at a time is read, so that not two of them are in memory whole."""
        run_id = next((run_id for run_id in self._tones if run_id not in self._curves), None)
        store = self._store
        if run_id is None or store is None:
            return

        def load(monitor: Monitor) -> RunCurves:
            return RunCurves.of(load_run(store=store, run_id=run_id, monitor=monitor))

        def loaded(curves: RunCurves) -> None:
            if run_id in self._tones:
                self._curves[run_id] = curves
            self._follow()

        def failed(error: Exception) -> None:
            if not isinstance(error, Stopped):
                self._tones.pop(run_id, None)
                self.failed.emit(run_id, str(error))
            self._follow()

        self._latest.submit(load, on_done=loaded, on_failed=failed)
