"""The charts: exact numbers, thinned curves, flat costs, read-outs that stay inside."""

import sys
import time

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

from vocabsmith.plots import BytesPerTokenPlot, MergeCountPlot, TokenLengthPlot
from vocabsmith.plots.axis import DecadeAxis, NumberAxis
from vocabsmith.plots.growing import GrowingArray
from vocabsmith.plots.read_out import ReadOut, Remark
from vocabsmith.plots.thinning import thin_by_ratio, thin_evenly
from vocabsmith_resources.themes.palette import DARK, LIGHT, contrast


@pytest.fixture
def shown(qtbot):
    def show(plot):
        qtbot.addWidget(plot)
        plot.resize(340, 300)
        plot.apply_theme(LIGHT)
        plot.show()
        qtbot.waitExposed(plot)
        qtbot.wait(1)
        return plot

    return show


def unnamed(_rank: int) -> str:
    return ""


def view_of(plot: QWidget):
    return plot._view.viewport()


def pixel_of(plot, place: QPointF) -> QPoint:
    return plot._view.mapFromScene(plot.box.mapViewToScene(place))


def counts(*numbers: int):
    return np.array(numbers, dtype=np.uint64)


def test_an_array_grows_and_keeps_its_numbers():
    array = GrowingArray(np.uint64)
    for start in range(0, 5000, 500):
        array.append(np.arange(start, start + 500))
    assert len(array) == 5000
    assert array.values[0] == 0
    assert array.values[4999] == 4999


def test_even_thinning_keeps_both_ends():
    chosen = thin_evenly(10, 250_000, 900)
    assert len(chosen) == 900
    assert (chosen[0], chosen[-1]) == (10, 250_000)


def test_thinning_by_ratio_keeps_every_early_rank():
    chosen = thin_by_ratio(1, 250_000, 900)
    assert len(chosen) <= 900
    assert chosen[:20].tolist() == list(range(1, 21))
    assert chosen[-1] == 250_000


def test_thinning_of_nothing_is_nothing():
    assert thin_evenly(0, -1, 900).tolist() == []


@pytest.mark.parametrize("count", [2**31 - 1, 2**31, 2**32, 3_000_000_000, 2**40])
def test_counts_over_32_bits_are_kept_and_told_exactly(shown, qtbot, count):
    plot = shown(MergeCountPlot())
    plot.start(2, unnamed)
    plot.append(counts(count, count))
    assert plot.counts.tolist() == [count, count]
    qtbot.wait(30)  # the axis makes room for the wide labels
    qtbot.mouseMove(view_of(plot), QPoint(1, 1))
    qtbot.mouseMove(view_of(plot), pixel_of(plot, QPointF(0.05, np.log10(count))))
    assert plot.read_out == (f"rank 1: {count:,}",)


def test_an_empty_chart_says_what_will_appear(shown):
    plot = shown(MergeCountPlot())
    assert plot.empty
    assert plot._hint.isVisible()
    assert plot._hint.text().startswith("Every merge as it is learned.")
    plot.start(100, unnamed)
    plot.append(counts(9))
    assert not plot._hint.isVisible()


def test_the_sentence_of_an_empty_chart_lies_inside_the_axes(shown):
    for plot in (shown(MergeCountPlot()), shown(BytesPerTokenPlot()), shown(TokenLengthPlot())):
        inside = plot._view.mapFromScene(plot.box.sceneBoundingRect()).boundingRect()
        assert inside.contains(plot._hint.geometry())


def test_the_read_out_names_the_merge_under_the_pointer(shown, qtbot):
    plot = shown(MergeCountPlot())
    plot.start(10, lambda rank: f"merge {rank}")
    plot.append(counts(1000, 500, 250, 100))
    qtbot.mouseMove(view_of(plot), pixel_of(plot, QPointF(np.log10(3), 2.0)))
    assert plot.read_out == ("rank 3: 250", "merge 3")
    qtbot.mouseMove(view_of(plot), QPoint(2, 2))
    assert plot.read_out == ()


def test_arrow_keys_move_the_read_out(shown, qtbot):
    plot = shown(MergeCountPlot())
    plot.start(10, unnamed)
    plot.append(counts(1000, 500, 250, 100))
    qtbot.keyClick(plot._view, Qt.Key.Key_Right)
    assert plot.read_out == ("rank 1: 1,000",)
    qtbot.keyClick(plot._view, Qt.Key.Key_Right)
    assert plot.read_out == ("rank 2: 500",)
    qtbot.keyClick(plot._view, Qt.Key.Key_Left)
    assert plot.read_out == ("rank 1: 1,000",)


def test_bytes_per_token_starts_at_one_and_is_exact(shown):
    plot = shown(BytesPerTokenPlot())
    plot.start(257, 300)
    plot.begin_curve(1000)
    plot.append(counts(800, 500))
    assert [plot.value_at(merges) for merges in range(3)] == [1.0, 1.25, 2.0]


def test_the_newest_value_is_told_while_the_pointer_is_elsewhere(shown):
    plot = shown(BytesPerTokenPlot())
    plot.start(257, 300)
    plot.begin_curve(1000)
    plot.append(counts(800, 500))
    assert plot.read_out == ("2.00 bytes per token", "at 259 tokens")


def test_the_axis_has_its_full_size_before_the_run_gets_there(shown):
    plot = shown(BytesPerTokenPlot())
    plot.start(257, 32_000)
    plot.begin_curve(1000)
    plot.append(counts(900))
    early = plot.box.viewRange()
    plot.append(counts(*range(899, 300, -1)))
    assert plot.box.viewRange() == early
    assert early[0][1] > 32_000


def test_long_tokens_share_the_last_bar(shown, qtbot):
    plot = shown(TokenLengthPlot())
    plot.append(np.array([2, 3, 3, 20, 21, 500]))
    assert plot.tokens[3] == 2
    assert plot.tokens[20] == 3
    qtbot.mouseMove(view_of(plot), pixel_of(plot, QPointF(20, 1)))
    assert plot.read_out == ("3 tokens", "of 20 bytes or more")


def test_double_click_shows_everything_again(shown, qtbot):
    plot = shown(MergeCountPlot())
    plot.start(1000, unnamed)
    plot.append(counts(*range(1000, 0, -1)))
    whole = plot.box.viewRange()
    qtbot.keyClick(plot._view, Qt.Key.Key_Plus)
    assert plot.box.viewRange() != whole
    plot.append(counts(1))
    assert plot.box.viewRange() != whole  # a chart that was zoomed stays where the user put it
    qtbot.mouseDClick(view_of(plot), Qt.MouseButton.LeftButton, pos=view_of(plot).rect().center())
    assert plot.box.viewRange()[1] == pytest.approx(whole[1])


def test_dragging_pans(shown, qtbot):
    plot = shown(TokenLengthPlot())
    plot.append(np.arange(2, 21))
    before = plot.box.viewRange()[0][0]
    centre = view_of(plot).rect().center()
    qtbot.mousePress(view_of(plot), Qt.MouseButton.LeftButton, pos=centre)
    for step in range(1, 5):
        qtbot.mouseMove(view_of(plot), centre + QPoint(-12 * step, 0))
    qtbot.mouseRelease(view_of(plot), Qt.MouseButton.LeftButton, pos=centre + QPoint(-48, 0))
    assert plot.box.viewRange()[0][0] != before


def test_an_update_costs_the_same_at_the_end_of_a_long_run_as_at_its_start(shown):
    plots = [shown(MergeCountPlot()), shown(BytesPerTokenPlot())]
    plots[0].start(250_000, unnamed)
    plots[1].start(256, 250_256)
    plots[1].begin_curve(10**9)
    ranks = np.arange(1, 250_001)
    numbers = (1e9 / ranks).astype(np.uint64)
    left = (1e9 / (1 + 3 * ranks / 250_000)).astype(np.uint64)
    calls, seconds = [], []

    def update(first: int) -> None:
        plots[0].append(numbers[first : first + 500])
        plots[1].append(left[first : first + 500])
        for plot in plots:
            plot.repaint()

    for first in range(0, 250_000, 500):
        begin = time.perf_counter()
        calls.append(calls_of(lambda first=first: update(first)))
        seconds.append(time.perf_counter() - begin)
    assert len(plots[0]._curve.getData()[0]) <= 900
    assert len(plots[1]._curve.getData()[0]) <= 900
    assert np.median(calls[-100:]) < 1.2 * np.median(calls[10:110])
    assert max(seconds) < 0.5  # ten times the bound: a hang, not a slow machine


def calls_of(action) -> int:
    """How many functions were called: work that does not depend on how busy the machine is."""
    number = 0

    def count(_frame, event, _argument) -> None:
        nonlocal number
        number += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        action()
    finally:
        sys.setprofile(None)
    return number


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("place", [QPointF(2, 2), QPointF(198, 2), QPointF(2, 98), QPointF(198, 98), QPointF(100, 50)])
@pytest.mark.parametrize("side", [Qt.Edge.LeftEdge, Qt.Edge.RightEdge])
def test_a_read_out_stays_inside_the_chart(place, side):
    room = QRectF(0, 0, 200, 100)
    read_out = ReadOut()
    read_out.apply_theme(LIGHT, QFont())
    read_out.say((Remark("rank 1: 10"), Remark("a + b")), place=place, room=room, side=side, ring=True)
    assert room.contains(read_out.box.translated(place))


@pytest.mark.usefixtures("qapp")
def test_axes_write_grouped_numbers():
    assert NumberAxis("bottom").tickStrings([8000.0, 32000.0], 1.0, 8000.0) == ["8,000", "32,000"]
    assert NumberAxis("left").tickStrings([1.0, 1.5], 1.0, 0.5) == ["1.0", "1.5"]
    assert DecadeAxis("left").tickStrings([0.0, 6.0], 1.0, 1.0) == ["1", "1,000,000"]


def test_a_label_that_would_be_cut_off_at_the_right_is_left_out():
    assert all(value < 99_000_000 for _, values in NumberAxis("bottom").tickValues(0, 1e8, 260) for value in values)
    assert NumberAxis("bottom").tickValues(0, 1100, 260)[0][1][-1] == 1000


@pytest.mark.usefixtures("qapp")
def test_a_power_of_ten_at_the_very_bottom_has_no_room_for_its_label():
    assert DecadeAxis("left").tickValues(0.0, 5.5, 240)[0][1] == [1, 2, 3, 4, 5]
    assert DecadeAxis("left").tickValues(-0.5, 5.5, 240)[0][1] == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_labels_of_the_axes_are_readable(shown, palette):
    plot = shown(MergeCountPlot())
    plot.apply_theme(palette)
    ground = plot._view.backgroundBrush().color().name()
    for axis in plot._axes:
        assert contrast(axis.textPen().color().name(), ground) >= 4.5
