"""The right of the page: all that is known of one token."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from vocabsmith.operations.token_details import TokenDetails
from vocabsmith.pages.inspect_page.merge_story import tree_of, why_no_tree
from vocabsmith.pages.inspect_page.steps_section import StepsSection
from vocabsmith.pages.inspect_page.token_facts import TokenFacts
from vocabsmith.widgets.chips import Chip
from vocabsmith.widgets.merges_section import MergesSection
from vocabsmith.widgets.messages import EmptyState
from vocabsmith.widgets.panes import Pane, ScrollBody, horizontal_line
from vocabsmith.wording import grouped

_HINT = "Click into the text or choose a token of the list: its bytes, its rank and how it was made are shown here."


class DetailsPane(Pane):
    """The chosen token, or what to do to see one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Token", parent=parent)
        self.facts = TokenFacts()
        self.merges = MergesSection()
        self.steps = StepsSection()
        self._room = ScrollBody()
        self._stack = QStackedWidget()
        self._compose()
        self.steps.stepped.connect(self._follow_step)

    def _compose(self) -> None:
        column: QVBoxLayout = self._room.column
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.facts, horizontal_line(), self.merges, horizontal_line(), self.steps):
            column.addWidget(part)
        column.addStretch(1)
        self._stack.addWidget(EmptyState("search", "No token chosen", _HINT))
        self._stack.addWidget(self._room)
        self.body.addWidget(horizontal_line())
        self.body.addWidget(self._stack)

    def show_details(self, details: TokenDetails, chip: Chip) -> None:
        """Shows a token; `chip` is how it looks in the text."""
        self.head.set_title(f"Token {grouped(details.place + 1)} of {grouped(details.of)}")
        self.facts.show_details(details, chip)
        self.merges.show_tree(tree_of(details), why_no_tree(details))
        self.steps.show_details(details)
        self._stack.setCurrentIndex(1)

    def clear(self) -> None:
        """No token is chosen."""
        self.head.set_title("Token")
        self._stack.setCurrentIndex(0)

    def _follow_step(self, row: int) -> None:
        """Keeps the present state in sight while the user steps; not when another token is shown."""
        content = self._room.widget()
        if content is not None and (self.steps.slider.hasFocus() or self.steps.playing):
            place = self.steps.ladder.mapTo(content, self.steps.ladder.row_rect(row).center().toPoint())
            self._room.ensureVisible(0, place.y(), 0, 40)
