"""What is painted on the pages that look at tokenizers stands out from its ground: rows, heads, chips, charts."""

from collections.abc import Iterator

import numpy as np
import pytest
from measured_contrast import ENOUGH, pixels_of, strongest_contrast
from PySide6.QtCore import QModelIndex, QPoint, QRect
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QHeaderView, QWidget
from walked_window import BOXES, PAGES, WalkedWindow

from vocabsmith.plots.chart import Chart
from vocabsmith_resources.themes.palette import contrast

BOTH = pytest.mark.parametrize("theme", ["light", "dark"])


@pytest.fixture
def walked(qtbot, look, tmp_path):
    made = WalkedWindow(qtbot, look, tmp_path)
    yield made
    made.close()


def open_all(walked: WalkedWindow, theme: str) -> Iterator[QWidget]:
    """Every page and box with something on it, one after the other."""
    walked.go_to("done")
    walked.window.set_theme(theme)
    for page in (*PAGES, *BOXES):
        walked.show(page)
        yield walked.window.stack.page(walked.window.page)


def cells(view: QAbstractItemView) -> Iterator[tuple[QModelIndex, QRect]]:
    """The cells that are seen whole and hold text, with their places."""
    model, seen = view.model(), view.viewport().rect()
    for row in range(min(model.rowCount(), 400)):
        for column in range(model.columnCount()):
            index = model.index(row, column)
            place = view.visualRect(index)
            if place.isValid() and seen.contains(place) and str(index.data() or "").strip():
                yield index, place


def sections(head: QHeaderView) -> Iterator[tuple[str, QRect]]:
    """The parts of a head that are seen whole and hold text, with their places."""
    across = head.orientation().name == "Horizontal"
    for number in range(head.count()):
        begin, length = head.sectionViewportPosition(number), head.sectionSize(number)
        place = QRect(begin, 0, length, head.height()) if across else QRect(0, begin, head.width(), length)
        text = str(head.model().headerData(number, head.orientation()) or "").strip()
        if text and length and head.viewport().rect().contains(place):
            yield text, place


@BOTH
def test_every_cell_and_head_of_every_list(walked, theme: str):
    looked_at: dict[str, int] = {}
    for page in open_all(walked, theme):
        for view in page.findChildren(QAbstractItemView):
            if not view.isVisible() or isinstance(view, QHeaderView):
                continue
            pixels = pixels_of(view.viewport())
            for index, place in cells(view):
                found = strongest_contrast(pixels, place)
                assert found >= ENOUGH, (view.accessibleName(), index.data(), found)
                looked_at[view.accessibleName()] = looked_at.get(view.accessibleName(), 0) + 1
        for head in page.findChildren(QHeaderView):
            if head.isVisible() and not head.visibleRegion().isEmpty():
                pixels = pixels_of(head.viewport())
                for text, place in sections(head):
                    assert strongest_contrast(pixels, place) >= ENOUGH, text
    assert len(looked_at) >= 5, looked_at
    assert sum(looked_at.values()) > 200, looked_at


@BOTH
def test_buttons_that_cannot_be_pressed_can_be_read(walked, theme: str):
    greyed = 0
    for page in open_all(walked, theme):
        for button in page.findChildren(QAbstractButton):
            if button.isVisible() and not button.isEnabled() and button.text() and not hidden(button):
                assert strongest_contrast(pixels_of(button), button.rect()) >= ENOUGH, button.text()
                greyed += 1
    assert greyed >= 2


def hidden(widget: QWidget) -> bool:
    return widget.visibleRegion().boundingRect() != widget.rect()


@BOTH
def test_labels_and_shapes_of_the_charts_of_a_vocabulary(walked, theme: str):
    walked.go_to("vocabulary")
    walked.window.set_theme(theme)
    walked.settle()
    charts = walked.vocabulary.findChildren(Chart)
    assert len(charts) == 3
    for chart in charts:
        pixels = pixels_of(chart)
        view = chart._view
        room = view.mapFromScene(chart.box.sceneBoundingRect()).boundingRect().translated(view.pos())
        outside = QRect(view.geometry().topLeft(), QPoint(room.left() - 3, room.bottom()))
        below = QRect(QPoint(room.left(), room.bottom() + 3), view.geometry().bottomRight())
        for place in (outside, below):
            if place.height() > 12 and ink(pixels, place):
                assert strongest_contrast(pixels, place) >= ENOUGH, chart.name
        assert strongest_contrast(pixels, room) >= 3.0, chart.name  # bars and lines are no text


def ink(pixels: np.ndarray, place: QRect) -> bool:
    """Whether anything is painted there at all."""
    return strongest_contrast(pixels, place) > 1.2


def test_the_measure_tells_faint_writing_from_strong():
    """Lest the tests above pass whatever is painted."""
    assert contrast("#8A8F98", "#FFFFFF") < ENOUGH
    pixels = np.full((160, 160), 0xFFFFFF, np.uint32)
    pixels[60:64, 20:100] = 0x8A8F98
    assert strongest_contrast(pixels, QRect(0, 0, 40, 40)) < ENOUGH
    pixels[60:64, 20:100] = 0x333333
    assert strongest_contrast(pixels, QRect(0, 0, 40, 40)) >= ENOUGH
