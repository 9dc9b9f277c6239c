"""The line around what has the focus, and the rail: both fit what they are about."""

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QListView, QWidget

from vocabsmith.widgets.focus_ring import FocusRing
from vocabsmith.widgets.fonts import sans
from vocabsmith.widgets.nav_rail import NavRail

TITLES = ("Build", "Inspect", "Vocabulary", "Compare", "Laboratory")


@pytest.mark.usefixtures("palette")
def test_the_line_follows_what_holds_the_list(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(400, 300)
    outer = QWidget(window)
    outer.setGeometry(10, 10, 300, 200)
    inner = QWidget(outer)
    inner.setGeometry(5, 5, 200, 100)
    rows = QListView(inner)
    rows.setFrameShape(QListView.Shape.NoFrame)
    rows.setGeometry(1, 1, 100, 50)
    ring = FocusRing(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    rows.setFocus()
    assert ring.geometry().topLeft().toTuple() == (16, 16)
    outer.move(60, 40)
    assert ring.geometry().topLeft().toTuple() == (66, 46)
    inner.setGeometry(5, 25, 50, 100)
    assert ring.geometry().getRect() == (66, 66, 49, 50)


@pytest.mark.usefixtures("palette")
@pytest.mark.parametrize("narrow", [False, True])
def test_the_title_of_the_open_page_fits_into_the_rail(qtbot, look, narrow: bool):
    rail = NavRail([(title.lower(), "build", title) for title in TITLES])
    qtbot.addWidget(rail)
    for percent in (100, 150):
        look.set_text_size(percent)
        rail.apply_theme(look.palette)
        rail.set_narrow(narrow)
        longest = max(QFontMetrics(sans(9, bold=True)).horizontalAdvance(title) for title in TITLES)
        assert min(button.width() for button in rail._buttons.values()) >= longest + 4
    look.set_text_size(100)
