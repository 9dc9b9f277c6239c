"""Undo and redo reach the text field that can use them, and otherwise the corpus and the recipe."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QLineEdit, QMainWindow, QPushButton, QSpinBox, QVBoxLayout
from shiboken6 import delete

from vocabsmith.corpus_items import CorpusItem
from vocabsmith.main_window import MainWindow
from vocabsmith.main_window.edit_menu import EditMenu
from vocabsmith.main_window.menus import Menus
from vocabsmith.settings import SettingsStore
from vocabsmith.unsaved_work import UnsavedWork
from vocabsmith.widgets.action_finder import ActionFinder
from vocabsmith.widgets.page import Page

GUARD = 10_000
ONE = CorpusItem(Path("/texts/one & two.txt"), "text", 100)


class FormPage(Page):
    key, title, subtitle, icon_name = "build", "Build", "Learn a vocabulary from your own text", "build"

    def __init__(self) -> None:
        super().__init__()
        self.field, self.number, self.button = QLineEdit(), QSpinBox(), QPushButton("Go")
        column = QVBoxLayout(self)
        for widget in (self.field, self.number, self.button):
            column.addWidget(widget)


@pytest.fixture
def page(qapp) -> FormPage:
    del qapp
    return FormPage()


@pytest.fixture(autouse=True)
def window(qtbot, look, session, tasks, page, tmp_path) -> MainWindow:
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
    made.activateWindow()
    session.add_corpus([ONE])
    yield made
    made.projects._timer.stop()


def focus(widget, qtbot) -> None:
    widget.setFocus()
    qtbot.waitUntil(widget.hasFocus, timeout=GUARD)


def press(keys: QKeySequence.StandardKey, widget, qtbot) -> None:
    combination = QKeySequence(keys)[0]
    qtbot.keyClick(widget, combination.key(), combination.keyboardModifiers())


def step(window: MainWindow) -> QAction:
    return next(action for _, action in window.menus.all_actions() if action.text().startswith("&Undo"))


def test_the_entry_says_what_would_be_undone(window, session):
    assert step(window).text() == "&Undo add one && two.txt"
    session.undo()
    assert step(window).text() == "&Undo"


def test_the_keys_undo_and_redo_an_edit(page, session, qtbot):
    focus(page.button, qtbot)
    press(QKeySequence.StandardKey.Undo, page.button, qtbot)
    assert session.corpus == ()
    press(QKeySequence.StandardKey.Redo, page.button, qtbot)
    assert session.corpus == (ONE,)


def test_a_field_undoes_its_own_typing_first(window, page, session, qtbot):
    focus(page.field, qtbot)
    qtbot.keyClicks(page.field, "typed")
    window._edit_menu.show_what_is_possible()
    assert step(window).text() == "&Undo typing"
    press(QKeySequence.StandardKey.Undo, page.field, qtbot)
    assert (page.field.text(), session.corpus) == ("", (ONE,))
    press(QKeySequence.StandardKey.Undo, page.field, qtbot)
    assert session.corpus == ()


def test_a_number_that_was_not_typed_in_leaves_the_keys_to_the_window(page, session, qtbot):
    focus(page.number, qtbot)
    page.number.stepUp()
    press(QKeySequence.StandardKey.Undo, page.number, qtbot)
    assert session.corpus == ()


def test_the_list_of_all_actions_undoes_too(window, page, session, qtbot):
    focus(page.button, qtbot)
    window.show_all_actions()
    finder = window.findChild(ActionFinder)
    qtbot.keyClicks(finder.field, "undo add")
    qtbot.keyClick(finder.field, Qt.Key.Key_Return)
    assert session.corpus == ()


def test_what_cannot_be_undone_is_grey_while_it_is_looked_at(window, page, session, qtbot):
    focus(page.button, qtbot)
    session.undo()
    window._edit_menu.show_what_is_possible()
    assert not step(window).isEnabled()
    assert next(action for _, action in window.menus.all_actions() if action.text().startswith("&Redo")).isEnabled()


def test_a_window_that_goes_without_being_closed_leaves_the_focus_alone(qtbot, session):
    gone = QMainWindow()
    field = QLineEdit()
    gone.setCentralWidget(field)
    EditMenu(gone, Menus(gone), session)
    gone.show()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus, timeout=GUARD)
    delete(gone)  # the focus leaves the field while its window is half gone
