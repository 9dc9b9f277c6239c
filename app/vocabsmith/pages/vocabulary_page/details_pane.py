"""The right of the page: all that is known of one token."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QListView, QStackedWidget, QVBoxLayout, QWidget

from vocabsmith.operations.describe_token import TokenStory
from vocabsmith.operations.vocabulary_marks import Vocabulary
from vocabsmith.pages.vocabulary_page.built_on_section import BuiltOnSection
from vocabsmith.pages.vocabulary_page.history import TokenHistory
from vocabsmith.pages.vocabulary_page.merge_story import tree_of, why_no_tree
from vocabsmith.pages.vocabulary_page.occurrence_list import OccurrenceList
from vocabsmith.pages.vocabulary_page.occurrences_section import OccurrencesSection
from vocabsmith.pages.vocabulary_page.token_chips import TokenChips
from vocabsmith.pages.vocabulary_page.token_facts import TokenFacts, facts_of
from vocabsmith.widgets.buttons import IconButton
from vocabsmith.widgets.merges_section import MergesSection
from vocabsmith.widgets.messages import EmptyState
from vocabsmith.widgets.panes import Pane, ScrollBody, horizontal_line

_HINT = "Choose a row of the table: its bytes, how it was made, what is made of it and where it is used are shown here."


class DetailsPane(Pane):
    """The chosen token, or what to do to see one.

    Signals:
        back_asked(), forward_asked(): the token that was looked at before, or after.
        copy_asked(): what is shown is to be copied.
    """

    back_asked = Signal()
    forward_asked = Signal()
    copy_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Token", parent=parent)
        self.back = IconButton("chevron-left", "The token before (Alt+Left)")
        self.forward = IconButton("chevron-right", "The next token again (Alt+Right)")
        self.copy = IconButton("copy", "Copy what is known of the token")
        self.facts = TokenFacts()
        self.merges = MergesSection()
        self.built_on = BuiltOnSection()
        self.occurrences = OccurrencesSection()
        self._story: TokenStory | None = None
        self._room = ScrollBody()
        self._stack = QStackedWidget()
        self._compose()
        self._connect()
        self.show_history(TokenHistory())

    def _compose(self) -> None:
        for button in (self.back, self.forward, self.copy):
            self.head.add(button)
        column: QVBoxLayout = self._room.column
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        parts = (self.facts, self.merges, self.built_on, self.occurrences)
        for number, part in enumerate(parts):
            if number:
                column.addWidget(horizontal_line())
            column.addWidget(part)
        column.addStretch(1)
        self._stack.addWidget(EmptyState("search", "No token chosen", _HINT))
        self._stack.addWidget(self._room)
        self.body.addWidget(horizontal_line())
        self.body.addWidget(self._stack)

    def _connect(self) -> None:
        self.back.clicked.connect(self.back_asked.emit)
        self.forward.clicked.connect(self.forward_asked.emit)
        self.copy.clicked.connect(self.copy_asked.emit)
        for part in (self.built_on.chips, self.occurrences.list):
            part.moved.connect(lambda index, part=part: self._keep_in_sight(part, index))

    @property
    def story(self) -> TokenStory | None:
        """What is shown."""
        return self._story

    def show_story(self, story: TokenStory, vocabulary: Vocabulary) -> None:
        """Shows a token; it begins at the top unless it is the same again."""
        again = self._story is not None and self._story.id == story.id
        self._story = story
        self.facts.show_story(story, vocabulary)
        self.merges.show_tree(tree_of(story, vocabulary), why_no_tree(story))
        self.built_on.show_story(story, vocabulary)
        self.copy.setEnabled(True)
        self._stack.setCurrentIndex(1)
        if not again:
            self._room.verticalScrollBar().setValue(0)

    def show_history(self, history: TokenHistory) -> None:
        """Where one can go from here."""
        self.back.setEnabled(history.can_go_back)
        self.forward.setEnabled(history.can_go_on)

    def clear(self) -> None:
        """No token is chosen."""
        self._story = None
        self.built_on.clear()
        self.copy.setEnabled(False)
        self._stack.setCurrentIndex(0)

    def words(self) -> str:
        """The facts as text."""
        if self._story is None:
            return ""
        rows = [("Id", str(self._story.id), ""), *facts_of(self._story)]
        return "".join(
            f"{name}: {' '.join(part for part in (value, remark) if part)}\n" for name, value, remark in rows
        )

    def _keep_in_sight(self, part: TokenChips | OccurrenceList, index: QModelIndex) -> None:
        """Parts are as high as they need, so it is the pane that scrolls."""
        content = self._room.widget()
        if content is not None and part.hasFocus() and isinstance(part, QListView):
            place = part.mapTo(content, part.visualRect(index).center())
            self._room.ensureVisible(0, place.y(), 0, 40)
