"""The right of the page: all that is known of one token."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from vocabsmith.operations.token_details import TokenDetails
from vocabsmith.pages.inspect_page.token_facts import TokenFacts
from vocabsmith.widgets.chips import Chip
from vocabsmith.widgets.messages import EmptyState
from vocabsmith.widgets.panes import Pane, ScrollBody, horizontal_line
from vocabsmith.wording import grouped

_HINT = "Click into the text or choose a token of the list: its bytes, its rank and how it was made are shown here."


class DetailsPane(Pane):
    """The chosen token, or what to do to see one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Token", parent=parent)
        self.facts = TokenFacts()
        self._body = ScrollBody()
        self._stack = QStackedWidget()
        self.body.addWidget(horizontal_line())
        self.body.addWidget(self._stack)
        self._body.column.addWidget(self.facts)
        self._body.column.addStretch(1)
        self._stack.addWidget(EmptyState("search", "No token chosen", _HINT))
        self._stack.addWidget(self._body)

    def show_details(self, details: TokenDetails, chip: Chip) -> None:
        """Shows a token; `chip` is how it looks in the text."""
        self.head.set_title(f"Token {grouped(details.place + 1)} of {grouped(details.of)}")
        self.facts.show_details(details, chip)
        self._stack.setCurrentIndex(1)

    def clear(self) -> None:
        """No token is chosen."""
        self.head.set_title("Token")
        self._stack.setCurrentIndex(0)
