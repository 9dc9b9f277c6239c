"""The form of the recipe on the Build page: undo and redo, and what stands beside Start."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QWidget
from recipe_form import SECONDS

from vocabsmith.pages.build_page import BuildPage
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def page(qtbot, session, tasks, tmp_path, palette):
    made = BuildPage(session, tasks, SettingsStore(tmp_path / "settings.json"))
    qtbot.addWidget(made)
    made.resize(1343, 780)
    made.apply_theme(palette)
    made.show()
    return made


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "text.txt"
    path.write_text("one two")
    return path


def add(qtbot, page: BuildPage, path: Path) -> None:
    page.add_paths([path])
    qtbot.waitUntil(lambda: not page.corpus.scanning, timeout=SECONDS)


def press(qtbot, field: QWidget) -> None:
    """The key that changes a field: the next alternative, or one more."""
    qtbot.keyClick(field, Qt.Key.Key_Down if isinstance(field, QComboBox) else Qt.Key.Key_Up)


def test_every_kind_of_field_is_undone_and_redone(qtbot, page, session):
    form = page.recipe
    qtbot.mouseClick(form.more.toggle, LEFT)
    first = form.draft()
    changes = (
        lambda: qtbot.mouseClick(form.size_section.presets.button("8000"), LEFT),
        lambda: form.pieces.names.setCurrentIndex(0),
        lambda: qtbot.keyClick(form.specials.list, Qt.Key.Key_Delete),
        *(lambda row=row: press(qtbot, row.field) for row in form.more.rows.values()),
    )
    form.specials.list.setFocus()
    drafts = [first]
    for change in changes:
        change()
        if form.draft() != drafts[-1]:
            drafts.append(form.draft())
    assert [name for name in first if first[name] == drafts[-1][name]] == ["unicode_version"]
    for draft in reversed(drafts[:-1]):
        session.undo()
        assert form.draft() == draft
    assert session.can_undo == ""
    for draft in drafts[1:]:
        session.redo()
        assert form.draft() == draft
    assert session.can_redo == ""


def test_what_is_undone_is_named(qtbot, page, session):
    qtbot.mouseClick(page.recipe.size_section.presets.button("8000"), LEFT)
    assert session.can_undo == "Change vocabulary size"
    page.recipe.more.rows["memory"].field.setValue(500)
    assert session.can_undo == "Change memory"


def test_letters_of_one_token_are_one_step_back(qtbot, page, session):
    tokens = page.recipe.specials.list
    tokens.setFocus()
    qtbot.keyClick(tokens, Qt.Key.Key_Return)
    editor = tokens.findChild(type(page.recipe.specials.new_field))
    qtbot.keyClicks(editor, "<|x|>")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert page.recipe.specials.tokens() == ("<|x|>",)
    qtbot.wait(10)
    session.undo()
    assert page.recipe.specials.tokens() == ("<|endoftext|>",)
    assert session.can_undo == ""


def test_answers_from_the_background_are_no_edits(qtbot, page, session, text):
    session.edit_recipe({**page.recipe.draft(), "pretokenizer": "regex:[a-z]+| "})
    session.undo()
    session.redo()
    add(qtbot, page, text)
    qtbot.waitUntil(page.recipe.start.isEnabled, timeout=SECONDS)
    qtbot.waitUntil(lambda: "measuring" not in page.recipe.plan(), timeout=SECONDS)
    session.undo()  # the corpus
    assert session.can_undo == "Change pieces"


def test_a_reason_stands_beside_start_for_everything_that_keeps_it_off(qtbot, page, text):
    form = page.recipe
    assert (form.start.isEnabled(), form.reason()) == (False, "Add text first, on the left.")
    add(qtbot, page, text)
    qtbot.waitUntil(form.start.isEnabled, timeout=SECONDS)
    assert (form.reason(), form.start.property("kind")) == ("", "primary")
    form.size_section.number.setValue(200)
    assert (form.start.isEnabled(), form.reason()[:22]) == (False, "257 is the minimum: 25")
    form.size_section.number.setValue(300)
    form.specials.model.edit(0, "")
    assert (form.start.isEnabled(), form.reason()) == (False, "A special token cannot be used: see above.")
    form.specials.model.edit(0, "<|x|>")
    form.pieces.names.setCurrentIndex(form.pieces.names.count() - 1)
    form.pieces.pattern.setPlainText("(")
    qtbot.waitUntil(lambda: form.reason() == "The expression cannot be used: see above.", timeout=SECONDS)
    form.pieces.names.setCurrentIndex(0)
    qtbot.waitUntil(form.start.isEnabled, timeout=SECONDS)


def test_the_form_of_a_run_is_there_at_the_next_start_with_threads_and_memory(qtbot, page, tasks, tmp_path, text):
    page.recipe.set_draft({**page.recipe.draft(), "vocab_size": 260, "threads": 1, "memory": 10**9})
    add(qtbot, page, text)
    qtbot.waitUntil(page.recipe.start.isEnabled, timeout=SECONDS)
    qtbot.mouseClick(page.recipe.start, LEFT)
    qtbot.waitUntil(lambda: not page.control.running, timeout=3 * SECONDS)
    later = BuildPage(Session(), tasks, SettingsStore(tmp_path / "settings.json"))
    qtbot.addWidget(later)
    assert later.recipe.draft() == page.recipe.draft()


def test_the_recipe_of_a_run_that_is_shown_can_be_taken_again(qtbot, page, text):
    page.recipe.set_draft({**page.recipe.draft(), "vocab_size": 260, "min_frequency": 1})
    add(qtbot, page, text)
    qtbot.waitUntil(page.recipe.start.isEnabled, timeout=SECONDS)
    qtbot.mouseClick(page.recipe.start, LEFT)
    qtbot.waitUntil(lambda: not page.control.running, timeout=3 * SECONDS)
    page.recipe.size_section.number.setValue(900)
    page.recipe.menu.aboutToShow.emit()
    next(entry for entry in page.recipe.menu.actions() if entry.text().startswith("Of the run “")).trigger()
    assert page.recipe.draft()["vocab_size"] == 260


def test_what_more_opens_is_scrolled_into_view(qtbot, page):
    page.resize(1200, 620)
    body = page.recipe._form
    qtbot.mouseClick(page.recipe.more.toggle, LEFT)
    qtbot.waitUntil(lambda: body.verticalScrollBar().value() > 0)
    top = page.recipe.more.mapTo(body.viewport(), page.recipe.more.rect().topLeft()).y()
    assert -1 <= top < body.viewport().height() // 2
