"""The window around the pages: finding one's way, watching work, leaving."""

import time
from base64 import b64encode
from pathlib import Path

import pytest
from measured_contrast import ENOUGH, pixels_of, strongest_contrast
from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from vocabsmith.main_window import MainWindow
from vocabsmith.main_window.dialogs import show_crash_reports
from vocabsmith.operations.known_tokenizers import telling_name
from vocabsmith.settings import SettingsStore
from vocabsmith.widgets.action_finder import ActionFinder
from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.labels import Label
from vocabsmith.widgets.page import Page
from vocabsmith_engine import Monitor

GUARD = 10_000


class FirstPage(Page):
    key, title, subtitle, icon_name = "build", "Build", "Learn a vocabulary from your own text", "build"

    def __init__(self) -> None:
        super().__init__()
        self.done: list[str] = []
        self.start = QAction("&Start", self)
        self.start.triggered.connect(lambda: self.done.append("start"))
        self.field = QLineEdit("some text")
        column = QVBoxLayout(self)
        column.addWidget(Label("Vocabulary size", "head"))
        column.addWidget(Label("how text is cut", "secondary"))
        column.addWidget(Button("Go", "play", "primary"))
        disabled = QLineEdit("disabled")
        disabled.setEnabled(False)
        column.addWidget(self.field)
        column.addWidget(disabled)

    def actions_of(self) -> dict[str, list[QAction]]:
        return {"run": [self.start]}


class SecondPage(Page):
    key, title, subtitle, icon_name = "inspect", "Inspect", "See how a text is cut into tokens", "inspect"


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.json")


@pytest.fixture
def make_window(qtbot, look, session, tasks, store, tmp_path):
    def make(settings: SettingsStore = store) -> MainWindow:
        window = MainWindow(
            pages=[FirstPage(), SecondPage()],
            session=session,
            tasks=tasks,
            settings=settings,
            look=look,
            log_folder=tmp_path,
        )
        qtbot.addWidget(window)
        window.show()
        qtbot.waitExposed(window)
        return window

    return make


@pytest.fixture
def window(make_window) -> MainWindow:
    return make_window()


def work_until_stopped(monitor: Monitor) -> None:
    monitor.begin_stage("merging", 31743)
    done = 0
    while monitor.checkpoint():
        done = min(done + 1, 31000)
        monitor.advance_to(done)
        time.sleep(0.001)


def nothing(_: object) -> None:
    """A callback that nothing is expected of."""


def answer(text: str, asked: list[str]) -> None:
    """Presses the button with that text on the message box that is open."""
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    asked.append(box.text())
    next(button for button in box.buttons() if button.text() == text).click()


def test_the_rail_leads_to_the_pages_and_the_choice_is_kept(window, qtbot, store):
    assert window.page == "build"
    qtbot.mouseClick(window.rail._buttons["inspect"], Qt.MouseButton.LeftButton)
    assert window.page == "inspect"
    assert window.top_bar._title.text() == "Inspect"
    assert store.values.page == "inspect"


def test_keys_lead_to_the_pages(window, qtbot):
    qtbot.keyClick(window, "2", Qt.KeyboardModifier.ControlModifier)
    assert window.page == "inspect"
    qtbot.keyClick(window, "1", Qt.KeyboardModifier.ControlModifier)
    assert window.page == "build"


def test_the_next_start_opens_the_page_and_place_of_the_last(make_window, store):
    first = make_window()
    first.showNormal()
    first.resize(800, 640)
    first.show_page("inspect")
    first.close()
    second = make_window()
    assert second.page == "inspect"
    assert (second.width(), second.height()) == (800, 640)
    assert store.values.geometry


def test_a_page_that_is_no_more_is_no_trouble(make_window, store):
    store.update(page="no such page", geometry="no geometry")
    assert make_window().page == "build"


def test_every_action_can_be_found_and_done(window, qtbot):
    qtbot.keyClick(window, "P", Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    finder = window.findChild(ActionFinder)
    titles = finder.titles()
    for expected in (
        "Start",
        "Open tokenizer…",
        "Export…",
        "Go to Inspect",
        "Dark",
        "125 %",
        "About Vocabsmith",
        "Quit",
    ):
        assert expected in titles
    qtbot.keyClicks(finder.field, "insp")
    assert finder.titles()[0] == "Go to Inspect"
    qtbot.keyClick(finder.field, Qt.Key.Key_Return)
    assert window.page == "inspect"


def test_actions_are_found_by_their_menu_too(window, qtbot):
    window.show_all_actions()
    finder = window.findChild(ActionFinder)
    qtbot.keyClicks(finder.field, "theme")
    assert set(finder.titles()[:3]) == {"As the system", "Light", "Dark"}


def test_an_action_of_a_page_is_done_from_the_list(window, qtbot):
    window.show_all_actions()
    finder = window.findChild(ActionFinder)
    qtbot.keyClicks(finder.field, "start")
    qtbot.keyClick(finder.field, Qt.Key.Key_Return)
    assert window.stack.page("build").done == ["start"]


def test_an_action_leads_to_the_page_where_it_is_seen(window):
    window.show_page("inspect")
    window.stack.page("build").start.trigger()
    assert window.page == "build"


def test_what_cannot_be_done_now_is_listed_and_not_done(window, qtbot):
    window.show_all_actions()
    finder = window.findChild(ActionFinder)
    qtbot.keyClicks(finder.field, "export")
    assert finder.titles()[0] == "Export…"
    qtbot.keyClick(finder.field, Qt.Key.Key_Return)
    assert finder.isVisible()
    qtbot.keyClick(finder.field, Qt.Key.Key_Escape)
    assert not finder.isVisible()


def test_without_a_tokenizer_there_is_nothing_to_export(window):
    assert not window.top_bar.export_button.isEnabled()
    assert window.top_bar.export_button.toolTip() == "Train or open a tokenizer first"
    assert window.top_bar.tokenizers.currentIndex() == -1


def test_the_list_shows_the_session_s_tokenizers_newest_first(window, session):
    class Fake:
        vocab_size = 32000

    session.add_tokenizer("sample 32k", Fake())
    session.add_tokenizer("help 32k", Fake())
    combo = window.top_bar.tokenizers
    assert [combo.itemText(row) for row in range(2)] == ["help 32k, 32,000 tokens", "sample 32k, 32,000 tokens"]
    assert combo.currentText() == "help 32k, 32,000 tokens"
    combo.activated.emit(1)
    assert session.current_name == "sample 32k"
    assert window.top_bar.export_button.isEnabled()


def test_a_file_that_is_no_tokenizer_is_said_so(window, qtbot, tmp_path, session):
    wrong = tmp_path / "tokenizer.json"
    wrong.write_text("{}")
    window.chooser.open(wrong)
    qtbot.waitUntil(lambda: "tokenizer.json" in window.job_bar.sentence(), timeout=GUARD)
    assert session.tokenizer is None


def test_what_was_taken_for_granted_in_reading_a_tokenizer_is_said(window, qtbot, tmp_path):
    ranks = tmp_path / "alone.tiktoken"
    ranks.write_text("".join(f"{b64encode(bytes([byte])).decode()} {byte}\n" for byte in range(256)))
    window.chooser.open(ranks)
    qtbot.waitUntil(lambda: "Opened alone, " in window.job_bar.sentence(), timeout=GUARD)
    assert "vocabsmith.json is missing: the pattern is taken to be GPT-2's" in window.job_bar.sentence()


def test_a_file_called_like_all_is_named_after_its_folder():
    assert telling_name(Path("out/handbook/tokenizer.json")) == "handbook"
    assert telling_name(Path("out/cl100k.tiktoken")) == "cl100k"
    assert telling_name(Path("out/handbook")) == "handbook"


def test_a_job_is_shown_whichever_page_is_open(window, qtbot, tasks, session):
    tasks.start(
        work_until_stopped,
        on_done=lambda _: session.report("good", "Run finished"),
        on_failed=nothing,
        job="Training",
        in_stages=True,
    )
    qtbot.waitUntil(lambda: window.job_bar.texts().title == "Merging", timeout=GUARD)
    window.show_page("inspect")
    assert window.job_bar.running
    assert window.job_bar.texts().figures.endswith("of 31,743")
    assert window.rail._buttons["build"].busy
    window.jobs.stop()
    qtbot.waitUntil(lambda: not window.job_bar.running, timeout=GUARD)
    assert window.job_bar.sentence() == "Run finished"
    assert not window.rail._buttons["build"].busy


def test_work_of_one_stage_keeps_its_title(window, qtbot, tasks):
    task = tasks.start(work_until_stopped, on_done=nothing, on_failed=nothing, job="Comparing")
    qtbot.waitUntil(lambda: window.job_bar.texts().figures.endswith("of 31,743"), timeout=GUARD)
    assert window.job_bar.texts().title == "Comparing"
    task.stop()
    qtbot.waitUntil(lambda: not window.job_bar.running, timeout=GUARD)


def test_a_paused_job_says_so_and_goes_on(window, qtbot, tasks):
    task = tasks.start(work_until_stopped, on_done=nothing, on_failed=nothing, job="Training", in_stages=True)
    qtbot.waitUntil(lambda: window.job_bar.texts().title == "Merging", timeout=GUARD)
    qtbot.mouseClick(window.job_bar._pause, Qt.MouseButton.LeftButton)
    assert task.monitor.paused
    assert window.job_bar.texts().title == "Merging, paused"
    assert window.job_bar._pause.text() == "Resume"
    qtbot.mouseClick(window.job_bar._pause, Qt.MouseButton.LeftButton)
    assert not task.monitor.paused
    qtbot.mouseClick(window.job_bar._stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.job_bar.running, timeout=GUARD)
    assert window.job_bar.sentence() == "Ready"


def test_progress_over_32_bits_is_shown(window, qtbot, tasks):
    def work(monitor: Monitor) -> None:
        monitor.begin_stage("reading", 5_000_000_000)
        monitor.advance_to(3_000_000_000)
        while monitor.checkpoint():
            time.sleep(0.001)

    task = tasks.start(work, on_done=nothing, on_failed=nothing, job="Training")
    qtbot.waitUntil(lambda: window.job_bar.texts().figures == "3.0 GB of 5.0 GB", timeout=GUARD)
    assert window.job_bar.bar.value() / window.job_bar.bar.maximum() == pytest.approx(0.6)
    task.stop()
    qtbot.waitUntil(lambda: not window.job_bar.running, timeout=GUARD)


def test_leaving_while_work_goes_on_asks_first(window, qtbot, tasks):
    task = tasks.start(work_until_stopped, on_done=nothing, on_failed=nothing, job="Training")
    asked: list[str] = []
    QTimer.singleShot(100, lambda: answer("Keep working", asked))
    assert not window.close()
    assert asked == ["Training is still going on."]
    assert task.running
    QTimer.singleShot(100, lambda: answer("Stop and quit", asked))
    assert window.close()
    assert task.monitor.stop_requested
    qtbot.waitUntil(lambda: not tasks.busy, timeout=GUARD)


def test_the_theme_changes_at_once_and_is_kept(window, look, store):
    window.set_theme("dark")
    assert look.palette.name == "dark"
    assert store.values.theme == "dark"
    assert QApplication.palette().window().color().name().upper() == look.palette.window


def test_text_grows_and_shrinks_in_steps(window, store):
    before = window.top_bar._title.fontInfo().pointSizeF()
    window._step_text_size(1)
    window._step_text_size(1)
    assert store.values.text_size == 125
    assert window.top_bar._title.fontInfo().pointSizeF() == pytest.approx(before * 1.25, rel=0.05)
    window._step_text_size(-1)
    assert store.values.text_size == 110


def test_edit_entries_act_on_the_field_with_the_focus(window, qtbot):
    field = window.stack.page("build").field
    window.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus, timeout=GUARD)
    entries = {action.text(): action for menu, action in window.menus.all_actions() if menu == "Edit"}
    entries["Select &all"].trigger()
    entries["Cu&t"].trigger()
    assert field.text() == ""
    entries["&Undo"].trigger()
    assert field.text() == "some text"


def test_damaged_settings_are_told_and_the_window_opens(make_window, tmp_path):
    (tmp_path / "damaged.json").write_text("{")
    opened = make_window(SettingsStore(tmp_path / "damaged.json"))
    assert "It was set aside as damaged.json.damaged" in opened.job_bar.sentence()


def test_a_crash_report_of_the_last_time_is_shown_whole(window, qtbot, look, tmp_path):
    del qtbot
    seen: list[str] = []

    def read_and_copy() -> None:
        dialog = QApplication.activeModalWidget()
        copy = next(button for button in dialog.findChildren(QAbstractButton) if button.text() == "Copy report")
        copy.click()
        seen.append(QApplication.clipboard().text())
        dialog.close()

    QTimer.singleShot(100, read_and_copy)
    show_crash_reports(["first report", "second report"], tmp_path, look.palette, window)
    assert seen == ["first report\n\nsecond report"]


@pytest.mark.parametrize("percent", [100, 150])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_of_the_frame_is_clipped_at_1024_by_700(window, qtbot, tasks, theme, percent):
    window.set_theme(theme)
    window.set_text_size(percent)
    window.showNormal()
    window.resize(1024, 700)
    task = tasks.start(work_until_stopped, on_done=nothing, on_failed=nothing, job="Training")
    qtbot.waitUntil(lambda: "of 31,743" in window.job_bar.texts().figures, timeout=GUARD)
    QApplication.processEvents()
    for bar in (window.rail, window.top_bar, window.job_bar):
        for widget in bar.findChildren(QWidget):
            if isinstance(widget, QLabel | QAbstractButton) and widget.isVisible():
                room = bar.rect()
                corner = widget.mapTo(bar, widget.rect().bottomRight())
                assert room.contains(corner), widget
                assert widget.width() >= min(widget.minimumSizeHint().width(), widget.sizeHint().width()), widget
    assert (window.width(), window.height()) == (1024, 700)
    task.stop()
    qtbot.waitUntil(lambda: not tasks.busy, timeout=GUARD)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_all_text_of_the_frame_stands_out(window, session, theme):
    window.set_theme(theme)
    session.report("warning", "3 lines were skipped")
    QApplication.processEvents()
    kinds = (QLabel, QAbstractButton, QComboBox, QLineEdit)
    texts = [widget for widget in window.findChildren(QWidget) if isinstance(widget, kinds) and widget.isVisible()]
    written = [widget for widget in texts if getattr(widget, "text", lambda: "x")()]
    assert len(written) >= 12
    pixels = pixels_of(window)
    for widget in written:
        place = QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size())
        assert strongest_contrast(pixels, place) >= ENOUGH, widget
