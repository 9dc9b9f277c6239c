"""The Laboratory page: two patterns on one text, and special tokens that get in each other's way."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.messages import EmptyState
from vocabsmith.widgets.page import Page
from vocabsmith_engine.runs import RunStore

_PURPOSE = "Here two patterns cut the same text side by side, and special tokens are checked against each other."


class LaboratoryPage(Page):
    """Try patterns and special tokens before a run depends on them.

    Signals:
        build_asked(): the user wants to see the recipe on the Build page.
    """

    key = "laboratory"
    title = "Laboratory"
    subtitle = "Try patterns and special tokens on a text"
    icon_name = "flask"
    build_asked = Signal()

    def __init__(
        self,
        session: Session,
        tasks: TaskRunner,
        settings: SettingsStore,
        store: RunStore | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Without a `store` no tokenizers of kept runs can be chosen."""
        super().__init__(parent)
        self._session, self._tasks, self._settings, self._store = session, tasks, settings, store
        self.empty = EmptyState("flask", "Patterns and special tokens", _PURPOSE)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.empty)
