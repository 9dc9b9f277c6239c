"""The pieces of the form: patterns by name, expressions, and the line on which they are seen at work."""

import pytest
from PySide6.QtCore import Qt
from recipe_form import SECONDS, Edits, make_form, use_text

from vocabsmith.pages.build_page.recipe_draft import DEFAULTS
from vocabsmith.widgets.chips import Mark

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def form(qtbot, tasks, tmp_path, palette):
    return make_form(qtbot, tasks, tmp_path, palette)


def chips(form):
    return [chip.text for chip in form.pieces.preview.chips.chips()]


def wait_for_chips(qtbot, form, *expected):
    qtbot.waitUntil(lambda: tuple(chips(form)) == expected, timeout=SECONDS)


def choose_expression(form):
    names = form.pieces.names
    names.setCurrentIndex(names.count() - 1)
    form.pieces.pattern.setFocus()


def test_without_a_corpus_an_example_is_cut(qtbot, form):
    qtbot.waitUntil(lambda: len(chips(form)) == 26, timeout=SECONDS)
    assert chips(form)[:3] == ["Vocabsmith", "Ġcuts", "Ġtext"]
    assert form.pieces.preview.name() == "Example line"
    assert form.pieces.preview._count.text() == "26 pieces"


def test_a_line_of_the_users_own_text_is_cut(qtbot, form, tmp_path):
    (tmp_path / "a.txt").write_text("The driver needs 4096 entries, more.\n")
    use_text(form, tmp_path / "a.txt")
    wait_for_chips(qtbot, form, "The", "Ġdriver", "Ġneeds", "Ġ", "409", "6", "Ġentries", ",", "Ġmore", ".")
    assert form.pieces.preview.name() == "a.txt, line 1"


def test_the_lines_before_and_after_are_a_click_away(qtbot, form, tmp_path):
    (tmp_path / "a.txt").write_text("one\n\nThe driver needs 4096 entries, more or less: don't\nthree\n")
    (tmp_path / "b.txt").write_text("four\n")
    use_text(form, tmp_path / "a.txt", tmp_path / "b.txt")
    qtbot.waitUntil(lambda: form.pieces.preview.name() == "a.txt, line 3", timeout=SECONDS)
    seen = []
    for _ in range(3):
        qtbot.mouseClick(form.pieces.preview.next, LEFT)
        seen.append(form.pieces.preview.name())
    assert seen == ["a.txt, line 4", "b.txt, line 1", "a.txt, line 1"]
    wait_for_chips(qtbot, form, "one")
    qtbot.mouseClick(form.pieces.preview.previous, LEFT)
    wait_for_chips(qtbot, form, "four")


def test_the_lines_can_be_gone_through_by_key(qtbot, form, tmp_path):
    (tmp_path / "a.txt").write_text("one\ntwo\n")
    use_text(form, tmp_path / "a.txt")
    qtbot.waitUntil(lambda: form.pieces.preview.name() == "a.txt, line 1", timeout=SECONDS)
    form.pieces.preview.next.setFocus()
    qtbot.keyClick(form.pieces.preview.next, Qt.Key.Key_Space)
    wait_for_chips(qtbot, form, "two")


def test_a_text_of_the_users_own_is_cut_while_it_is_typed_and_kept(qtbot, tasks, form, tmp_path, palette):
    qtbot.mouseClick(form.pieces.preview.own_button, LEFT)
    own = form.pieces.preview.own
    assert own.hasFocus()
    qtbot.keyClicks(own, "it's 2048")
    wait_for_chips(qtbot, form, "it", "'s", "Ġ", "204", "8")
    assert form.pieces.preview.name() == "Your own text"
    qtbot.waitUntil(lambda: form._settings.values.preview_text == "it's 2048", timeout=SECONDS)
    later = make_form(qtbot, tasks, tmp_path, palette)
    assert later.pieces.preview.text() == "it's 2048"
    qtbot.mouseClick(later.pieces.preview.own_button, LEFT)
    assert later.pieces.preview.name() == "Example line"


def test_tab_leaves_the_users_own_text(qtbot, form):
    qtbot.mouseClick(form.pieces.preview.own_button, LEFT)
    qtbot.keyClick(form.pieces.preview.own, Qt.Key.Key_Tab)
    assert not form.pieces.preview.own.hasFocus()


def test_special_tokens_in_the_line_are_no_pieces_and_carry_their_outline(qtbot, form, tmp_path):
    (tmp_path / "a.txt").write_text("one<|endoftext|>two")
    use_text(form, tmp_path / "a.txt")
    wait_for_chips(qtbot, form, "one", "<|endoftext|>", "two")
    marks = [chip.mark for chip in form.pieces.preview.chips.chips()]
    assert marks == [Mark.NONE, Mark.SPECIAL, Mark.NONE]
    form.specials.list.remove_row(0)
    wait_for_chips(qtbot, form, "one", "<|", "endoftext", "|>", "two")


def test_the_line_is_cut_in_the_form_that_text_is_brought_into(qtbot, form, tmp_path):
    (tmp_path / "a.txt").write_text("ﬁn")
    use_text(form, tmp_path / "a.txt")
    wait_for_chips(qtbot, form, "ﬁn")
    form.more.rows["normalization"].field.choose("NFKC")
    wait_for_chips(qtbot, form, "fin")


def test_long_lines_wrap_and_very_long_ones_scroll(qtbot, form, tmp_path):
    (tmp_path / "a.txt").write_text("word " * 300)
    use_text(form, tmp_path / "a.txt")
    qtbot.waitUntil(lambda: len(chips(form)) == 301, timeout=SECONDS)
    scroll = form.pieces.preview._scroll
    qtbot.waitUntil(lambda: scroll.verticalScrollBar().maximum() > 0, timeout=SECONDS)
    assert scroll.height() == 6 * 24
    assert scroll.widget().width() <= form.pieces.preview.width()
    assert scroll.focusPolicy() == Qt.FocusPolicy.StrongFocus


# --- expressions


def test_a_pattern_is_shown_as_its_makers_wrote_it(form):
    assert form.pieces.pattern.toPlainText().startswith(r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+")
    assert form.pieces.pattern.isReadOnly()


def test_a_pattern_by_name_can_be_gone_on_from(qtbot, form):
    form.set_draft({**DEFAULTS, "pretokenizer": "whitespace"})
    qtbot.mouseClick(form.pieces.edit_button, LEFT)
    assert form.draft()["pretokenizer"] == r"regex: ?\S+"
    qtbot.keyClicks(form.pieces.pattern, "x|")
    assert form.draft()["pretokenizer"] == r"regex:x| ?\S+"


def test_a_wrong_expression_is_named_in_place_with_the_place_of_the_fault_and_kept(qtbot, form):
    choose_expression(form)
    qtbot.keyClicks(form.pieces.pattern, "a+|[z-a]x")
    qtbot.waitUntil(lambda: bool(form.pieces.problem), timeout=SECONDS)
    assert form.pieces.remark().startswith("Is not a regular expression: ")
    assert "at position 7" in form.pieces.remark()
    [mark] = form.pieces.pattern.extraSelections()
    assert (mark.cursor.selectionStart(), mark.cursor.selectionEnd()) == (7, 8)
    assert form.pieces.pattern.toPlainText() == "a+|[z-a]x"
    assert form.problem() == "The expression cannot be used: see above."


def test_a_fault_behind_characters_beyond_the_first_plane_is_shown_where_it_is(qtbot, form):
    choose_expression(form)
    form.pieces.pattern.setPlainText("😀[z-a]")
    qtbot.waitUntil(lambda: bool(form.pieces.problem), timeout=SECONDS)
    [mark] = form.pieces.pattern.extraSelections()
    assert "position 5" in form.pieces.remark()
    assert form.pieces.pattern.toPlainText()[:5] == "😀[z-a"
    assert mark.cursor.selectionStart() == 6  # a pair of units for the first character


def test_a_corrected_expression_is_used_at_once(qtbot, form, tmp_path):
    (tmp_path / "a.txt").write_text("one two")
    use_text(form, tmp_path / "a.txt")
    choose_expression(form)
    qtbot.keyClicks(form.pieces.pattern, "([a-z]+")
    qtbot.waitUntil(lambda: bool(form.pieces.problem), timeout=SECONDS)
    assert chips(form) == []
    qtbot.keyClicks(form.pieces.pattern, ")")
    wait_for_chips(qtbot, form, "one", "Ġ", "two")
    assert (form.pieces.problem, form.pieces.remark(), form.problem()) == ("", "", "")
    assert form.pieces.pattern.extraSelections() == []


def test_an_expression_that_takes_for_ever_is_told_and_the_form_answers_meanwhile(qtbot, form):
    choose_expression(form)
    qtbot.mouseClick(form.pieces.preview.own_button, LEFT)
    form.pieces.preview.own.setPlainText("e" * 60 + "!")
    form.pieces.pattern.setPlainText("(?:e|ee)+x|.")
    assert form.problem() == "Trying the expression…"
    qtbot.waitUntil(lambda: form.pieces.remark() == "Still trying the expression on this text…", timeout=SECONDS)
    form.size_section.set_value(500)
    assert form.size_section.number.text() == "500"
    qtbot.waitUntil(lambda: "needed more than 1 second" in form.pieces.problem.lower(), timeout=SECONDS)
    assert form.problem() == "The expression cannot be used: see above."


def test_an_expression_is_kept_while_a_name_is_looked_at(qtbot, form):
    names = form.pieces.names
    choose_expression(form)
    qtbot.keyClicks(form.pieces.pattern, "[a-z]+")
    names.setCurrentIndex(0)
    names.setCurrentIndex(names.count() - 1)
    assert form.pieces.pattern.toPlainText() == "[a-z]+"


def test_an_expression_keeps_the_spelling_it_was_given(form):
    form.set_draft({**DEFAULTS, "pretokenizer": "[^ ]+| "})
    assert form.draft()["pretokenizer"] == "[^ ]+| "


def test_answers_about_a_pattern_are_no_edits(qtbot, form):
    choose_expression(form)
    edits = Edits(form)
    qtbot.keyClicks(form.pieces.pattern, "(")
    qtbot.waitUntil(lambda: bool(form.pieces.problem), timeout=SECONDS)
    assert [draft["pretokenizer"] for draft in edits.drafts] == ["regex:("]


def test_what_the_regex_module_decides_is_told(qtbot, form):
    choose_expression(form)
    qtbot.keyClicks(form.pieces.pattern, r"\p{Emoji}|.")
    qtbot.waitUntil(lambda: "follow the Unicode version of the regex module" in form.pieces.remark(), timeout=SECONDS)
    assert form.problem() == ""
