"""Below: the typed text as each tokenizer cuts it, with what they do not share marked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from vocabsmith.pages.compare_page.cut_layout import MOST_SHOWN
from vocabsmith.pages.compare_page.cuts_view import CutsView, NamedCut
from vocabsmith.widgets.buttons import IconButton
from vocabsmith.widgets.labels import ElidedLabel, Label
from vocabsmith.widgets.panes import SIDE, Pane, horizontal_line
from vocabsmith.wording import grouped

_NUMBERS = {2: "both", 3: "all three", 4: "all four", 5: "all five", 6: "all six"}
_EMPTY = "Type a text at the left, and see here where the tokenizers cut it differently."


class CutsPane(Pane):
    """The view and what steers it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("The typed text, cut by each", parent=parent)
        self.marks = IconButton("pilcrow", "Show white space", checkable=True)
        self.previous = IconButton("chevron-up", "Previous difference (P)")
        self.next = IconButton("chevron-down", "Next difference (N)")
        self.view = CutsView()
        self.empty = Label(_EMPTY, "secondary", wrap=True)
        self.told = ElidedLabel("", "secondary")
        self.marks.setChecked(True)
        self.empty.setContentsMargins(SIDE, 12, SIDE, 12)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.told.setContentsMargins(SIDE, 4, SIDE, 4)
        for button in (self.marks, self.previous, self.next):
            self.head.add(button)
        self.body.addWidget(horizontal_line())
        self.body.addWidget(self.empty)
        self.body.addWidget(self.view, 1)
        self.body.addWidget(self.told)
        self.marks.toggled.connect(self.view.show_marks)
        self.previous.clicked.connect(lambda: self.view.go_to_difference(-1))
        self.next.clicked.connect(lambda: self.view.go_to_difference(1))
        self.view.chosen.connect(self.told.set_text)
        self.show_cuts((), "")

    def show_cuts(self, cuts: Sequence[NamedCut], text: str) -> None:
        """The cuts of `text`, one of each tokenizer."""
        self.view.show_cuts(cuts if text else ())
        self.empty.setVisible(not text)
        self.view.setVisible(bool(text))
        several = len(cuts) > 1 and bool(text)
        for button in (self.previous, self.next):
            button.setEnabled(several)
        together = _NUMBERS.get(len(cuts), "")
        self.head.set_note(f"grey: the same in {together}; coloured and underlined: not" if several else "")
        self.told.set_text(
            f"Only the first {grouped(MOST_SHOWN)} tokens are shown; the counts are of the whole text."
            if self.view.shortened
            else ""
        )
        self.told.setVisible(bool(text))
