"""Saving the comparison: the user chooses a file, and it is written whole or not at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from vocabsmith.operations.save_comparison import NamedComparison, as_markdown, csv_of, write_file
from vocabsmith.pages.compare_page.metrics_pane import SAVED_AS, MetricsPane
from vocabsmith.pages.compare_page.picture import Sheet, painted, png_of
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith_resources.themes.palette import Palette

Content = Callable[[], tuple[NamedComparison, Sheet, Palette] | None]


class ComparisonSaving(QObject):
    """Asks for a file, and writes what `content` gives then; what goes wrong is told above the table."""

    def __init__(
        self, pane: MetricsPane, session: Session, tasks: TaskRunner, settings: SettingsStore, content: Content
    ) -> None:
        super().__init__(pane)
        self._pane, self._session, self._tasks, self._settings = pane, session, tasks, settings
        self._content = content
        pane.save_asked.connect(self.ask)

    def ask(self, ending: str) -> None:
        """Lets the user choose where."""
        folder = self._settings.values.chart_folder or str(Path.home())
        usual = str(Path(folder) / f"comparison{ending}")
        kind = f"{SAVED_AS[ending]} (*{ending})"
        chosen, _ = QFileDialog.getSaveFileName(self._pane, "Save the comparison", usual, kind)
        if chosen:
            path = Path(chosen)
            self.save(path if path.suffix.lower() == ending else path.with_name(path.name + ending))

    def save(self, path: Path) -> None:
        """Writes the comparison as it is now, by the ending of `path`."""
        content = self._content()
        if content is None:
            return
        self._pane.message.clear()
        self._settings.update(chart_folder=str(path.parent))
        named, sheet, palette = content
        ending = path.suffix.lower()
        # A picture is painted here, where widgets may be touched; the rest is worked out beside the window.
        picture = painted(sheet, palette) if ending == ".png" else None

        def write() -> None:
            if picture is not None:
                write_file(path, png_of(picture))
            else:
                write_file(path, csv_of(named) if ending == ".csv" else as_markdown(named))

        self._tasks.start(
            lambda _monitor: write(),
            on_done=lambda _nothing: self._session.report("good", f"{path.name} was saved"),
            on_failed=lambda error: self._pane.message.show_message(
                "error", str(error), "Save elsewhere…", lambda: self.ask(ending)
            ),
        )
