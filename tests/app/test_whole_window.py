"""The window with its real pages: readable in both themes, whole at 1024 × 700, gone in the middle of merging."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from measured_contrast import ENOUGH, pixels_of, strongest_contrast
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit, QWidget

from vocabsmith.main_window import MainWindow
from vocabsmith.pages.build_page import BuildPage
from vocabsmith.pages.compare_page import ComparePage
from vocabsmith.pages.inspect_page import InspectPage
from vocabsmith.pages.laboratory_page import LaboratoryPage
from vocabsmith.pages.vocabulary_page import VocabularyPage
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.labels import Label
from vocabsmith_engine import Recipe, train_from_counts
from vocabsmith_engine.runs import RunState, RunStore

TEXTS = (QLabel, QAbstractButton, QComboBox, QLineEdit)
PAGES = pytest.mark.parametrize("page", ["build", "inspect", "vocabulary", "compare", "laboratory"])


@pytest.fixture
def session() -> Session:
    made = Session()
    counts = {" the": 900, " tokenizer": 300, "文档": 40, " naïve": 20}
    made.add_tokenizer("handbook", train_from_counts(counts, Recipe(vocab_size=300)).tokenizer)
    return made


@pytest.fixture
def window(qtbot, look, session, tmp_path):
    tasks = TaskRunner()
    store = SettingsStore(tmp_path / "settings.json")
    made = MainWindow(
        pages=[
            BuildPage(session, tasks, store),
            InspectPage(session, tasks, store),
            VocabularyPage(session, tasks, store),
            ComparePage(session, tasks, store),
            LaboratoryPage(session, tasks, store),
        ],
        session=session,
        tasks=tasks,
        settings=store,
        look=look,
        log_folder=tmp_path,
    )
    qtbot.addWidget(made)
    made.showNormal()
    made.resize(1024, 700)
    qtbot.waitExposed(made)
    yield made
    made.close()


def settle() -> None:
    """A width that a row comes to need reaches the panes in several rounds of events."""
    for _ in range(10):
        QApplication.processEvents()


def visible_texts(window: MainWindow) -> list[QWidget]:
    """What is written on the window now and lies within it."""
    found = [widget for widget in window.findChildren(QWidget) if isinstance(widget, TEXTS) and widget.isVisible()]
    written = [widget for widget in found if getattr(widget, "text", lambda: "x")()]
    return [widget for widget in written if not widget.visibleRegion().isEmpty()]


@PAGES
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_all_text_stands_out_from_its_ground(window, page: str, theme: str):
    window.set_theme(theme)
    window.show_page(page)
    QApplication.processEvents()
    pixels = pixels_of(window)
    texts = visible_texts(window)
    assert len(texts) > 20
    for widget in texts:
        seen = widget.visibleRegion().boundingRect()
        place = QRect(widget.mapTo(window, seen.topLeft()), seen.size())
        if seen.height() >= widget.height() * 0.8 and seen.width() >= widget.width() * 0.8:
            assert strongest_contrast(pixels, place) >= ENOUGH, (widget, widget.property("role"))


@PAGES
@pytest.mark.parametrize("percent", [100, 125])
def test_no_line_is_cut_at_1024_by_700(window, page: str, percent: int):
    window.set_text_size(percent)
    window.show_page(page)
    settle()
    for widget in visible_texts(window):
        if isinstance(widget, QAbstractButton) or (isinstance(widget, Label) and not widget.wordWrap()):
            text = widget.text().replace("&", "")
            assert widget.width() >= widget.fontMetrics().horizontalAdvance(text), text
            assert widget.height() >= widget.fontMetrics().tightBoundingRect(text).height(), text


CLOSING = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from vocabsmith.__main__ import main
from vocabsmith.main_window import MainWindow

choice = sys.argv[1]


def answer():
    box = QApplication.activeModalWidget()
    if isinstance(box, QMessageBox):
        print("asked while", window.job_bar.texts().title)
        next(button for button in box.buttons() if button.text() == choice).click()
    else:
        QTimer.singleShot(20, answer)


def follow(started=False):
    action = window.stack.page("build").start_action
    if not started and action.isEnabled():
        action.trigger()
        started = True
    if window.job_bar.texts().title == "Merging":
        QTimer.singleShot(0, answer)
        window.close()
    elif started and not window.job_bar.running:
        print("the run ended before it could be left:", window.job_bar.sentence())
        window.close()
    else:
        QTimer.singleShot(20, lambda: follow(started))


def shown(self, event):
    global window
    window = self
    QTimer.singleShot(0, follow)


MainWindow.showEvent = shown
sys.argv = ["vocabsmith", *sys.argv[2:]]
sys.exit(main())
"""


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A text of which merging takes long enough to be left."""
    generator = np.random.default_rng(7)
    letters = np.frombuffer(b"etaoinshrdlucmfwypvbgkjqxz", np.uint8)
    words = [bytes(generator.choice(letters, size=length)) for length in generator.integers(3, 14, size=200_000)]
    file = tmp_path / "words.txt"
    file.write_bytes(b" ".join(words))
    return file


@pytest.mark.parametrize(
    ("choice", "state"), [("Stop and keep", RunState.FINISHED), ("Go on at the next start", RunState.MERGING)]
)
def test_leaving_in_the_middle_of_merging_ends_well_ten_times(
    corpus: Path, tmp_path: Path, choice: str, state: RunState
):
    def leave_once(number: int) -> subprocess.CompletedProcess[str]:
        home = tmp_path / f"home{number}"  # each is a user of its own: of one user, one would hand over to the other
        command = [sys.executable, "-c", CLOSING, choice, str(corpus)]
        environment = os.environ | {"VOCABSMITH_HOME": str(home)}
        return subprocess.run(command, capture_output=True, text=True, timeout=200, check=False, env=environment)

    with ThreadPoolExecutor(4) as together:
        for number, ended in enumerate(together.map(leave_once, range(10))):
            home = tmp_path / f"home{number}"
            assert ended.returncode == 0, ended.stderr
            assert ended.stdout == "asked while Merging\n", ended.stderr
            assert "Destroyed" not in ended.stderr
            assert "Traceback" not in ended.stderr
            assert list((home / "log").glob("crash-*")) == []
            (run,) = RunStore(home / "data" / "runs").runs()
            assert (run.state, run.living) == (state, False)
