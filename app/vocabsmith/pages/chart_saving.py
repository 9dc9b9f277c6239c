"""Saving a chart as a picture or as its numbers, from the button in its head."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from vocabsmith.plots import prepare_export
from vocabsmith.plots.chart import Chart
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.buttons import IconButton
from vocabsmith.widgets.chart_cell import ChartCell
from vocabsmith_engine import FormatError

_KINDS = {".png": "Picture (PNG)", ".svg": "Drawing (SVG)", ".csv": "Numbers (CSV)"}


class ChartSaving(QObject):
    """A button for each chart. The folder is remembered; what goes wrong is told above the chart.

    Attributes:
        buttons: in the order of the charts.
    """

    def __init__(
        self,
        cells: Sequence[tuple[ChartCell, Chart]],
        page: QWidget,
        session: Session,
        tasks: TaskRunner,
        settings: SettingsStore,
    ) -> None:
        super().__init__(page)
        self._page, self._session, self._tasks, self._settings = page, session, tasks, settings
        self.buttons: list[IconButton] = []
        for cell, chart in cells:
            button = IconButton("download", f"Save the chart “{chart.name}”", 24)
            button.setPopupMode(button.ToolButtonPopupMode.InstantPopup)
            button.setMenu(self._menu_for(cell, chart, button))
            cell.head.add(button)
            self.buttons.append(button)

    def _menu_for(self, cell: ChartCell, chart: Chart, button: IconButton) -> QMenu:
        menu = QMenu(button)
        for suffix, text in _KINDS.items():
            menu.addAction(f"{text}…").triggered.connect(partial(self._ask, cell, chart, suffix))
        menu.aboutToShow.connect(partial(_allow, menu, chart))
        return menu

    def _ask(self, cell: ChartCell, chart: Chart, suffix: str, _checked: bool = False) -> None:
        """Let the user choose a file, and save there."""
        folder = self._settings.values.chart_folder or str(Path.home())
        usual = str(Path(folder) / f"{chart.name.lower().replace(' ', '-')}{suffix}")
        chosen, _ = QFileDialog.getSaveFileName(self._page, "Save the chart", usual, f"{_KINDS[suffix]} (*{suffix})")
        if chosen:
            path = Path(chosen)
            self.save(cell, chart, path if path.suffix.lower() in _KINDS else path.with_name(path.name + suffix))

    def save(self, cell: ChartCell, chart: Chart, path: Path) -> None:
        """Write a chart by the ending of `path`, and say how that went."""
        cell.message.clear()
        self._settings.update(chart_folder=str(path.parent))

        def again() -> None:
            self._ask(cell, chart, path.suffix.lower())

        try:
            write = prepare_export(chart, path)
        except FormatError as error:
            cell.message.show_message("error", str(error))
            return
        self._tasks.start(
            lambda _monitor: write(),
            on_done=lambda _nothing: self._session.report("good", f"{path.name} was saved"),
            on_failed=lambda error: cell.message.show_message("error", str(error), "Save elsewhere…", again),
        )


def _allow(menu: QMenu, chart: Chart) -> None:
    """An empty chart has nothing to save."""
    for action in menu.actions():
        action.setEnabled(not chart.empty)
