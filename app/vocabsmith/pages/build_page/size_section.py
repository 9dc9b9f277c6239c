"""Vocabulary size: a number, and the usual ones beside it."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from vocabsmith.pages.build_page.form_fields import NumberField
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.labels import IconLabel, SectionHead
from vocabsmith.widgets.segmented import SegmentedControl
from vocabsmith.widgets.theme import set_property, spread_theme
from vocabsmith_resources.themes.palette import Palette

_PRESETS = (8_000, 16_000, 32_000, 64_000, 128_000)
_MOST = 2**28


class SizeSection(QWidget):
    """The size of the finished vocabulary, bytes and special tokens included.

    Signals:
        changed: the number is another one.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.number = NumberField(1, _MOST, 32_000)
        self.number.setSingleStep(1_000)
        self.number.setAccessibleName("Vocabulary size")
        self.number.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.presets = SegmentedControl([(str(size), f"{size // 1000}k") for size in _PRESETS])
        self._problem = IconLabel("error", "", "error")
        self._problem.hide()
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.number, 1)
        row.addWidget(self.presets)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(SectionHead("Vocabulary size"))
        column.addLayout(row)
        column.addWidget(self._problem)
        self.number.valueChanged.connect(self._tell)
        self.presets.chosen.connect(lambda key: self.number.setValue(int(key)))

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self.number.setMinimumWidth(scaled(96))  # the widest number it could hold has no room in the pane
        spread_theme(self, palette)

    def value(self) -> int:
        """The size asked for."""
        return self.number.value()

    def set_value(self, size: int) -> None:
        """Show another size; tells nobody."""
        if size != self.number.value():
            with QSignalBlocker(self.number):
                self.number.setValue(size)
        self.presets.choose(str(size))

    def show_problem(self, text: str) -> None:
        """Say below the number what is wrong with it; "" for nothing."""
        set_property(self.number, "wrong", "true" if text else "false")
        self._problem.set_content("error", text, "error")
        self._problem.setVisible(bool(text))

    def _tell(self, size: int) -> None:
        self.presets.choose(str(size))
        self.changed.emit()
