"""What a page shows that needs a tokenizer while there is none: what it is for, and how one comes to one."""

from __future__ import annotations

from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.messages import EmptyState
from vocabsmith.widgets.page import Page


class NoTokenizer(EmptyState):
    """Its buttons emit `build_asked` and `open_asked` of the page."""

    def __init__(self, page: Page, purpose: str) -> None:
        super().__init__(page.icon_name, "No tokenizer yet", purpose)
        self.build_button = Button("Build a tokenizer", kind="primary")
        self.open_button = Button("Open a tokenizer…")
        for button, asked in ((self.build_button, page.build_asked), (self.open_button, page.open_asked)):
            self.add_button(button)
            button.clicked.connect(asked.emit)
