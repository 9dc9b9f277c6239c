"""Theme and text size reach every widget, and each of them few times: a window of many panes changes at once."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

MOST = 6  # for the font, the palette and the rules: one each, and as many for the end of those before


class CountingLabel(QLabel):
    """Counts how often its looks change."""

    def __init__(self) -> None:
        super().__init__("text")
        self.changes = 0

    def changeEvent(self, event: QEvent) -> None:
        self.changes += 1
        super().changeEvent(event)


def test_a_widget_deep_in_the_window_is_not_dressed_again_by_every_one_above_it(qtbot, look):
    window = QWidget()
    qtbot.addWidget(window)
    inner = window
    for _ in range(20):
        pane = QWidget()
        QVBoxLayout(inner).addWidget(pane)
        inner = pane
    label = CountingLabel()
    QVBoxLayout(inner).addWidget(label)
    window.show()
    for change in (lambda: look.set_theme("dark"), lambda: look.set_text_size(150)):
        label.changes = 0
        change()
        assert 0 < label.changes <= MOST
    assert label.font().pointSizeF() == 15
