"""The list whose text ends in … where there is no room."""

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from vocabsmith.widgets.choice_box import ChoiceBox

LONG = "corpus 32k 2, 32,000 tokens"


@pytest.fixture
def box(qtbot) -> ChoiceBox:
    made = ChoiceBox()
    qtbot.addWidget(made)
    made.addItem(LONG)
    made.setStyleSheet("QComboBox { padding: 4px 8px; }")
    made.show()
    return made


def tip_of(box: ChoiceBox) -> str:
    QToolTip.hideText()
    QApplication.sendEvent(box, QHelpEvent(QEvent.Type.ToolTip, QPoint(5, 5), box.mapToGlobal(QPoint(5, 5))))
    return QToolTip.text()


def test_a_text_that_has_room_is_shown_whole(box: ChoiceBox) -> None:
    box.resize(box.sizeHint())
    assert box.shown_text() == LONG


def test_a_text_without_room_ends_in_dots_and_is_told_by_pointing_at_it(box: ChoiceBox) -> None:
    box.setFixedWidth(120)
    assert box.shown_text().endswith("…")
    assert LONG.startswith(box.shown_text().removesuffix("…"))
    assert tip_of(box) == LONG


def test_what_is_drawn_is_the_shortened_text(box: ChoiceBox) -> None:
    box.setFixedWidth(120)
    cut = box.grab().toImage()
    box.setItemText(0, box.shown_text())
    assert box.grab().toImage() == cut
