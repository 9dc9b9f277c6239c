"""What is done with the current tokenizer in a dialog: saving it for other libraries, making another one of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from vocabsmith import paths
from vocabsmith.main_window.menus import Menus
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.look import Look


class TokenizerDialogs(QObject):
    """Opens the dialogs, and keeps their entries in the menus grey while there is no tokenizer."""

    def __init__(
        self, session: Session, tasks: TaskRunner, settings: SettingsStore, look: Look, window: QWidget
    ) -> None:
        super().__init__(window)
        self._session, self._tasks, self._settings, self._look, self._window = session, tasks, settings, look, window

    def add_export(self, menus: Menus) -> None:
        """Adds the entry of the File menu."""
        self._export_action = menus.add("file", "&Export…", self.export, "Ctrl+E")

    def add_edit(self, menus: Menus) -> None:
        """Adds the entry of the Edit menu."""
        self._edit_action = menus.add("edit", "Edit &vocabulary…", lambda: self.edit(()), "Ctrl+Shift+E")

    def show_what_is_possible(self) -> None:
        """Follows the current tokenizer."""
        for action in (self._export_action, self._edit_action):
            action.setEnabled(self._session.tokenizer is not None)

    def export(self) -> None:
        """Opens the dialog that saves the current tokenizer."""
        from vocabsmith.pages.export_dialog import ExportDialog  # noqa: PLC0415, which no start needs

        if self._session.tokenizer is not None:
            ExportDialog(self._session, self._tasks, self._settings, self._look.palette, self._window).open()

    def edit(self, ids: Sequence[int]) -> None:
        """Opens the dialog that makes another tokenizer of the current one; `ids` are to be removed, to begin with."""
        from vocabsmith.pages.edit_dialog import EditDialog  # noqa: PLC0415, as above

        if self._session.tokenizer is not None:
            home = paths.data_dir() / "tokenizers"
            colours, window = self._look.palette, self._window
            EditDialog(self._session, self._tasks, self._settings, colours, window, home=home, ids=ids).open()
