"""How late the window is while it trains: a precise 5 ms timer ticks in it, and each tick's lateness is kept.

python tests/benchmarks/window.py corpus.txt --vocab-size 32000

Lateness is the gap between two ticks less the interval, for every stage and for the whole run. Without a display it
runs offscreen.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from vocabsmith.main_window import MainWindow
from vocabsmith.pages.build_page import BuildPage
from vocabsmith.pages.inspect_page import InspectPage
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.look import Look
from vocabsmith_resources.samples import sample_path

INTERVAL = 5  # milliseconds
HANG = 600.0  # seconds


class Lateness(QObject):
    """Collects, by stage, how many milliseconds each tick came too late."""

    def __init__(self, page: BuildPage) -> None:
        super().__init__(page)
        self.late: dict[str, list[float]] = defaultdict(list)
        self._page = page
        self._last = time.perf_counter()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._timer.start(INTERVAL)

    def _tick(self) -> None:
        now = time.perf_counter()
        task = self._page.control.task
        stage = task.monitor.progress().stage if task else "after"
        self.late[stage].append((now - self._last) * 1000 - INTERVAL)
        self._last = now


def train_in_window(arguments: argparse.Namespace, home: Path) -> tuple[Lateness, float]:
    """Opens the window, trains on the corpus and returns the lateness and the seconds of the run."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    session, tasks, settings = Session(), TaskRunner(), SettingsStore(home / "settings.json")
    look = Look(application, "light", 100)
    build = BuildPage(session, tasks, settings)
    window = MainWindow(
        pages=[build, InspectPage(session, tasks, settings)],
        session=session,
        tasks=tasks,
        settings=settings,
        look=look,
        log_folder=home,
    )
    window.show()
    build.add_paths([arguments.corpus])
    build.recipe.size_section.set_value(arguments.vocab_size)
    wait_until(build.start_action.isEnabled)
    ticks = Lateness(build)
    began = time.perf_counter()
    build.start_action.trigger()
    wait_until(lambda: not build.control.running)
    seconds = time.perf_counter() - began
    wait_until(lambda: len(ticks.late["after"]) > 100)
    window.close()
    return ticks, seconds


def wait_until(condition: Callable[[], bool]) -> None:
    """Lets the window live on until the condition holds."""
    loop, look = QEventLoop(), QTimer(interval=20)
    deadline = time.monotonic() + HANG
    look.timeout.connect(lambda: loop.quit() if condition() or time.monotonic() > deadline else None)
    look.start()
    loop.exec()
    if not condition():
        raise SystemExit("the window hangs")


def main() -> None:
    parser = argparse.ArgumentParser(description="Lateness of the window while it trains.")
    parser.add_argument("corpus", nargs="?", type=Path, default=sample_path(), help="one UTF-8 file [the sample]")
    parser.add_argument("--vocab-size", type=int, default=8000)
    arguments = parser.parse_args()
    application = QApplication([])
    with tempfile.TemporaryDirectory() as home:
        ticks, seconds = train_in_window(arguments, Path(home))
    print(f"window ({application.platformName()}): {arguments.corpus}, trained in {seconds:.2f} s")
    print(f"{'stage':<12}{'ticks':>8}{'median ms':>11}{'95 % ms':>10}{'longest ms':>12}")
    everything = [late for stage, of_stage in ticks.late.items() if stage != "after" for late in of_stage]
    for stage, late in [*ticks.late.items(), ("whole run", everything)]:
        print(f"{stage:<12}{len(late):>8}{np.median(late):>11.2f}{np.percentile(late, 95):>10.2f}{max(late):>12.2f}")


if __name__ == "__main__":
    main()
