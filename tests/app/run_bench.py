"""The right pane of the Build page with all that works on it, and a store, but without corpus list and form."""

import time
from pathlib import Path
from threading import Thread

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from vocabsmith.pages.build_page.run_actions import RunActions
from vocabsmith.pages.build_page.run_control import RunControl
from vocabsmith.pages.build_page.run_library import RunLibrary
from vocabsmith.pages.build_page.run_pane import RunPane
from vocabsmith.pages.build_page.run_recovery import RunRecovery
from vocabsmith.pages.build_page.run_tokenizers import RunTokenizers
from vocabsmith_engine import Monitor, Recipe, Source
from vocabsmith_engine.runs import RunStore
from vocabsmith_resources.samples import sample_path

SECONDS = 20_000  # milliseconds: a hang guard, not a bound
PLAIN = Recipe(vocab_size=258, min_frequency=1)


class RunBench:
    """Wired as the page wires it."""

    def __init__(self, qtbot, session, tasks, store, palette):
        self.qtbot, self.session, self.tasks, self.store = qtbot, session, tasks, store
        self.pane = RunPane()
        self.control = RunControl(session, tasks, self.pane, store, self.pane)
        self.library = RunLibrary(session, tasks, store, self.pane, self.pane)
        self.recovery = RunRecovery(self.library, self.control, self.pane)
        self.tokenizers = RunTokenizers(self.library, self.pane.charts.sizes, session, tasks, store)
        self.actions = RunActions(self.library, self.tokenizers, self.pane.runs)
        self.asked_for_recipe = []
        self.control.changed.connect(lambda: self.library.follow(self.control))
        self.control.ended.connect(self.library.take)
        self.library.go_on_asked.connect(
            lambda info: self.control.go_on(info, lambda: None, self.library.learned_of(info))
        )
        self.library.recipe_asked.connect(self.asked_for_recipe.append)
        qtbot.addWidget(self.pane, before_close_func=lambda _pane: self.end())
        self.pane.resize(677, 780)
        self.pane.apply_theme(palette)
        self.pane.show()
        self.library.refresh()
        self.settle()

    # --- what a user does

    def start(self, *paths: Path, recipe: Recipe = PLAIN, name: str = "text 258", threads: int | None = 1) -> None:
        self.control.start(name=name, sources=[Source(path) for path in paths], recipe=recipe, threads=threads)

    def run(self, *paths: Path, recipe: Recipe = PLAIN, name: str = "text 258") -> None:
        self.start(*paths, recipe=recipe, name=name)
        self.wait()
        self.settle()

    def end(self) -> None:
        """Nothing may run on when the pane goes."""
        if self.control.task is not None:
            self.control.task.stop()
            self.wait()
        self.settle()

    def wait(self) -> None:
        self.qtbot.waitUntil(lambda: not self.control.running, timeout=3 * SECONDS)

    def settle(self) -> None:
        """Until everything that was asked for has come."""
        self.qtbot.waitUntil(lambda: not self.tasks.busy, timeout=3 * SECONDS)
        QApplication.processEvents()
        self.qtbot.waitUntil(lambda: not self.tasks.busy, timeout=3 * SECONDS)

    def wait_for_stage(self, stage: str) -> None:
        monitor = self.control.task.monitor
        self.qtbot.waitUntil(lambda: monitor.progress().stage == stage, timeout=3 * SECONDS)

    def start_paused(self, *paths: Path, recipe: Recipe = PLAIN, name: str = "text 258") -> None:
        """A run that waits from the beginning on; a quick one could have ended before it is paused."""
        pausing = self.tasks.job_started.connect(lambda task: task.monitor.pause())
        self.start(*paths, recipe=recipe, name=name)
        self.tasks.job_started.disconnect(pausing)

    def pause_among_merges(self) -> None:
        """Pauses as soon as there is a merge; looks of the window are so rare that a quick run could have ended."""
        monitor = self.control.task.monitor

        def pause() -> None:
            while not monitor.progress().merges and not monitor.stop_requested:
                time.sleep(0.0001)
            monitor.pause()

        Thread(target=pause).start()
        self.qtbot.waitUntil(lambda: monitor.paused, timeout=3 * SECONDS)

    # --- what a user sees

    @property
    def rows(self):
        model = self.pane.runs.model
        return [model.row(place) for place in range(model.rowCount())]

    def select(self, name: str) -> None:
        """Click on the row of that name."""
        rows = self.pane.runs.list
        index = rows.model().index([row.name for row in self.rows].index(name))
        rows.scrollTo(index)
        rows.setFocus()
        self.qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=rows.visualRect(index).center())
        self.settle()


def make_run(store: RunStore, path: Path, name: str, recipe: Recipe = PLAIN) -> str:
    """A finished run in the store, made without a window; returns its id."""
    with store.begin(name, [path], recipe) as live:
        live.train(Monitor())
        return live.finish(seconds=2.5, threads=2, peak_memory=312_000_000, check="").id


def long_text(folder: Path, times: int = 12) -> Path:
    path = folder / "long.txt"
    path.write_text(sample_path().read_text() * times)
    return path
