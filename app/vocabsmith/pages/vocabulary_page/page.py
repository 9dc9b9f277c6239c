"""The Vocabulary page: the table of all tokens, what is known of one of them, and charts of them all."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.messages import EmptyState
from vocabsmith.widgets.page import Page
from vocabsmith_engine.runs import RunStore

_PURPOSE = "Here you see every token of a tokenizer: its bytes, the merge that made it, and how often a corpus uses it."


class VocabularyPage(Page):
    """Every token in a table, and where it is used.

    Signals:
        build_asked(): the user, who has no tokenizer yet, wants to learn one.
        open_asked(): the user, who has no tokenizer yet, wants to open one.
        edit_asked(list of int): the user wants to change the tokenizer; the ids are those of the chosen tokens.
    """

    key = "vocabulary"
    title = "Vocabulary"
    subtitle = "Every token, and where it is used"
    icon_name = "table"
    build_asked = Signal()
    open_asked = Signal()
    edit_asked = Signal(list)

    def __init__(
        self,
        session: Session,
        tasks: TaskRunner,
        settings: SettingsStore,
        store: RunStore | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._tasks, self._settings, self._store = session, tasks, settings, store
        self.empty = EmptyState("table", "No tokenizer yet", _PURPOSE)
        self.build_button = Button("Build a tokenizer", kind="primary")
        self.open_button = Button("Open a tokenizer…")
        self.empty.add_button(self.build_button)
        self.empty.add_button(self.open_button)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)
        self.build_button.clicked.connect(self.build_asked.emit)
        self.open_button.clicked.connect(self.open_asked.emit)
