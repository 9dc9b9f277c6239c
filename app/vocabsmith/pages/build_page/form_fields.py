"""Fields of a form that scrolls: the wheel scrolls the form and changes no value unless the field has the focus."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget

from vocabsmith.widgets.fields import SpinBox


class NumberField(SpinBox):
    """A whole number, grouped as everywhere in the window, whatever the system's language."""

    def __init__(self, least: int, most: int, value: int, parent: QWidget | None = None) -> None:
        super().__init__(least, most, value, parent)
        self.setLocale(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAcceptDrops(False)  # files dropped here are meant for the page
        self.lineEdit().setAcceptDrops(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Counts only where the user is at work."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class ChoiceField(QComboBox):
    """A few alternatives, each with a key and a text; as wide as there is room."""

    def __init__(self, options: tuple[tuple[str, str], ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for key, text in options:
            self.addItem(text, key)

    def key(self) -> str:
        """Key of the chosen alternative."""
        return str(self.currentData())

    def choose(self, key: str) -> None:
        """Choose by key."""
        self.setCurrentIndex(self.findData(key))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Changes only where the user is at work."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
