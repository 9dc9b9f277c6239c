"""Fields for numbers."""

from __future__ import annotations

from PySide6.QtWidgets import QSpinBox, QWidget


class SpinBox(QSpinBox):
    """A whole number, grouped while it is shown: 32,000."""

    def __init__(self, least: int, most: int, value: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setRange(least, most)
        self.setValue(value)
        self.setGroupSeparatorShown(True)
        self.setAccelerated(True)
        self.lineEdit().setTextMargins(6, 0, 0, 0)  # the stylesheet's padding does not reach the field inside
