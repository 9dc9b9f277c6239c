"""Facts under each other: what each is called, its value, and a remark to it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QWidget

from vocabsmith.widgets.labels import Label
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_resources.themes.palette import Palette

_GAP = 12


class FactRows(QWidget):
    """Rows of facts. A remark stands beside its value where there is room, and else below it.

    Attributes:
        values, remarks: the labels of each row, by its name.
    """

    def __init__(self, rows: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.values = {row: Label("", "mono", wrap=True) for row in rows}
        self.remarks = {row: Label("", "secondary", wrap=True) for row in rows}
        self._names = {row: Label(row, "secondary") for row in rows}
        self._cells = {row: QBoxLayout(QBoxLayout.Direction.LeftToRight) for row in rows}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(_GAP)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        for place, row in enumerate(rows):
            # Values begin at the left whatever they are written in.
            side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute
            self.values[row].setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(self._names[row], place, 0, Qt.AlignmentFlag.AlignTop)
            cell = self._cells[row]
            cell.addWidget(self.values[row])
            cell.addWidget(self.remarks[row], 1)
            grid.addLayout(cell, place, 1)

    def set_fact(self, row: str, value: str, remark: str = "") -> None:
        """Changes a fact."""
        for label, text in ((self.values[row], value), (self.remarks[row], remark)):
            label.setText(text)
            label.setVisible(bool(text))
        self._arrange(row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Puts the remarks where there is room."""
        super().resizeEvent(event)
        self._arrange_all()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        spread_theme(self, palette)
        self._arrange_all()

    def _arrange_all(self) -> None:
        for row in self._cells:
            self._arrange(row)

    def _arrange(self, row: str) -> None:
        value, remark, cell = self.values[row], self.remarks[row], self._cells[row]
        room = self.width() - _GAP - max(name.sizeHint().width() for name in self._names.values())
        widths = [label.fontMetrics().horizontalAdvance(label.text()) for label in (value, remark)]
        beside = sum(widths) + 16 < room
        cell.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        cell.setSpacing(8 if beside else 1)
        value.setWordWrap(not beside)
        remark.setWordWrap(not beside)
