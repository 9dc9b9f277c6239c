"""The second box of the Inspect page: the same text by another tokenizer, with a real mouse and real keys."""

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextCursor
from PySide6.QtWidgets import QApplication

from vocabsmith.operations.known_tokenizers import Choice
from vocabsmith.pages.inspect_page import InspectPage
from vocabsmith.settings import SettingsStore
from vocabsmith_engine import Recipe, Tokenizer, train_from_counts
from vocabsmith_resources.themes.palette import LIGHT

LEFT = Qt.MouseButton.LeftButton
SECONDS = 20_000  # milliseconds: a hang guard, not a bound


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    recipe = Recipe(vocab_size=261, byte_order="value", special_tokens=("<s>",), min_frequency=1)
    return train_from_counts([(b"lower", 5), (b"low", 3), (b" low", 2)], recipe).tokenizer


@pytest.fixture
def page(qtbot, session, tasks, tmp_path, palette, tokenizer):
    made = InspectPage(session, tasks, SettingsStore(tmp_path / "settings.json"))
    qtbot.addWidget(made)
    made.resize(1343, 780)
    made.apply_theme(palette)
    made.show()
    session.add_tokenizer("small", tokenizer.truncated(259))
    session.add_tokenizer("low", tokenizer)
    settle(qtbot, tasks)
    return made


def settle(qtbot, tasks) -> None:
    qtbot.waitUntil(lambda: not tasks.busy, timeout=SECONDS)


def write(qtbot, tasks, page: InspectPage, text: str) -> None:
    page.text.editor.set_text(text)
    settle(qtbot, tasks)


def open_second(qtbot, tasks, page: InspectPage, name: str = "small") -> None:
    qtbot.mouseClick(page.text.box_buttons["second"], LEFT)
    page.second.picker.pick(Choice("session", name, name))
    settle(qtbot, tasks)


def said(page: InspectPage) -> tuple[str, str]:
    return page.second.tokens.text(), page.second.note.whole_text()


def test_the_box_opens_with_a_word_on_what_it_is_for(qtbot, page) -> None:
    assert not page.second.isVisible()
    qtbot.mouseClick(page.text.box_buttons["second"], LEFT)
    assert page.second.picker.isVisible()
    assert not page.second.text.isVisible()
    assert not page.second.down.isEnabled()


def test_the_tokens_of_the_second_are_counted_and_compared(qtbot, tasks, page) -> None:
    write(qtbot, tasks, page, "low lower low")
    open_second(qtbot, tasks, page)
    assert page.second.text.exact_text() == "low lower low"
    assert said(page) == ("7 tokens", "2 more, 3 differ")


def test_typing_is_followed(qtbot, tasks, page) -> None:
    open_second(qtbot, tasks, page)
    qtbot.keyClicks(page.text.editor, "lower")
    qtbot.keyClick(page.text.editor, Qt.Key.Key_Return)
    page.text.editor.insertPlainText("😀")
    qtbot.keyClicks(page.text.editor, "x")
    qtbot.keyClick(page.text.editor, Qt.Key.Key_Backspace)
    settle(qtbot, tasks)
    assert page.second.text.exact_text() == "lower\n😀"
    assert said(page) == ("8 tokens", "2 more, 3 differ")
    page.text.editor.undo()
    settle(qtbot, tasks)
    assert page.second.text.exact_text() == page.text.editor.exact_text()


@pytest.mark.parametrize("text", ["\ud83d alone", "y" * 30_000, "a\n\n\nb\n", ""])
def test_every_text_is_followed(qtbot, tasks, page, text: str) -> None:
    write(qtbot, tasks, page, "before")
    open_second(qtbot, tasks, page)
    write(qtbot, tasks, page, text)
    assert page.second.text.exact_text() == text
    assert page.second.text.document().characterCount() == page.text.editor.document().characterCount()


def test_equal_tokenizers_are_said_to_cut_alike(qtbot, tasks, page) -> None:
    write(qtbot, tasks, page, "low lower")
    open_second(qtbot, tasks, page, "low")
    assert said(page) == ("3 tokens", "cut alike")
    assert not page.second.down.isEnabled()


def test_only_what_differs_has_a_ground_and_strong_letters(qtbot, tasks, page) -> None:
    write(qtbot, tasks, page, "low lower low")
    open_second(qtbot, tasks, page)
    text = page.second.text
    picture = text.viewport().grab().toImage()

    def ground(position: int) -> str:
        cursor = QTextCursor(text.document())
        cursor.setPosition(position)
        corner = text.cursorRect(cursor).topLeft()
        return QColor(picture.pixel(corner.x() + 3, corner.y() + 1)).name().upper()

    assert [ground(place) for place in (0, 4, 7, 8, 10)] == [
        LIGHT.surface.upper(),
        LIGHT.token_grounds[2],
        LIGHT.token_grounds[3],
        LIGHT.token_grounds[4],
        LIGHT.surface.upper(),
    ]
    assert [each.cursor.selectedText() for each in text.extraSelections()] == ["lower"]


def test_arrows_go_from_difference_to_difference_and_round(qtbot, tasks, page) -> None:
    write(qtbot, tasks, page, "lower\nlow\nlower\n" + "low\n" * 80 + "lower")
    open_second(qtbot, tasks, page)
    page.text.editor.go_to(0)
    carets = []
    for button in (page.second.down, page.second.down, page.second.down, page.second.up):
        qtbot.mouseClick(button, LEFT)
        settle(qtbot, tasks)
        carets.append(page.text.editor.caret)
    assert carets == [10, 336, 0, 336]
    assert page.second.text.chosen is not None
    assert page.second.text.verticalScrollBar().value() > 0


def test_the_boxes_scroll_together(qtbot, tasks, page) -> None:
    write(qtbot, tasks, page, "\n".join(f"line {number} " + "low " * 40 for number in range(300)))
    open_second(qtbot, tasks, page)
    editor, second = page.text.editor, page.second.text
    editor.verticalScrollBar().setValue(400)
    QApplication.processEvents()
    assert second.top_position() == pytest.approx(editor.top_position(), abs=160)
    second.verticalScrollBar().setValue(30)
    QApplication.processEvents()
    assert editor.top_position() == pytest.approx(second.top_position(), abs=160)


def test_what_the_second_refuses_is_said_in_its_box(qtbot, tasks, page, session) -> None:
    recipe = Recipe(vocab_size=257, special_tokens=("<t>",))
    session.add_tokenizer("other", train_from_counts([(b"a", 1)], recipe).tokenizer)
    session.choose("low")
    write(qtbot, tasks, page, "low<t>")
    open_second(qtbot, tasks, page, "other")
    qtbot.keyClick(page.text.policy, Qt.Key.Key_End)
    settle(qtbot, tasks)
    assert "'<t>' at character 3" in page.second.message.text()
    assert not page.text.message.isVisible()
    write(qtbot, tasks, page, "low")
    assert (page.second.message.text(), said(page)[0]) == ("", "3 tokens")


def test_what_is_not_to_be_seen_is_not_encoded(qtbot, tasks, page) -> None:
    open_second(qtbot, tasks, page)
    qtbot.mouseClick(page.second.close_button, LEFT)
    write(qtbot, tasks, page, "low lower")
    assert (page.second.text.exact_text(), page.inspector.beside) == ("", None)
    qtbot.mouseClick(page.text.box_buttons["second"], LEFT)
    settle(qtbot, tasks)
    assert (page.second.text.exact_text(), said(page)) == ("low lower", ("5 tokens", "2 more, 3 differ"))


def test_a_click_into_the_second_shows_that_place_in_the_text(qtbot, tasks, page) -> None:
    write(qtbot, tasks, page, "low lower low")
    open_second(qtbot, tasks, page)
    second = page.second.text
    cursor = QTextCursor(second.document())
    cursor.setPosition(5)
    qtbot.mouseClick(second.viewport(), LEFT, pos=second.cursorRect(cursor).center())
    settle(qtbot, tasks)
    assert page.text.editor.caret == 4


def test_a_token_of_the_second_tells_its_id(qtbot, tasks, page) -> None:
    write(qtbot, tasks, page, "low lower")
    open_second(qtbot, tasks, page)
    assert "id 257" in page.second.text._describe(2)


def test_letters_are_strong_on_both_sides_of_a_shared_character(qtbot, tasks, page, session) -> None:
    recipe = Recipe(vocab_size=258, byte_order="value", min_frequency=1)
    halves = train_from_counts([("é".encode()[1:] + b"lower", 9)], recipe).tokenizer
    session.add_tokenizer("halves", halves)
    session.choose("low")
    write(qtbot, tasks, page, "lower élower")
    open_second(qtbot, tasks, page, "halves")
    strong = [(each.cursor.selectionStart(), each.cursor.selectionEnd()) for each in page.second.text.extraSelections()]
    assert all(before[1] < behind[0] for before, behind in pairwise(strong))
    assert strong[-1][1] == 12
