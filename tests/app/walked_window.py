"""The whole window as the tests of its accessibility walk through it: in every state a user meets."""

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QImage, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QScrollArea,
    QScrollBar,
    QWidget,
)

from vocabsmith.main_window import MainWindow
from vocabsmith.pages.build_page import BuildPage
from vocabsmith.pages.compare_page import ComparePage
from vocabsmith.pages.inspect_page import InspectPage
from vocabsmith.pages.laboratory_page import LaboratoryPage
from vocabsmith.pages.vocabulary_page import VocabularyPage
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.unsaved_work import UnsavedWork
from vocabsmith.widgets.look import Look
from vocabsmith.widgets.tokenizer_picker import PickedTokenizer
from vocabsmith_engine.runs import RunStore

SECONDS = 20_000  # milliseconds: a hang guard, not a bound
PAGES = ("inspect", "vocabulary", "compare", "laboratory")  # each with the tokenizer of a finished run
BOXES = ("second", "trace")  # below the text of the inspector
STATES = ("empty", "corpus", "running", "done", *PAGES, *BOXES)
TEXT = "low lower lowest new newer newest wide wider widest " * 400
MOST_STOPS = 200
WHOLE = (QAbstractScrollArea, QAbstractSpinBox, QComboBox, QLineEdit)  # what is inside them is theirs


class WalkedWindow:
    """The window with all its pages, a store of runs, and a folder for what it reads."""

    def __init__(self, qtbot, look: Look, folder: Path) -> None:
        self.qtbot, self.look, self.folder = qtbot, look, folder
        self.session, self.tasks = Session(), TaskRunner()
        self.store = RunStore(folder / "runs")
        settings = SettingsStore(folder / "settings.json")
        parts = (self.session, self.tasks, settings, self.store)
        self.build, self.inspect = BuildPage(*parts), InspectPage(*parts)
        self.vocabulary, self.compare, self.laboratory = (
            VocabularyPage(*parts[:3]),
            ComparePage(*parts),
            LaboratoryPage(*parts),
        )
        self.window = MainWindow(
            pages=[self.build, self.inspect, self.vocabulary, self.compare, self.laboratory],
            session=self.session,
            tasks=self.tasks,
            settings=settings,
            look=look,
            log_folder=folder,
            store=self.store,
            unsaved=UnsavedWork(folder / "unsaved"),
        )
        self.window.showNormal()
        self.window.resize(1440, 900)
        self.window.activateWindow()
        qtbot.waitActive(self.window)
        self.settle()

    # --- states

    def go_to(self, state: str) -> None:
        """Bring the window into one of STATES."""
        if state != "empty":
            self.add_corpus()
        if state in {"running", "done", *PAGES, *BOXES}:
            self.start()
        if state == "running":
            self.pause()
        if state in {"done", *PAGES, *BOXES}:
            self.finish()
        if state in {*PAGES, *BOXES}:
            self.show(state)

    def show(self, page: str) -> None:
        """Open a page with something on it, or a box below the text of the inspector."""
        self.open(page)
        self.settle()
        if self.window.page == "inspect":
            self.inspect.text.editor.set_text("the lowest newest widest")
        if page == "second":
            self.inspect.second.picker.picked.emit(PickedTokenizer("smaller", self.session.tokenizer.truncated(280)))
        if page == "vocabulary":
            self.vocabulary.show_token(270)
        if page == "compare":
            self.compare.add_picked(PickedTokenizer("smaller", self.session.tokenizer.truncated(280)))
            self.compare.add_paths([self.folder / "words.txt", self.folder / "old.txt"])
            self.settle()
            self.compare.texts.set_text("the lowest newest widest naïve café")
            self.qtbot.waitUntil(lambda: not self.compare._typing.isActive(), timeout=SECONDS)
        self.settle()

    def open(self, page: str) -> None:
        """Open a page or a box, with what is on it."""
        self.window.show_page("inspect" if page in BOXES else page)
        if self.window.page == "inspect":
            self.inspect.text.open_box(page if page in BOXES else "")

    def add_corpus(self) -> None:
        """Three sources: a text, one with a doubtful encoding, and a table with fields to choose from."""
        text, doubtful, table = (self.folder / name for name in ("words.txt", "old.txt", "rows.jsonl"))
        text.write_text(TEXT)
        doubtful.write_bytes(b"na\xefve caf\xe9 " * 20)
        table.write_text('{"text": "one two", "title": "three"}\n' * 20)
        self.build.add_paths([text, doubtful, table])
        self.settle()

    def start(self) -> None:
        """Begin a run of a small vocabulary."""
        self.build.recipe.size_section.number.setValue(300)
        self.settle()
        self.qtbot.waitUntil(self.build.start_action.isEnabled, timeout=SECONDS)
        self.build.start_action.trigger()

    def pause(self) -> None:
        """Let the run wait where it is."""
        self.window.jobs.pause(True)
        QApplication.processEvents()

    def finish(self) -> None:
        """Wait for the end of the run, and list it."""
        self.qtbot.waitUntil(lambda: not self.build.control.running, timeout=SECONDS)
        self.settle()
        self.build.show_runs()
        self.settle()

    def settle(self) -> None:
        """Until everything that was asked for has come."""
        for _ in range(3):
            self.qtbot.waitUntil(lambda: not self.tasks.busy, timeout=SECONDS)
            for _ in range(5):
                QApplication.processEvents()

    def close(self) -> None:
        """End what goes on, without questions; nothing of the window stays to be dressed in the next test."""
        if self.build.control.task is not None:
            self.build.control.task.stop()
        self.window.leaving.leave_without_asking()
        self.qtbot.waitUntil(lambda: not self.window.isVisible(), timeout=SECONDS)
        self.look.changed.disconnect(self.window.apply_theme)
        self.window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def on_screen(widget: QWidget) -> QRect:
    """The part of a widget that can be seen, in its window; a scroll area hides itself behind what it shows."""
    seen = widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget
    if isinstance(widget, QScrollArea) and seen.visibleRegion().isEmpty():
        seen = widget.widget()
    return seen.visibleRegion().boundingRect().translated(seen.mapTo(widget.window(), seen.rect().topLeft()))


def controls(window: QWidget) -> Iterator[QWidget]:
    """Everything that can be clicked or can have the focus, as far as it is shown."""
    for widget in window.findChildren(QWidget):
        takes_focus = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) or isinstance(widget, QAbstractButton)
        inner = isinstance(widget.parentWidget(), WHOLE) or widget.objectName().startswith("qt_")
        if takes_focus and widget.isVisible() and not inner and not isinstance(widget, QScrollBar):
            yield widget


def walk(window: QWidget, key: Qt.Key = Qt.Key.Key_Tab) -> list[QWidget]:
    """Where the focus goes until it comes back to where it was."""
    stops: list[QWidget] = []
    for _ in range(MOST_STOPS):
        QTest.keyClick(QApplication.focusWidget() or window, key)
        stop = QApplication.focusWidget()
        if stop is None or stop in stops:
            break
        stops.append(stop)
    return stops


def picture_of(window: QWidget, room: QRect) -> QImage:
    """A part of the window as it is painted now."""
    room = room.intersected(window.rect())
    picture = QImage(room.size(), QImage.Format.Format_RGB32)
    window.render(picture, QPoint(), QRegion(room))
    return picture
