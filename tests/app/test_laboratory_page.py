"""The Laboratory page with a real mouse and real keys."""

import os
import sys

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QFileDialog

from vocabsmith.corpus_items import CorpusItem
from vocabsmith.pages.build_page import BuildPage
from vocabsmith.pages.laboratory_page import LaboratoryPage
from vocabsmith.pages.laboratory_page.findings import WRAPPED, Finding, FindingsTable
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.tokenizer_picker import PickedTokenizer
from vocabsmith_engine import Pretokenizer, Recipe, Tokenizer, train_from_counts
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.piece_cutting import Split

LEFT = Qt.MouseButton.LeftButton
SECONDS = 20_000  # milliseconds: a hang guard, not a bound


@pytest.fixture
def page(qtbot, session, tasks, tmp_path, palette):
    session.edit_recipe({"pretokenizer": "gpt2", "special_tokens": ["<s>"], "normalization": "none", "vocab_size": 300})
    made = LaboratoryPage(session, tasks, SettingsStore(tmp_path / "settings.json"))
    qtbot.addWidget(made)
    made.resize(1343, 780)
    made.apply_theme(palette)
    made.show()
    settle(qtbot, tasks)
    return made


def settle(qtbot, tasks: TaskRunner) -> None:
    qtbot.wait(200)  # the pause after which an expression is tried
    qtbot.waitUntil(lambda: not tasks.busy, timeout=SECONDS)
    qtbot.wait(1)


def write(qtbot, tasks, page: LaboratoryPage, text: str) -> None:
    page.views[0].set_text(text)
    settle(qtbot, tasks)


def choose(qtbot, tasks, page: LaboratoryPage, side: int, pattern: str) -> None:
    page.choosers[side].choose(pattern)
    settle(qtbot, tasks)


def pieces(page: LaboratoryPage, side: int) -> list[str]:
    view = page.views[side]
    units = view.exact_text().encode("utf-16-le", "surrogatepass")
    spans = zip(view.spans.begins.tolist(), view.spans.ends.tolist(), strict=True)
    return [units[2 * begin : 2 * end].decode("utf-16-le", "surrogatepass") for begin, end in spans]


def differing(page: LaboratoryPage, side: int) -> list[str]:
    return [pieces(page, side)[place] for place in page.views[side].differing_places()]


def typed(qtbot, tasks, page: LaboratoryPage, *tokens: str) -> None:
    qtbot.mouseClick(page.switch.button("specials"), LEFT)
    qtbot.mouseClick(page.specials.sources.button("typed"), LEFT)
    page.specials.field.setPlainText("\n".join(tokens))
    settle(qtbot, tasks)


def test_it_begins_with_the_recipe_and_another_pattern_on_an_example(page):
    assert [chooser.title() for chooser in page.choosers] == ["That of the recipe", "GPT-4o (o200k)"]
    assert pieces(page, 0)[:3] == ["Vocabsmith", " cuts", " text"]
    assert " don't" in differing(page, 1)
    assert page.bar.told.text() == "3 differences"


def test_typing_cuts_the_text_by_both_patterns(qtbot, page, tasks):
    write(qtbot, tasks, page, "")
    page.views[0].setFocus()
    qtbot.keyClicks(page.views[0], "a 1234")
    settle(qtbot, tasks)
    assert [pieces(page, side) for side in (0, 1)] == [["a", " 1234"], ["a", " ", "123", "4"]]
    assert [differing(page, side) for side in (0, 1)] == [[" 1234"], [" ", "123", "4"]]
    assert [figure.whole_text() for figure in page.figures] == [
        "2 pieces · 2 distinct · longest 5 · 1 differs",
        "4 pieces · 4 distinct · longest 3 · 3 differ",
    ]


def test_the_second_view_holds_what_the_first_holds(qtbot, page, tasks):
    first, second = page.views
    for text in ("one\ntwo", "", "é😀\n\n中", "x"):
        write(qtbot, tasks, page, text)
        assert second.exact_text() == first.exact_text() == text
    qtbot.keyClicks(first, "abc")
    qtbot.keyClick(first, Qt.Key.Key_Backspace)
    qtbot.keyClick(first, Qt.Key.Key_Return)
    first.undo()
    first.undo()
    settle(qtbot, tasks)
    assert second.exact_text() == first.exact_text()


def test_every_script_is_coloured_where_it_stands(qtbot, page, tasks):
    write(qtbot, tasks, page, "Don't 你好，世界 مرحبا كيف नमस्ते 👨‍👩‍👧 x+=1;\n\td")
    for side, name in enumerate(("gpt2", "o200k")):
        assert pieces(page, side) == Pretokenizer.of(name).split(page.views[0].exact_text())


def test_lines_below_pieces_that_differ_are_painted(qtbot, page, tasks):
    def dark_rows(view):
        picture = view.viewport().grab().toImage()
        text = QColor(page.views[0]._palette.text)
        return [row for row in range(20, 60) if all(picture.pixelColor(x, row) == text for x in range(30, 50))]

    write(qtbot, tasks, page, "1234567890")
    choose(qtbot, tasks, page, 0, "gpt2")
    assert dark_rows(page.views[0])
    choose(qtbot, tasks, page, 1, "gpt2")
    assert not dark_rows(page.views[0])
    assert page.bar.told.text() == "No difference"


def test_typing_an_expression_makes_it_ones_own(qtbot, page, tasks):
    field = page.choosers[1].expression
    field.selectAll()
    qtbot.keyClicks(field, r"\d|\D+")
    settle(qtbot, tasks)
    assert page.choosers[1].title() == "Custom expression"
    assert page.choosers[1].value() == r"regex:\d|\D+"
    write(qtbot, tasks, page, "ab12")
    assert pieces(page, 1) == ["ab", "1", "2"]


def test_a_wrong_expression_is_told_and_the_other_pattern_still_cuts(qtbot, page, tasks):
    write(qtbot, tasks, page, "a b")
    choose(qtbot, tasks, page, 1, "regex:(a")
    assert "Is not a regular expression" in page.choosers[1].remark.text()
    assert pieces(page, 0) == ["a", " b"]
    assert pieces(page, 1) == []
    assert page.figures[1].whole_text() == "This pattern cannot cut the text."
    assert page.bar.told.text() == ""
    assert len(page.choosers[1].expression.extraSelections()) == 1
    choose(qtbot, tasks, page, 1, "gpt2")
    assert not page.choosers[1].remark.isVisible()


def test_an_expression_that_takes_for_ever_is_given_up(qtbot, page, tasks, monkeypatch):
    monkeypatch.setattr(sys.modules["vocabsmith_engine.analysis.pattern_difference"], "SECONDS", 0.2)
    page._patience.setInterval(20)
    choose(qtbot, tasks, page, 1, r"(?:(?:a|b|ab)+)+(?=c)|[\s\S]")
    page.views[0].set_text("ab" * 40)
    qtbot.waitUntil(lambda: page.bar.told.text() == "Cutting…", timeout=SECONDS)
    settle(qtbot, tasks)
    assert "Needed more than 0.2 second" in page.choosers[1].remark.text()
    assert pieces(page, 0) == ["ab" * 40]


def test_the_way_leads_from_one_difference_to_the_next(qtbot, page, tasks):
    write(qtbot, tasks, page, "a 12 b\n" + "plain words\n" * 200 + "c 34")
    assert page.bar.told.text() == "2 differences"
    qtbot.mouseClick(page.bar.next, LEFT)
    assert page.bar.told.text() == "1 of 2 differences"
    assert pieces(page, 0)[page.views[0].chosen] == " 12"
    qtbot.mouseClick(page.bar.next, LEFT)
    assert [pieces(page, side)[page.views[side].chosen] for side in (0, 1)] == [" 34", " "]
    assert page.views[0].verticalScrollBar().value() == page.views[1].verticalScrollBar().value() > 0
    qtbot.mouseClick(page.bar.next, LEFT)
    assert page.bar.told.text() == "1 of 2 differences"
    qtbot.mouseClick(page.bar.previous, LEFT)
    assert page.bar.told.text() == "2 of 2 differences"


def test_scrolling_one_text_scrolls_the_other(qtbot, page, tasks):
    write(qtbot, tasks, page, "line\n" * 300)
    page.views[1].verticalScrollBar().setValue(120)
    assert page.views[0].verticalScrollBar().value() == 120


def test_a_pattern_is_used_in_the_recipe_and_that_can_be_undone(qtbot, page, tasks, session):
    use = [chooser.use_button for chooser in page.choosers]
    assert [button.isEnabled() for button in use] == [False, True]
    assert use[0].toolTip() == "The recipe has this pattern"
    qtbot.mouseClick(use[1], LEFT)
    assert session.recipe_draft["pretokenizer"] == "o200k"
    assert session.can_undo == "Change pieces"
    settle(qtbot, tasks)
    assert not use[1].isEnabled()
    assert page.bar.told.text() == "No difference"  # the first is that of the recipe
    session.undo()
    settle(qtbot, tasks)
    assert session.recipe_draft["pretokenizer"] == "gpt2"
    assert use[1].isEnabled()


def test_a_wrong_expression_cannot_be_used(qtbot, page, tasks):
    choose(qtbot, tasks, page, 1, "regex:(a")
    assert not page.choosers[1].use_button.isEnabled()
    assert page.choosers[1].use_button.toolTip() == "It cannot be used"


def trained(pretokenizer: str = "gpt2") -> Tokenizer:
    recipe = Recipe(vocab_size=258, special_tokens=("<s>",), min_frequency=1, pretokenizer=pretokenizer)
    return train_from_counts([(b"<s", 5)], recipe).tokenizer


def test_the_pattern_of_a_tokenizer_is_compared(qtbot, page, tasks):
    page.choosers[1].picker.picked.emit(PickedTokenizer("mine", trained(r"\d|\D+")))
    settle(qtbot, tasks)
    assert page.choosers[1].title() == "That of mine"
    assert page.choosers[1].expression.toPlainText() == r"\d|\D+"
    write(qtbot, tasks, page, "ab1")
    assert pieces(page, 1) == ["ab", "1"]
    qtbot.mouseClick(page.choosers[1].use_button, LEFT)
    assert page._session.recipe_draft["pretokenizer"] == r"\d|\D+"


def test_steps_of_another_maker_are_compared_but_fit_no_recipe(qtbot, page, tasks):
    steps = Pretokenizer.of_splits((r"\d", Split(r"\s", "MergedWithNext")))
    tokenizer = trained()
    other = Tokenizer(tokenizer.tokens, tokenizer.merges, tokenizer.special_tokens, steps)
    page.choosers[1].add_tokenizer("theirs", other)
    settle(qtbot, tasks)
    write(qtbot, tasks, page, "a b12")
    assert pieces(page, 1) == ["a", " b", "1", "2"]
    assert page.choosers[1].expression.isReadOnly()
    assert not page.choosers[1].use_button.isEnabled()


def test_what_engines_read_differently_is_listed_for_both(qtbot, page, tasks):
    choose(qtbot, tasks, page, 0, r"\p{N}{1,3}+|[\s\S]")
    choose(qtbot, tasks, page, 1, r"\p{N}{2}+|[\s\S]|a$")
    rows = page.dialects.rows()
    assert [row[:3] for row in rows] == [
        ("Differs", "Both", "A counted repetition with + behind it: {1,3}+"),
        ("Differs", "Second", "$"),
        ("Rare", "Both", r"Classes of Unicode: \p{N}"),
    ]
    assert rows[0][3:5] == ("Repeats the counted part again and again", "Gives nothing back (possessive)")
    assert page.summary.whole_text() == "2 constructs that engines read differently"


def test_a_row_of_the_list_shows_the_construct_in_the_expression(qtbot, page, tasks):
    choose(qtbot, tasks, page, 1, r"é😀\p{N}{2}+|[\s\S]")
    table = page.dialects
    row = [cells[1] for cells in table.rows()].index("Second")
    qtbot.mouseClick(table.viewport(), LEFT, pos=table.visualRect(table.findings.index(row, 2)).center())
    (mark,) = page.choosers[1].expression.extraSelections()
    assert mark.cursor.selectedText() == "{2}+"
    assert not page.choosers[0].expression.extraSelections()


def test_a_construct_of_both_patterns_is_shown_where_each_has_it(qtbot, page, tasks):
    choose(qtbot, tasks, page, 0, r"\p{N}{2}+|[\s\S]")
    choose(qtbot, tasks, page, 1, r"abc|x{3}+|[\s\S]")
    table = page.dialects
    row = [cells[1] for cells in table.rows()].index("Both")
    qtbot.mouseClick(table.viewport(), LEFT, pos=table.visualRect(table.findings.index(row, 2)).center())
    marks = [chooser.expression.extraSelections() for chooser in page.choosers]
    assert [[mark.cursor.selectedText() for mark in each] for each in marks] == [["{2}+"], ["{3}+"]]


def test_a_construct_of_the_second_of_two_expressions_is_shown_on_its_line(qtbot, page, tasks):
    steps = Pretokenizer.of_splits((r"\d", r"\p{L}{2}+"))
    tokenizer = trained()
    page.choosers[1].add_tokenizer(
        "theirs", Tokenizer(tokenizer.tokens, tokenizer.merges, tokenizer.special_tokens, steps)
    )
    settle(qtbot, tasks)
    table = page.dialects
    row = [cells[2] for cells in table.rows()].index("A counted repetition with + behind it: {2}+")
    qtbot.mouseClick(table.viewport(), LEFT, pos=table.visualRect(table.findings.index(row, 2)).center())
    (mark,) = page.choosers[1].expression.extraSelections()
    assert mark.cursor.selectedText() == "{2}+"
    assert page.choosers[1].expression.toPlainText() == "\\d\n\\p{L}{2}+"


def test_a_megabyte_stays_editable(qtbot, page, tasks):
    text = "".join(f"word {number}, naïve 分词;\n" for number in range(40_000))
    write(qtbot, tasks, page, text)
    page.views[0].setFocus()
    qtbot.keyClicks(page.views[0], "x1")
    settle(qtbot, tasks)
    assert page.views[1].exact_text() == "x1" + text
    for view, name in zip(page.views, ("gpt2", "o200k"), strict=True):
        assert len(view.spans) == len(Pretokenizer.of(name).split("x1" + text))
    qtbot.mouseClick(page.bar.previous, LEFT)
    assert page.views[1].verticalScrollBar().value() > 30_000


def test_of_a_tokenizer_only_the_pattern_is_kept(qtbot, page, tasks):
    tokenizer = train_from_counts([(b"a", 9)], Recipe(vocab_size=256, pretokenizer="cl100k")).tokenizer
    held = sys.getrefcount(tokenizer)
    page.choosers[1].add_tokenizer("picked", tokenizer)
    settle(qtbot, tasks)
    assert sys.getrefcount(tokenizer) == held
    assert page.choosers[1].value().name == "cl100k"


def test_a_very_long_line_is_shortened_in_both_views(qtbot, page, tasks):
    text = "word " * 4_000 + "DON'T"
    write(qtbot, tasks, page, text)
    page.views[0].setFocus()
    qtbot.keyClicks(page.views[0], "x")
    settle(qtbot, tasks)
    first, second = page.views
    assert second.toPlainText() == first.toPlainText() and len(first.toPlainText()) < 6_000
    assert second.exact_text() == first.exact_text() == "x" + text
    assert [len(view.differing_places()) for view in page.views] == [3, 1]  # " DON", "'", "T" and " DON'T"
    qtbot.mouseClick(page.bar.next, LEFT)
    assert [view.chosen for view in page.views] == [4_000, 4_000]


def test_the_special_tokens_of_the_recipe_are_looked_at(qtbot, page, tasks, session):
    write(qtbot, tasks, page, "a <s> b <s>")
    qtbot.mouseClick(page.switch.button("specials"), LEFT)
    assert page.specials.field.toPlainText() == "<s>"
    assert [row[:3] for row in page.specials.table.rows()] == [
        ("Warning", "<s>", "It stands in the text 2 times, and becomes one id there.")
    ]
    session.change_recipe({"special_tokens": ["<s>", "<s>x"]}, "more")
    settle(qtbot, tasks)
    assert len(page.specials.table.rows()) == 2


def test_the_normalisation_of_the_recipe_is_that_of_its_special_tokens(qtbot, page, tasks, session):
    session.change_recipe({"special_tokens": ["<ﬁ>"]}, "ligature")
    settle(qtbot, tasks)
    assert not page.specials.table.rows()
    session.change_recipe({"normalization": "NFKC"}, "normalise")
    settle(qtbot, tasks)
    assert [row[2].split(" of it")[0] for row in page.specials.table.rows()] == ["The normaliser makes '<fi>'"]


def test_the_corpus_is_looked_at_once_the_page_is_seen(qtbot, page, tasks, session, tmp_path):
    page.hide()
    path = tmp_path / "corpus.txt"
    path.write_text("a line\n", encoding="utf-8")
    session.add_corpus([CorpusItem(path, "text", 7)])
    qtbot.wait(400)
    assert not page.bar.corpus_line.isEnabled()
    page.show()
    qtbot.waitUntil(page.bar.corpus_line.isEnabled, timeout=SECONDS)
    settle(qtbot, tasks)


def test_typed_tokens_are_checked_and_used_in_the_recipe(qtbot, page, tasks, session):
    typed(qtbot, tasks, page, "<č>", "<pad>", "<PAD>")
    told = [row[1] for row in page.specials.table.rows()]
    assert told == ["<č>", "<PAD>"]
    assert page.summary.whole_text() == "2 collisions to be looked at"
    qtbot.mouseClick(page.specials.use_button, LEFT)
    assert session.recipe_draft["special_tokens"] == ["<č>", "<pad>", "<PAD>"]
    assert session.can_undo == "Change special tokens"
    assert not page.specials.use_button.isEnabled()
    session.undo()
    assert session.recipe_draft["special_tokens"] == ["<s>"]


def test_keys_typed_into_the_list_make_tokens(qtbot, page, tasks):
    typed(qtbot, tasks, page, "")
    page.specials.field.setFocus()
    qtbot.keyClicks(page.specials.field, "<a>")
    qtbot.keyClick(page.specials.field, Qt.Key.Key_Return)
    qtbot.keyClicks(page.specials.field, "<a><b>")
    settle(qtbot, tasks)
    assert page.specials.texts() == ["<a>", "<a><b>"]
    assert [row[0] for row in page.specials.table.rows()] == ["Note"]


def test_an_empty_line_is_an_error_and_cannot_be_used(qtbot, page, tasks):
    typed(qtbot, tasks, page, "<a>", "", "<b>")
    assert [row[0] for row in page.specials.table.rows()] == ["Error"]
    assert not page.specials.use_button.isEnabled()


def test_the_tokens_of_the_tokenizer_are_held_against_its_vocabulary(qtbot, page, tasks, session):
    qtbot.mouseClick(page.switch.button("specials"), LEFT)
    assert not page.specials.sources.button("tokenizer").isEnabled()
    tokenizer = trained("none")
    added = (AddedToken("<s>", tokenizer.special_tokens["<s>"], lstrip=True),)
    session.add_tokenizer(
        "mine",
        Tokenizer(
            tokenizer.tokens,
            tokenizer.merges,
            tokenizer.special_tokens,
            tokenizer.pretokenizer,
            added_tokens=added,
        ),
    )
    qtbot.mouseClick(page.specials.sources.button("tokenizer"), LEFT)
    settle(qtbot, tasks)
    assert [row[2].split(",")[0] for row in page.specials.table.rows()] == ["It takes the white space before it along"]


def test_a_token_in_the_text_is_shown_there(qtbot, page, tasks):
    write(qtbot, tasks, page, "plain\n" * 100 + "end <s>")
    qtbot.mouseClick(page.switch.button("specials"), LEFT)
    table = page.specials.table
    qtbot.mouseClick(table.viewport(), LEFT, pos=table.visualRect(table.findings.index(0, 1)).center())
    assert pieces(page, 0)[page.views[0].chosen] == " <"
    assert page.views[0].verticalScrollBar().value() > 0


def test_a_file_is_read_into_the_text(qtbot, page, tasks, tmp_path, monkeypatch):
    path = tmp_path / "notes.txt"
    path.write_text("from a file", encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args, **_more: (str(path), ""))
    qtbot.mouseClick(page.bar.open_button, LEFT)
    settle(qtbot, tasks)
    assert page.views[1].exact_text() == "from a file"
    assert page.bar.source.whole_text() == "notes.txt"


def test_a_dropped_or_pasted_file_is_read(qtbot, page, tasks, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("dropped", encoding="utf-8")
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile(str(path))])
    QGuiApplication.clipboard().setMimeData(files)
    page.views[0].setFocus()
    qtbot.keyClick(page.views[0], Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    settle(qtbot, tasks)
    assert page.views[0].exact_text() == "dropped"


def test_a_file_that_cannot_be_read_is_told(qtbot, page, tasks, tmp_path):
    page.open_texts([tmp_path / "none.txt"])
    settle(qtbot, tasks)
    assert page.message.level == "error"
    assert "none.txt" in page.message.text()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_nobody_waits_for_a_pipe_that_was_dropped(qtbot, page, tasks, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    page.open_texts([tmp_path / "pipe"])
    settle(qtbot, tasks)
    assert page.message.text().endswith("pipe: is neither a file nor a folder. Save its text to a file first.")


def test_lines_of_the_corpus_come_one_after_the_other(qtbot, page, tasks, session, tmp_path):
    assert not page.bar.corpus_line.isEnabled()
    path = tmp_path / "corpus.txt"
    path.write_text("first line\nsecond\n", encoding="utf-8")
    session.add_corpus([CorpusItem(path, "text", 18)])
    qtbot.waitUntil(page.bar.corpus_line.isEnabled, timeout=SECONDS)
    shown = []
    for _ in range(3):
        qtbot.mouseClick(page.bar.corpus_line, LEFT)
        shown.append(page.views[0].exact_text())
    assert shown == ["first line", "second", "first line"]
    settle(qtbot, tasks)
    assert page.bar.source.whole_text() == "corpus.txt, line 1"


def test_white_space_marks_are_those_of_both_texts(qtbot, page):
    qtbot.mouseClick(page.bar.marks, LEFT)
    assert [view._grounds.marks for view in page.views] == [False, False]


def test_halves_of_surrogate_pairs_do_not_shift_the_colours(qtbot, page, tasks):
    write(qtbot, tasks, page, "a \ud83d b")
    assert [page.views[0].spans.begins.tolist(), page.views[0].spans.ends.tolist()] == [[0, 1, 3], [1, 3, 5]]


def test_findings_by_the_thousand_stay_quick(qtbot, palette):
    table = FindingsTable("Findings", ("How bad", "What"), (1.0,))
    qtbot.addWidget(table)
    table.resize(400, 300)
    table.apply_theme(palette)
    table.show()
    table.show_findings([Finding("info", ("Note", f"finding {number}")) for number in range(50 * WRAPPED)], "none")
    qtbot.wait(10)
    heights = {table.rowHeight(row) for row in (0, WRAPPED, 50 * WRAPPED - 1)}
    assert len(heights) == 1


def test_every_part_is_reached_by_tab_and_has_a_name(qtbot, page):
    page.choosers[0].choice.setFocus()
    seen = []
    for _ in range(25):
        widget = page.focusWidget()
        if widget in seen:
            break
        seen.append(widget)
        qtbot.keyClick(widget, Qt.Key.Key_Tab)
    parts = [
        *(page.choosers[1].use_button, page.choosers[1].expression, page.bar.next, *page.views),
        *(page.switch.button("dialects"), page.dialects),
    ]
    assert all(part in seen for part in parts)
    assert all(widget.accessibleName() or widget.text() for widget in seen)


def test_the_form_of_the_build_page_follows(qtbot, page, tasks, session, tmp_path, palette):
    session.edit_recipe({})  # the form says what is in it, not this test
    build = BuildPage(session, tasks, SettingsStore(tmp_path / "settings.json"))
    qtbot.addWidget(build)
    build.apply_theme(palette)
    settle(qtbot, tasks)
    before = build.recipe.draft()
    choose(qtbot, tasks, page, 1, r"\p{L}+|\P{L}")
    qtbot.mouseClick(page.choosers[1].use_button, LEFT)
    typed(qtbot, tasks, page, "<a>", "<b>")
    qtbot.mouseClick(page.specials.use_button, LEFT)
    draft = build.recipe.draft()
    assert draft["pretokenizer"].removeprefix("regex:") == r"\p{L}+|\P{L}"
    assert draft["special_tokens"] == ["<a>", "<b>"]
    session.undo()
    session.undo()
    assert build.recipe.draft() == before
    settle(qtbot, tasks)
