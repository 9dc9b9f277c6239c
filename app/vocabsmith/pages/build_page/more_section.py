"""More: the settings that most runs leave as they are, folded away under one line that sums them up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from vocabsmith import wording
from vocabsmith.pages.build_page.form_fields import ChoiceField, CountField, MegabyteField, SettingField, ShareField
from vocabsmith.pages.build_page.recipe_draft import DEFAULTS, note_on_normalization
from vocabsmith.pages.build_page.recipe_settings import GROUPS, SETTINGS, sum_up
from vocabsmith.pages.build_page.setting_row import SettingRow
from vocabsmith.widgets.fonts import sans, scaled
from vocabsmith.widgets.icon import icon
from vocabsmith.widgets.labels import ElidedLabel, IconLabel, Label
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_engine import machine
from vocabsmith_engine.processors import processors
from vocabsmith_resources.themes.palette import LIGHT, Palette

_GAP = 8
_FIELD_LEAST, _FIELD_USUAL = 96, 128  # pixels across: what a field can be cut down to, and what shows all it says
_RESET = 24


class MoreSection(QWidget):
    """All settings besides size, pieces and special tokens, in groups.

    Signals:
        changed: one of them is another.
        turned(bool): the user has opened or closed the section.

    Attributes:
        toggle: opens and closes it.
        rows: each setting's row by its name in a draft.
    """

    changed = Signal()
    turned = Signal(bool)

    def __init__(self, is_open: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = LIGHT
        self._open = is_open
        self.toggle = QToolButton()
        self.toggle.setText("More")
        self.toggle.setProperty("kind", "flat")
        self.toggle.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.toggle.setCheckable(True)
        self.toggle.setChecked(is_open)
        self._summary = ElidedLabel("", "secondary", Qt.TextElideMode.ElideRight).let_vanish()
        self.rows = {key: SettingRow(setting, _field_of(key), DEFAULTS[key], self) for key, setting in SETTINGS.items()}
        self._heads = [Label(group.title, "group") for group in GROUPS]
        self._note = IconLabel("info")
        self._stacked = False
        self._form = QWidget()
        self._compose()
        self._connect()
        self._fold()

    def _compose(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.toggle)
        head.addWidget(self._summary, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self._form)
        self._grid = QGridLayout(self._form)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(_GAP)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(1, 1)
        for group in self._heads:
            group.setIndent(0)
        self._arrange()

    def _arrange(self) -> None:
        """Titles beside their fields, or above them where there is no room for both."""
        line = 0
        for group, head in zip(GROUPS, self._heads, strict=True):
            self._grid.removeWidget(head)
            self._grid.addWidget(head, line, 0, 1, 3)
            line += 1
            for setting in group.settings:
                self.rows[setting.key].add_to(self._grid, line, stacked=self._stacked)
                line += 2
                if setting.key == "normalization":
                    self._grid.removeWidget(self._note)
                    self._grid.addWidget(self._note, line, 0, 1, 3)
                    line += 1

    def _connect(self) -> None:
        self.toggle.clicked.connect(self._turn)
        for row in self.rows.values():
            row.edited.connect(self._tell)

    def values(self) -> dict[str, Any]:
        """The settings, in the terms of a draft."""
        return {key: row.value() for key, row in self.rows.items()}

    def set_values(self, values: Mapping[str, Any]) -> None:
        """Show settings in the terms of a draft; tells nobody."""
        for key, row in self.rows.items():
            row.show_value(values[key])
        self._show_what_follows()

    def summary(self) -> str:
        """What differs from the usual, as the folded line says it."""
        return self._summary.whole_text()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self.toggle.setFont(sans(bold=True))
        self._draw_toggle()
        spread_theme(self, palette)
        for row in self.rows.values():
            row.field.setMinimumWidth(scaled(_FIELD_LEAST))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may have room for titles beside their fields, or none."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        titles = max(row.label.sizeHint().width() for row in self.rows.values())
        stacked = self.width() < titles + scaled(_FIELD_USUAL) + scaled(_RESET) + 2 * _GAP
        if stacked != self._stacked:
            self._stacked = stacked
            self._arrange()

    def _turn(self) -> None:
        self._open = not self._open
        self._fold()
        self.turned.emit(self._open)

    def _fold(self) -> None:
        self.toggle.setChecked(self._open)
        self._form.setVisible(self._open)
        self._draw_toggle()
        self._show_what_follows()

    def _draw_toggle(self) -> None:
        self.toggle.setIcon(icon("chevron-down" if self._open else "chevron-right", self._palette))

    def _tell(self) -> None:
        self._show_what_follows()
        self.changed.emit()

    def _show_what_follows(self) -> None:
        """What the settings mean for each other, and the line that sums them up."""
        values = self.values()
        self.rows["character_coverage"].set_visible(values["base"] == "characters")
        note = note_on_normalization(values["normalization"])
        self._note.set_content("info", note)
        self._note.setVisible(bool(note))
        summary = sum_up(values, DEFAULTS)
        self._summary.set_text("" if self._open else summary)
        self.toggle.setAccessibleDescription(f"Settings that most runs leave as they are. Now: {summary}.")


def _field_of(key: str) -> SettingField:
    setting = SETTINGS[key]
    return ChoiceField(setting.choices) if setting.choices else _NUMBER_FIELDS[key]()


def _memory_field() -> MegabyteField:
    installed = machine.memory()
    return MegabyteField(f"Half ({wording.size(installed / 2)})" if installed else "As needed")


_NUMBER_FIELDS: dict[str, Callable[[], SettingField]] = {
    "min_frequency": CountField,
    "max_token_length": lambda: CountField(none="No limit", suffix=" bytes"),
    "character_coverage": lambda: ShareField((0.0001, 100), 0.01),
    "held_out": lambda: ShareField((0, 99.9999), 1, none="None"),
    "threads": lambda: CountField(none=f"All ({processors()})"),
    "memory": _memory_field,
}
