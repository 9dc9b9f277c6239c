"""The form of a recipe as a whole: what it holds, what it says, what it tells."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
)
from recipe_form import SECONDS, Edits, make_form, use_text

from vocabsmith.pages.build_page import run_estimate
from vocabsmith.pages.build_page.recipe_draft import DEFAULTS, plan_of, usable_draft
from vocabsmith_engine import Recipe

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def form(qtbot, tasks, tmp_path, palette):
    return make_form(qtbot, tasks, tmp_path, palette)


# --- what it holds


def test_the_first_form_is_a_recipe_of_32_000_tokens(form):
    recipe = form.recipe()
    assert (recipe.vocab_size, recipe.pretokenizer, recipe.special_tokens) == (32_000, "cl100k", ("<|endoftext|>",))
    assert (form.threads(), form.memory()) == (None, None)


def test_every_setting_of_a_recipe_comes_back_from_the_form(form):
    draft = {
        "vocab_size": 4_321,
        "pretokenizer": "regex:[^ ]+| ",
        "special_tokens": ["<|a|>", "<|b|>"],
        "specials": "after-bytes",
        "min_frequency": 3,
        "max_token_length": 9,
        "tie_break": "bytes",
        "byte_order": "value",
        "base": "characters",
        "character_coverage": 0.987654321,
        "invalid_bytes": "skip",
        "document_unit": "line",
        "line_ends": "normalise",
        "normalization": "NFKC",
        "held_out": 0.0123456789,
        "unicode_version": DEFAULTS["unicode_version"],
        "threads": 3,
        "memory": 1_234_567_890,
    }
    form.set_draft(draft)
    assert form.draft() == draft
    assert set(draft) == {*Recipe(vocab_size=256).to_dict(), "threads", "memory"}


def test_a_form_that_is_no_recipe_of_this_version_gives_the_defaults():
    assert usable_draft({"vocab_size": 5}) == DEFAULTS
    assert usable_draft({"vocab_size": 300, "colour": "blue"}) == DEFAULTS
    assert usable_draft({"vocab_size": 300, "threads": "many"})["threads"] is None


def test_a_size_without_room_for_bytes_and_special_tokens_is_told_in_place(qtbot, form):
    number = form.size_section.number
    number.selectAll()
    qtbot.keyClicks(number, "200")
    words = "257 is the minimum: 256 bytes and 1 special token. Choose 257 or more."
    assert form.problem() == words
    assert form.size_section._problem.text() == words
    assert form.size_section._problem.isVisible()


def test_the_size_can_be_chosen_with_one_click(qtbot, form):
    qtbot.mouseClick(form.size_section.presets.button("8000"), LEFT)
    assert form.draft()["vocab_size"] == 8_000
    assert form.plan() == "256 bytes + 1 special + up to 7,743 merges"
    assert form.size_section.number.text() == "8,000"


@pytest.mark.parametrize(
    ("changes", "plan"),
    [
        ({}, "256 bytes + 1 special + up to 31,743 merges"),
        ({"special_tokens": []}, "256 bytes + up to 31,744 merges"),
        ({"vocab_size": 258}, "256 bytes + 1 special + up to 1 merge"),
        ({"vocab_size": 257}, "256 bytes + 1 special + no merges"),
        ({"base": "characters"}, "256 bytes + 1 special + characters and merges, up to 31,743 of both"),
    ],
)
def test_the_plan_says_what_a_run_will_do(changes, plan):
    assert plan_of({**DEFAULTS, **changes}) == plan


# --- what it tells


def test_each_change_of_the_users_is_one_edit(qtbot, form):
    edits = Edits(form)
    qtbot.mouseClick(form.size_section.presets.button("8000"), LEFT)
    form.pieces.names.setFocus()
    qtbot.keyClick(form.pieces.names, Qt.Key.Key_Down)
    qtbot.keyClicks(form.specials.new_field, "<|pad|>")
    qtbot.keyClick(form.specials.new_field, Qt.Key.Key_Return)
    assert [draft["vocab_size"] for draft in edits.drafts] == [8_000] * 3
    assert [draft["pretokenizer"] for draft in edits.drafts] == ["cl100k", "llama3", "llama3"]
    assert edits.drafts[-1]["special_tokens"] == ["<|endoftext|>", "<|pad|>"]


def test_filling_the_form_is_no_edit_and_is_told_all_the_same(qtbot, form):
    edits, told = Edits(form), []
    form.changed.connect(lambda: told.append(form.draft()["vocab_size"]))
    form.set_draft({**DEFAULTS, "vocab_size": 500, "pretokenizer": "gpt2", "normalization": "NFC", "held_out": 0.1})
    qtbot.wait(300)
    assert told[0] == 500
    assert edits.drafts == []


def test_filling_the_form_leaves_focus_and_cursor_where_they_are(form):
    form.set_draft({**DEFAULTS, "pretokenizer": "regex:[a-z]+|."})
    pattern = form.pieces.pattern
    pattern.setFocus()
    cursor = pattern.textCursor()
    cursor.setPosition(3)
    pattern.setTextCursor(cursor)
    form.set_draft({**form.draft(), "vocab_size": 700})
    assert pattern.hasFocus()
    assert pattern.textCursor().position() == 3
    assert form.draft()["vocab_size"] == 700


def test_a_number_that_is_being_typed_keeps_its_cursor(form):
    number = form.size_section.number
    number.setFocus()
    number.lineEdit().setCursorPosition(2)
    form.set_draft({**form.draft(), "min_frequency": 4})
    assert number.lineEdit().cursorPosition() == 2


def test_the_wheel_scrolls_the_form_and_changes_no_number_in_passing(form):
    number = form.size_section.number
    place = QPointF(number.rect().center())
    turn = QWheelEvent(
        place,
        number.mapToGlobal(place),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(number, turn)
    assert number.value() == 32_000


# --- Start


def test_start_has_the_accent_only_where_it_is_the_next_step(form):
    kinds = []
    for enabled, again in ((False, False), (True, False), (True, True)):
        form.show_start(enabled=enabled, again=again, reason="Add text first, on the left." if not enabled else "")
        kinds.append((form.start.property("kind"), form.start.text()))
    assert kinds == [("", "Start"), ("primary", "Start"), ("", "Start again")]


def test_the_reason_stands_beside_a_start_that_is_off_and_is_read_out_with_it(form):
    form.show_start(enabled=False, again=False, reason="Add text first, on the left.")
    assert form.reason() == "Add text first, on the left."
    assert form._reason.isVisible()
    assert form.start.accessibleDescription() == "Add text first, on the left."


# --- for everyone


FIELDS = (QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QPushButton, QToolButton)


def controls(form):
    inner = {spin.lineEdit() for spin in form.findChildren(QAbstractSpinBox)}
    found = [widget for kind in FIELDS for widget in form.findChildren(kind)]
    return [widget for widget in found if widget not in inner and not widget.objectName().startswith("qt_")]


def _name_of(control):
    return control.accessibleName() or (control.text() if hasattr(control, "text") else "")


def test_every_control_has_a_name(form):
    form.more.toggle.click()
    unnamed = [type(control).__name__ for control in controls(form) if control.isVisible() and not _name_of(control)]
    assert unnamed == []


def test_every_setting_says_what_it_does(form):
    for row in form.more.rows.values():
        assert row.field.accessibleDescription().startswith(row.setting.description)
        assert row.field.toolTip() == row.label.toolTip() == row.setting.description


@pytest.mark.parametrize("text_size", [100, 150])
def test_tab_goes_through_the_form_in_the_order_of_reading(qtbot, form, look, text_size):
    form.more.toggle.click()
    form.set_draft({**DEFAULTS, "base": "characters", "normalization": "NFD", "special_tokens": ["<|a|>", "<|b|>"]})
    look.set_text_size(text_size)
    form.apply_theme(look.palette)
    form.resize(460, 2600)
    form.show_start(enabled=True, again=False, reason="")
    qtbot.wait(50)
    form._menu_button.setFocus()
    places, seen = [], set()
    while (widget := QApplication.focusWidget()) not in seen:
        seen.add(widget)
        corner = widget.mapTo(form, QPoint(0, 0))
        places.append((corner.y() + widget.height() // 2, corner.x()))
        QTest.keyClick(widget, Qt.Key.Key_Tab)
    assert len(places) > 20
    assert form.start in seen
    for (above, left), (below, right) in pairwise(places):
        assert below > above - 20
        assert below > above + 20 or right > left


@pytest.mark.parametrize("text_size", [100, 125, 150])
def test_nothing_of_the_form_is_wider_than_the_pane(qtbot, form, look, text_size):
    form.more.toggle.click()
    form.set_draft({**DEFAULTS, "base": "characters", "special_tokens": ["<|endoftext|>", "", " x"]})
    look.set_text_size(text_size)
    form.apply_theme(look.palette)
    form.resize(352, 700)
    qtbot.wait(50)
    form.resize(352, 700)
    qtbot.wait(50)
    for widget in controls(form):
        if widget.isVisible():
            right = widget.mapTo(form, QPoint(widget.width(), 0)).x()
            assert right <= form.width(), _name_of(widget)


# --- with the estimate


def test_while_there_is_no_text_nothing_is_said_of_time(qtbot, form):
    qtbot.wait(50)
    assert form.plan() == "256 bytes + 1 special + up to 31,743 merges"


def test_time_and_memory_are_measured_and_said(qtbot, form, tmp_path, monkeypatch):
    monkeypatch.setattr(run_estimate.memory, "in_use", lambda: 200_000_000)
    (tmp_path / "a.txt").write_text("some words and some more words\n" * 20_000)
    use_text(form, tmp_path / "a.txt")
    assert form.plan().endswith(" merges; measuring…")
    qtbot.waitUntil(lambda: "measuring" not in form.plan(), timeout=2 * SECONDS)
    assert form.plan().startswith("256 bytes + 1 special + up to 31,743 merges; this text gives about ")
    told = form.plan().replace("\N{NO-BREAK SPACE}", " ").rsplit(" and ", 1)[1]
    assert told.endswith(" MB")
    assert 200 <= int(told.removesuffix(" MB")) < 500  # what the program has already is part of it


def test_too_little_memory_keeps_start_off_until_it_is_put_right(qtbot, form, tmp_path):
    (tmp_path / "a.txt").write_text("some words and some more words\n")
    form.set_draft({**DEFAULTS, "memory": 1_000_000})
    told = []
    form.changed.connect(lambda: told.append(form.problem()))
    use_text(form, tmp_path / "a.txt")
    qtbot.waitUntil(lambda: "No run can begin like this: see above." in told, timeout=SECONDS)
    assert form.plan().startswith("memory 1,000,000: must be ")
    form.more.rows["memory"].reset.click()
    assert form.problem() == ""
    assert form.plan().startswith("256 bytes + 1 special + ")
