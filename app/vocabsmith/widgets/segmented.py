"""A row of alternatives of which one is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QPushButton, QSizePolicy, QWidget

_AIR = 8
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class _Segment(QPushButton):
    """One alternative. Left and right are for the control: a button alone would move the focus without choosing."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setProperty("kind", "seg")
        self.setCheckable(True)
        self.setAutoExclusive(True)  # which makes it a radio button for screen readers
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leaves left and right to the control."""
        if event.key() in _STEPS:
            event.ignore()
        else:
            super().keyPressEvent(event)


class SegmentedControl(QFrame):
    """Alternatives side by side; arrow keys move between them.

    Signals:
        chosen(str): key of the alternative that the user chose; not sent for `choose`.
    """

    chosen = Signal(str)

    def __init__(self, options: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "segments")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._group = QButtonGroup(self)
        self._buttons = {key: _Segment(text) for key, text in options}
        self._group.idClicked.connect(lambda place: self.chosen.emit(list(self._buttons)[place]))
        self._group.idClicked.connect(self._lead_tab)
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(0)
        for place, button in enumerate(self._buttons.values()):
            self._group.addButton(button, place)
            row.addWidget(button)
        self._lead_tab()

    def sizeHint(self) -> QSize:
        """Some air around each text, which narrow places may take away."""
        tight = super().sizeHint()
        return QSize(tight.width() + _AIR * len(self._buttons), tight.height())

    def key(self) -> str:
        """Key of the chosen alternative, "" if none is."""
        return next((key for key, button in self._buttons.items() if button.isChecked()), "")

    def choose(self, key: str) -> None:
        """Chooses without telling; a key that is no alternative leaves none chosen."""
        self._group.setExclusive(False)
        for known, button in self._buttons.items():
            button.setChecked(known == key)
        self._group.setExclusive(True)
        self._lead_tab()

    def button(self, key: str) -> QPushButton:
        """The button of an alternative, to disable it or give it a tooltip."""
        return self._buttons[key]

    def _lead_tab(self) -> None:
        """Tab goes to the chosen alternative, to the first if none is: Qt looks at it for clicks only."""
        goal = self.key() or next(iter(self._buttons), "")
        for key, button in self._buttons.items():
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if key == goal else Qt.FocusPolicy.ClickFocus)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right choose the neighbour."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        keys = [key for key, button in self._buttons.items() if button.isEnabled()]
        place = keys.index(self.key()) + step if self.key() in keys else 0
        if 0 <= place < len(keys):
            self._buttons[keys[place]].setFocus()
            self._buttons[keys[place]].click()
