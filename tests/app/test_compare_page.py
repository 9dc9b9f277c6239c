"""The Compare page with a real mouse, real keys and real drops."""

import pytest
from compare_bench import BYTES, LEFT, LOW, LOWER, CompareBench, trained
from corpus_on_page import drop, hover, payload_of
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from vocabsmith.operations import evaluate_texts
from vocabsmith.pages.compare_page.example import EXAMPLE
from vocabsmith.pages.compare_page.text_model import GROUP, NAME
from vocabsmith.widgets.tokenizer_picker import PickedTokenizer
from vocabsmith_engine import TokenizerError

BOTH = (("low", LOW), ("bytes", BYTES))


@pytest.fixture
def bench(qtbot, session, tasks, tmp_path, palette):
    made = CompareBench(qtbot, session, tasks, tmp_path, palette)
    yield made
    made.page.comparer.end()


# --- what there is to begin with


def test_without_a_tokenizer_the_page_says_what_it_is_for_and_offers_the_next_step(qtbot, bench):
    assert bench.page.empty.isVisible()
    with qtbot.waitSignal(bench.page.build_asked):
        qtbot.mouseClick(bench.page.empty.build_button, LEFT)
    with qtbot.waitSignal(bench.page.open_asked):
        qtbot.mouseClick(bench.page.empty.open_button, LEFT)


def test_the_current_tokenizer_is_the_first_and_a_second_is_asked_for(bench):
    bench.compare(("low", LOW))
    assert [each.name for each in bench.page.compared] == ["low"]
    assert bench.page.metrics.invitation.isVisible()
    assert bench.page.metrics.picker.property("kind") == "primary"
    bench.page.add_picked(PickedTokenizer("bytes", BYTES))
    assert not bench.page.metrics.invitation.isVisible()
    bench.settle()


def test_alone_the_first_follows_the_current_tokenizer_but_not_once_there_are_two(bench):
    bench.compare(("low", LOW))
    bench.session.add_tokenizer("lower", LOWER)
    assert [each.name for each in bench.page.compared] == ["lower"]
    bench.page.add_picked(PickedTokenizer("bytes", BYTES))
    bench.session.choose("low")
    assert [each.name for each in bench.page.compared] == ["lower", "bytes"]
    bench.settle()


def test_an_example_is_one_click_away(qtbot, bench):
    bench.compare(*BOTH)
    qtbot.mouseClick(bench.page.texts.example, LEFT)
    bench.settle()
    assert bench.page.texts.text() == EXAMPLE
    assert not bench.page.texts.example.isVisible()
    assert bench.page.texts.editor.hasFocus()


# --- figures


def test_the_typed_text_is_compared_while_there_is_no_other(qtbot, bench):
    bench.compare(*BOTH)
    qtbot.keyClicks(bench.page.texts.editor, "low low")
    bench.settle()
    assert bench.row("tokens") == ["3, best", "7"]
    assert bench.row("bytes_per_token") == ["2.33, best", "1.00"]
    assert bench.row("tokens_per_word") == ["1.00, best", "3.00"]
    assert bench.row("whole_word_share") == ["100.0 %, best", "0.0 %"]


def test_equal_figures_are_marked_for_nobody_and_diagnostics_neither(bench):
    bench.compare(("low", LOW), ("lower", LOWER))
    bench.write("xyz")
    assert bench.row("tokens") == ["3", "3"]
    assert not any("best" in text for text in bench.row("renyi_efficiency"))
    rows = {row.metric.key: row for row in bench.page.metrics.model.rows}
    assert rows["renyi_efficiency"].hint == "diagnostic, α 2.5"
    assert rows["vocabulary_share"].hint == "diagnostic"


def test_a_text_without_words_has_no_figures_about_words(bench):
    bench.compare(*BOTH)
    bench.write("123 456")
    assert bench.row("tokens_per_word") == ["–", "–"]
    assert bench.row("tokens") == ["7", "7"]


def test_files_take_the_place_of_the_typed_text_unless_it_is_wanted_too(qtbot, bench):
    bench.compare(*BOTH)
    bench.write("low")
    bench.add(bench.file("help-de.txt", "low low"))
    assert bench.row("tokens") == ["3, best", "7"]
    qtbot.mouseClick(bench.page.texts.counts, LEFT, pos=bench.page.texts.counts.rect().center() / 4)
    bench.settle()
    assert bench.page.texts.counts.isChecked()
    assert bench.row("tokens") == ["4, best", "10"]


def test_the_definition_of_a_metric_is_where_it_is_pointed_at(bench):
    bench.compare(*BOTH)
    bench.write("low")
    model = bench.page.metrics.model
    tip = model.headerData(2, Qt.Orientation.Vertical, Qt.ItemDataRole.ToolTipRole)
    assert tip.startswith("Tokens per word\nFertility: ")
    assert "Rust and others" in tip
    assert "low: 1.00" in model.index(2, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_figures_of_many_documents_have_a_range(bench):
    bench.compare(*BOTH)
    bench.add(bench.file("a.txt", "".join(f"low {'x' * (n % 97)}\n" for n in range(5000))))
    cell = next(row for row in bench.page.metrics.model.rows if row.metric.key == "bytes_per_token").cells[0]
    assert cell.range[0] < cell.value < cell.range[1]
    tip = bench.page.metrics.model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert f"95 % range {cell.range_text}" in tip


def test_figures_of_few_documents_say_why_they_have_no_range(bench):
    bench.compare(*BOTH)
    bench.write("low")
    model = bench.page.metrics.model
    tip = model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "No 95 % range: 10 documents or blocks of lines are needed, and the texts have 1\n" in tip
    assert "range" not in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole), "a sum never has one"


# --- tokenizers


def test_tokenizers_are_moved_and_removed_by_their_heads(bench):
    bench.compare(*BOTH)
    bench.write("low")
    menu = bench.page.metrics.heads.heads[0].button.menu()
    assert next(action.text() for action in menu.actions() if action.isEnabled()) == "Move right"
    menu.actions()[1].trigger()
    assert [each.name for each in bench.page.compared] == ["bytes", "low"]
    bench.settle()
    assert bench.row("tokens") == ["3", "1, best"]
    bench.page.metrics.heads.heads[0].button.menu().actions()[-1].trigger()
    bench.settle()
    assert bench.row("tokens") == ["1"]


def test_six_are_the_most(bench):
    bench.compare(("1", LOW))
    for number in range(2, 8):
        bench.page.add_picked(PickedTokenizer(str(number), trained((b"low", number), size=259)))
    bench.settle()
    assert len(bench.page.compared) == 6
    assert not bench.page.metrics.picker.isEnabled()
    assert "6 tokenizers are the most" in bench.page.metrics.picker.toolTip()


def test_one_that_is_there_already_is_not_added_again(bench):
    bench.compare(*BOTH)
    bench.page.add_picked(PickedTokenizer("low", LOW))
    assert len(bench.page.compared) == 2
    assert bench.page.metrics.message.text() == "low is compared already."


def test_the_origin_of_each_is_told(bench, tmp_path):
    bench.session.add_tokenizer("opened", LOW, path=tmp_path / "x.json")
    bench.page.add_picked(PickedTokenizer("other", BYTES))
    assert [each.facts for each in bench.page.compared] == ["259, opened file", "257, opened file"]
    bench.settle()


# --- texts


def test_dropped_files_are_listed_with_the_groups_that_their_names_tell(qtbot, bench):
    bench.compare(*BOTH)
    files = [bench.file("help-de.txt", "Hallo low"), bench.file("zh-Hans.txt", "文本"), bench.file("x.c", "int low;")]
    assert hover(bench.page, payload_of(*files))
    assert drop(bench.page, payload_of(*files))
    qtbot.waitUntil(lambda: bench.page.texts.model.rowCount() == 3)
    bench.settle()
    assert bench.groups() == ["German", "Chinese, simplified", "Code"]
    assert [group.name for group in bench.page.groups.bars.data.groups] == bench.groups()
    assert not bench.page.texts.hint.isVisible()


def test_files_dropped_on_the_typed_text_are_texts_too(bench):
    bench.compare(*BOTH)
    bench.page.texts.editor.files_dropped.emit([bench.file("a.txt", "low")])
    bench.settle()
    assert bench.page.texts.model.rowCount() == 1


def test_a_group_is_changed_by_keys(qtbot, bench):
    bench.compare(*BOTH)
    bench.add(bench.file("a.txt", "low"))
    listed = bench.page.texts.list
    listed.setFocus()
    listed.selectRow(0)
    qtbot.keyClick(listed, Qt.Key.Key_F2)
    editor = listed.findChild(QLineEdit)
    editor.selectAll()
    qtbot.keyClicks(editor, "Old English")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    bench.settle()
    assert bench.groups() == ["Old English"]
    assert [group.name for group in bench.page.groups.bars.data.groups] == ["Old English"]


def test_a_group_is_changed_by_the_mouse(qtbot, bench):
    bench.compare(*BOTH)
    bench.add(bench.file("a.txt", "low"))
    listed = bench.page.texts.list
    place = bench.place_of(0, GROUP)
    qtbot.mouseClick(listed.viewport(), LEFT, pos=place)
    qtbot.mouseDClick(listed.viewport(), LEFT, pos=place)
    editor = listed.findChild(QLineEdit)
    assert editor.text() == "Latin"
    editor.clear()
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    bench.settle()
    assert bench.groups() == [""]
    assert [group.name for group in bench.page.groups.bars.data.groups] == ["No group"]


def test_texts_are_removed_by_delete_and_by_the_button(qtbot, bench):
    bench.compare(*BOTH)
    bench.add(*(bench.file(f"{n}.txt", "low") for n in range(3)))
    listed = bench.page.texts.list
    qtbot.mouseClick(listed.viewport(), LEFT, pos=bench.place_of(0, NAME))
    qtbot.keyClick(listed, Qt.Key.Key_Delete)
    assert [text.name for text in bench.page.texts.model.texts] == ["1.txt", "2.txt"]
    qtbot.mouseClick(bench.page.texts.remove_button, LEFT)
    assert [text.name for text in bench.page.texts.model.texts] == ["2.txt"]
    bench.settle()
    assert bench.row("tokens") == ["1, best", "3"]


def test_a_text_is_listed_once(bench):
    bench.compare(*BOTH)
    file = bench.file("a.txt", "low")
    bench.add(file)
    bench.add(file)
    assert bench.page.texts.model.rowCount() == 1
    assert bench.page.texts.message.text() == "1 text listed already."


def test_totals_are_those_of_what_was_read(bench):
    bench.compare(*BOTH)
    bench.add(bench.file("a.txt", "low low"), bench.file("b.txt", "lower"))
    assert (bench.page.texts._totals.text(), bench.page.texts._details.text()) == ("12 B in 2 texts", "3 words")


def test_the_job_bar_tells_what_was_compared(bench):
    said = []
    bench.session.reported.subscribe(lambda report: said.append(report.text))
    bench.compare(*BOTH)
    bench.add(bench.file("a.txt", "low"), bench.file("b.txt", "low"))
    assert said[-1].startswith("Compared 2 texts with 2 tokenizers in ")


# --- groups


def test_groups_are_compared_by_spread_and_gini(bench):
    bench.compare(*BOTH)
    bench.add(bench.file("help-en.txt", "lowlow"), bench.file("help-de.txt", "xxxxxx"))
    assert bench.row("spread") == ["3.00×", "1.00×, best"]
    assert bench.row("gini") == ["0.250", "0.000, best"]
    assert bench.page.groups.bars.told(0) == "English: low 3.00, best, bytes 1.00"


def test_one_group_alone_has_no_spread(bench):
    bench.compare(*BOTH)
    bench.add(bench.file("help-en.txt", "lowlow"))
    assert bench.row("spread") == ["–", "–"]


def test_another_metric_is_drawn_when_it_is_chosen(qtbot, bench):
    bench.compare(*BOTH)
    bench.add(bench.file("help-en.txt", "low"))
    choice = bench.page.groups.choice
    choice.setFocus()
    qtbot.keyClick(choice, Qt.Key.Key_Home)
    assert bench.page.groups.bars.data.title == "Tokens"
    assert bench.page.groups.bars.told(0) == "English: low 1, best, bytes 3"


def test_keys_lead_to_groups_that_are_out_of_sight(qtbot, bench):
    bench.compare(*BOTH)
    bench.page.resize(1343, 560)
    codes = ("en", "de", "fr", "es", "it", "nl", "sv", "da", "fi", "pl", "cs", "hu", "ro", "tr")
    bench.add(*(bench.file(f"help-{code}.txt", "low") for code in codes))
    bars = bench.page.groups.bars
    bars.setFocus()
    assert bars.visibleRegion().boundingRect().bottom() < bars.height() - 20
    qtbot.keyClick(bars, Qt.Key.Key_End)
    assert bars.visibleRegion().boundingRect().bottom() >= bars.height() - 20
    qtbot.keyClick(bars, Qt.Key.Key_Home)
    assert bars.visibleRegion().boundingRect().top() == 0


# --- what goes wrong


def test_half_a_surrogate_pair_is_compared_as_the_sign_for_it(bench):
    bench.compare(*BOTH)
    bench.write("\ud83d")
    assert bench.row("tokens") == ["3", "3"]
    assert bench.page.cuts.view.told(0) == "3 tokens, 0 not shared"


def test_an_empty_file_is_told_of_and_left_out(bench):
    bench.compare(*BOTH)
    bench.add(bench.file("a.txt", ""), bench.file("b.txt", "low"))
    assert bench.problems() == ["It holds no text. It is left out.", ""]
    assert bench.row("tokens") == ["1, best", "3"]


def test_a_file_that_is_no_text_is_told_of_where_it_is_listed(bench):
    bench.compare(*BOTH)
    file = bench.folder / "program"
    file.write_bytes(b"\x7fELF\x02\x01\x01" + bytes(500))
    bench.add(file)
    assert bench.problems() == ["It is a program. There is no text to learn from; leave it out"]


def test_a_file_that_vanishes_is_told_of_and_read_again_when_it_is_back(bench):
    bench.compare(("low", LOW))
    file = bench.file("a.txt", "low")
    bench.add(file)
    file.unlink()
    bench.page.add_picked(PickedTokenizer("bytes", BYTES))
    bench.settle()
    assert bench.problems()[0].startswith("It cannot be read: no such file or directory.")
    bench.file("a.txt", "low low")
    bench.page.texts.read_again_asked.emit([bench.page.texts.model.texts[0].number])
    bench.settle()
    assert bench.problems() == [""]
    assert bench.row("tokens") == ["3, best", "7"]


def test_a_tokenizer_that_refuses_a_text_is_named(bench, monkeypatch):
    whole = evaluate_texts.evaluate

    def refusing(tokenizers, *args, **kwargs):
        if BYTES in tokenizers:
            raise TokenizerError("the pattern", "took more than 60 s", "Use another text")
        return whole(tokenizers, *args, **kwargs)

    monkeypatch.setattr(evaluate_texts, "evaluate", refusing)
    bench.compare(*BOTH)
    bench.add(bench.file("a.txt", "low"))
    assert bench.problems() == ["bytes cannot cut it: the pattern: took more than 60 s. Use another text."]
    assert bench.row("tokens") == ["–", "–"]


def test_a_tokenizer_that_cannot_be_read_is_told_of_above_the_table(bench, tmp_path):
    bench.compare(("low", LOW))
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    bench.page.metrics.picker.pick_file(bad)
    bench.settle()
    assert bench.page.metrics.message.isVisible()
    assert "bad.json" in bench.page.metrics.message.text()
