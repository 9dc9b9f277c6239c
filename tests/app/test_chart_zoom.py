"""Pan and zoom by wheel, mouse and keys; the way back; labels that are not cut; nothing left behind."""

import gc
import weakref

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QWheelEvent
from PySide6.QtWidgets import QApplication

from vocabsmith.plots import BytesPerTokenPlot, MergeCountPlot, Overlay, RunCurves, TokenLengthPlot
from vocabsmith.plots.axis import DecadeAxis, NumberAxis
from vocabsmith.widgets.fonts import scaled
from vocabsmith_resources.themes.palette import LIGHT

KINDS = [MergeCountPlot, BytesPerTokenPlot, TokenLengthPlot]
NO_HELD_OUT = np.empty(0, dtype=np.uint64)


def run_of(merges: int, seed: int = 1) -> RunCurves:
    """A run whose counts and tokens look like those of a real one."""
    ranks = np.arange(1, merges + 1)
    shares = (np.arange(merges + 1) / max(merges, 1)) ** 0.25
    tokens = (1e9 / (1 + 3.5 * shares)).astype(np.uint64)
    lengths = np.random.default_rng(seed).integers(2, 30, merges)
    return RunCurves(257, (1e8 / ranks).astype(np.uint64), 10**9, tokens, lengths, 10**8, tokens // 10)


def show(plot, curves: RunCurves, *, keep_view: bool = False) -> None:
    if isinstance(plot, MergeCountPlot):
        plot.show_run(curves, lambda rank: f"merge {rank}", keep_view=keep_view)
    else:
        plot.show_run(curves, keep_view=keep_view)


def exposed(plot, qtbot, width: int = 340, height: int = 300):
    qtbot.addWidget(plot)
    plot.resize(width, height)
    plot.apply_theme(LIGHT)
    plot.show()
    qtbot.waitExposed(plot)
    qtbot.wait(1)
    return plot


@pytest.fixture(params=KINDS)
def plot(request, qtbot):
    made = exposed(request.param(), qtbot)
    show(made, run_of(31_743))
    return made


def turn_wheel(plot, steps: int) -> None:
    viewport = plot._view.viewport()
    place = QPointF(viewport.rect().center())
    turned = QPoint(0, 120 * steps)
    none = (Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False)
    QApplication.sendEvent(viewport, QWheelEvent(place, viewport.mapToGlobal(place), QPoint(), turned, *none))


def test_the_wheel_zooms(plot):
    whole = plot.box.viewRect()
    turn_wheel(plot, 1)
    assert plot.box.viewRect().width() < whole.width()
    assert plot.zoomed


def test_a_chart_that_is_not_zoomed_shows_no_way_back(plot):
    assert not plot.zoomed
    assert not plot._head.reset.isVisible()


def test_reset_comes_with_the_zoom_and_takes_it_back(plot, qtbot):
    whole = plot.box.viewRect()
    height = plot._head.height()
    turn_wheel(plot, 2)
    assert plot._head.reset.isVisible()
    assert plot._head.height() == height
    qtbot.mouseClick(plot._head.reset, Qt.MouseButton.LeftButton)
    assert plot.box.viewRect() == whole
    assert not plot._head.reset.isVisible()


def test_reset_by_the_keyboard_leaves_the_keyboard_on_the_chart(plot, qtbot):
    turn_wheel(plot, 2)
    plot.activateWindow()
    plot._head.reset.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(plot._head.reset.hasFocus)
    qtbot.keyClick(plot._head.reset, Qt.Key.Key_Space)
    assert not plot.zoomed
    assert plot._view.hasFocus()


def test_reset_says_what_of(plot):
    assert plot._head.reset.accessibleName() == f"Reset the zoom of {plot.name[0].lower()}{plot.name[1:]}"


def test_plus_minus_and_0_zoom(plot, qtbot):
    whole = plot.box.viewRect()
    qtbot.keyClick(plot._view, Qt.Key.Key_Plus)
    nearer = plot.box.viewRect()
    assert nearer.width() < whole.width()
    qtbot.keyClick(plot._view, Qt.Key.Key_Minus)
    assert plot.box.viewRect().width() > nearer.width()
    qtbot.keyClick(plot._view, Qt.Key.Key_0)
    assert plot.box.viewRect() == whole


def test_keys_zoom_around_what_is_told_of(qtbot):
    plot = exposed(BytesPerTokenPlot(), qtbot)
    show(plot, run_of(31_743))
    plot.set_marker(8_000)
    before = plot.box.mapFromView(plot.marked_place)
    for _ in range(8):
        qtbot.keyClick(plot._view, Qt.Key.Key_Plus)
    after = plot.box.mapFromView(plot.marked_place)
    assert (round(after.x()), round(after.y())) == (round(before.x()), round(before.y()))
    assert plot.read_out[0].endswith("at 8,000")


@pytest.mark.parametrize(
    ("key", "across", "up"),
    [(Qt.Key.Key_Left, -1, 0), (Qt.Key.Key_Right, 1, 0), (Qt.Key.Key_Down, 0, -1), (Qt.Key.Key_Up, 0, 1)],
)
def test_shift_with_an_arrow_pans(plot, qtbot, key, across, up):
    qtbot.keyClick(plot._view, Qt.Key.Key_Plus)
    before = plot.box.viewRect().center()
    qtbot.keyClick(plot._view, key, Qt.KeyboardModifier.ShiftModifier)
    moved = plot.box.viewRect().center() - before
    assert (np.sign(round(moved.x(), 9)), np.sign(round(moved.y(), 9))) == (across, up)


def test_other_keys_are_left_to_the_window(plot, qtbot):
    before = plot.box.viewRect()
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_A, Qt.Key.Key_F1):
        qtbot.keyClick(plot._view, key)
    assert plot.box.viewRect() == before


def test_nobody_can_zoom_or_pan_to_where_there_is_nothing(plot):
    whole = plot.box.viewRect()
    for _ in range(30):
        turn_wheel(plot, -4)
    assert plot.box.viewRect().width() <= 1.6 * whole.width()
    for _ in range(60):
        plot._view._pan(1.0, 1.0)
    seen = plot.box.viewRect()
    assert seen.right() <= whole.right() + whole.width()
    assert seen.intersects(QRectF(whole.left() - whole.width(), whole.top() - whole.height(), 3e9, 3e9))


def test_zooming_in_ends_at_single_points(plot):
    for _ in range(200):
        turn_wheel(plot, 4)
    assert plot.box.viewRect().width() > 0
    assert all(np.isfinite(item.getData()[1]).all() for item in plot.drawn if hasattr(item, "getData"))


def test_the_end_of_a_run_leaves_the_users_zoom(plot):
    turn_wheel(plot, 2)
    seen = plot.box.viewRect()
    show(plot, run_of(31_743), keep_view=True)
    assert plot.box.viewRect() == seen
    show(plot, run_of(31_743))
    assert not plot.zoomed


def test_home_and_end_take_the_read_out_to_both_ends(qtbot):
    plot = exposed(MergeCountPlot(), qtbot)
    show(plot, run_of(31_743))
    qtbot.keyClick(plot._view, Qt.Key.Key_End)
    assert plot.read_out[0].startswith("rank 31,743: ")
    qtbot.keyClick(plot._view, Qt.Key.Key_Home)
    assert plot.read_out[0].startswith("rank 1: ")
    assert plot.description.endswith("; ".join(plot.read_out))


def test_lengths_are_stepped_through_by_keys(qtbot):
    plot = exposed(TokenLengthPlot(), qtbot)
    show(plot, run_of(31_743))
    qtbot.keyClick(plot._view, Qt.Key.Key_Home)
    qtbot.keyClick(plot._view, Qt.Key.Key_Right)
    assert plot.read_out[1] == "of 3 bytes"
    qtbot.keyClick(plot._view, Qt.Key.Key_PageUp)
    assert plot.read_out[1] == "of 8 bytes"


# --- labels


@pytest.mark.parametrize("percent", [100, 125, 150])
@pytest.mark.parametrize("kind", KINDS)
def test_no_label_is_cut_off(qtbot, look, monkeypatch, percent, kind):
    look.set_text_size(percent)
    plot = exposed(kind(), qtbot, scaled(220), scaled(236))
    show(plot, run_of(31_743))
    qtbot.wait(1)
    drawn = labels_drawn(plot, monkeypatch)
    room = plot._view.mapToScene(plot._view.viewport().rect()).boundingRect()
    for axis in plot.axes:
        assert [text for _, text in drawn[axis]] == labels_wanted(axis)
        assert len(drawn[axis]) >= 2
        assert all(room.contains(axis.mapRectToScene(place)) for place, _ in drawn[axis])
    caption = plot.axes[1].label
    assert room.contains(caption.mapRectToScene(caption.boundingRect().adjusted(4, 4, -4, -4)))


def labels_wanted(axis) -> list[str]:
    length = axis.geometry().height() if axis.orientation == "left" else axis.geometry().width()
    levels = axis.tickValues(*axis.range, length)
    return [text for spacing, values in levels for text in axis.tickStrings(values, 1, spacing)]


def labels_drawn(plot, monkeypatch) -> dict[NumberAxis, list[tuple[QRectF, str]]]:
    drawn = {}
    draw = NumberAxis.drawPicture

    def remember(axis, painter, axis_spec, tick_specs, text_specs):
        drawn[axis] = [(place, text) for place, _, text in text_specs]
        draw(axis, painter, axis_spec, tick_specs, text_specs)

    monkeypatch.setattr(NumberAxis, "drawPicture", remember)
    for axis in plot.axes:
        axis.picture = None
    plot.grab()
    return drawn


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    ("low", "high", "labels"),
    [
        (12_100, 15_100, ["12,000", "13,000", "14,000", "15,000"]),
        (3, 8, ["4", "6", "8"]),
        (1, 25, ["2", "5", "10", "20"]),
    ],
)
def test_a_logarithmic_axis_has_labels_wherever_it_is_zoomed_to(low, high, labels):
    axis = DecadeAxis("left")
    font = QFont()
    font.setPointSizeF(8)
    axis.setTickFont(font)
    levels = axis.tickValues(np.log10(low) - 0.02, np.log10(high) + 0.02, 220)
    assert [text for spacing, values in levels for text in axis.tickStrings(values, 1, spacing)] == labels


# --- size


def test_250_000_merges_and_five_overlays_are_drawn_with_few_points(plot):
    show(plot, run_of(250_000))
    plot.set_overlays([Overlay(str(tone), f"run {tone}", tone, run_of(250_000 - tone, tone)) for tone in range(1, 6)])
    for turns in (1, 1, 1, 3, 3, -2):
        turn_wheel(plot, turns)
        curves = [item for item in plot.drawn if hasattr(item, "getData")]
        assert len(curves) >= 6
        assert all(len(curve.getData()[0]) <= 900 for curve in curves)


def test_fifty_runs_leave_nothing_behind(plot):
    show(plot, run_of(1000))
    items = len(plot._view.scene().items())
    kept = []
    for seed in range(50):
        curves = run_of(1000, seed)
        kept += [weakref.ref(array) for array in (curves.counts, curves.tokens_left, curves.lengths)]
        show(plot, curves)
        plot.set_overlays([Overlay("a", "12 Nov", 1, curves)])
        plot.set_overlays([])
    del curves
    show(plot, run_of(1000))
    gc.collect()
    assert [array for array in kept if array() is not None] == []
    assert len(plot._view.scene().items()) == items
