"""Rows of the table to the clipboard and to a file, written beside the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from vocabsmith.item_models.vocabulary_list import tab_separated
from vocabsmith.operations.save_vocabulary import save_vocabulary
from vocabsmith.pages.vocabulary_page.token_table import TokenTable
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.wording import count
from vocabsmith_engine import Monitor, Stopped


class RowTaking(QObject):
    """What the buttons Copy and Save do."""

    def __init__(
        self, page: QWidget, table: TokenTable, session: Session, tasks: TaskRunner, settings: SettingsStore
    ) -> None:
        super().__init__(page)
        self._page, self._table = page, table
        self._session, self._tasks, self._settings = session, tasks, settings

    def copy_rows(self) -> None:
        """Puts the selected rows on the clipboard; all that are listed if none is selected."""
        vocabulary, ids = self._table.tokens.vocabulary, self._table.chosen_ids()
        if vocabulary is None:
            return
        ids = ids if len(ids) else self._table.tokens.ids

        def write(monitor: Monitor) -> str:
            return tab_separated(vocabulary, ids.tolist(), monitor)

        def put(text: str) -> None:
            QGuiApplication.clipboard().setText(text)
            self._session.report("good", f"Copied {count(len(ids), 'row')}")

        self._tasks.start(write, on_done=put, on_failed=self._report)

    def choose_file(self) -> None:
        """Lets the user choose where the listed tokens are saved, and saves them there."""
        folder = self._settings.values.chart_folder or str(Path.home())
        usual = str(Path(folder) / "vocabulary.tsv")
        kinds = "Tab-separated values (*.tsv)"
        chosen, _ = QFileDialog.getSaveFileName(self._page, "Save the listed tokens", usual, kinds)
        if chosen:
            path = Path(chosen)
            self.save_rows(path if path.suffix else path.with_name(path.name + ".tsv"))

    def save_rows(self, path: Path) -> None:
        """Saves the listed tokens in their order, with all columns."""
        vocabulary, ids = self._table.tokens.vocabulary, self._table.tokens.ids
        if vocabulary is None:
            return

        def save(monitor: Monitor) -> None:
            save_vocabulary(vocabulary=vocabulary, ids=ids, path=path, monitor=monitor)

        def tell(_nothing: None) -> None:
            self._session.report("good", f"{path.name} was saved: {count(len(ids), 'token')}")

        self._settings.update(chart_folder=str(path.parent))
        self._session.report("info", f"Saving {path.name}…")
        self._tasks.start(save, on_done=tell, on_failed=self._report)

    def _report(self, error: Exception) -> None:
        if not isinstance(error, Stopped):
            self._session.report("error", str(error))
