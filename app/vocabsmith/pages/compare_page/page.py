"""The Compare page: texts, what several tokenizers make of them, and what is to be done where there is no tokenizer."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.messages import EmptyState
from vocabsmith.widgets.page import Page
from vocabsmith_engine.runs import RunStore

_PURPOSE = (
    "Here two to six tokenizers meet on the same texts: "
    "which one needs the fewest tokens, for which languages, and where they cut differently."
)


class ComparePage(Page):
    """Compare tokenizers on the same texts.

    Signals:
        build_asked(): the user, who has no tokenizer yet, wants to learn one.
        open_asked(): the user, who has no tokenizer yet, wants to open one.
    """

    key = "compare"
    title = "Compare"
    subtitle = "Two to six tokenizers on the same text"
    icon_name = "compare"
    build_asked = Signal()
    open_asked = Signal()

    def __init__(
        self,
        session: Session,
        tasks: TaskRunner,
        settings: SettingsStore,
        store: RunStore | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._tasks, self._settings, self._store = session, tasks, settings, store
        self.empty = EmptyState("compare", "No tokenizer yet", _PURPOSE)
        self.build_button = Button("Build a tokenizer", kind="primary")
        self.open_button = Button("Open a tokenizer…")
        for button, asked in ((self.build_button, self.build_asked), (self.open_button, self.open_asked)):
            self.empty.add_button(button)
            button.clicked.connect(asked.emit)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.empty)
