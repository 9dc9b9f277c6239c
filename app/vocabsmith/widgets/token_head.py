"""The head of what is known of a token: the token in large type, and its id."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vocabsmith.widgets.chips import Chip, Mark
from vocabsmith.widgets.labels import Label
from vocabsmith.widgets.large_chip import LargeChip
from vocabsmith.widgets.theme import spread_theme
from vocabsmith.wording import grouped
from vocabsmith_resources.themes.palette import Palette


class TokenHead(QWidget):
    """A large chip at the left, the id at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chip = LargeChip()
        self.id = Label("", "figure")
        caption = Label("id", "caption")
        for label in (self.id, caption):
            label.setAlignment(Qt.AlignmentFlag.AlignRight)
        numbers = QVBoxLayout()
        numbers.setSpacing(0)
        numbers.addWidget(self.id)
        numbers.addWidget(caption)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.chip, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addLayout(numbers)

    def show_token(self, chip: Chip, token_id: int) -> None:
        """Shows another token; `chip` is how it looks elsewhere, here it is outlined unless it is marked."""
        self.chip.set_chip(Chip(chip.text, chip.ground, Mark.CHOSEN if chip.mark is Mark.NONE else chip.mark))
        self.id.setText(grouped(token_id))

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        spread_theme(self, palette)
