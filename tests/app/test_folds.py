"""Very long lines: their middle is not shown, and stays in the text."""

import random

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QTextCursor

from vocabsmith.widgets.fold_table import FoldTable
from vocabsmith.widgets.token_spans import TokenSpans
from vocabsmith.widgets.token_text_edit import TokenTextEdit

LONG = "x😀" + "y" * 12_000 + "z"


@pytest.fixture
def editor(qtbot, palette):
    made = TokenTextEdit()
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.apply_theme(palette)
    made.show()
    return made


def spans_of(*pairs: tuple[int, int]) -> TokenSpans:
    return TokenSpans.of(np.array(pairs), np.zeros(len(pairs), bool), np.zeros(len(pairs), bool))


def test_a_long_line_is_shortened_and_all_of_it_is_text(editor) -> None:
    editor.set_text(f"first\n{LONG}\nlast")
    assert editor.document().characterCount() < 6_000
    assert editor.exact_text() == f"first\n{LONG}\nlast"
    assert editor.folds.table().hidden == len(LONG) - 5_000


def test_lines_of_the_usual_length_are_shown_whole(editor) -> None:
    text = "y" * 10_000 + "\n" + "z" * 10_000
    editor.set_text(text)
    assert (editor.toPlainText(), editor.folds.table().hidden) == (text, 0)


def test_a_pasted_line_is_shortened_and_typing_beside_it_changes_the_text(qtbot, editor) -> None:
    editor.set_text("ab")
    editor.moveCursor(QTextCursor.MoveOperation.Right)
    pasted = QMimeData()
    pasted.setText(LONG)
    editor.insertFromMimeData(pasted)
    qtbot.keyClicks(editor, "!")
    assert editor.exact_text() == f"a{LONG}!b"


def test_undo_takes_the_paste_back_and_redo_brings_it_again(editor) -> None:
    editor.set_text("ab")
    editor.set_text(LONG)
    editor.undo()
    assert editor.exact_text() == "ab"
    editor.redo()
    assert editor.exact_text() == LONG


def test_deleting_the_sign_deletes_what_it_stands_for(qtbot, editor) -> None:
    editor.set_text(LONG)
    cursor = editor.textCursor()
    cursor.setPosition(int(editor.folds.table().at[0]) + 1)
    editor.setTextCursor(cursor)
    qtbot.keyClick(editor, Qt.Key.Key_Backspace)
    assert editor.exact_text() == LONG[:4_000] + LONG[-1_000:]
    editor.undo()
    assert editor.exact_text() == LONG


def test_what_is_copied_holds_what_is_not_shown(editor) -> None:
    editor.set_text(LONG)
    editor.selectAll()
    assert editor.createMimeDataFromSelection().text() == LONG


def test_the_sign_itself_may_stand_in_a_text(editor) -> None:
    editor.set_text("a\ufffcb")
    assert (editor.exact_text(), editor.folds.table().hidden) == ("a\ufffcb", 0)
    editor.set_text(f"a\ufffcb\n{LONG}")
    assert editor.exact_text() == f"a\ufffcb\n{LONG}"


def test_halves_of_surrogate_pairs_stay_beside_a_fold(editor) -> None:
    text = "\ud83d a\n" + "y" * 12_000
    editor.set_text(text)
    assert editor.exact_text() == text


def test_tokens_that_are_not_shown_have_no_place_and_later_ones_are_not_shifted(editor) -> None:
    editor.set_text(LONG)
    table = editor.folds.table()
    end = len(LONG) + 1  # the emoji has two units
    editor.set_tokens(spans_of((0, 1), (1, 3), (5_000, 5_010), (end - 1, end)), str)
    assert editor.spans.places.tolist() == [0, 1, 3]
    last = editor.document().characterCount() - 1
    assert (editor.spans.begins[-1], editor.spans.ends[-1]) == (last - 1, last)
    assert table.in_text(last) == end


def test_the_caret_is_told_and_put_in_places_of_the_text(editor) -> None:
    editor.set_text(LONG)
    editor.go_to(len(LONG) - 10)
    assert editor.caret == len(LONG) - 10
    editor.go_to(6_000)  # not shown: before the sign
    assert editor.caret == 4_001


def test_two_long_lines_have_a_sign_each(editor) -> None:
    editor.set_text(f"{LONG}\n{LONG}")
    assert len(editor.folds.table().at) == 2
    assert editor.exact_text() == f"{LONG}\n{LONG}"


def test_places_go_over_as_in_a_naive_count() -> None:
    dice = random.Random(3)
    for _ in range(300):
        lengths = [dice.randrange(0, 6) for _ in range(dice.randrange(1, 8))]  # 0 is a character that is shown
        signs, in_text, owner = [], [], []
        for place, length in enumerate(lengths):
            signs += [(place, length)] if length else []
            in_text.append(len(owner))
            owner += [place] * max(1, length)
        table = FoldTable.of(signs)
        assert [table.in_text(place) for place in range(len(lengths))] == in_text
        hidden = {place for place, _ in signs}
        begins = [place + (place in hidden and text != in_text[place]) for text, place in enumerate(owner)]
        assert table.in_document(range(len(owner)), behind=True).tolist() == begins
        assert table.in_document(range(len(owner))).tolist() == owner


def test_a_million_characters_in_one_line_are_typed_in_at_once(qtbot, editor) -> None:
    editor.set_text("lower low " * 100_000)
    for _ in range(20):
        qtbot.keyClicks(editor, "a")
        editor.grab()
    assert editor.exact_text() == "a" * 20 + "lower low " * 100_000
