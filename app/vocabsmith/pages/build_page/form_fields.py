"""Fields of a form that scrolls: the wheel scrolls the form and changes no value unless the field has the focus.

Those for a setting show and give its value in the terms of a draft. A value that the field can show only rounded is
kept as it came until the user changes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from PySide6.QtCore import QLocale, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox, QWidget

from vocabsmith.widgets.choice_box import ChoiceBox
from vocabsmith.widgets.fields import SpinBox

_ENGLISH = QLocale(QLocale.Language.English, QLocale.Country.UnitedStates)
_MOST = 2**31 - 1
_MEGABYTE = 10**6


class NumberField(SpinBox):
    """A whole number, grouped as everywhere in the window, whatever the system's language."""

    def __init__(self, least: int, most: int, value: int, parent: QWidget | None = None) -> None:
        super().__init__(least, most, value, parent)
        self.setLocale(_ENGLISH)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAcceptDrops(False)  # files dropped here are meant for the page
        self.lineEdit().setAcceptDrops(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Counts only where the user is at work."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class CountField(NumberField):
    """A number of things. With `none`, the text for it, the lowest number stands for None.

    Signals:
        edited: the user has changed it.
    """

    edited = Signal()

    def __init__(self, *, least: int = 1, none: str = "", suffix: str = "", parent: QWidget | None = None) -> None:
        super().__init__(0 if none else least, _MOST, least, parent)
        self._none = none
        self._held: int | None = None  # a number that the field has no room for
        self.setSpecialValueText(none)
        self.setSuffix(suffix)
        self.valueChanged.connect(self._edit)

    def setting(self) -> int | None:
        """The number."""
        if self._held is not None:
            return self._held
        return None if self._none and self.value() == 0 else self.value()

    def show_setting(self, value: int | None) -> None:
        """Show a number."""
        with QSignalBlocker(self):
            self.setValue(min(value or 0, _MOST))
        self._held = value if value is not None and value > _MOST else None

    def _edit(self) -> None:
        self._held = None
        self.edited.emit()


class MegabyteField(NumberField):
    """A size in MB; `none` is the text for None.

    Signals:
        edited: the user has changed it.
    """

    edited = Signal()

    def __init__(self, none: str, parent: QWidget | None = None) -> None:
        super().__init__(0, 100_000_000, 0, parent)
        self._bytes: int | None = None
        self.setSpecialValueText(none)
        self.setSuffix(" MB")
        self.setSingleStep(500)
        self.valueChanged.connect(self._edit)

    def setting(self) -> int | None:
        """The size in bytes."""
        return self._bytes

    def show_setting(self, value: int | None) -> None:
        """Show a size in bytes."""
        with QSignalBlocker(self):
            self.setValue(0 if value is None else max(1, round(value / _MEGABYTE)))
        self._bytes = value

    def _edit(self, megabytes: int) -> None:
        self._bytes = megabytes * _MEGABYTE or None
        self.edited.emit()


class ShareField(QDoubleSpinBox):
    """A share from 0 to 1, shown and typed in per cent; `ends` are the lowest and the highest in per cent.

    Signals:
        edited: the user has changed it.
    """

    edited = Signal()

    def __init__(self, ends: tuple[float, float], step: float, none: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share = 0.0
        locale = QLocale(_ENGLISH)
        locale.setNumberOptions(QLocale.NumberOption.RejectGroupSeparator)  # or 1,5 would be taken for 15
        self.setLocale(locale)
        self.setDecimals(4)
        self.setRange(*ends)
        self.setSingleStep(step)
        self.setSuffix(" %")
        self.setSpecialValueText(none)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAcceptDrops(False)
        self.lineEdit().setAcceptDrops(False)
        self.lineEdit().setTextMargins(6, 0, 0, 0)
        self.valueChanged.connect(self._edit)

    def textFromValue(self, value: float) -> str:  # noqa: N802 - Qt's name
        """No more digits than there are: 99.95, 5."""
        return f"{value:.4f}".rstrip("0").rstrip(".")

    def setting(self) -> float:
        """The share."""
        return self._share

    def show_setting(self, value: float) -> None:
        """Show a share."""
        with QSignalBlocker(self):
            self.setValue(100 * value)
        self._share = value

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Counts only where the user is at work."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def _edit(self, percent: float) -> None:
        self._share = round(percent / 100, 6)
        self.edited.emit()


class ChoiceField(ChoiceBox):
    """A few alternatives, each with a key and a text; as wide as there is room.

    Signals:
        edited: the user has chosen another one.
    """

    edited = Signal()

    def __init__(self, options: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for key, text in options:
            self.addItem(text, key)
        self.currentIndexChanged.connect(self.edited)

    def key(self) -> str:
        """Key of the chosen alternative."""
        return str(self.currentData())

    def choose(self, key: str) -> None:
        """Choose by key."""
        self.setCurrentIndex(self.findData(key))

    def setting(self) -> str:
        """Key of the chosen alternative."""
        return self.key()

    def show_setting(self, value: str) -> None:
        """Choose by key; tells nobody."""
        with QSignalBlocker(self):
            self.choose(value)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Changes only where the user is at work."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


SettingField: TypeAlias = CountField | MegabyteField | ShareField | ChoiceField
