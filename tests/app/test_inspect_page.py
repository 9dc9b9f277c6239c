"""The Inspect page with a real mouse and real keys."""

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QApplication

from vocabsmith.item_models.token_list import ID, TOKEN
from vocabsmith.pages.inspect_page import InspectPage
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith_engine import Recipe, Tokenizer, train_from_counts

LEFT = Qt.MouseButton.LeftButton
SECONDS = 20_000  # milliseconds: a hang guard, not a bound


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    recipe = Recipe(vocab_size=261, byte_order="value", special_tokens=("<s>",), min_frequency=1)
    return train_from_counts([(b"lower", 5), (b"low", 3), (b" low", 2)], recipe).tokenizer


@pytest.fixture
def bare_page(qtbot, session, tasks, tmp_path, palette):
    made = InspectPage(session, tasks, SettingsStore(tmp_path / "settings.json"))
    qtbot.addWidget(made)
    made.resize(1343, 780)
    made.apply_theme(palette)
    made.show()
    return made


@pytest.fixture
def page(qtbot, bare_page, session, tasks, tokenizer):
    session.add_tokenizer("low", tokenizer)
    settle(qtbot, tasks)
    return bare_page


def settle(qtbot, tasks: TaskRunner) -> None:
    qtbot.waitUntil(lambda: not tasks.busy, timeout=SECONDS)


def write(qtbot, tasks, page: InspectPage, text: str) -> None:
    page.text.editor.set_text(text)
    settle(qtbot, tasks)


def listed(page: InspectPage, column: int) -> list[str]:
    model = page.tokens.table.tokens
    return [model.index(row, column).data() for row in range(model.rowCount())]


def figures(page: InspectPage) -> list[str]:
    return [figure.value() for figure in page.text.figures.values()]


def show_ids(qtbot, tasks, page: InspectPage) -> None:
    qtbot.mouseClick(page.tokens.views.button("ids"), LEFT)
    settle(qtbot, tasks)


def test_without_a_tokenizer_the_page_offers_to_build_one(qtbot, bare_page) -> None:
    assert bare_page.empty.isVisible()
    with qtbot.waitSignal(bare_page.build_asked):
        qtbot.mouseClick(bare_page.empty.build_button, LEFT)


def test_the_page_leads_to_the_text_as_soon_as_there_is_a_tokenizer(bare_page, session, tokenizer) -> None:
    bare_page.setFocus()
    assert bare_page.hasFocus()
    session.add_tokenizer("small", tokenizer)
    bare_page.clearFocus()
    bare_page.setFocus()
    assert bare_page.text.editor.hasFocus()


def test_panes_that_are_not_shown_do_not_widen_the_page(bare_page, session, tokenizer) -> None:
    alone = bare_page.minimumSizeHint().width()
    session.add_tokenizer("small", tokenizer)
    assert bare_page.minimumSizeHint().width() > alone + 100


def test_text_is_cut_while_it_is_typed(qtbot, tasks, page) -> None:
    qtbot.keyClicks(page.text.editor, "lower x")
    settle(qtbot, tasks)
    assert listed(page, TOKEN) == ["lower", "Ġ", "x"]
    assert listed(page, ID) == ["259", "32", "120"]
    assert page.text.editor.spans.ends.tolist() == [5, 6, 7]


def test_the_figures_are_those_of_the_text(qtbot, tasks, page) -> None:
    write(qtbot, tasks, page, "lower😀")
    assert figures(page) == ["6", "9", "5", "1.80", "1"]


def test_an_example_is_one_click_away(qtbot, tasks, page) -> None:
    qtbot.mouseClick(page.text.example, LEFT)
    settle(qtbot, tasks)
    assert page.tokens.table.tokens.rowCount() > 50
    assert not page.text.example.isVisible()


@pytest.mark.parametrize(
    ("policy", "tokens"), [(0, ["low", "<s>"]), (1, ["low", "<", "s", ">"])], ids=["as one id", "as text"]
)
def test_special_tokens_are_one_id_or_text(qtbot, tasks, page, policy: int, tokens: list[str]) -> None:
    page.text.policy.setCurrentIndex(policy)
    write(qtbot, tasks, page, "low<s>")
    assert listed(page, TOKEN) == tokens


def test_a_refused_special_token_is_named_in_place_and_the_text_stays(qtbot, tasks, page) -> None:
    write(qtbot, tasks, page, "low<s>")
    qtbot.keyClick(page.text.policy, Qt.Key.Key_End)
    settle(qtbot, tasks)
    assert page.text.message.isVisible()
    assert "'<s>' at character 3" in page.text.message.text()
    assert (page.text.editor.exact_text(), listed(page, TOKEN)) == ("low<s>", [])
    qtbot.keyClick(page.text.policy, Qt.Key.Key_Home)
    settle(qtbot, tasks)
    assert not page.text.message.isVisible()
    assert listed(page, TOKEN) == ["low", "<s>"]


def test_half_a_surrogate_pair_is_encoded_with_a_note(qtbot, tasks, page) -> None:
    write(qtbot, tasks, page, "\ud83d")
    assert listed(page, TOKEN) == ["EF", "BF", "BD"]
    assert "U+FFFD" in page.text.message.text()
    write(qtbot, tasks, page, "\ud83d\ude00")
    assert listed(page, TOKEN) == ["F0", "9F", "98", "80"]
    assert page.text.message.text() == ""


def test_a_pasted_half_of_a_surrogate_pair_is_kept(qtbot, tasks, page) -> None:
    write(qtbot, tasks, page, "😀")
    cursor = QTextCursor(page.text.editor.document())
    cursor.setPosition(1)
    cursor.insertText("x")
    settle(qtbot, tasks)
    assert page.inspector.inspection.text == "\ud83dx\ude00"
    assert page.inspector.inspection.encoded.utf16.tolist()[3] == [1, 2]


def test_clicking_a_row_outlines_the_token_and_tells_all_of_it(qtbot, tasks, page) -> None:
    write(qtbot, tasks, page, "a lower")
    table = page.tokens.table
    qtbot.mouseClick(table.viewport(), LEFT, pos=table.visualRect(table.tokens.index(2, TOKEN)).center())
    settle(qtbot, tasks)
    assert page.text.editor.chosen == 2
    facts = page.details.facts
    assert (facts.head.chip.accessibleName(), facts.head.id.text()) == ("lower", "259")
    assert {row: label.text() for row, label in facts.values.items()} == {
        "Text": '"lower"',
        "Bytes": "6C 6F 77 65 72",
        "Rank": "3",
        "Count when learned": "5",
        "From the piece": "Ġlower",
    }
    assert page.details.merges.view.tree().height == 3


def test_arrow_keys_walk_through_the_list(qtbot, tasks, page) -> None:
    write(qtbot, tasks, page, "a lower")
    page.tokens.table.setFocus()
    qtbot.keyClick(page.tokens.table, Qt.Key.Key_Down)
    settle(qtbot, tasks)
    assert page.details.facts.head.chip.accessibleName() == "Ġ"


def test_moving_the_caret_chooses_the_token(qtbot, tasks, page) -> None:
    write(qtbot, tasks, page, "a lower")
    qtbot.keyClick(page.text.editor, Qt.Key.Key_End)
    settle(qtbot, tasks)
    assert page.tokens.table.currentIndex().row() == 2


def test_the_slider_replays_the_merges(qtbot, tasks, page) -> None:
    write(qtbot, tasks, page, "lower")
    steps = page.details.steps
    assert (steps.number.text(), steps.ladder.current()) == ("step 4 of 4", 4)
    steps.slider.setFocus()
    qtbot.keyClick(steps.slider, Qt.Key.Key_Left)
    qtbot.keyClick(steps.slider, Qt.Key.Key_Left)
    assert (steps.number.text(), steps.ladder.current()) == ("step 2 of 4", 2)
    qtbot.mouseClick(steps.ladder, LEFT, pos=steps.ladder.row_rect(1).center().toPoint())
    assert steps.slider.value() == 1


def test_replaying_ends_by_itself(qtbot, tasks, page) -> None:
    write(qtbot, tasks, page, "low")
    steps = page.details.steps
    steps._beat.setInterval(1)
    qtbot.mouseClick(steps.play, LEFT)
    qtbot.waitUntil(lambda: not steps.playing, timeout=SECONDS)
    assert steps.slider.value() == steps.slider.maximum() == 2


def test_a_new_token_stops_the_replay(qtbot, tasks, page) -> None:
    write(qtbot, tasks, page, "lower low")
    steps = page.details.steps
    qtbot.mouseClick(steps.play, LEFT)
    assert steps.playing
    qtbot.keyClick(page.text.editor, Qt.Key.Key_End)
    settle(qtbot, tasks)
    assert not steps.playing


def test_the_ids_of_the_text_are_listed(qtbot, tasks, page) -> None:
    write(qtbot, tasks, page, "lower😀")
    show_ids(qtbot, tasks, page)
    assert page.tokens.ids.entries.toPlainText() == "259 240 159 152 128"
    assert page.tokens.ids.decoded.toPlainText() == "lower😀"


def test_typed_ids_are_decoded_and_wrong_ones_named(qtbot, tasks, page) -> None:
    show_ids(qtbot, tasks, page)
    ids = page.tokens.ids
    qtbot.keyClicks(ids.entries, "97 9999 -1 3.5  98")
    settle(qtbot, tasks)
    assert ids.decoded.toPlainText() == "ab"
    assert [s.cursor.selectedText() for s in ids.entries.extraSelections()] == ["9999", "-1", "3.5"]
    assert ids.message.text().splitlines() == [
        "Entry 2, “9999”, is not an id: they run from 0 to 260.",
        "Entry 3, “-1”, is not a whole number.",
        "Entry 4, “3.5”, is not a whole number.",
    ]


def test_no_ids_are_no_error(qtbot, tasks, page) -> None:
    show_ids(qtbot, tasks, page)
    qtbot.keyClicks(page.tokens.ids.entries, "  ")
    settle(qtbot, tasks)
    assert not page.tokens.ids.message.isVisible()
    assert page.tokens.ids.decoded.toPlainText() == ""


def test_wrong_entries_are_marked_where_they_stand_behind_an_emoji(qtbot, tasks, page) -> None:
    show_ids(qtbot, tasks, page)
    page.tokens.ids.entries.setPlainText("😀 97 x")
    settle(qtbot, tasks)
    assert [s.cursor.selectedText() for s in page.tokens.ids.entries.extraSelections()] == ["😀", "x"]


def test_bytes_of_half_a_character_are_shown(qtbot, tasks, page) -> None:
    show_ids(qtbot, tasks, page)
    ids = page.tokens.ids
    qtbot.keyClicks(ids.entries, "240 159 152")
    settle(qtbot, tasks)
    assert ids.decoded.toPlainText() == "�"
    assert "F0 9F 98" in ids.stray.text()
    qtbot.keyClicks(ids.entries, " 128")
    settle(qtbot, tasks)
    assert (ids.decoded.toPlainText(), ids.stray.text()) == ("😀", "")


def test_decoded_ids_become_the_text(qtbot, tasks, page) -> None:
    show_ids(qtbot, tasks, page)
    qtbot.keyClicks(page.tokens.ids.entries, "256 119")
    settle(qtbot, tasks)
    qtbot.mouseClick(page.tokens.ids.use, LEFT)
    settle(qtbot, tasks)
    assert page.text.editor.exact_text() == "low"
    assert page.tokens.ids.entries.toPlainText() == "257"


def test_changed_ids_stay_until_the_user_goes_back(qtbot, tasks, page) -> None:
    write(qtbot, tasks, page, "low")
    show_ids(qtbot, tasks, page)
    qtbot.keyClicks(page.tokens.ids.entries, "97 ")
    write(qtbot, tasks, page, "lower")
    assert page.tokens.ids.entries.toPlainText() == "97 257"
    qtbot.mouseClick(page.tokens.ids.back, LEFT)
    settle(qtbot, tasks)
    assert page.tokens.ids.entries.toPlainText() == "259"


def test_ids_are_copied(qtbot, tasks, page, session) -> None:
    said = []
    session.reported.subscribe(lambda report: said.append(report.text))
    write(qtbot, tasks, page, "low<s>")
    page.tokens.copy.entries.actions()[0].trigger()
    assert QGuiApplication.clipboard().text() == "[257, 260]"
    assert said == ["Copied 2 ids as a list"]


@pytest.mark.parametrize("policy", [0, 1], ids=["as one id", "as text"])
@pytest.mark.parametrize("text", ["low<s> é😀", "\ud83d half", 'tab\t"quoted" \\\n'])
def test_the_python_code_that_is_copied_runs(qtbot, tasks, page, session, tokenizer, tmp_path, policy, text) -> None:
    tokenizer.save(tmp_path / "low", ["huggingface"])
    session.add_tokenizer("opened", Tokenizer.load(tmp_path / "low"), path=tmp_path / "low")
    page.text.policy.setCurrentIndex(policy)
    write(qtbot, tasks, page, text)
    page.tokens.copy.entries.actions()[3].trigger()
    made: dict[str, object] = {}
    exec(QGuiApplication.clipboard().text(), made)
    assert made["ids"] == tokenizer.encode(text, special=("allow", "as_text")[policy])


def test_a_special_token_of_letters_of_the_byte_alphabet_comes_back_whole(qtbot, tasks, page, session) -> None:
    recipe = Recipe(vocab_size=257, byte_order="value", special_tokens=("<č>",))
    session.add_tokenizer("letters", train_from_counts([(b"a", 1)], recipe).tokenizer)
    write(qtbot, tasks, page, "a<č>b")
    assert listed(page, TOKEN) == ["a", "<č>", "b"]
    show_ids(qtbot, tasks, page)
    assert page.tokens.ids.entries.toPlainText() == "97 256 98"
    assert page.tokens.ids.decoded.toPlainText() == "a<č>b"


def test_an_emoji_is_marked_where_it_stands_and_later_text_is_not_shifted(qtbot, tasks, page) -> None:
    write(qtbot, tasks, page, "a😀é")
    spans = page.text.editor.spans
    pairs = list(zip(spans.begins.tolist(), spans.ends.tolist(), strict=True))
    assert pairs == [(0, 1), (1, 3), (1, 3), (1, 3), (1, 3), (3, 4), (3, 4)]
    assert page.inspector.inspection.encoded.code_points.tolist() == [[0, 1], *[[1, 2]] * 4, *[[2, 3]] * 2]


def test_a_line_too_long_to_lay_out_is_shortened_with_a_note_and_counted_whole(qtbot, tasks, page) -> None:
    pasted = QMimeData()
    pasted.setText("lower low " * 100_000)
    page.text.editor.insertFromMimeData(pasted)
    settle(qtbot, tasks)
    assert "middle of very long lines is not shown" in page.text.shortened.text()
    assert figures(page)[:3] == ["1,000,000", "1,000,000", "400,000"]
    qtbot.keyClick(page.text.editor, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(page.text.editor, "low ")
    settle(qtbot, tasks)
    assert figures(page)[:3] == ["1,000,004", "1,000,004", "400,002"]
    write(qtbot, tasks, page, "low")
    assert not page.text.shortened.isVisible()


def test_a_token_that_is_not_shown_can_still_be_chosen_in_the_list(qtbot, tasks, page) -> None:
    write(qtbot, tasks, page, "lower " * 5_000)
    page.tokens.table.setCurrentIndex(page.tokens.table.tokens.index(5_000, TOKEN))
    settle(qtbot, tasks)
    assert page.details.head._title.whole_text() == "Token 5,001 of 10,000"


def test_a_text_file_is_read(qtbot, tasks, page, tmp_path) -> None:
    file = tmp_path / "text.txt"
    file.write_bytes(b"low\r\nlow")
    page.open_texts([file])
    settle(qtbot, tasks)
    settle(qtbot, tasks)
    assert page.text.editor.exact_text() == "low\nlow"
    assert page.text.note.text() == "text.txt: Line ends became LF."


def test_a_file_that_is_no_text_is_refused_in_place(qtbot, tasks, page, tmp_path) -> None:
    write(qtbot, tasks, page, "low")
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\r\n\x1a\n")
    page.open_texts([file])
    settle(qtbot, tasks)
    assert "picture.png" in page.text.note.text()
    assert page.text.editor.exact_text() == "low"


def test_another_tokenizer_cuts_the_text_anew(qtbot, tasks, page, session, tokenizer) -> None:
    write(qtbot, tasks, page, "lower")
    session.add_tokenizer("smaller", tokenizer.truncated(259))
    settle(qtbot, tasks)
    assert listed(page, TOKEN) == ["low", "e", "r"]


def test_the_newest_text_wins(qtbot, tasks, page) -> None:
    for text in ("l", "lo", "low", "lowe", "lower"):
        page.text.editor.set_text(text)
    settle(qtbot, tasks)
    assert listed(page, TOKEN) == ["lower"]


def test_a_million_characters_stay_editable(qtbot, tasks, page) -> None:
    payload = QMimeData()
    payload.setText("lower low 😀\n" * 90_000)
    page.text.editor.insertFromMimeData(payload)
    settle(qtbot, tasks)
    assert figures(page)[:3] == ["1,080,000", "1,350,000", "810,000"]
    qtbot.keyClick(page.text.editor, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(page.text.editor, "low ")
    settle(qtbot, tasks)
    QApplication.processEvents()
    assert listed_ids(page, 2) == ["257", "32"]


def listed_ids(page: InspectPage, count: int) -> list[str]:
    model = page.tokens.table.tokens
    return [model.index(row, ID).data() for row in range(count)]


@pytest.mark.parametrize("size", [(950, 560), (1343, 780)])
def test_panes_fit_their_room(page, size: tuple[int, int]) -> None:
    page.resize(*size)
    QApplication.processEvents()
    assert page.minimumSizeHint().width() <= size[0]


@pytest.mark.parametrize("text", [" " * 200_000 + "x", "^" * 200_000], ids=["spaces", "carets"])
def test_long_runs_are_shown_on_both_sides(qtbot, tasks, page, text: str) -> None:
    show_ids(qtbot, tasks, page)
    write(qtbot, tasks, page, text)
    assert page.tokens.ids.decoded.toPlainText() == text
    assert figures(page)[0] == f"{len(text):,}"
