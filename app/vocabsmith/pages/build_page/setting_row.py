"""One line of the form: a title, its field, and the way back where the value is not the usual one."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from vocabsmith.pages.build_page.form_fields import ChoiceField, SettingField
from vocabsmith.pages.build_page.recipe_settings import Setting
from vocabsmith.widgets.buttons import IconButton
from vocabsmith.widgets.labels import Label

_MARK = "•"


class SettingRow(QObject):
    """A setting in a grid of three columns. A value that is not the default has a mark before its title.

    Signals:
        edited: the user has changed it, or gone back to the default.
    """

    edited = Signal()

    def __init__(
        self,
        setting: Setting,
        field: SettingField,
        default: Any,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.setting = setting
        self.field = field
        self._default = default
        self.label = Label(setting.title)
        self.reset = IconButton("reset", "", 24)
        self._set_up()

    def _set_up(self) -> None:
        self.field.show_setting(self._default)
        self._default_words = self._words()
        self.label.setBuddy(self.field)
        for widget in (self.label, self.field):
            widget.setToolTip(self.setting.description)
        self.field.setAccessibleName(self.setting.title)
        back = f"{self.setting.title}: back to {self._default_words}"
        self.reset.setToolTip(back)
        self.reset.setAccessibleName(back)
        self._keep_room(True)
        self.field.edited.connect(self._tell)
        self.reset.clicked.connect(self._go_back)
        self._mark()

    def add_to(self, grid: QGridLayout, line: int, *, stacked: bool) -> None:
        """Put the three parts into a line of `grid`, or into that one and the next, the field below its title."""
        for widget in (self.label, self.field, self.reset):
            grid.removeWidget(widget)
        if stacked:
            grid.addWidget(self.label, line, 0)
            grid.addWidget(self.field, line + 1, 0, 1, 3)
        else:
            grid.addWidget(self.label, line, 0)
            grid.addWidget(self.field, line, 1)
        grid.addWidget(self.reset, line, 2)
        first, second = (self.reset, self.field) if stacked else (self.field, self.reset)
        QWidget.setTabOrder(first, second)

    def value(self) -> Any:
        """The value, in the terms of a draft."""
        return self.field.setting()

    def show_value(self, value: Any) -> None:
        """Show a value; tells nobody."""
        if value != self.value():
            self.field.show_setting(value)
        self._mark()

    @property
    def differs(self) -> bool:
        """Whether the value is not the default."""
        return bool(self.value() != self._default)

    def set_visible(self, visible: bool) -> None:
        """Show or hide the whole line."""
        for widget in (self.label, self.field):
            widget.setVisible(visible)
        self._keep_room(visible)
        self.reset.setVisible(visible and self.differs)

    def _keep_room(self, kept: bool) -> None:
        """Whether the way back has its room while it is not there, so that nothing moves when it comes."""
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(kept)
        self.reset.setSizePolicy(policy)

    def _words(self) -> str:
        shown = self.field.currentText() if isinstance(self.field, ChoiceField) else self.field.text()
        return shown[:1].lower() + shown[1:] if shown[1:2].islower() else shown

    def _go_back(self) -> None:
        self.field.setFocus()
        self.show_value(self._default)
        self.edited.emit()

    def _tell(self) -> None:
        self._mark()
        self.edited.emit()

    def _mark(self) -> None:
        differs = self.differs
        self.label.setText(f"{_MARK} {self.setting.title}" if differs else self.setting.title)
        usual = f" Changed; usually {self._default_words}." if differs else ""
        self.field.setAccessibleDescription(self.setting.description + usual)
        self.reset.setVisible(differs and not self.field.isHidden())
