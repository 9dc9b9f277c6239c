"""What every test of the window stands on: no screen, a home of its own, and nothing left running."""

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import gc
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from vocabsmith.session import Session
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.look import Look
from vocabsmith_engine.runs import RunStore
from vocabsmith_resources.themes.palette import Palette


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Qt's warnings fail tests, but for those that only say that there is no window manager here."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support", extend=True))


@pytest.fixture(scope="session", autouse=True)
def nothing_left_on_the_clipboard() -> Iterator[None]:
    """Without a screen the clipboard outlives the interpreter, and ends it badly if it holds what Python made."""
    yield
    if QApplication.instance() is not None:
        QApplication.clipboard().clear()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that settings, logs and data of the test go to."""
    folder = tmp_path / "home"
    monkeypatch.setenv("VOCABSMITH_HOME", str(folder))
    return folder


@pytest.fixture(autouse=True)
def nothing_left_running(request: pytest.FixtureRequest):
    """Fails a test that leaves a thread, or a timer that still ticks, behind."""
    threads_before = set(threading.enumerate())
    if "qapp" in request.fixturenames:
        request.getfixturevalue("qapp")
    yield
    left = [thread for thread in threading.enumerate() if thread not in threads_before and thread.is_alive()]
    for thread in left:
        thread.join(10)
    assert not [thread.name for thread in left if thread.is_alive()], "threads still run"
    if "qapp" in request.fixturenames:
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        ticking = [timer for timer in _timers() if timer.isActive() and not timer.isSingleShot()]
        assert not ticking, "timers still tick"


@pytest.fixture
def look(qapp: QApplication) -> Look:
    """The light look, on the application of the tests."""
    font, colours = qapp.font(), qapp.palette()
    made = Look(qapp, "light")
    yield made
    made.setParent(None)
    qapp.styleHints().colorSchemeChanged.disconnect(made._follow_system)
    qapp.setStyleSheet("")
    qapp.setFont(font)
    qapp.setPalette(colours)


@pytest.fixture
def palette(look: Look) -> Palette:
    """The colours of the light look."""
    return look.palette


@pytest.fixture
def session() -> Session:
    """An empty sitting."""
    return Session()


@pytest.fixture
def tasks(qapp: QApplication) -> Iterator[TaskRunner]:  # noqa: ARG001
    """Starts tasks beside the window; none of them may be left when the test ends."""
    runner = TaskRunner()
    yield runner
    assert runner.wait_all(10)


@pytest.fixture
def store(tmp_path: Path) -> RunStore:
    """Where the runs of the test are kept."""
    return RunStore(tmp_path / "runs")


@pytest.fixture
def bench(qtbot, session, tasks, store, palette):
    """The right pane of the Build page by itself; see run_bench.py."""
    from run_bench import RunBench  # noqa: PLC0415 - most tests need no pane

    return RunBench(qtbot, session, tasks, store, palette)


def _timers() -> list[QTimer]:
    return [thing for thing in gc.get_objects() if isinstance(thing, QTimer) and isValid(thing)]
