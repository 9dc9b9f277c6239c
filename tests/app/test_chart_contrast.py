"""What is written and drawn on the charts stands out from its ground, measured in the pixels of the picture."""

from collections import Counter

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget

from vocabsmith.plots import BytesPerTokenPlot, MergeCountPlot, Overlay, RunCurves, TokenLengthPlot
from vocabsmith_resources.themes.palette import contrast

TEXT, CURVE = 4.5, 3.0
KINDS = [MergeCountPlot, BytesPerTokenPlot, TokenLengthPlot]
BOTH = pytest.mark.parametrize("theme", ["light", "dark"])


def run_of(merges: int) -> RunCurves:
    ranks = np.arange(1, merges + 1)
    tokens = (1e6 / (1 + 3 * (np.arange(merges + 1) / merges) ** 0.25)).astype(np.uint64)
    lengths = 2 + ranks % 20
    return RunCurves(257, (1e6 / ranks).astype(np.uint64), 10**6, tokens, lengths, 10**5, tokens // 11)


@pytest.fixture
def dressed(qtbot, look):
    kept = []  # a widget goes with the last name for it

    def make(kind, theme: str):
        look.set_theme(theme)
        pane = QWidget()
        kept.append(pane)
        qtbot.addWidget(pane)
        pane.setStyleSheet(f"QWidget#pane {{ background: {look.palette.surface}; }}")
        pane.setObjectName("pane")
        pane.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        pane.resize(360, 320)
        plot = kind(pane)
        plot.setGeometry(pane.rect())
        plot.apply_theme(look.palette)
        pane.show()
        qtbot.waitExposed(pane)
        qtbot.wait(1)
        return plot

    return make


def show(plot, curves: RunCurves) -> None:
    if isinstance(plot, MergeCountPlot):
        plot.show_run(curves, lambda rank: f"merge {rank}")
    else:
        plot.show_run(curves)


def strongest(plot, place: QRect) -> float:
    """Contrast of the pixel in `place` that stands out most from the one that is there most often."""
    picture = plot.parentWidget().grab(place.translated(plot.pos())).toImage()
    pixels = Counter(picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height()))
    ground = pixels.most_common(1)[0][0]
    return max(contrast(colour, ground) for colour in pixels)


def inside(plot) -> QRect:
    """The rectangle inside the axes, in pixels of the chart."""
    room = plot._view.mapFromScene(plot.box.sceneBoundingRect()).boundingRect()
    return room.translated(plot._view.pos())


@BOTH
@pytest.mark.parametrize("kind", KINDS)
def test_labels_and_names_of_the_axes(dressed, kind, theme):
    plot = dressed(kind, theme)
    show(plot, run_of(30_000))
    room, view = inside(plot), plot._view.geometry()
    left_labels = QRect(view.topLeft(), QPoint(room.left() - 3, room.bottom()))
    below = QRect(QPoint(room.left(), room.bottom() + 3), QPoint(view.right(), room.bottom() + 20))
    caption = QRect(QPoint(view.left(), room.bottom() + 24), view.bottomRight())
    unit = plot._head._unit.geometry().translated(plot._head.pos())
    for place in (left_labels, below, caption, unit):
        assert strongest(plot, place) >= TEXT


@BOTH
@pytest.mark.parametrize("kind", KINDS)
def test_legend_and_reset(dressed, kind, theme):
    plot = dressed(kind, theme)
    show(plot, run_of(30_000))
    plot.set_overlays([Overlay("a", "12 Nov", 1, run_of(20_000))])
    plot._zoom(0.8)
    legend = plot._head._legend.geometry().translated(plot._head.pos())
    name = QRect(legend.right() - 38, legend.top(), 38, legend.height())  # the end of the last name, without a sample
    reset = plot._head.reset.geometry().translated(plot._head.pos()).adjusted(3, 3, -3, -3)
    assert strongest(plot, name) >= TEXT
    assert strongest(plot, reset) >= TEXT


@BOTH
@pytest.mark.parametrize("kind", [MergeCountPlot, BytesPerTokenPlot])
def test_every_line_of_a_read_out(dressed, kind, theme):
    plot = dressed(kind, theme)
    show(plot, run_of(30_000))
    plot.set_overlays([Overlay("a", "12 Nov", 1, run_of(29_000))])
    plot.set_marker(18_000)
    read_out = plot._read_out
    corner = plot.box.mapFromView(read_out.pos()).toPoint() + inside(plot).topLeft()
    assert len(read_out.remarks) >= 3
    for row in range(len(read_out.remarks)):
        begin = read_out.baseline(row).toPoint() + corner
        line = QRect(begin.x(), begin.y() - 9, int(read_out.box.right()) + corner.x() - begin.x() - 4, 11)
        assert strongest(plot, line) >= TEXT


@BOTH
@pytest.mark.parametrize("kind", KINDS)
def test_the_sentence_of_an_empty_chart(dressed, kind, theme):
    plot = dressed(kind, theme)
    assert strongest(plot, plot._hint.geometry().translated(plot._view.pos())) >= TEXT


@BOTH
def test_the_goal(dressed, theme):
    plot = dressed(BytesPerTokenPlot, theme)
    plot.start(257, 32_000)
    plot.begin_curve(10**6)
    plot.append(run_of(5_000).tokens_left[1:])
    label = plot._goal_line.label
    place = plot._view.mapFromScene(label.mapRectToScene(label.boundingRect())).boundingRect()
    assert strongest(plot, place.translated(plot._view.pos()).adjusted(2, 2, -8, -2)) >= TEXT


@BOTH
@pytest.mark.parametrize("tone", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("kind", KINDS)
def test_the_curve_of_an_earlier_run(dressed, kind, theme, tone):
    plot = dressed(kind, theme)
    plot.set_overlays([Overlay("a", "12 Nov", tone, run_of(20_000))])
    assert strongest(plot, inside(plot)) >= CURVE


@BOTH
@pytest.mark.parametrize("kind", KINDS)
def test_the_run_itself_and_its_marker(dressed, kind, theme):
    plot = dressed(kind, theme)
    show(plot, run_of(30_000))
    assert strongest(plot, inside(plot)) >= CURVE
    if kind is not TokenLengthPlot:
        plot.set_marker(3_000)
        line = QRect(plot._view.mapFromScene(plot._marker.scenePos()) + QPoint(-3, -6), QPoint(0, 0))
        line.setSize(line.size().expandedTo(QRect(0, 0, 7, 5).size()))
        assert strongest(plot, line.translated(plot._view.pos())) >= CURVE
