"""The special tokens of the form: checked while typing, looked up in the corpus, moved, reserved, rounded up."""

import time

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QInputDialog, QLineEdit
from recipe_form import SECONDS, Edits, make_form, use_text

from vocabsmith.pages.build_page.recipe_draft import DEFAULTS
from vocabsmith.pages.build_page.special_checks import remarks_on

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def form(qtbot, tasks, tmp_path, palette):
    return make_form(qtbot, tasks, tmp_path, palette)


@pytest.fixture
def abc(form):
    """The form with three tokens, and its list."""
    form.set_draft({**DEFAULTS, "special_tokens": ["<|a|>", "<|b|>", "<|c|>"]})
    return form.specials.list


def centre_of(tokens, row):
    return tokens.visualRect(tokens.model().index(row)).center()


def cross_of(tokens, row):
    return tokens._delegate.cross_of(tokens.visualRect(tokens.model().index(row))).center()


def remark(form, row=0):
    found = form.specials.model.remarks[row]
    return (found.level, found.text) if found else None


def action(menu, words):
    return next(entry for entry in menu.actions() if entry.text().startswith(words))


# --- the list


def test_tokens_are_added_by_key(qtbot, form):
    field = form.specials.new_field
    qtbot.keyClicks(field, "<|pad|>")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert form.specials.tokens() == ("<|endoftext|>", "<|pad|>")
    assert field.text() == ""


def test_a_token_is_edited_in_place_and_checked_with_every_letter(qtbot, form):
    edits = Edits(form)
    tokens = form.specials.list
    tokens.setFocus()
    qtbot.keyClick(tokens, Qt.Key.Key_Return)
    editor = tokens.findChild(QLineEdit)
    assert editor.text() == "<|endoftext|>"
    editor.selectAll()
    qtbot.keyClick(editor, Qt.Key.Key_Backspace)
    assert remark(form) == ("error", "Empty: it would match everywhere. Type a token or remove it.")
    assert form.problem() == "A special token cannot be used: see above."
    qtbot.keyClicks(editor, "<s>")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert form.specials.tokens() == ("<s>",)
    assert [draft["special_tokens"] for draft in edits.drafts] == [[""], ["<"], ["<s"], ["<s>"]]
    assert form.problem() == ""


def test_escape_takes_an_edit_back(qtbot, abc):
    abc.setCurrentIndex(abc.model().index(1))
    abc.setFocus()
    qtbot.keyClick(abc, Qt.Key.Key_F2)
    editor = abc.findChild(QLineEdit)
    qtbot.keyClicks(editor, "xyz")
    assert abc.model().tokens[1] == "xyz"
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    assert abc.model().tokens == ("<|a|>", "<|b|>", "<|c|>")


def test_a_double_click_edits(qtbot, abc):
    place = centre_of(abc, 2)
    qtbot.mouseClick(abc.viewport(), LEFT, pos=place)
    qtbot.mouseDClick(abc.viewport(), LEFT, pos=place)
    assert abc.findChild(QLineEdit).text() == "<|c|>"


def test_a_token_is_removed_with_its_cross_or_by_key(qtbot, abc):
    qtbot.mouseClick(abc.viewport(), LEFT, pos=cross_of(abc, 0))
    assert abc.model().tokens == ("<|b|>", "<|c|>")
    abc.setFocus()
    qtbot.keyClick(abc, Qt.Key.Key_Delete)
    assert abc.model().tokens == ("<|c|>",)


def test_after_the_last_token_the_field_for_a_new_one_has_the_focus(qtbot, form):
    form.specials.list.setFocus()
    qtbot.keyClick(form.specials.list, Qt.Key.Key_Delete)
    assert form.specials.tokens() == ()
    assert form.specials.new_field.hasFocus()
    assert not form.specials.list.isVisible()


def test_a_token_is_moved_by_key(qtbot, abc):
    abc.setFocus()
    qtbot.keyClick(abc, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert abc.model().tokens == ("<|b|>", "<|a|>", "<|c|>")
    assert abc.currentIndex().row() == 1
    qtbot.keyClick(abc, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert abc.model().tokens == ("<|a|>", "<|b|>", "<|c|>")


def test_a_token_is_dragged_to_another_place_in_one_edit(qtbot, form, abc):
    edits = Edits(form)
    viewport, start = abc.viewport(), centre_of(abc, 0)
    qtbot.mousePress(viewport, LEFT, pos=start)
    for row in (0, 1, 2):
        qtbot.mouseMove(viewport, centre_of(abc, row) + QPoint(3, 8))
    qtbot.mouseRelease(viewport, LEFT, pos=centre_of(abc, 2))
    assert abc.model().tokens == ("<|b|>", "<|c|>", "<|a|>")
    assert [draft["special_tokens"] for draft in edits.drafts] == [["<|b|>", "<|c|>", "<|a|>"]]


def test_the_menu_of_a_token_offers_what_can_be_done(abc):
    menu = abc.menu_of(0)
    assert [entry.text().split("\t")[0] for entry in menu.actions()] == ["Edit", "Move up", "Move down", "Remove"]
    assert not action(menu, "Move up").isEnabled()
    action(menu, "Move down").trigger()
    assert abc.model().tokens == ("<|b|>", "<|a|>", "<|c|>")


def test_white_space_in_a_token_can_be_seen_and_each_token_is_read_out_with_its_remark(abc):
    abc.model().edit(0, " a\n")
    index = abc.model().index(0)
    assert index.data() == "ĠaĊ"
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == " a\n, Begins or ends with a blank, which is easily lost."


# --- checks


def said_of(*tokens):
    return [found.text if found else "" for found in remarks_on(tokens)]


def test_what_is_said_of_tokens():
    assert said_of("<|a|>", "<|b|>") == ["", ""]
    assert said_of("") == ["Empty: it would match everywhere. Type a token or remove it."]
    assert said_of("a\0") == ["Holds the character NUL. Remove it."]
    assert said_of("\ud800") == ["Holds half of a character, which is not text. Type it anew."]
    assert said_of("<|a|>", "<|a|>") == ["", "Is there already; it is kept once."]
    assert said_of("a ") == ["Begins or ends with a blank, which is easily lost."]
    assert said_of("<|end", "<|x|>", "<|endoftext|>") == [
        "Begins <|endoftext|> too; the longer one is found first.",
        "",
        "",
    ]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("<|endoftext|>", "Is there already; it is kept once."),
        ("<|end", "Begins <|endoftext|> too; the longer one is found first."),
        (" x", "Begins or ends with a blank, which is easily lost."),
    ],
)
def test_a_new_token_is_checked_while_it_is_typed(qtbot, form, typed, said):
    qtbot.keyClicks(form.specials.new_field, typed)
    assert form.specials._new_remark.text() == said
    assert form.specials._new_remark.isVisible()


def test_a_token_is_looked_up_in_the_corpus(qtbot, form, tmp_path):
    (tmp_path / "a.txt").write_text("one<|endoftext|>two<|endoftext|>three")
    (tmp_path / "b.txt").write_text("one<|endoftext|>")
    use_text(form, tmp_path / "a.txt", tmp_path / "b.txt")
    qtbot.waitUntil(lambda: remark(form) == ("info", "3 times in the corpus"), timeout=SECONDS)
    form.specials.add_tokens(["<|pad|>"])
    qtbot.waitUntil(lambda: remark(form, 1) == ("good", "not in the corpus"), timeout=SECONDS)
    use_text(form, tmp_path / "b.txt")
    qtbot.waitUntil(lambda: remark(form) == ("info", "1 time in the corpus"), timeout=SECONDS)


def test_a_token_that_is_being_typed_is_looked_up_too(qtbot, form, tmp_path):
    (tmp_path / "a.txt").write_text("one [SEP] two [SEP]")
    use_text(form, tmp_path / "a.txt")
    qtbot.keyClicks(form.specials.new_field, "[SEP]")
    qtbot.waitUntil(lambda: form.specials._new_remark.text() == "2 times in the corpus", timeout=SECONDS)


def test_without_a_corpus_nothing_is_said_of_one(qtbot, form):
    qtbot.wait(600)
    assert remark(form) is None


def test_during_a_run_nothing_is_looked_up_and_afterwards_it_is(qtbot, form, tmp_path):
    (tmp_path / "a.txt").write_text("some text")
    form.hold()
    use_text(form, tmp_path / "a.txt")
    qtbot.wait(700)
    assert remark(form) is None
    form.release()
    qtbot.waitUntil(lambda: remark(form) == ("good", "not in the corpus"), timeout=SECONDS)


# --- presets


def test_a_preset_adds_what_is_missing_in_one_edit(form):
    edits = Edits(form)
    action(form.specials.presets.entries, "ChatML").trigger()
    assert form.specials.tokens() == ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
    assert len(edits.drafts) == 1


def test_a_number_of_tokens_is_reserved(qtbot, form):
    action(form.specials.presets.entries, "Reserved tokens…").trigger()
    dialog = form.findChild(QInputDialog)
    dialog.setIntValue(3)
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert form.specials.tokens() == ("<|endoftext|>", "<|reserved_0|>", "<|reserved_1|>", "<|reserved_2|>")
    assert form.draft()["vocab_size"] == 32_000
    form.specials._word_menu()
    action(form.specials.presets.entries, "Remove the reserved tokens").trigger()
    assert form.specials.tokens() == ("<|endoftext|>",)


def test_rounding_up_says_what_it_does_and_does_it(form):
    form.set_draft({**DEFAULTS, "vocab_size": 50_257})
    menu = form.specials.presets.entries
    menu.aboutToShow.emit()
    assert action(menu, "Round up to 50,304 with 47 reserved tokens").isEnabled()
    edits = Edits(form)
    action(menu, "Round up to 50,304 with room for 47 merges").trigger()
    assert (form.draft()["vocab_size"], len(form.specials.tokens())) == (50_304, 1)
    form.set_draft({**DEFAULTS, "vocab_size": 50_257})
    menu.aboutToShow.emit()
    action(menu, "Round up to 50,304 with 47").trigger()
    assert (form.draft()["vocab_size"], len(form.specials.tokens())) == (50_304, 48)
    assert form.plan() == "256 bytes + 48 special + up to 50,000 merges"
    menu.aboutToShow.emit()
    assert not action(menu, "50,304 is a multiple of 64 already").isEnabled()
    assert all(draft["vocab_size"] == 50_304 for draft in edits.drafts)


def test_251_reserved_tokens_do_not_make_the_form_crawl(qtbot, form):
    form.specials.reserve(251)
    tokens = form.specials.list
    assert tokens.height() == 8 * 28
    tokens.setFocus()
    qtbot.keyClick(tokens, Qt.Key.Key_Return)
    editor = tokens.findChild(QLineEdit)
    began = time.monotonic()
    qtbot.keyClicks(editor, "some letters")
    assert time.monotonic() - began < 2.4  # ten times what twelve letters may take
    assert form.specials.tokens()[0] == "some letters"


def test_a_token_that_is_being_edited_stays_open_while_another_comes(qtbot, form, abc):
    abc.setCurrentIndex(abc.model().index(1))
    abc.setFocus()
    qtbot.keyClick(abc, Qt.Key.Key_Return)
    form.set_draft({**DEFAULTS, "special_tokens": ["<|z|>", "<|a|>", "<|b|>", "<|c|>"]})
    editor = abc.findChild(QLineEdit)
    assert editor.isVisible()
    qtbot.keyClicks(editor, "x")
    assert form.specials.tokens() == ("<|z|>", "<|a|>", "x", "<|c|>")
