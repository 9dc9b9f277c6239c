"""The tokens that later merges make of the chosen one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vocabsmith.operations.describe_token import TokenStory
from vocabsmith.operations.vocabulary_marks import Vocabulary
from vocabsmith.pages.vocabulary_page.token_chips import TokenChips
from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.labels import Label, SectionHead
from vocabsmith.widgets.theme import spread_theme
from vocabsmith.wording import grouped
from vocabsmith_resources.themes.palette import Palette

FIRST = 40
_MORE = 400  # at once, when more are asked for


class BuiltOnSection(QWidget):
    """Chips of the first ones, and a button for more."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chips = TokenChips("Used by later merges")
        self.more = Button("", kind="quiet")
        self.remark = Label("", "secondary", wrap=True)
        self._number = Label("", "secondary")
        self._story: TokenStory | None = None
        self._vocabulary: Vocabulary | None = None
        self._shown = 0
        head = SectionHead("Used by later merges")
        head.add(self._number)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 12)
        column.setSpacing(6)
        column.addWidget(head)
        column.addWidget(self.remark)
        column.addWidget(self.chips)
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        self.more.clicked.connect(self._show_more)

    def show_story(self, story: TokenStory, vocabulary: Vocabulary) -> None:
        """Shows another token."""
        self._story, self._vocabulary = story, vocabulary
        there = len(story.built_on)
        self._number.setText(grouped(there) if there else "")
        self.remark.setText("" if there else "No later merge uses it.")
        self.remark.setVisible(not there)
        self.chips.setVisible(bool(there))
        self._show(FIRST)

    def clear(self) -> None:
        """No token is chosen, and nothing is kept of the vocabulary."""
        self._story = self._vocabulary = None
        self.chips.clear()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        spread_theme(self, palette)

    def _show(self, most: int) -> None:
        if self._story is None or self._vocabulary is None:
            return
        ids = self._story.built_on
        self._shown = min(most, len(ids))
        self.chips.show_tokens(self._vocabulary, ids[: self._shown])
        left = len(ids) - self._shown
        self.more.setText(f"and {grouped(left)} more")
        self.more.setVisible(left > 0)

    def _show_more(self) -> None:
        self._show(self._shown + _MORE)
        if not self.more.isVisible():
            self.chips.setFocus()
