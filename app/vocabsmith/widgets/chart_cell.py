"""A place for a chart or a list: a head of 32 px and the content below it."""

from __future__ import annotations

from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.labels import SectionHead
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_resources.themes.palette import Palette

_HEAD = 32


class ChartCell(QWidget):
    """Its size is given by what surrounds it alone, so that labels never shift the lines between cells.

    Attributes:
        head: title and controls.
        message: what went wrong here, above the content; hidden while nothing did.
    """

    def __init__(self, title: str, note: str, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(title, note)
        self.head.setContentsMargins(16, 0, 16, 0)
        self.message = InlineMessage()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.message)
        column.addWidget(content, 1)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)

    def hasHeightForWidth(self) -> bool:
        """A question that appears in a cell takes its room from the cell, and moves no other."""
        return False

    def apply_theme(self, palette: Palette) -> None:
        """Keeps the head as high as its text needs."""
        self.head.setFixedHeight(scaled(_HEAD))
        spread_theme(self, palette)
