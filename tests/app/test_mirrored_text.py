"""An editor that follows another, and random edits of both."""

import random

import pytest
from PySide6.QtGui import QTextCursor

from vocabsmith.widgets import folds
from vocabsmith.widgets.exact_text import utf16_length
from vocabsmith.widgets.mirrored_text import MirroredText
from vocabsmith.widgets.token_text_edit import TokenTextEdit

BITS = ("a", "bc ", "\n", "😀", "\n\n", "x" * 30, "é" * 25 + "\n" + "y" * 40, "\ud83d", "\ufffc", "שלום", "\t")


@pytest.fixture
def pair(qtbot, palette, monkeypatch):
    monkeypatch.setattr(folds, "LONGEST_LINE", 20)
    monkeypatch.setattr(folds, "SHOWN_BEFORE", 6)
    monkeypatch.setattr(folds, "SHOWN_BEHIND", 4)
    editor = TokenTextEdit()
    mirror = MirroredText(editor)
    for each in (editor, mirror):
        qtbot.addWidget(each)
        each.resize(300, 200)
        each.apply_theme(palette)
        each.show()
    mirror.follow(True)
    return editor, mirror


def exact(text: str) -> str:
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


@pytest.mark.parametrize("seed", range(8))
def test_random_edits_leave_the_text_that_they_say(pair, seed: int) -> None:
    editor, mirror = pair
    dice = random.Random(seed)
    for _ in range(60):
        cursor = QTextCursor(editor.document())
        length = editor.document().characterCount() - 1
        begin, end = sorted(dice.randrange(length + 1) for _ in range(2))
        end = min(end, begin + dice.randrange(12))
        before, removed = editor.folds.text_of(0, begin), editor.folds.text_of(begin, end)
        behind = editor.folds.text_of(end, length)
        assert exact(before + removed + behind) == editor.exact_text()
        cursor.setPosition(begin)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        inserted = "".join(dice.choices(BITS, k=dice.randrange(4)))
        editor.folds.insert(cursor, inserted)
        assert editor.exact_text() == exact(before + inserted + behind)
        assert mirror.exact_text() == editor.exact_text()
        assert mirror.document().characterCount() == editor.document().characterCount()


@pytest.mark.parametrize("seed", range(4))
def test_undone_and_done_again_both_hold_the_same(pair, seed: int) -> None:
    editor, mirror = pair
    dice = random.Random(seed)
    states = [editor.exact_text()]
    for _ in range(10):
        cursor = QTextCursor(editor.document())
        cursor.setPosition(dice.randrange(editor.document().characterCount()))
        editor.folds.insert(cursor, dice.choice(BITS) + dice.choice(BITS))
        states.append(editor.exact_text())
    while editor.document().isUndoAvailable():
        editor.undo()
        assert editor.exact_text() in states
        assert mirror.exact_text() == editor.exact_text()
    assert editor.exact_text() == ""
    while editor.document().isRedoAvailable():
        editor.redo()
        assert mirror.exact_text() == editor.exact_text()
    assert editor.exact_text() == states[-1]


def test_places_go_to_the_document_and_back(pair) -> None:
    editor, _ = pair
    editor.set_text("ab\n" + "x😀" * 30 + "\nend")
    table = editor.folds.table()
    for place in range(editor.document().characterCount()):
        assert int(table.in_document(table.in_text(place))) == place
    assert table.in_text(editor.document().characterCount() - 1) == utf16_length(editor.exact_text())


def test_nothing_is_copied_while_it_does_not_follow(pair) -> None:
    editor, mirror = pair
    mirror.follow(False)
    editor.set_text("low")
    assert mirror.exact_text() == ""
    mirror.follow(True)
    assert mirror.exact_text() == "low"
