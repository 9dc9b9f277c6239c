"""Pages that are made late: none before the window stands, all soon after, each at the latest when it is asked for."""

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QVBoxLayout

from vocabsmith.application import _late_pages
from vocabsmith.main_window import MainWindow
from vocabsmith.main_window.page_stack import LatePage
from vocabsmith.settings import SettingsStore
from vocabsmith.widgets.page import Page

GUARD = 10_000


class First(Page):
    key, title, subtitle, icon_name = "first", "First", "What is there at once", "build"


class Second(Page):
    key, title, subtitle, icon_name = "second", "Second", "What can wait", "inspect"
    can_find = True

    def __init__(self) -> None:
        super().__init__()
        self.themes = 0
        self.field = QLineEdit("words")
        QVBoxLayout(self).addWidget(self.field)
        self.action = QAction("&Measure", self)

    def actions_of(self) -> dict[str, list[QAction]]:
        return {"file": [self.action]}

    def apply_theme(self, palette) -> None:
        super().apply_theme(palette)
        self.themes += 1

    def begin_search(self) -> None:
        self.field.setFocus()
        self.field.selectAll()


class Third(Page):
    key, title, subtitle, icon_name = "third", "Third", "What can wait too", "table"


@pytest.fixture
def make_window(qtbot, look, session, tasks, tmp_path: Path):
    def make(page: str = "first") -> tuple[MainWindow, list[str]]:
        made: list[str] = []

        def late(kind: type[Page]) -> LatePage:
            return LatePage(kind.key, kind.title, kind.icon_name, lambda: (made.append(kind.key), kind())[1])

        settings = SettingsStore(tmp_path / "settings.json")
        settings.update(page=page)
        window = MainWindow(
            pages=[First(), late(Second), late(Third)],
            session=session,
            tasks=tasks,
            settings=settings,
            look=look,
            log_folder=tmp_path,
        )
        qtbot.addWidget(window)
        return window, made

    return make


def show(window: MainWindow, qtbot) -> None:
    """Keys are heard in an active window only."""
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=GUARD)


def test_none_is_made_before_the_window_is_shown_and_all_are_soon_after(make_window, qtbot):
    window, made = make_window()
    assert made == []
    window.show()
    qtbot.waitUntil(lambda: made == ["second", "third"], timeout=GUARD)
    assert [page.key for page in window.stack.pages] == ["first", "second", "third"]


def test_the_page_that_was_open_last_is_made_at_once(make_window):
    window, made = make_window("third")
    assert (window.page, made) == ("third", ["third"])


def test_one_that_is_asked_for_earlier_is_made_once(make_window, qtbot):
    window, made = make_window()
    show(window, qtbot)
    qtbot.keyClick(window, "3", Qt.KeyboardModifier.ControlModifier)
    assert window.page == "third"
    qtbot.waitUntil(lambda: sorted(made) == ["second", "third"], timeout=GUARD)


def test_the_rail_has_all_pages_from_the_beginning(make_window):
    window, _ = make_window()
    assert [button.text() for button in window.rail._buttons.values()] == ["First", "Second", "Third"]


def test_a_late_page_has_its_theme_and_its_actions_where_they_belong(make_window):
    window, _ = make_window()
    page = window.stack.page("second")
    texts = [action.text() for menu, action in window.menus.all_actions() if menu == "File"]
    assert page.themes == 1
    assert texts.index("&Measure") == texts.index("&Export…") - 1


def test_an_action_of_a_late_page_shows_it(make_window):
    window, _ = make_window()
    window.stack.page("second").action.trigger()
    assert window.page == "second"


def test_find_goes_to_the_field_of_the_page_and_is_greyed_out_where_there_is_none(make_window, qtbot):
    window, _ = make_window()
    show(window, qtbot)
    assert not window._find_action.isEnabled()
    window.show_page("second")
    page = window.stack.page("second")
    qtbot.keyClick(window, "f", Qt.KeyboardModifier.ControlModifier)
    assert window.focusWidget() is page.field
    assert page.field.selectedText() == "words"


def test_what_a_late_page_asks_of_the_window_is_answered(make_window, monkeypatch):
    window, _ = make_window("second")
    window.stack.page("second").build_asked.emit()
    assert window.page == "first"
    asked = []
    monkeypatch.setattr("vocabsmith.main_window.tokenizer_chooser.ask_for_tokenizer", lambda *_: asked.append("file"))
    window.stack.page("third").open_asked.emit()
    assert asked == ["file"]


def test_a_window_that_is_closed_makes_no_more_pages(make_window, qtbot):
    window, made = make_window()
    window.show()
    window.close()
    qtbot.wait(200)
    assert made == []


def test_the_pages_of_the_program_are_what_they_were_announced_as(qtbot, session, tasks, store, tmp_path: Path):
    settings = SettingsStore(tmp_path / "settings.json")
    for late in _late_pages(session, tasks, settings, store):
        page = late.make()
        qtbot.addWidget(page)
        assert (page.key, page.title, page.icon_name) == (late.key, late.title, late.icon_name)


def test_a_start_loads_no_page_that_it_does_not_show():
    program = (
        "import sys, vocabsmith.application as _; print([name for name in sys.modules if '.pages.' in name"
        " and not name.startswith(('vocabsmith.pages.build_page', 'vocabsmith.pages.chart_saving'))])"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout == "[]\n"
