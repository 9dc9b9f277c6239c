"""The editor that shows tokens: exact text, places on the screen, clicks on slices."""

import time
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QTextCursor, QTextOption

from vocabsmith.widgets.token_spans import TokenSpans
from vocabsmith.widgets.token_text_edit import TokenTextEdit
from vocabsmith_resources.themes.palette import LIGHT

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def editor(qtbot, palette):
    made = TokenTextEdit()
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.apply_theme(palette)
    made.show()
    return made


def show(editor: TokenTextEdit, *pairs: tuple[int, int], partial: bool = False, special: bool = False) -> None:
    count = len(pairs)
    editor.set_tokens(TokenSpans.of(np.array(pairs), np.full(count, special), np.full(count, partial)), str)
    editor.grab()


def point_of(editor: TokenTextEdit, position: int, right: float = 2) -> QPoint:
    cursor = QTextCursor(editor.document())
    cursor.setPosition(position)
    return editor.cursorRect(cursor).center() + QPoint(round(right), 0)


def colour_at(editor: TokenTextEdit, point: QPoint) -> QColor:
    return QColor(editor.viewport().grab().toImage().pixel(point))


@pytest.mark.parametrize(
    "text", ["a\u00a0b", "a\u2028b", "😀é", "\x00", "tab\there", "\ud83d", "a\ud83d\nb\ude00c 😀", "\ud83d\ude00"]
)
def test_the_text_comes_back_unit_for_unit(editor, text: str) -> None:
    editor.set_text(text)
    units = text.encode("utf-16-le", "surrogatepass")
    assert editor.exact_text() == units.decode("utf-16-le", "surrogatepass")


def test_a_ground_is_painted_under_each_token(editor) -> None:
    editor.set_text("aaaa bbbb")
    show(editor, (0, 4), (4, 9))
    row = point_of(editor, 0).y() - 9
    inside = [point_of(editor, 1).x(), point_of(editor, 7).x()]
    grounds = [colour_at(editor, QPoint(x, row)).name().upper() for x in inside]
    assert grounds == [LIGHT.token_grounds[0], LIGHT.token_grounds[1]]


def test_an_emoji_does_not_shift_what_follows(editor) -> None:
    editor.set_text("a😀é")
    show(editor, (0, 1), *[(1, 3)] * 4, *[(3, 4)] * 2, partial=True)
    assert editor.token_at(point_of(editor, 0)) == 0
    assert editor.token_at(point_of(editor, 3, 1)) == 5


def test_each_slice_of_a_split_character_can_be_clicked(qtbot, editor) -> None:
    editor.set_text("a😀b")
    show(editor, (0, 1), *[(1, 3)] * 4, (3, 4), partial=True)
    left, right = point_of(editor, 1, 0), point_of(editor, 3, 0)
    width = right.x() - left.x()
    chosen: list[int] = []
    editor.token_chosen.connect(chosen.append)
    for part in range(4):
        qtbot.mouseClick(editor.viewport(), LEFT, pos=left + QPoint(round(width * (part + 0.5) / 4), 0))
        assert chosen[-1] == part + 1


def test_marks_of_a_letter_share_its_box(editor) -> None:
    editor.set_text("xनिy")
    show(editor, (0, 1), (1, 2), (2, 3), (3, 4))
    left, right = point_of(editor, 1, 0), point_of(editor, 3, 0)
    width = right.x() - left.x()
    found = [editor.token_at(left + QPoint(round(width * share), 0)) for share in (0.25, 0.75)]
    assert found == [1, 2]


def test_words_from_right_to_left_are_found_where_they_stand(editor) -> None:
    editor.set_text("ab سلام cd")
    show(editor, (0, 2), (2, 7), (7, 10))
    image = editor.token_at(point_of(editor, 5, 0))
    assert image == 1
    assert editor.token_at(point_of(editor, 9, 0)) == 2


@pytest.mark.parametrize(
    ("text", "side"),
    [("abc שלום", "right"), ("שלום abc", "left"), ("abc", "right"), ("שלום", "left"), ("abc  ", "right")],
)
def test_the_end_of_a_line_stands_beside_all_of_its_text(editor, text: str, side: str) -> None:
    editor.set_text(f"{text}\nx")
    show(editor, (0, len(text)), (len(text), len(text) + 1))
    line = next(editor._lines(20, 20))
    places = [line.x(place) for place in range(len(text) + 1)]
    box = line.break_box()
    assert box.left() >= max(places) - 0.1 if side == "right" else box.right() <= min(places) + 0.1


def test_rows_stand_at_the_same_distance_whatever_they_hold(editor) -> None:
    editor.set_text("latin\n文档 😀\nहिन्दी\nالعربية\nlatin")
    editor.grab()
    tops = []
    block = editor.document().begin()
    while block.isValid():
        tops.append(editor.blockBoundingGeometry(block).top())
        block = block.next()
    assert len({round(b - a, 3) for a, b in pairwise(tops)}) == 1


def test_typing_keeps_the_colours_of_the_rest(qtbot, editor) -> None:
    editor.set_text("aaa bbb")
    show(editor, (0, 3), (3, 7))
    editor.moveCursor(QTextCursor.MoveOperation.Start)
    qtbot.keyClicks(editor, "xy")
    assert editor.spans.begins.tolist() == [2, 5]


def test_the_caret_chooses_the_token_behind_it(qtbot, editor) -> None:
    editor.set_text("aaa bbb")
    show(editor, (0, 3), (3, 7))
    with qtbot.waitSignal(editor.token_chosen) as told:
        qtbot.keyClick(editor, Qt.Key.Key_End)
    assert told.args == [1]


def test_typing_chooses_no_token_of_the_old_text(qtbot, editor) -> None:
    editor.set_text("lower low")
    show(editor, (0, 5), (5, 9))
    told: list[int] = []
    editor.token_chosen.connect(told.append)
    qtbot.keyClick(editor, Qt.Key.Key_A)
    assert told == []
    show(editor, (0, 6), (6, 10))
    qtbot.keyClick(editor, Qt.Key.Key_Right)
    assert told == [0]


def test_a_chosen_token_far_below_is_scrolled_to(editor) -> None:
    editor.set_text("\n".join(f"line {n}" for n in range(1000)))
    position = editor.document().findBlockByNumber(900).position()
    show(editor, (0, 4), (position, position + 4))
    editor.set_chosen(1, reveal=True)
    assert editor.firstVisibleBlock().blockNumber() <= 900 <= editor.firstVisibleBlock().blockNumber() + 10


def test_pasted_text_with_other_line_ends_is_told(qtbot, editor) -> None:
    payload = QMimeData()
    payload.setText("a\r\nb")
    with qtbot.waitSignal(editor.line_ends_changed):
        editor.insertFromMimeData(payload)
    assert editor.exact_text() == "a\nb"


def test_pasted_files_are_handed_on(qtbot, editor, tmp_path) -> None:
    payload = QMimeData()
    payload.setUrls([QUrl.fromLocalFile(str(tmp_path / "a.txt"))])
    with qtbot.waitSignal(editor.files_dropped) as told:
        editor.insertFromMimeData(payload)
    assert told.args == [[tmp_path / "a.txt"]]
    assert editor.exact_text() == ""


def test_a_split_letter_written_from_the_right_begins_at_the_right(editor) -> None:
    editor.set_text("س")
    show(editor, (0, 1), (0, 1), partial=True)
    ends = sorted((point_of(editor, 0, 0).x(), point_of(editor, 1, 0).x()))
    middle = point_of(editor, 0).y()
    assert editor.token_at(QPoint(ends[1] - 2, middle)) == 0
    assert editor.token_at(QPoint(ends[0] + 2, middle)) == 1


@pytest.mark.parametrize("text", [" " * 200_000, "^" * 200_000, " \t" * 100_000, " " * 200_000 + "x"])
def test_long_runs_are_painted_and_edited_in_seconds(qtbot, editor, text: str) -> None:
    started = time.monotonic()
    editor.set_text(text)
    show(editor, *[(at, at + 2) for at in range(0, 200_000, 2)])
    qtbot.keyClicks(editor, "x")
    editor.grab()
    assert time.monotonic() - started < 20
    assert editor.exact_text() == "x" + text


def test_words_are_kept_whole_again_after_a_very_long_one(editor) -> None:
    editor.set_text("^" * 10_000)
    editor.set_text("short words " * 20)
    assert editor.wordWrapMode() is QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
