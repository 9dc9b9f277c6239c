"""More: the settings that most runs leave as they are, each with what it does and a way back."""

import pytest
from PySide6.QtCore import Qt
from recipe_form import Edits, make_form

from vocabsmith.pages.build_page.recipe_draft import DEFAULTS, plan_of
from vocabsmith.pages.build_page.recipe_settings import SETTINGS, sum_up
from vocabsmith_engine import Recipe
from vocabsmith_engine.processors import processors

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def form(qtbot, tasks, tmp_path, palette):
    """The form with all settings shown."""
    made = make_form(qtbot, tasks, tmp_path, palette)
    qtbot.mouseClick(made.more.toggle, LEFT)
    return made


def test_more_holds_everything_that_a_recipe_has_and_the_rest_of_the_form_has_not():
    elsewhere = {"vocab_size", "pretokenizer", "special_tokens", "unicode_version"}
    assert {*SETTINGS} == {*Recipe(vocab_size=256).to_dict()} - elsewhere | {"threads", "memory"}


def test_the_form_remembers_whether_it_was_open(qtbot, tasks, form, tmp_path, palette):
    assert form.more.rows["tie_break"].field.isVisible()
    assert make_form(qtbot, tasks, tmp_path, palette).more.rows["tie_break"].field.isVisible()
    qtbot.mouseClick(form.more.toggle, LEFT)
    assert not make_form(qtbot, tasks, tmp_path, palette).more.rows["tie_break"].field.isVisible()


def test_a_folded_section_sums_up_what_is_not_as_usual(form, qtbot):
    assert sum_up(DEFAULTS, DEFAULTS) == "as usual"
    form.set_draft({**DEFAULTS, "min_frequency": 5, "normalization": "NFKC", "held_out": 0.01, "threads": 1})
    qtbot.mouseClick(form.more.toggle, LEFT)
    assert form.more.summary() == "minimum frequency 5, NFKC, 1 % held out, 1 thread"
    assert form.more.toggle.accessibleDescription().endswith("1 % held out, 1 thread.")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"max_token_length": 16}, "tokens up to 16 bytes"),
        ({"tie_break": "bytes", "byte_order": "value"}, "ties to greater bytes, bytes by value"),
        ({"specials": "start"}, "special tokens first"),
        ({"base": "characters"}, "from characters"),
        ({"base": "characters", "character_coverage": 0.99}, "from characters, coverage 99 %"),
        ({"character_coverage": 0.99}, "as usual"),  # without characters it means nothing
        ({"document_unit": "line", "line_ends": "normalise"}, "a document for each line, line ends become LF"),
        ({"invalid_bytes": "keep"}, "bad bytes kept"),
        ({"memory": 2_000_000_000}, "2.0 GB of memory"),
    ],
)
def test_how_settings_are_told_in_the_line(changes, told):
    assert sum_up({**DEFAULTS, **changes}, DEFAULTS) == told


def test_a_changed_setting_has_a_mark_and_a_way_back(qtbot, form):
    row = form.more.rows["min_frequency"]
    assert not row.reset.isVisible()
    row.field.setFocus()
    qtbot.keyClick(row.field, Qt.Key.Key_Up)
    assert row.label.text() == "• Minimum frequency"
    assert row.field.accessibleDescription().endswith("Changed; usually 2.")
    assert row.reset.accessibleName() == "Minimum frequency: back to 2"
    edits = Edits(form)
    qtbot.mouseClick(row.reset, LEFT)
    assert form.draft()["min_frequency"] == 2
    assert (row.label.text(), row.reset.isVisible()) == ("Minimum frequency", False)
    assert len(edits.drafts) == 1
    assert row.field.hasFocus()


def test_settings_are_changed_by_key(qtbot, form):
    ties = form.more.rows["tie_break"].field
    ties.setFocus()
    qtbot.keyClick(ties, Qt.Key.Key_Down)
    longest = form.more.rows["max_token_length"].field
    longest.setFocus()
    longest.selectAll()
    qtbot.keyClicks(longest, "9")
    recipe = form.recipe()
    assert (recipe.tie_break, recipe.max_token_length) == ("bytes", 9)


def test_no_limit_is_the_step_below_the_lowest_number(qtbot, form):
    longest = form.more.rows["max_token_length"].field
    form.set_draft({**DEFAULTS, "max_token_length": 1})
    assert longest.text() == "1 bytes"
    longest.setFocus()
    qtbot.keyClick(longest, Qt.Key.Key_Down)
    assert longest.text() == "No limit"
    assert form.recipe().max_token_length is None


def test_the_held_out_share_is_typed_in_per_cent(qtbot, form):
    share = form.more.rows["held_out"].field
    assert share.text() == "None"
    share.setFocus()
    share.selectAll()
    qtbot.keyClicks(share, "2.5")
    assert form.recipe().held_out == 0.025
    assert "second curve" in share.accessibleDescription()


def test_a_comma_is_not_taken_for_a_point(qtbot, form):
    share = form.more.rows["held_out"].field
    share.setFocus()
    share.selectAll()
    qtbot.keyClicks(share, "1,5")
    assert form.recipe().held_out in (0.01, 0.15)


def test_a_share_with_more_digits_than_the_field_shows_is_kept_until_it_is_changed(qtbot, form):
    form.set_draft({**DEFAULTS, "held_out": 0.0123456789})
    share = form.more.rows["held_out"].field
    assert share.text() == "1.2346 %"
    assert form.recipe().held_out == 0.0123456789
    share.setFocus()
    qtbot.keyClick(share, Qt.Key.Key_Up)
    assert form.recipe().held_out == 0.022346


def test_the_coverage_is_there_only_for_characters(form):
    coverage = form.more.rows["character_coverage"]
    assert not coverage.field.isVisible()
    form.more.rows["base"].field.choose("characters")
    assert coverage.field.isVisible()
    assert coverage.label.isVisible()
    assert coverage.field.text() == "99.95 %"
    assert plan_of(form.draft()) == "256 bytes + 1 special + characters and merges, up to 31,743 of both"


def test_a_normalisation_is_said_to_be_not_reversible(form):
    assert not form.more._note.isVisible()
    form.more.rows["normalization"].field.choose("NFKC")
    assert form.more._note.isVisible()
    assert form.more._note.text() == (
        "Normalisation NFKC is not reversible: decoding gives the text in that form "
        "('ＡＢ½ ﬁ' comes back as 'AB1⁄2 fi')."
    )


def test_threads_and_memory_are_none_for_the_usual(qtbot, form):
    threads, memory = form.more.rows["threads"].field, form.more.rows["memory"].field
    assert threads.text() == f"All ({processors()})"
    assert memory.text().startswith("Half (")
    for field, typed in ((threads, "2"), (memory, "1500")):
        field.setFocus()
        field.selectAll()
        qtbot.keyClicks(field, typed)
    assert (form.threads(), form.memory()) == (2, 1_500_000_000)


def test_more_threads_than_this_computer_has_are_kept(form):
    form.set_draft({**DEFAULTS, "threads": 96})
    assert form.threads() == 96


@pytest.mark.parametrize(("width", "stacked"), [(352, False), (300, True)])
def test_titles_stand_above_their_fields_where_there_is_no_room_beside_them(qtbot, form, width, stacked):
    form.resize(width, 900)
    qtbot.wait(30)
    row = form.more.rows["tie_break"]
    assert (row.field.y() > row.label.y() + row.label.height() // 2) == stacked
