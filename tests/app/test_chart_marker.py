"""The marker of a vocabulary size: dragged, moved by keys, read out, and never moved by the chart itself."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor

from vocabsmith.plots import BytesPerTokenPlot, MergeCountPlot, Overlay, RunCurves
from vocabsmith_resources.themes.palette import LIGHT

BASE, MERGES = 257, 31_743
NO_HELD_OUT = np.empty(0, dtype=np.uint64)


def long_run() -> RunCurves:
    """31,743 merges over 1,000,000 bytes, which leave from 1,000,000 to 250,000 tokens."""
    ranks = np.arange(1, MERGES + 1)
    tokens = np.linspace(1_000_000, 250_000, MERGES + 1).astype(np.uint64)
    lengths = np.full(MERGES, 4)
    return RunCurves(BASE, (1_000_000 // ranks).astype(np.uint64), 1_000_000, tokens, lengths, 0, NO_HELD_OUT)


def small_run() -> RunCurves:
    """Two merges over 1,000 bytes."""
    tokens = np.array([1000, 500, 400], dtype=np.uint64)
    return RunCurves(256, np.array([500, 100], dtype=np.uint64), 1000, tokens, np.array([2, 3]), 0, NO_HELD_OUT)


class Moves:
    """A chart with a long run and a marker, and the sizes that it has told."""

    def __init__(self, plot, size: int) -> None:
        self.plot = plot
        self.told: list[int] = []
        plot.marker_moved.connect(self.told.append)
        show(plot, long_run())
        plot.set_marker(size)


def show(plot, curves: RunCurves) -> None:
    if isinstance(plot, MergeCountPlot):
        plot.show_run(curves, lambda rank: f"merge {rank}")
    else:
        plot.show_run(curves)


@pytest.fixture(params=[BytesPerTokenPlot, MergeCountPlot])
def plot(request, qtbot):
    return exposed(request.param(), qtbot)


@pytest.fixture
def bytes_plot(qtbot):
    return exposed(BytesPerTokenPlot(), qtbot)


def exposed(plot, qtbot):
    qtbot.addWidget(plot)
    plot.resize(340, 300)
    plot.apply_theme(LIGHT)
    plot.show()
    qtbot.waitExposed(plot)
    qtbot.wait(1)
    return plot


def grip_of(plot) -> QPoint:
    """The middle of the grip, in pixels of the viewport."""
    return plot._view.mapFromScene(plot.box.mapViewToScene(plot._marker.pos())) + QPoint(0, -15)


def drag(plot, qtbot, begin: QPoint, *stops: QPoint) -> None:
    viewport = plot._view.viewport()
    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=begin)
    for stop in stops:
        qtbot.mouseMove(viewport, stop)
    qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=stops[-1])


# --- set from outside


def test_there_is_no_marker_before_it_is_set(plot):
    show(plot, long_run())
    assert plot.marker is None
    assert not plot._marker.isVisible()


def test_setting_it_tells_nobody(plot):
    moves = Moves(plot, 18_432)
    assert plot.marker == 18_432
    assert plot._marker.isVisible()
    assert moves.told == []


def test_it_stays_within_the_run(plot):
    show(plot, long_run())
    plot.set_marker(1_000_000)
    assert plot.marker == BASE + MERGES
    plot.set_marker(3)
    assert plot.marker == BASE
    plot.set_marker(None)
    assert plot.marker is None


def test_another_run_takes_it_away(plot):
    Moves(plot, 18_432)
    show(plot, small_run())
    assert plot.marker is None


def test_an_empty_chart_has_none(plot):
    plot.set_marker(300)
    assert plot.marker is None


# --- the mouse


def test_dragging_the_grip_tells_every_size_on_the_way(plot, qtbot):
    moves = Moves(plot, 18_432)
    begin = grip_of(plot)
    drag(plot, qtbot, begin, begin - QPoint(10, 0), begin - QPoint(40, 3))
    assert len(moves.told) == 2
    assert moves.told[0] > moves.told[1]
    assert plot.marker == moves.told[-1]
    assert abs(grip_of(plot).x() - (begin.x() - 40)) <= 1


def test_dragging_stops_at_round_sizes(bytes_plot, qtbot):
    moves = Moves(bytes_plot, 18_432)
    begin = grip_of(bytes_plot)
    drag(bytes_plot, qtbot, begin, begin - QPoint(31, 0))
    assert moves.told[-1] % 100 == 0


def test_dragging_past_an_end_gives_that_end_exactly(plot, qtbot):
    moves = Moves(plot, 18_432)
    drag(plot, qtbot, grip_of(plot), grip_of(plot) + QPoint(500, 0))
    assert moves.told[-1] == BASE + MERGES
    drag(plot, qtbot, grip_of(plot), grip_of(plot) - QPoint(900, 0))
    assert moves.told[-1] == BASE


def test_dragging_the_marker_does_not_pan(plot, qtbot):
    Moves(plot, 18_432)
    before = plot.box.viewRange()
    drag(plot, qtbot, grip_of(plot), grip_of(plot) - QPoint(20, 0))
    assert plot.box.viewRange() == before
    assert not plot.zoomed


def test_dragging_beside_it_pans_and_leaves_it_where_it_is(plot, qtbot):
    moves = Moves(plot, 18_432)
    beside = grip_of(plot) - QPoint(60, 80)
    drag(plot, qtbot, beside, *(beside + QPoint(12 * step, 0) for step in range(1, 5)))
    assert moves.told == []
    assert plot.zoomed


def test_the_pointer_shows_what_can_be_dragged(plot, qtbot):
    Moves(plot, 18_432)
    qtbot.mouseMove(plot._view.viewport(), grip_of(plot) - QPoint(60, 80))
    assert plot._view.viewport().cursor().shape() == Qt.CursorShape.ArrowCursor
    qtbot.mouseMove(plot._view.viewport(), grip_of(plot))
    assert plot._view.viewport().cursor().shape() == Qt.CursorShape.SizeHorCursor


# --- the keys


@pytest.mark.parametrize(
    ("key", "held", "size"),
    [
        (Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier, 18_600),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.NoModifier, 18_400),
        (Qt.Key.Key_Up, Qt.KeyboardModifier.NoModifier, 18_600),
        (Qt.Key.Key_Down, Qt.KeyboardModifier.NoModifier, 18_400),
        (Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier, 18_433),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier, 18_431),
        (Qt.Key.Key_PageUp, Qt.KeyboardModifier.NoModifier, 20_000),
        (Qt.Key.Key_PageDown, Qt.KeyboardModifier.NoModifier, 18_000),
        (Qt.Key.Key_Home, Qt.KeyboardModifier.NoModifier, BASE),
        (Qt.Key.Key_End, Qt.KeyboardModifier.NoModifier, BASE + MERGES),
    ],
)
def test_a_key_moves_it(bytes_plot, qtbot, key, held, size):
    moves = Moves(bytes_plot, 18_432)
    qtbot.keyClick(bytes_plot._view, key, held)
    assert moves.told == [size]
    assert bytes_plot.marker == size


def test_on_the_counts_a_key_goes_as_far_in_pixels(qtbot):
    plot = exposed(MergeCountPlot(), qtbot)
    moves = Moves(plot, BASE + 20)
    qtbot.keyClick(plot._view, Qt.Key.Key_Right)
    plot.set_marker(BASE + 20_000)
    qtbot.keyClick(plot._view, Qt.Key.Key_Right)
    assert moves.told[0] - (BASE + 20) <= 2
    assert 500 <= moves.told[1] - (BASE + 20_000) <= 2_000


def test_the_keys_reach_both_ends_and_stay_there(plot, qtbot):
    moves = Moves(plot, 32_000)
    qtbot.keyClick(plot._view, Qt.Key.Key_Right)
    assert moves.told == []
    qtbot.keyClick(plot._view, Qt.Key.Key_Home)
    qtbot.keyClick(plot._view, Qt.Key.Key_Left)
    assert moves.told == [BASE]
    qtbot.keyClick(plot._view, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert moves.told == [BASE, BASE + 1]


def test_the_keyboard_is_seen_where_it_is(bytes_plot, qtbot):
    Moves(bytes_plot, 18_432)
    bytes_plot._view.clearFocus()
    without = bytes_plot.grab().toImage()
    bytes_plot.activateWindow()
    bytes_plot._view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(bytes_plot._view.hasFocus)
    with_focus = bytes_plot.grab().toImage()
    edge = QPoint(bytes_plot._view.x() - 11, bytes_plot._view.geometry().center().y())
    near = [QColor(with_focus.pixel(edge + QPoint(step, 0))) for step in range(3)]
    assert min(abs(colour.hue() - QColor(LIGHT.accent).hue()) for colour in near) <= 2
    assert QColor(without.pixel(edge)) != QColor(with_focus.pixel(edge))


# --- words


def test_the_read_out_beside_it_tells_size_other_runs_and_what_it_costs(bytes_plot):
    show(bytes_plot, small_run())
    bytes_plot.set_overlays([Overlay("a", "12 Nov", 1, small_run())])
    bytes_plot.set_marker(257)
    assert bytes_plot.read_out == ("2.00 at 257", "2.00  12 Nov", "25.0 % more tokens")


def test_the_whole_vocabulary_costs_nothing_more(bytes_plot):
    show(bytes_plot, small_run())
    bytes_plot.set_marker(258)
    assert bytes_plot.read_out == ("2.50 at 258",)


def test_on_the_counts_it_tells_the_last_merge(qtbot):
    plot = exposed(MergeCountPlot(), qtbot)
    show(plot, small_run())
    plot.set_marker(258)
    assert plot.read_out == ("rank 2: 100", "merge 2")
    plot.set_marker(256)
    assert plot.read_out == ("no merges",)


def test_the_pointer_is_told_of_while_it_is_on_the_chart_but_not_on_the_marker(bytes_plot, qtbot):
    Moves(bytes_plot, 18_432)
    beside_marker = bytes_plot.read_out
    qtbot.mouseMove(bytes_plot._view.viewport(), grip_of(bytes_plot) - QPoint(60, 80))
    assert bytes_plot.read_out[0].endswith("bytes per token")
    qtbot.mouseMove(bytes_plot._view.viewport(), grip_of(bytes_plot))
    assert bytes_plot.read_out == beside_marker


def test_the_description_tells_the_marker(plot):
    Moves(plot, 18_432)
    assert "marker at 18,432: " in plot.description
    plot.set_marker(20_000)
    assert "marker at 20,000: " in plot.description
    plot.set_marker(None)
    assert "marker" not in plot.description


def test_a_marker_that_was_zoomed_away_comes_back(bytes_plot):
    Moves(bytes_plot, 31_000)
    for _ in range(4):
        bytes_plot._zoom(0.7)
    bytes_plot._view._pan(-2.0, 0.0)
    assert not bytes_plot._marker.isVisible()
    assert bytes_plot.read_out == ()
    bytes_plot.reset_view()
    assert bytes_plot._marker.isVisible()


def test_keys_do_not_lead_it_out_of_what_is_seen(plot, qtbot):
    Moves(plot, 18_432)
    for _ in range(8):
        qtbot.keyClick(plot._view, Qt.Key.Key_Plus)
    nearness = plot.box.viewRect().width()
    for key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End):
        qtbot.keyClick(plot._view, key)
        assert plot.box.viewRect().contains(plot.marked_place)
    assert plot.box.viewRect().width() == pytest.approx(nearness)


def test_a_read_out_covers_neither_the_grip_nor_the_curve_where_there_is_room(bytes_plot):
    Moves(bytes_plot, 18_432)
    room = bytes_plot.box.rect()
    for size in range(2_000, 32_000, 1_500):
        bytes_plot.set_marker(size)
        point = bytes_plot.box.mapFromView(bytes_plot._read_out.pos())
        box = bytes_plot._read_out.box.translated(point)
        assert room.contains(box)
        assert not box.contains(QPointF(point.x(), room.bottom() - 15))
        covered = [place for place in bytes_plot._curve_pixels()[:-50] if box.contains(QPointF(*place))]
        assert covered == []
