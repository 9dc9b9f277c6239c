"""More: the settings that most runs leave as they are, folded away under one line that sums them up."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from vocabsmith import wording
from vocabsmith.pages.build_page.form_fields import ChoiceField, NumberField
from vocabsmith.widgets.fonts import sans
from vocabsmith.widgets.icon import icon
from vocabsmith.widgets.labels import ElidedLabel, Label
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_resources.themes.palette import LIGHT, Palette

_MOST = 2**31 - 1
_CHOICES: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "tie_break": ("Ties", (("hf", "Smaller ids first"), ("bytes", "Greater bytes first (CS336)"))),
    "byte_order": ("Byte ids", (("gpt2", "In GPT-2's order"), ("value", "By value"))),
    "specials": (
        "Special tokens",
        (("end", "After the merges"), ("after-bytes", "Between bytes and merges"), ("start", "Before the bytes")),
    ),
    "invalid_bytes": (
        "Bad bytes",
        (("replace", "Replace by U+FFFD"), ("skip", "Leave out"), ("keep", "Keep as they are")),
    ),
    "document_unit": ("Document", (("file", "Each file"), ("line", "Each line"))),
}


class MoreSection(QWidget):
    """Minimum frequency, longest token, ties, byte ids, place of the special tokens, bad bytes, documents, threads.

    Signals:
        changed: one of them is another.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = LIGHT
        self.toggle = QToolButton()
        self.toggle.setText("More")
        self.toggle.setProperty("kind", "flat")
        self.toggle.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._summary = ElidedLabel("", "secondary", Qt.TextElideMode.ElideRight)
        self.min_frequency = _number(1, "")
        self.max_token_length = _number(0, "No limit", " bytes")
        self.threads = _number(0, f"All ({_cores()})")
        self.threads.setMaximum(_cores())
        self._combos = {name: ChoiceField(options) for name, (_, options) in _CHOICES.items()}
        self._form = QWidget()
        self._compose()
        self._connect()
        self._open = False
        self._fold()

    def _compose(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.toggle)
        head.addWidget(self._summary, 1)
        rows: list[tuple[str, QWidget]] = [
            ("Minimum frequency", self.min_frequency),
            ("Longest token", self.max_token_length),
            *((title, self._combos[name]) for name, (title, _) in _CHOICES.items()),
            ("Threads", self.threads),
        ]
        grid = QGridLayout(self._form)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        for line, (title, widget) in enumerate(rows):
            widget.setAccessibleName(title)
            grid.addWidget(Label(title), line, 0)
            grid.addWidget(widget, line, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self._form)

    def _connect(self) -> None:
        self.toggle.clicked.connect(self._turn)
        for number in (self.min_frequency, self.max_token_length, self.threads):
            number.valueChanged.connect(self._tell)
        for combo in self._combos.values():
            combo.currentIndexChanged.connect(self._tell)

    def values(self) -> dict[str, Any]:
        """The settings, in the terms of a Recipe."""
        chosen = {name: combo.key() for name, combo in self._combos.items()}
        longest = self.max_token_length.value()
        return {"min_frequency": self.min_frequency.value(), "max_token_length": longest or None, **chosen}

    def thread_count(self) -> int | None:
        """Threads that a run may use; None for all."""
        return self.threads.value() or None

    def set_values(self, values: Mapping[str, Any]) -> None:
        """Show settings in the terms of a Recipe."""
        self.min_frequency.setValue(values["min_frequency"])
        self.max_token_length.setValue(values["max_token_length"] or 0)
        for name, combo in self._combos.items():
            combo.choose(values[name])
        self._summarise()

    def choice(self, name: str) -> ChoiceField:
        """The combo box of a setting."""
        return self._combos[name]

    def _turn(self) -> None:
        self._open = not self._open
        self._fold()

    def _fold(self) -> None:
        self._form.setVisible(self._open)
        self._summarise()
        self._draw_toggle()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self.toggle.setFont(sans(bold=True))
        self._draw_toggle()
        spread_theme(self, palette)

    def _draw_toggle(self) -> None:
        name = "chevron-down" if self._open else "chevron-right"
        self.toggle.setIcon(icon(name, self._palette))

    def _tell(self) -> None:
        self._summarise()
        self.changed.emit()

    def _summarise(self) -> None:
        threads = self.threads.value() or _cores()
        parts = [f"minimum frequency {self.min_frequency.value():,}", wording.count(threads, "thread")]
        if length := self.max_token_length.value():
            parts.insert(1, f"tokens up to {wording.count(length, 'byte')}")
        self._summary.set_text("" if self._open else ", ".join(parts))


def _number(least: int, least_text: str, suffix: str = "") -> NumberField:
    number = NumberField(least, _MOST, least)
    number.setSpecialValueText(least_text)
    number.setSuffix(suffix)
    return number


def _cores() -> int:
    return os.cpu_count() or 1
