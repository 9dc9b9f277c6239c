"""The window as the application builds it, with files of its own in a folder that is given, to be measured."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from vocabsmith.main_window import MainWindow
from vocabsmith.pages.build_page import BuildPage
from vocabsmith.pages.build_page.shown_run import ShownRun
from vocabsmith.pages.compare_page import ComparePage
from vocabsmith.pages.inspect_page import InspectPage
from vocabsmith.pages.laboratory_page import LaboratoryPage
from vocabsmith.pages.vocabulary_page import VocabularyPage
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.unsaved_work import UnsavedWork
from vocabsmith.widgets.look import Look
from vocabsmith_engine import TrainingResult
from vocabsmith_engine.runs import RunStore

HANG = 600.0  # seconds
INTERVAL = 5  # milliseconds


class Ticks(QObject):
    """A precise timer that notes how many milliseconds late each tick is, under a word for what goes on."""

    def __init__(self, word: Callable[[], str]) -> None:
        super().__init__()
        self.late: dict[str, list[float]] = {}
        self._word = word
        self._last = time.perf_counter()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._timer.start(INTERVAL)

    def end(self) -> None:
        """No tick any more."""
        self._timer.stop()

    def _tick(self) -> None:
        now = time.perf_counter()
        self.late.setdefault(self._word(), []).append((now - self._last) * 1000 - INTERVAL)
        self._last = now


class OpenWindow:
    """The window, shown; a context manager that closes it.

    Attributes:
        build, inspect, vocabulary: the pages where runs are made, and tokenizers looked at.
    """

    def __init__(self, home: Path) -> None:
        application = QApplication.instance() or QApplication([])
        assert isinstance(application, QApplication)
        self.session, self.tasks = Session(), TaskRunner()
        settings, store = SettingsStore(home / "settings.json"), RunStore(home / "runs")
        self._look = Look(application, "light", 100)
        parts = (self.session, self.tasks, settings, store)
        self.build, self.inspect, self.vocabulary = BuildPage(*parts), InspectPage(*parts), VocabularyPage(*parts[:3])
        self.window = MainWindow(
            pages=[self.build, self.inspect, self.vocabulary, ComparePage(*parts), LaboratoryPage(*parts)],
            session=self.session,
            tasks=self.tasks,
            settings=settings,
            look=self._look,
            log_folder=home,
            store=store,
            unsaved=UnsavedWork(home / "unsaved"),
        )
        self._results: list[TrainingResult] = []
        self.build.control.ended.connect(self._keep)
        self.window.show()
        self.settle()

    def __enter__(self) -> OpenWindow:
        return self

    def __exit__(self, *_error: object) -> None:
        """What still goes on beside the window, such as reading a long list of files, is stopped."""
        self.tasks.wait_all(HANG)
        self.window.hide()
        self.window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def settle(self) -> None:
        """Waits until nothing goes on beside the window."""
        wait_until(lambda: not self.tasks.busy)

    def add(self, paths: Iterable[Path], vocab_size: int) -> None:
        """Lists files and writes a size into the form."""
        self.build.add_paths(list(paths))
        self.build.recipe.size_section.set_value(vocab_size)
        wait_until(self.build.start_action.isEnabled)
        self.settle()

    def train(self) -> dict[str, float]:
        """Makes a run; returns the seconds of each part of its training."""
        self._results.clear()
        self.build.start_action.trigger()
        wait_until(lambda: not self.build.control.running)
        if not self._results:
            raise SystemExit("the run has failed")
        return dict(self._results.pop().seconds)

    def _keep(self, run: ShownRun) -> None:
        self._results.append(run.result)

    def stage(self) -> str:
        """The stage of the run that goes on; "" if there is none."""
        task = self.build.control.task
        return task.monitor.progress().stage if task else ""


def wait_until(condition: Callable[[], bool]) -> None:
    """Lets the window live on until the condition holds, if only for a moment."""
    loop, look = QEventLoop(), QTimer(interval=20)
    deadline = time.monotonic() + HANG
    met = False

    def end() -> None:
        nonlocal met
        met = condition()
        if met or time.monotonic() > deadline:
            look.stop()
            loop.quit()

    look.timeout.connect(end)
    look.start()
    loop.exec()
    if not met:
        raise SystemExit("the window hangs")


def wait(seconds: float) -> None:
    """Lets the window live on for so long."""
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()
