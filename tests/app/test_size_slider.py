"""Any smaller vocabulary of a run, by number, slider and marker; and the tokenizer at that size."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QStyle, QStyleOptionSlider
from run_bench import make_run

from vocabsmith.pages.build_page.run_clock import RunClock
from vocabsmith.pages.build_page.run_names import name_at_size, short_size
from vocabsmith_engine import Progress, Recipe, Tokenizer
from vocabsmith_resources.samples import sample_path

LEFT = Qt.MouseButton.LeftButton
RECIPE = Recipe(vocab_size=1500, special_tokens=("<|endoftext|>",))


@pytest.fixture
def shown(bench, store):
    """The bench with a run of 1,500 tokens that is shown."""
    make_run(store, sample_path(), "sample 1,500", RECIPE)
    bench.library.refresh()
    bench.settle()
    bench.pane.runs.show_list("runs")
    bench.select("sample 1,500")
    return bench


def drag_slider(bench, share):
    """Take the grip with the mouse to a share of the way."""
    slider = bench.pane.charts.sizes.slider
    option = QStyleOptionSlider()
    slider.initStyleOption(option)
    style = slider.style()
    grip = style.subControlRect(QStyle.ComplexControl.CC_Slider, option, QStyle.SubControl.SC_SliderHandle, slider)
    place = QPoint(round(slider.width() * share), slider.height() // 2)
    bench.qtbot.mousePress(slider, LEFT, pos=grip.center())
    bench.qtbot.mouseMove(slider, place)
    bench.qtbot.mouseRelease(slider, LEFT, pos=place)


def type_size(bench, size):
    number = bench.pane.charts.sizes.number
    number.setFocus()
    number.selectAll()
    bench.qtbot.keyClicks(number, str(size))
    bench.qtbot.keyClick(number, Qt.Key.Key_Return)


def test_before_a_run_has_ended_there_is_nothing_to_choose(bench):
    sizes = bench.pane.charts.sizes
    assert [part.isEnabled() for part in (sizes.number, sizes.slider, sizes.use)] == [False, False, False]
    assert sizes.bytes_per_token() == "–"


def test_a_run_that_is_shown_is_chosen_whole(shown):
    sizes = shown.pane.charts.sizes
    assert (sizes.number.minimum(), sizes.number.maximum(), sizes.size_chosen) == (257, 1500, 1500)
    assert sizes.bytes_per_token() == f"{shown.library.shown.result.bytes_per_token:.2f}"


def test_typing_a_size_tells_its_bytes_per_token_and_moves_slider_and_markers(shown):
    type_size(shown, 700)
    charts, result = shown.pane.charts, shown.library.shown.result
    assert charts.sizes.slider.value() == 700
    assert (charts.merge_counts.marker, charts.bytes_per_token.marker) == (700, 700)
    assert charts.sizes.bytes_per_token() == f"{result.truncated(700).bytes_per_token:.2f}"


def test_the_slider_goes_by_mouse_and_by_keys(shown):
    sizes = shown.pane.charts.sizes
    drag_slider(shown, 0.5)
    assert 700 < sizes.size_chosen < 1100
    before = sizes.size_chosen
    sizes.slider.setFocus()
    shown.qtbot.keyClick(sizes.slider, Qt.Key.Key_Left)
    assert sizes.size_chosen == before - (1500 - 257) // 256
    shown.qtbot.keyClick(sizes.slider, Qt.Key.Key_Home)
    assert (sizes.size_chosen, sizes.bytes_per_token()) == (257, "1.00")


def test_the_marker_of_one_chart_moves_the_slider_and_the_other_chart(shown):
    charts = shown.pane.charts
    charts.bytes_per_token._view.setFocus()
    shown.qtbot.keyClick(charts.bytes_per_token._view, Qt.Key.Key_Left)
    size = charts.bytes_per_token.marker
    assert size < 1500
    assert (charts.merge_counts.marker, charts.sizes.size_chosen) == (size, size)


def test_use_this_size_makes_the_smaller_tokenizer_current_under_its_own_name(shown, session):
    type_size(shown, 700)
    shown.qtbot.mouseClick(shown.pane.charts.sizes.use, LEFT)
    shown.settle()
    assert session.current_name == "sample 700"
    expected = shown.library.shown.result.truncated(700).tokenizer
    assert session.tokenizer.vocab_size == 700
    assert session.tokenizer.encode("The size of a vocabulary") == expected.encode("The size of a vocabulary")
    assert session.tokenizer.special_tokens == {"<|endoftext|>": 699}


def test_a_size_that_is_in_use_says_so_and_dragging_back_undoes_it(shown, session):
    sizes = shown.pane.charts.sizes
    for size in (700, 1500):
        type_size(shown, size)
        shown.qtbot.mouseClick(sizes.use, LEFT)
        shown.settle()
        assert (sizes.use.text(), sizes.use.isEnabled()) == ("In use", False)
    assert session.current_name == "sample 1,500"
    assert session.shelf["sample 1,500"].run_id == shown.library.shown.id
    type_size(shown, 700)
    assert sizes.use.text() == "Use this size"


def test_the_same_size_takes_its_own_place_among_the_tokenizers(shown, session):
    for size in (700, 800, 700):
        type_size(shown, size)
        shown.qtbot.mouseClick(shown.pane.charts.sizes.use, LEFT)
        shown.settle()
    assert sorted(session.tokenizers) == ["sample 700", "sample 800"]


def test_the_next_run_takes_the_markers_away_until_it_has_ended(shown):
    shown.start(sample_path(), recipe=RECIPE)
    assert shown.pane.charts.merge_counts.marker is None
    assert not shown.pane.charts.sizes.use.isEnabled()
    shown.wait()
    assert shown.pane.charts.bytes_per_token.marker == 1500


def test_a_run_without_merges_has_one_size_only(bench, tmp_path):
    (tmp_path / "a.txt").write_text("a")
    bench.run(tmp_path / "a.txt")
    assert not bench.pane.charts.sizes.slider.isEnabled()
    assert isinstance(bench.session.tokenizer, Tokenizer)


@pytest.mark.parametrize(
    ("name", "full", "size", "expected"),
    [
        ("handbook 32k", 32_000, 18_432, "handbook 18,432"),
        ("handbook 32k", 32_000, 32_000, "handbook 32k"),
        ("my best", 32_000, 8_000, "my best 8,000"),
        ("text 1,500", 1_500, 700, "text 700"),
    ],
)
def test_names_of_smaller_tokenizers(name, full, size, expected):
    assert name_at_size(name, full, size) == expected


@pytest.mark.parametrize(("size", "words"), [(32_000, "32k"), (18_432, "18,432"), (258, "258"), (1_000, "1k")])
def test_sizes_in_names(size, words):
    assert short_size(size) == words


def test_the_clock_of_a_run_stands_while_it_waits():
    now = [10.0]
    clock = RunClock(None, clock=lambda: now[0])
    now[0] = 14.0
    clock.pause(True)
    now[0] = 100.0
    assert clock.worked == 4.0
    clock.pause(False)
    now[0] = 101.0
    assert clock.worked == 5.0
    assert clock.words_left(Progress("merging", 1, 10, 1.0, 1)) == ""
