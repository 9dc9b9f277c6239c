"""The trace of the Inspect page: what each step of the tokenizer made of the text."""

from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import QPoint, Qt

from vocabsmith.operations.encode_text import Inspection, encode_for_inspection
from vocabsmith.operations.trace_text import CHARACTERS, MOST_PARTS, ShownTrace, TextTracer
from vocabsmith.pages.inspect_page import InspectPage
from vocabsmith.pages.inspect_page.stage_row import StageRow
from vocabsmith.settings import SettingsStore
from vocabsmith.widgets.chips import Mark
from vocabsmith_engine import Monitor, Pretokenizer, Recipe, Tokenizer, train_from_counts
from vocabsmith_engine.normalization import Lowercase, Normalizer, Prefix, Replace, Strip
from vocabsmith_engine.piece_cutting import Split

LEFT = Qt.MouseButton.LeftButton
SECONDS = 20_000  # milliseconds: a hang guard, not a bound


@pytest.fixture(scope="module")
def plain() -> Tokenizer:
    recipe = Recipe(vocab_size=261, byte_order="value", special_tokens=("<s>",), min_frequency=1)
    return train_from_counts([(b"lower", 5), (b"low", 3), (b" low", 2)], recipe).tokenizer


@pytest.fixture(scope="module")
def editing(plain: Tokenizer) -> Tokenizer:
    """One that edits and leaves out."""
    pretokenizer = Pretokenizer.of_splits([Replace(" ", "▁"), Prefix("▁"), Split("▁", "MergedWithNext")])
    return dataclasses.replace(plain, normalizer=Normalizer((Lowercase(), Strip())), pretokenizer=pretokenizer)


def inspected(tokenizer: Tokenizer, text: str) -> Inspection:
    return encode_for_inspection(tokenizer=tokenizer, text=text, special="allow", monitor=Monitor())


def traced(tokenizer: Tokenizer, text: str, place: int = 0) -> ShownTrace:
    return TextTracer().trace(inspection=inspected(tokenizer, text), place=place, monitor=Monitor())


# --- what is shown


def test_a_short_text_is_shown_whole(plain: Tokenizer) -> None:
    shown = traced(plain, "low <s>")
    assert (shown.begin, shown.end, shown.whole) == (0, 7, True)
    assert [[part.text for part in stage.parts] for stage in shown.stages] == [
        ["low <s>"],
        ["low ", "<s>"],
        ["low", " ", "<s>"],
    ]
    assert list(shown.tokens) == [0, 1, 2]


def test_what_was_there_before_a_change_is_told(editing: Tokenizer) -> None:
    stages = traced(editing, " A b").stages
    changes = [[(part.was, part.text) for part in stage.parts if part.changed] for stage in stages]
    assert changes == [[], [], [("A", "a")], [(" ", "")], [(" ", "▁")], [("", "▁")], []]


def test_of_a_long_text_the_stretch_around_the_token_is_shown(plain: Tokenizer) -> None:
    text = "low " * 5_000
    shown = traced(plain, text, place=3_000)
    split = shown.stages[-1]
    assert (shown.begin, shown.end, split.number) == (5_850, 5_850 + CHARACTERS, 5_001)
    assert 3_000 in shown.tokens
    assert [part.begin for part in split.parts[:2]] == [5_847, 5_851]
    assert shown.stages[0].parts[0].text == f"…{text[shown.begin : shown.end]}…"


def test_the_last_token_of_a_long_text_is_among_those_shown(plain: Tokenizer) -> None:
    text = "low " * 5_000
    last = len(inspected(plain, text)) - 1
    assert last in traced(plain, text, last).tokens


def test_no_more_parts_are_shown_than_can_be_looked_at(plain: Tokenizer) -> None:
    shown = traced(plain, "!a" * 290)
    assert len(shown.stages[-1].parts) == len(shown.tokens) == MOST_PARTS
    assert shown.stages[-1].number == 580


def test_an_empty_text_has_stages_without_parts(plain: Tokenizer) -> None:
    shown = traced(plain, "")
    assert [len(stage.parts) for stage in shown.stages] == [0, 0, 0]
    assert list(shown.tokens) == []


# --- on the page


@pytest.fixture
def page(qtbot, session, tasks, tmp_path, palette, plain):
    made = InspectPage(session, tasks, SettingsStore(tmp_path / "settings.json"))
    qtbot.addWidget(made)
    made.resize(1343, 900)
    made.apply_theme(palette)
    made.show()
    session.add_tokenizer("low", plain)
    settle(qtbot, tasks)
    return made


def settle(qtbot, tasks) -> None:
    qtbot.waitUntil(lambda: not tasks.busy, timeout=SECONDS)


def open_trace(qtbot, tasks, page: InspectPage, text: str) -> list[StageRow]:
    page.text.editor.set_text(text)
    qtbot.mouseClick(page.text.box_buttons["trace"], LEFT)
    settle(qtbot, tasks)
    return [row for row in page.trace.rows if row.isVisible()]


def chips(row: StageRow) -> list[str]:
    return [chip.text for chip in row.flow.chips()]


def test_stages_stand_below_one_another(qtbot, tasks, page) -> None:
    rows = open_trace(qtbot, tasks, page, "low<s> x")
    assert [row.name.text() for row in rows] == ["Special tokens", "Split: GPT-2", "Tokens"]
    assert [chips(row) for row in rows] == [["low", "<s>", "Ġx"], ["low", "<s>", "Ġx"], ["low", "<s>", "Ġ", "x"]]
    assert rows[1].pattern.whole_text() == Pretokenizer.of("gpt2").pattern
    assert [row.number.text() for row in rows] == ["3 parts", "3 pieces", "4 tokens"]
    assert rows[0].flow.chips()[1].mark is Mark.SPECIAL


def test_steps_that_do_nothing_say_so(qtbot, tasks, page, session, editing) -> None:
    session.add_tokenizer("editing", editing)
    rows = open_trace(qtbot, tasks, page, "low X")
    assert [(row.name.text(), row.remark.text()) for row in rows[:3]] == [
        ("Special tokens", "None of them stands here."),
        ("Lowercase", ""),
        ("Strip", "Nothing to change here."),
    ]
    assert [chips(row) for row in rows[:6]] == [
        [],
        ["lowĠ", "X → x"],
        [],
        ["low", "Ġ → ▁", "x"],
        ["+ ▁", "low▁x"],
        ["▁low", "▁x"],
    ]


def test_what_is_left_out_is_shown_in_outline(qtbot, tasks, page, session, plain) -> None:
    pretokenizer = Pretokenizer.of_splits([Split(r"\s", "Removed")])
    session.add_tokenizer("words", dataclasses.replace(plain, pretokenizer=pretokenizer))
    rows = open_trace(qtbot, tasks, page, "low x")
    assert chips(rows[1]) == ["low", "− Ġ", "x"]
    assert rows[1].flow.chips()[1].mark is Mark.PENDING


def test_the_chosen_token_is_outlined_in_every_stage(qtbot, tasks, page) -> None:
    rows = open_trace(qtbot, tasks, page, "low lower")
    page.text.editor.go_to(5)
    settle(qtbot, tasks)
    marked = [[chip.text for chip in row.flow.chips() if chip.mark is Mark.CHOSEN] for row in rows]
    assert marked == [[], ["Ġlower"], ["lower"]]


def test_the_trace_scrolls_to_what_is_chosen(qtbot, tasks, page) -> None:
    open_trace(qtbot, tasks, page, "one two " * 60)
    bar = page.trace._room.verticalScrollBar()
    bar.setValue(0)
    page.text.editor.go_to(470)
    qtbot.waitUntil(lambda: bar.value() > 0, timeout=SECONDS)
    content = page.trace._room.widget()
    boxes = page.trace._marked_boxes(content)
    assert any(bar.value() <= box.top() <= bar.value() + page.trace._room.viewport().height() for box in boxes)


def test_pointing_at_a_piece_outlines_it_in_the_text(qtbot, tasks, page) -> None:
    rows = open_trace(qtbot, tasks, page, "😀 low x")
    flow = rows[1].flow
    qtbot.mouseMove(flow, flow.box_of(1).center().toPoint())
    assert page.text.editor._hint == (2, 6)
    qtbot.mouseMove(flow, QPoint(flow.width() - 1, flow.height() - 1))
    assert page.text.editor._hint is None


def test_a_click_on_a_piece_goes_there_in_the_text(qtbot, tasks, page) -> None:
    rows = open_trace(qtbot, tasks, page, "😀 low x")
    flow = rows[1].flow
    qtbot.mouseClick(flow, LEFT, pos=flow.box_of(2).center().toPoint())
    settle(qtbot, tasks)
    assert page.text.editor.caret == 6
    assert page.details.facts.head.id.text() == "32"


def test_keys_go_from_piece_to_piece(qtbot, tasks, page) -> None:
    rows = open_trace(qtbot, tasks, page, "a low x")
    flow = rows[1].flow
    flow.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(flow, Qt.Key.Key_Right)
    assert page.text.editor._hint == (1, 5)
    assert flow.toolTip() == '" low"'
    qtbot.keyClick(flow, Qt.Key.Key_Return)
    assert page.text.editor.caret == 1


def test_typing_is_followed(qtbot, tasks, page) -> None:
    rows = open_trace(qtbot, tasks, page, "low")
    page.text.editor.setFocus()
    qtbot.keyClicks(page.text.editor, "x ")
    settle(qtbot, tasks)
    assert chips(rows[1]) == ["x", "Ġlow"]


def test_nothing_is_traced_while_it_is_not_to_be_seen(qtbot, tasks, page) -> None:
    open_trace(qtbot, tasks, page, "low")
    qtbot.mouseClick(page.trace.close_button, LEFT)
    page.text.editor.set_text("low low")
    settle(qtbot, tasks)
    assert page.inspector.trace is None
    assert not page.trace.isVisible()


def test_a_long_text_is_traced_around_the_chosen_token(qtbot, tasks, page) -> None:
    open_trace(qtbot, tasks, page, "low low\n" * 2_500)
    page.text.editor.go_to(12_003)
    settle(qtbot, tasks)
    assert page.trace.note.whole_text() == "characters 11,850 to 12,450 of 20,000, around the chosen token"
    marked = [chip.text for chip in page.trace.rows[1].flow.chips() if chip.mark is Mark.CHOSEN]
    assert marked == ["Ġlow"]


def test_a_text_that_is_refused_has_no_trace(qtbot, tasks, page) -> None:
    open_trace(qtbot, tasks, page, "low<s>")
    qtbot.keyClick(page.text.policy, Qt.Key.Key_End)
    settle(qtbot, tasks)
    assert not any(row.isVisible() for row in page.trace.rows)
