"""The typed text cut by each tokenizer: what is muted, coloured, underlined, outlined, and how one goes through it."""

from itertools import pairwise

import pytest
from compare_bench import BYTES, LEFT, LOW, LOWER, CompareBench
from PySide6.QtCore import QPoint, Qt

from vocabsmith.pages.compare_page import cutter
from vocabsmith.widgets.chips import Mark
from vocabsmith_engine import TokenizerError


@pytest.fixture
def bench(qtbot, session, tasks, tmp_path, palette):
    made = CompareBench(qtbot, session, tasks, tmp_path, palette)
    yield made
    made.page.comparer.end()


@pytest.fixture
def view(bench):
    bench.compare(("low", LOW), ("lower", LOWER))
    bench.write("lower x")
    return bench.page.cuts.view


def chips(view, band: int) -> list[tuple[str, bool]]:
    """The tokens of a band, and whether each is muted."""
    return [(placed.chip.text, placed.chip.ground is None) for placed in view.bands[band].chips]


def middle(view, band: int, token: int) -> QPoint:
    return view.bands[band].chips[token].room.center().toPoint()


def test_what_all_share_is_muted_and_the_rest_coloured(view):
    assert chips(view, 0) == [("low", False), ("e", False), ("r", False), ("Ġ", True), ("x", True)]
    assert chips(view, 1) == [("lower", False), ("Ġ", True), ("x", True)]
    assert [view.told(band) for band in (0, 1)] == ["5 tokens, 3 not shared", "3 tokens, 1 not shared"]


def test_differences_are_underlined_for_those_who_see_no_colours(view):
    picture = view.viewport().grab().toImage()

    def has_line(band: int, token: int) -> bool:
        room = view.bands[band].chips[token].room
        x, y = int(room.center().x()), int(room.bottom())
        return any(picture.pixelColor(x, y + below).lightness() < 128 for below in (2, 3))

    assert has_line(0, 0)
    assert not has_line(0, 4)


def test_one_tokenizer_alone_is_coloured_all_over(bench):
    bench.compare(("low", LOW))
    bench.write("lower")
    assert chips(bench.page.cuts.view, 0) == [("low", False), ("e", False), ("r", False)]
    assert bench.page.cuts.view.told(0) == "3 tokens"


def test_neighbours_never_share_a_ground(view):
    grounds = [placed.chip.ground for placed in view.bands[0].chips if placed.chip.ground is not None]
    assert all(one != other for one, other in pairwise(grounds))


def test_special_tokens_and_parts_of_characters_are_outlined(bench):
    bench.compare(("low", LOW), ("bytes", BYTES))
    bench.write("<s>é")
    marks = [(placed.chip.text, placed.chip.mark) for placed in bench.page.cuts.view.bands[0].chips]
    assert marks == [("<s>", Mark.SPECIAL), ("C3", Mark.PARTIAL), ("A9", Mark.PARTIAL)]


def test_white_space_is_shown_by_marks_or_as_it_is(qtbot, bench, view):
    qtbot.mouseClick(bench.page.cuts.marks, LEFT)
    assert [text for text, _ in chips(view, 1)] == ["lower", " ", "x"]


def test_a_click_tells_a_token_and_outlines_what_the_others_make_of_its_text(qtbot, bench, view):
    qtbot.mouseClick(view.viewport(), LEFT, pos=middle(view, 1, 0))
    assert view.chosen_token == (1, 0)
    told = bench.page.cuts.told.whole_text()
    assert told == "lower: lower, id 259, bytes 6C 6F 77 65 72, not shared by all"
    assert list(view._outlined(0)) == [0, 1, 2]


def test_keys_go_from_token_to_token_and_from_tokenizer_to_tokenizer(qtbot, view):
    view.setFocus()
    for key, place in (
        (Qt.Key.Key_Right, (0, 0)),
        (Qt.Key.Key_Right, (0, 1)),
        (Qt.Key.Key_Down, (1, 0)),
        (Qt.Key.Key_Up, (0, 0)),
        (Qt.Key.Key_End, (0, 4)),
        (Qt.Key.Key_Down, (1, 2)),
        (Qt.Key.Key_Home, (1, 0)),
        (Qt.Key.Key_Left, (1, 0)),
    ):
        qtbot.keyClick(view, key)
        assert view.chosen_token == place
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert view.chosen_token is None


def test_differences_are_gone_through_by_buttons_and_keys(qtbot, bench, view):
    bench.write("x lower x low")
    for _ in range(2):
        qtbot.mouseClick(bench.page.cuts.next, LEFT)
    assert view.chosen_token == (0, 3)
    qtbot.mouseClick(bench.page.cuts.previous, LEFT)
    assert view.chosen_token == (0, 2)
    qtbot.keyClick(view, Qt.Key.Key_N)
    assert view.chosen_token == (0, 3)
    qtbot.keyClick(view, Qt.Key.Key_P)
    assert view.chosen_token == (0, 2)


def test_a_megabyte_is_shortened_with_a_note_and_counted_whole(bench, view):
    bench.write("lower x" * 150_000)
    assert view.shortened
    assert view.told(1) == "450,000 tokens, 150,000 not shared"
    assert sum(len(band.chips) for band in view.bands) <= 2 * 600 + 4
    assert bench.page.cuts.told.whole_text().startswith("Only the first 600 tokens are shown")


def test_a_tokenizer_that_refuses_the_text_says_so_in_its_band(bench, view, monkeypatch):
    whole = cutter.cut_text

    def refusing(*, tokenizer, text, monitor):
        if tokenizer is LOWER:
            raise TokenizerError("the pattern", "took more than 5 s", "Use another text")
        return whole(tokenizer=tokenizer, text=text, monitor=monitor)

    monkeypatch.setattr(cutter, "cut_text", refusing)
    bench.write("lower")
    assert view.told(1) == "cannot cut this text"
    assert view.told(0) == "3 tokens, 0 not shared"


def test_nothing_typed_says_what_will_be_here(bench, view):
    bench.write("")
    assert bench.page.cuts.empty.isVisible()
    assert not view.isVisible()


def test_all_is_told_to_screen_readers(view):
    assert view.accessibleDescription() == "low: 5 tokens, 3 not shared; lower: 3 tokens, 1 not shared"


def test_narrow_rooms_put_the_name_above_the_chips(view):
    view.resize(240, 300)
    band = view.bands[0]
    assert band.chips[0].room.left() == band.name.left()
    assert band.chips[0].room.top() >= band.name.bottom()
    assert all(placed.room.right() <= 240 for placed in band.chips)
