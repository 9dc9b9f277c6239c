"""The Vocabulary page with a real mouse and real keys."""

import sys
from pathlib import Path

import numpy as np
import pytest
from corpus_on_page import drop, hover, payload_of
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QScrollArea
from small_vocabulary import ER, LO, LOW, LOWER, SPACE_LOW, SPECIAL, small_tokenizer

from vocabsmith.corpus_items import CorpusItem
from vocabsmith.operations.list_tokens import Column
from vocabsmith.operations.vocabulary_marks import Flag
from vocabsmith.pages.vocabulary_page import VocabularyPage, vocabulary_work
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.tokenizer_shelf import KEPT
from vocabsmith_engine import Tokenizer, TokenizerError
from vocabsmith_engine.models import Characters, Unigram
from vocabsmith_engine.pretokenization import Pretokenizer

LEFT = Qt.MouseButton.LeftButton
SECONDS = 20_000  # milliseconds: a hang guard, not a bound


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return small_tokenizer()


@pytest.fixture
def bare_page(qtbot, session, tasks, tmp_path, palette):
    made = VocabularyPage(session, tasks, SettingsStore(tmp_path / "settings.json"))
    qtbot.addWidget(made)
    made.resize(1343, 780)
    made.apply_theme(palette)
    made.show()
    return made


@pytest.fixture
def page(qtbot, bare_page, session, tasks, tokenizer):
    session.add_tokenizer("low", tokenizer)
    look_up(qtbot, tasks, bare_page)
    return bare_page


@pytest.fixture
def text(tmp_path) -> Path:
    path = tmp_path / "text.txt"
    path.write_text("lower low\nno such thing\nlow low low\n", encoding="utf-8")
    return path


def settle(qtbot, tasks: TaskRunner) -> None:
    qtbot.waitUntil(lambda: not tasks.busy, timeout=SECONDS)


def look_up(qtbot, tasks: TaskRunner, page: VocabularyPage) -> None:
    """Until nothing is to come any more, lines of the corpus included."""
    qtbot.waitUntil(lambda: not tasks.busy and not page.work.waits, timeout=SECONDS)


def test_a_vocabulary_that_cannot_be_shown_says_why(qtbot, tasks, bare_page, session, monkeypatch):
    def refuse(**_: object) -> None:
        raise TokenizerError("the vocabulary", "does not fit into memory", "Close other programs")

    monkeypatch.setattr(vocabulary_work, "open_vocabulary", refuse)
    session.add_tokenizer("large", small_tokenizer())
    look_up(qtbot, tasks, bare_page)
    said = [label.text() for label in bare_page.reading.findChildren(QLabel)]
    assert "the vocabulary: does not fit into memory. Close other programs." in said
    assert bare_page.reading.isVisible()


def test_nothing_is_kept_of_a_tokenizer_that_left_memory(qtbot, tasks, bare_page, session, tmp_path):
    first = small_tokenizer()
    held = sys.getrefcount(first)
    session.add_tokenizer("first", first, path=tmp_path / "first")
    look_up(qtbot, tasks, bare_page)
    bare_page.show_token(LOWER)
    look_up(qtbot, tasks, bare_page)
    assert sys.getrefcount(first) > held
    bare_page.hide()
    for number in range(KEPT):
        session.add_tokenizer(f"{number}", small_tokenizer(), path=tmp_path / f"{number}")
    assert "first" not in session.tokenizers
    assert sys.getrefcount(first) == held


def listed(page: VocabularyPage) -> list[int]:
    return page.table.tokens.ids.tolist()


def shown_in(page: VocabularyPage, column: Column) -> list[str]:
    model = page.table.tokens
    return [model.index(row, column).data() for row in range(model.rowCount())]


def search(qtbot, tasks, page: VocabularyPage, text: str) -> None:
    page.search.field.setFocus()
    page.search.field.selectAll()
    qtbot.keyClicks(page.search.field, text)
    settle(qtbot, tasks)


def click_row(qtbot, tasks, page: VocabularyPage, token: int, held=Qt.KeyboardModifier.NoModifier) -> None:
    row = page.table.tokens.row_of(token)
    index = page.table.tokens.index(row, Column.TOKEN)
    page.table.scrollTo(index)
    qtbot.mouseClick(page.table.viewport(), LEFT, held, page.table.visualRect(index).center())
    look_up(qtbot, tasks, page)


def click_head(qtbot, tasks, page: VocabularyPage, column: Column) -> None:
    head = page.table.head
    place = QPoint(head.sectionViewportPosition(column) + head.sectionSize(column) // 2, head.height() // 2)
    qtbot.mouseClick(head.viewport(), LEFT, pos=place)
    settle(qtbot, tasks)


def count(qtbot, tasks, page: VocabularyPage, path: Path) -> None:
    page.corpora.count_files([path])
    look_up(qtbot, tasks, page)


# --- without a tokenizer, and with one


def test_without_a_tokenizer_the_page_offers_to_build_or_open_one(qtbot, bare_page) -> None:
    assert bare_page.empty.isVisible()
    with qtbot.waitSignal(bare_page.build_asked):
        qtbot.mouseClick(bare_page.empty.build_button, LEFT)
    with qtbot.waitSignal(bare_page.open_asked):
        qtbot.mouseClick(bare_page.empty.open_button, LEFT)


def test_every_token_is_listed(page) -> None:
    assert listed(page) == list(range(262))
    assert page.corpus.total.text() == "262 tokens"
    assert shown_in(page, Column.TOKEN)[LO:] == ["lo", "low", "Ġlow", "er", "lower", "<s>"]


def test_a_tokenizer_is_read_only_once_the_page_is_looked_at(qtbot, session, tasks, tmp_path, tokenizer) -> None:
    made = VocabularyPage(session, tasks, SettingsStore(tmp_path / "settings.json"))
    qtbot.addWidget(made)
    session.add_tokenizer("low", tokenizer)
    assert not tasks.busy
    made.show()
    settle(qtbot, tasks)
    assert made.table.tokens.rowCount() == 262


def test_who_comes_to_the_page_moves_through_the_table_at_once(page) -> None:
    page.setFocus()
    assert page.table.hasFocus()


def test_another_tokenizer_begins_anew_and_the_first_is_remembered(
    qtbot, tasks, session, page, tokenizer, text
) -> None:
    count(qtbot, tasks, page, text)
    click_row(qtbot, tasks, page, LOW)
    session.add_tokenizer("shorter", tokenizer.truncated(259))
    look_up(qtbot, tasks, page)
    assert len(listed(page)) == 259
    assert page.details.story is None
    assert set(shown_in(page, Column.NOW)) == {"–"}
    session.choose("low")
    look_up(qtbot, tasks, page)
    assert shown_in(page, Column.NOW)[LOW] == "1"


def test_a_tokenizer_that_goes_while_its_vocabulary_is_read_is_let_go(
    qtbot, tasks, session, bare_page, tokenizer
) -> None:
    session.add_tokenizer("low", tokenizer)
    session.add_tokenizer("shorter", tokenizer.truncated(259))
    settle(qtbot, tasks)
    assert len(listed(bare_page)) == 259


def test_a_vocabulary_with_scores_has_no_merges_to_show(qtbot, tasks, session, bare_page) -> None:
    pieces = (b"<unk>", b"a", b"b", b"ab")
    model = Unigram(np.array([0, -1, -2, -3], np.float32), np.array([2, 1, 1, 1], np.uint8), None, 0)
    scored = Tokenizer(pieces, np.zeros((0, 3), np.uint32), {}, Pretokenizer.of("none"), model=model)
    session.add_tokenizer("scores", scored)
    settle(qtbot, tasks)
    click_row(qtbot, tasks, bare_page, 3)
    assert shown_in(bare_page, Column.RANK) == ["–"] * 4
    assert "scores" in bare_page.details.merges.remark.text()


# --- search


def test_typing_lists_what_is_searched_for(qtbot, tasks, page) -> None:
    search(qtbot, tasks, page, "low")
    assert listed(page) == [LOW, SPACE_LOW, LOWER]
    assert page.corpus.total.text() == "3 of 262"


def test_bytes_and_expressions_are_searched_for_too(qtbot, tasks, page) -> None:
    qtbot.mouseClick(page.search.modes.button("bytes"), LEFT)
    search(qtbot, tasks, page, "65 72")
    assert listed(page) == [ER, LOWER]
    qtbot.mouseClick(page.search.modes.button("regex"), LEFT)
    search(qtbot, tasks, page, "^lo.?$")
    assert listed(page) == [LO, LOW]


def test_a_wrong_expression_is_named_in_place_and_what_was_typed_stays(qtbot, tasks, page) -> None:
    qtbot.mouseClick(page.search.modes.button("regex"), LEFT)
    search(qtbot, tasks, page, "lo[")
    assert page.search.message.isVisible()
    assert "lo[" in page.search.message.text()
    assert page.search.field.text() == "lo["
    assert page.table.tokens.rowCount() > 0  # what was listed stays
    qtbot.keyClicks(page.search.field, "w]")
    settle(qtbot, tasks)
    assert not page.search.message.isVisible()
    assert listed(page) == [LOW, SPACE_LOW, LOWER]


def test_escape_empties_the_search(qtbot, tasks, page) -> None:
    search(qtbot, tasks, page, "low")
    qtbot.keyClick(page.search.field, Qt.Key.Key_Escape)
    settle(qtbot, tasks)
    assert len(listed(page)) == 262


def test_typing_in_the_table_searches(qtbot, tasks, page) -> None:
    page.table.setFocus()
    qtbot.keyClick(page.table, "l")
    qtbot.keyClicks(QApplication.focusWidget(), "ower")  # codespell:ignore ower
    settle(qtbot, tasks)
    assert page.search.field.text() == "lower"
    assert listed(page) == [LOWER]


def test_find_leads_to_the_search_and_down_to_what_was_found(qtbot, tasks, page) -> None:
    page.search.field.setText("lo")
    page.begin_search()
    assert page.search.field.hasFocus()
    assert page.search.field.selectedText() == "lo"
    settle(qtbot, tasks)
    qtbot.keyClick(page.search.field, Qt.Key.Key_Down)
    assert page.table.hasFocus()
    look_up(qtbot, tasks, page)
    assert page.details.story.id == LO
    assert page.table.chosen_ids().tolist() == [LO]


def test_the_chosen_token_stays_chosen_while_it_is_listed(qtbot, tasks, page) -> None:
    click_row(qtbot, tasks, page, LOWER)
    search(qtbot, tasks, page, "er")
    assert page.table.chosen_ids().tolist() == [LOWER]


# --- filters


def test_a_flag_lists_its_tokens_and_tells_how_many(qtbot, tasks, page) -> None:
    chip = page.filters.chips[Flag.PARTIAL]
    assert chip.text() == "Partial  128"
    qtbot.mouseClick(chip, LEFT)
    settle(qtbot, tasks)
    assert listed(page) == list(range(128, 256))
    qtbot.mouseClick(page.filters.chips[Flag.SPECIAL], LEFT)
    settle(qtbot, tasks)
    assert listed(page)[-1] == SPECIAL


def test_flags_of_uses_wait_for_a_corpus(qtbot, tasks, page, text) -> None:
    assert not page.filters.chips[Flag.RARE].isEnabled()
    count(qtbot, tasks, page, text)
    assert page.filters.chips[Flag.RARE].isEnabled()
    page.filters.below.setValue(3)
    qtbot.mouseClick(page.filters.chips[Flag.RARE], LEFT)
    settle(qtbot, tasks)
    assert SPACE_LOW not in listed(page)
    assert LOW in listed(page)


def test_another_number_of_uses_lists_anew(qtbot, tasks, page, text) -> None:
    count(qtbot, tasks, page, text)
    qtbot.mouseClick(page.filters.chips[Flag.RARE], LEFT)
    page.filters.below.setFocus()
    page.filters.below.selectAll()
    qtbot.keyClicks(page.filters.below, "1")
    qtbot.keyClick(page.filters.below, Qt.Key.Key_Return)
    settle(qtbot, tasks)
    assert LOW not in listed(page)
    assert page.filters.chips[Flag.RARE].text().split()[1] == str(len(listed(page)))


def test_kinds_and_scripts_are_chosen_from_what_there_is(qtbot, tasks, page) -> None:
    kinds = [page.filters.kinds.itemText(place) for place in range(page.filters.kinds.count())]
    assert kinds == ["All kinds", "byte  256", "learned  5", "special  1"]
    qtbot.keyClicks(page.filters.kinds, "l")
    settle(qtbot, tasks)
    assert listed(page) == [LO, LOW, SPACE_LOW, ER, LOWER]


def test_a_click_on_a_script_lists_it_and_another_click_lists_all(qtbot, tasks, page) -> None:
    latin = page.work.vocabulary.table.script_names.index("Latin")
    page.charts.scripts.chosen.emit((latin,))
    settle(qtbot, tasks)
    assert set(shown_in(page, Column.SCRIPT)) == {"Latin"}
    assert page.filters.scripts.currentText().startswith("Latin")
    page.charts.scripts.chosen.emit((latin,))
    settle(qtbot, tasks)
    assert len(listed(page)) == 262


def test_show_all_takes_search_and_filters_away(qtbot, tasks, page) -> None:
    search(qtbot, tasks, page, "low")
    qtbot.mouseClick(page.filters.chips[Flag.SPECIAL], LEFT)
    settle(qtbot, tasks)
    qtbot.mouseClick(page.corpus.everything, LEFT)
    settle(qtbot, tasks)
    assert (len(listed(page)), page.search.field.text()) == (262, "")
    assert not page.corpus.everything.isVisible()


# --- the order


def test_a_click_on_a_head_sorts_and_another_turns_the_order_round(qtbot, tasks, page) -> None:
    click_head(qtbot, tasks, page, Column.RANK)
    assert listed(page)[:5] == [LO, LOW, SPACE_LOW, ER, LOWER]
    click_head(qtbot, tasks, page, Column.RANK)
    assert listed(page)[:5] == [LOWER, ER, SPACE_LOW, LOW, LO]
    assert page.corpus.order.text() == "by rank"


def test_the_largest_come_first_where_that_is_what_one_looks_for(qtbot, tasks, page) -> None:
    click_head(qtbot, tasks, page, Column.LENGTH)
    assert listed(page)[0] == LOWER


def test_the_order_can_be_chosen_by_keyboard(qtbot, tasks, page) -> None:
    menu = page.corpus.order.entries
    menu.actions()[Column.LENGTH].trigger()
    settle(qtbot, tasks)
    assert listed(page)[-1] == LOWER
    menu.actions()[-1].trigger()
    settle(qtbot, tasks)
    assert listed(page)[0] == LOWER


# --- details


def test_a_click_tells_all_of_a_token(qtbot, tasks, page) -> None:
    click_row(qtbot, tasks, page, LOW)
    values = page.details.facts.rows.values
    assert page.details.facts.head.id.text() == "257"
    assert (values["Text"].text(), values["Rank"].text(), values["Count when learned"].text()) == ('"low"', "1", "9")
    tree = page.details.merges.view.tree()
    assert [part.chip.text for part in tree.parts] == ["lo", "w"]
    assert [page.details.built_on.chips.tokens.token_at(row) for row in range(2)] == [SPACE_LOW, LOWER]


def test_arrows_page_keys_home_and_end_move_from_token_to_token(qtbot, tasks, page) -> None:
    page.table.setFocus()
    keys = Qt.Key
    for key, token in ((keys.Key_Home, 0), (keys.Key_Down, 1), (keys.Key_End, SPECIAL), (keys.Key_Up, LOWER)):
        qtbot.keyClick(page.table, key)
        look_up(qtbot, tasks, page)
        assert page.details.story.id == token
    qtbot.keyClick(page.table, keys.Key_PageUp)
    look_up(qtbot, tasks, page)
    assert page.details.story.id < LOWER - 5


def test_a_chip_of_a_later_merge_leads_to_it_and_back(qtbot, tasks, page) -> None:
    click_row(qtbot, tasks, page, LOW)
    chips = page.details.built_on.chips
    qtbot.mouseClick(chips.viewport(), LEFT, pos=chips.visualRect(chips.tokens.index(1)).center())
    look_up(qtbot, tasks, page)
    assert (page.details.story.id, page.table.chosen_ids().tolist()) == (LOWER, [LOWER])
    qtbot.mouseClick(page.details.back, LEFT)
    look_up(qtbot, tasks, page)
    assert page.details.story.id == LOW
    qtbot.keyClick(page.table, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    look_up(qtbot, tasks, page)
    assert page.details.story.id == LOWER


def test_a_token_that_a_filter_hides_is_shown_all_the_same(qtbot, tasks, page) -> None:
    search(qtbot, tasks, page, "low")
    page.show_token(ER)
    look_up(qtbot, tasks, page)
    assert len(listed(page)) == 262
    assert page.table.chosen_ids().tolist() == [ER]


def test_enter_on_a_chip_leads_to_its_token(qtbot, tasks, page) -> None:
    click_row(qtbot, tasks, page, LOW)
    chips = page.details.built_on.chips
    chips.setFocus()
    qtbot.keyClick(chips, Qt.Key.Key_Home)
    qtbot.keyClick(chips, Qt.Key.Key_Return)
    look_up(qtbot, tasks, page)
    assert page.details.story.id == SPACE_LOW


def test_a_click_on_a_dot_leads_to_its_token(qtbot, tasks, page, text) -> None:
    count(qtbot, tasks, page, text)
    page.charts.uses.chosen.emit(LOWER)
    look_up(qtbot, tasks, page)
    assert page.details.story.id == LOWER


# --- uses in a corpus


def test_before_a_corpus_is_chosen_the_page_offers_to_count(qtbot, tasks, page) -> None:
    click_row(qtbot, tasks, page, LOW)
    assert page.corpus.choose.text() == "Count uses in"
    assert page.corpus.choose.property("kind") == "primary"
    assert shown_in(page, Column.NOW)[LOW] == "–"
    assert "choose a corpus" in page.details.occurrences.remark.text()


def test_files_are_counted_and_the_lines_of_a_token_shown(qtbot, tasks, page, text, monkeypatch) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(text)], ""))
    next(action for action in page.corpus.choose.entries.actions() if action.text() == "Files…").trigger()
    look_up(qtbot, tasks, page)
    assert shown_in(page, Column.NOW)[LO:] == ["0", "1", "3", "0", "1", "0"]
    assert page.corpus.note.whole_text().startswith("Now: text.txt, 36 B, ")
    click_row(qtbot, tasks, page, SPACE_LOW)
    assert [(line.line, line.left, line.right) for line in page.details.occurrences.list.lines.lines()] == [
        (1, "lower", ""), (3, "low", " low")
    ]  # fmt: skip
    assert page.details.facts.rows.values["Count now"].text() == "3"
    assert page.details.facts.rows.remarks["Count now"].text() == "75 % of when it was learned"
    click_row(qtbot, tasks, page, LO)
    assert page.details.facts.flags[Flag.RESIDUE].text() == "Residue: 0 uses now, 9 when it was learned."


def test_dropped_files_are_counted(qtbot, tasks, page, text) -> None:
    payload = payload_of(text)
    assert hover(page, payload)
    assert drop(page, payload)
    qtbot.waitUntil(lambda: page.work.vocabulary.usage is not None, timeout=SECONDS)
    look_up(qtbot, tasks, page)
    assert shown_in(page, Column.NOW)[LOW] == "1"


def test_the_corpus_of_the_project_is_offered(qtbot, tasks, page, session, text) -> None:
    session.add_corpus([CorpusItem(text, "text", 36)])
    offered = page.corpus.choose.entries.actions()[0]
    assert offered.text() == "The corpus of the project, text.txt"
    offered.trigger()
    look_up(qtbot, tasks, page)
    assert shown_in(page, Column.NOW)[LOW] == "1"


def test_what_cannot_be_read_is_named_in_place(qtbot, tasks, page, tmp_path) -> None:
    count(qtbot, tasks, page, tmp_path / "missing.txt")
    assert page.corpus.message.isVisible()
    assert "missing.txt" in page.corpus.message.text()
    assert page.corpus.choose.isVisible()


def test_a_count_is_a_job_and_can_be_stopped(qtbot, tasks, page, tmp_path) -> None:
    large = tmp_path / "large.txt"
    large.write_text("lower low " * 3_000_000, encoding="utf-8")
    with qtbot.waitSignal(tasks.job_started):
        page.corpora.count_files([large])
    assert page.corpus.stop.isVisible()
    assert page.corpus.note.whole_text() == "Counting uses in large.txt…"
    qtbot.mouseClick(page.corpus.stop, LEFT)
    settle(qtbot, tasks)
    assert not page.corpus.stop.isVisible()
    assert page.work.vocabulary.usage is None
    assert not page.corpus.message.isVisible()


def test_a_count_goes_on_for_its_tokenizer_when_another_is_chosen(qtbot, tasks, session, page, tokenizer, text) -> None:
    page.corpora.count_files([text])
    session.add_tokenizer("shorter", tokenizer.truncated(259))
    look_up(qtbot, tasks, page)
    assert page.work.vocabulary.usage is None
    session.choose("low")
    look_up(qtbot, tasks, page)
    assert shown_in(page, Column.NOW)[LOW] == "1"


def test_a_new_count_takes_the_place_of_one_that_goes_on(qtbot, tasks, page, tmp_path, text) -> None:
    large = tmp_path / "large.txt"
    large.write_text("lower low " * 3_000_000, encoding="utf-8")
    page.corpora.count_files([large])
    page.corpora.count_files([text])
    look_up(qtbot, tasks, page)
    assert page.corpus.note.whole_text().startswith("Now: text.txt")


def test_leaving_while_all_work_goes_on_leaves_nothing_behind(tasks, page, tmp_path) -> None:
    large = tmp_path / "large.txt"
    large.write_text("lower low " * 3_000_000, encoding="utf-8")
    page.corpora.count_files([large])
    page.search.field.setText("l")
    page.show_token(LOW)
    page.close()
    assert tasks.wait_all(10)


# --- taking along


def test_selected_rows_are_copied(qtbot, tasks, page) -> None:
    click_row(qtbot, tasks, page, LO)
    click_row(qtbot, tasks, page, SPACE_LOW, Qt.KeyboardModifier.ShiftModifier)
    qtbot.mouseClick(page.search.copy, LEFT)
    settle(qtbot, tasks)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert [line.split("\t")[0] for line in lines] == ["Id", "256", "257", "258"]


def test_listed_rows_are_saved(qtbot, tasks, page, tmp_path, monkeypatch) -> None:
    search(qtbot, tasks, page, "low")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "rows"), ""))
    qtbot.mouseClick(page.search.save, LEFT)
    settle(qtbot, tasks)
    assert len((tmp_path / "rows.tsv").read_text(encoding="utf-8").splitlines()) == 4
    usual: list[str] = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *given: usual.append(given[2]) or ("", ""))
    qtbot.mouseClick(page.search.save, LEFT)
    assert usual == [str(tmp_path / "vocabulary.tsv")]  # where the last one went


def test_change_asks_with_the_chosen_tokens(qtbot, tasks, page) -> None:
    click_row(qtbot, tasks, page, LOWER)
    with qtbot.waitSignal(page.edit_asked) as told:
        qtbot.mouseClick(page.search.change, LEFT)
    assert told.args == [[LOWER]]


def test_the_menu_of_a_row_copies_filters_and_sorts(qtbot, tasks, page) -> None:
    click_row(qtbot, tasks, page, SPACE_LOW)
    menu = page.menu()
    entries = {action.text(): action for action in menu.actions() if action.text()}
    entries["Copy its text"].trigger()
    assert QGuiApplication.clipboard().text() == " low"
    entries["Script: Latin only"].trigger()
    settle(qtbot, tasks)
    assert SPECIAL in listed(page)
    assert 0 not in listed(page)
    by_length = entries["Sort by"].menu().actions()[Column.LENGTH]
    by_length.trigger()
    settle(qtbot, tasks)
    assert listed(page)[0] == LOWER


def test_the_menu_opens_where_the_mouse_is(qtbot, page) -> None:
    table = page.table
    place = QPoint(40, 40)
    with qtbot.waitSignal(table.menu_asked):
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, table.viewport().mapToGlobal(place))
        QApplication.sendEvent(table.viewport(), event)
    QApplication.activePopupWidget().close()


def test_what_is_known_of_a_token_can_be_copied(qtbot, tasks, page) -> None:
    click_row(qtbot, tasks, page, LOW)
    qtbot.mouseClick(page.details.copy, LEFT)
    assert "Rank: 1 of 5 merges, counted from 0\n" in QGuiApplication.clipboard().text()


# --- room


@pytest.mark.parametrize("width", [560, 660, 918, 1400])
def test_columns_that_have_no_room_are_left_out(page, width: int) -> None:
    page.table.resize(width, 300)
    table = page.table
    shown = [column for column in Column if not table.isColumnHidden(column)]
    assert {Column.ID, Column.TOKEN, Column.RANK, Column.NOW, Column.FLAGS} <= set(shown)
    assert sum(table.columnWidth(column) for column in shown) <= table.viewport().width()


def test_details_stand_below_where_there_is_no_room_beside(qtbot, page, qapp) -> None:
    holder = QScrollArea()
    holder.setWidgetResizable(True)
    holder.setWidget(page)
    qtbot.addWidget(holder)
    holder.resize(1343, 780)
    holder.show()
    qapp.processEvents()
    assert not page._splitter.stacked
    holder.resize(700, 600)
    qapp.processEvents()
    assert page._splitter.stacked
    assert page.height() > 600  # the page scrolls where it is too low for all its parts
    assert page.details.height() > 200
    holder.takeWidget()


def test_actions_wait_for_a_tokenizer(bare_page, session, tokenizer) -> None:
    actions = [action for group in bare_page.actions_of().values() for action in group]
    assert [action.isEnabled() for action in actions] == [False, False]
    session.add_tokenizer("low", tokenizer)
    assert [action.isEnabled() for action in actions] == [True, True]


def test_a_vocabulary_of_nothing_is_no_trouble(qtbot, tasks, session, bare_page) -> None:
    nothing = Tokenizer((), np.zeros((0, 3), np.uint32), {}, Pretokenizer.of("none"), model=Characters())
    session.add_tokenizer("nothing", nothing)
    settle(qtbot, tasks)
    assert bare_page.corpus.total.text() == "0 tokens"
    click_head(qtbot, tasks, bare_page, Column.NOW)
    search(qtbot, tasks, bare_page, "a")
    assert listed(bare_page) == []
