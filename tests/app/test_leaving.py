"""Leaving while work goes on: what is asked, what becomes of a run, and that the window goes only afterwards."""

import time
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from vocabsmith.main_window import MainWindow
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import Task
from vocabsmith.unsaved_work import UnsavedWork
from vocabsmith.widgets.page import Page
from vocabsmith_engine import Monitor

GUARD = 10_000


class RunPage(Page):
    """A page with a run that can be kept or gone on with, as the test says."""

    key, title, subtitle, icon_name = "build", "Build", "Learn a vocabulary from your own text", "build"
    can_keep_run = False
    can_suspend_run = False

    def __init__(self) -> None:
        super().__init__()
        self.suspended = 0
        self.run: Task[str] | None = None

    def suspend_run(self) -> None:
        self.suspended += 1
        self.run.stop()


@pytest.fixture
def page(qapp) -> RunPage:
    del qapp
    return RunPage()


@pytest.fixture
def window(qtbot, look, session, tasks, page, tmp_path: Path) -> MainWindow:
    made = MainWindow(
        pages=[page],
        session=session,
        tasks=tasks,
        settings=SettingsStore(tmp_path / "settings.json"),
        look=look,
        log_folder=tmp_path,
        unsaved=UnsavedWork(tmp_path / "unsaved"),
    )
    qtbot.addWidget(made, before_close_func=lambda _: setattr(made.leaving, "_may_close", True))
    made.show()
    return made


@pytest.fixture
def ended() -> list[str]:
    """What the run had to say when it had ended, in the window's thread."""
    return []


@pytest.fixture
def run(tasks, window, page, ended) -> Task[str]:
    """A run that goes on until it is stopped, and takes a moment to end."""
    del window

    def work(monitor: Monitor) -> str:
        monitor.begin_stage("merging", 1000)
        while monitor.checkpoint():
            time.sleep(0.001)
        time.sleep(0.1)
        return "kept"

    page.run = tasks.start(
        work, on_done=ended.append, on_failed=lambda error: ended.append(str(error)), job="handbook 32k"
    )
    return page.run


def answer(text: str, seen: list[list[str]]) -> None:
    """Presses the button with that text on the message box that opens next, and notes all its buttons."""

    def press() -> None:
        box = QApplication.activeModalWidget()
        if not isinstance(box, QMessageBox):
            QTimer.singleShot(10, press)
            return
        seen.append([box.text(), *(button.text() for button in box.buttons())])
        next(button for button in box.buttons() if button.text() == text).click()

    QTimer.singleShot(10, press)


def gone(window: MainWindow, qtbot) -> None:
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=GUARD)


def test_other_work_can_only_be_stopped(window, run, ended):
    seen: list[list[str]] = []
    answer("Stop and quit", seen)
    assert window.close()
    assert seen[0][0] == "handbook 32k is still going on."
    assert sorted(seen[0][1:]) == ["Keep working", "Stop and quit"]
    assert (run.monitor.stop_requested, ended) == (True, [])


def test_staying_changes_nothing(window, run, page):
    page.can_keep_run = page.can_suspend_run = True
    seen: list[list[str]] = []
    answer("Keep working", seen)
    assert not window.close()
    assert sorted(seen[0][1:]) == ["Go on at the next start", "Keep working", "Stop and keep"]
    assert (run.monitor.stop_requested, page.suspended, window.isVisible()) == (False, 0, True)
    run.stop()


def test_a_run_that_only_counts_has_nothing_to_keep(window, run, page):
    page.can_suspend_run = True
    seen: list[list[str]] = []
    answer("Keep working", seen)
    window.close()
    assert sorted(seen[0][1:]) == ["Go on at the next start", "Keep working"]
    run.stop()


def test_stop_and_keep_waits_until_the_run_is_kept(window, run, page, ended, qtbot):
    page.can_keep_run = page.can_suspend_run = True
    answer("Stop and keep", [])
    assert not window.close()
    assert (window.isVisible(), ended) == (True, [])
    assert window.job_bar.sentence() == "Ending what is going on…"
    gone(window, qtbot)
    assert (ended, page.suspended, run.running) == (["kept"], 0, False)


def test_to_go_on_later_suspends_the_run_first(window, run, page, ended, qtbot):
    page.can_keep_run = page.can_suspend_run = True
    answer("Go on at the next start", [])
    assert not window.close()
    gone(window, qtbot)
    assert (ended, page.suspended, run.running) == (["kept"], 1, False)


def test_closing_again_meanwhile_asks_nothing(window, run, page, qtbot):
    del run
    page.can_suspend_run = True
    answer("Go on at the next start", [])
    assert not window.close()
    assert not window.close()
    gone(window, qtbot)
    assert page.suspended == 1


def test_a_paused_run_ends_too(window, run, page, ended, qtbot):
    page.can_keep_run = True
    run.monitor.pause()
    answer("Stop and keep", [])
    window.close()
    gone(window, qtbot)
    assert ended == ["kept"]


def test_a_signal_of_the_system_suspends_without_asking(window, run, page, ended, qtbot):
    del run
    page.can_suspend_run = True
    window.leaving.leave_without_asking()
    window.leaving.leave_without_asking()
    gone(window, qtbot)
    assert (page.suspended, ended) == (1, ["kept"])


def test_a_signal_of_the_system_takes_an_open_question_away(window, run, page, ended, qtbot):
    del run
    page.can_suspend_run = True
    QTimer.singleShot(50, window.leaving.leave_without_asking)
    assert not window.close()
    gone(window, qtbot)
    assert (page.suspended, ended) == (1, ["kept"])
