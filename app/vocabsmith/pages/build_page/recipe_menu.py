"""The menu of recipes to start from: those with a name, that of the run which is shown, and those in files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from vocabsmith.operations.recipe_files import load_recipe, save_recipe
from vocabsmith.pages.build_page.starting_recipes import STARTING_RECIPES
from vocabsmith.tasks import TaskRunner
from vocabsmith_engine import Recipe, Stopped

_FILTER = "Recipes (*.json);;All files (*)"


class RecipeMenu(QObject):
    """Fills a menu; what is chosen in it is told.

    Signals:
        chosen(object): settings in the terms of `Recipe.to_dict`.
        saved(str): name of a file.
        failed(str): a sentence with what to do.
    """

    chosen = Signal(object)
    saved = Signal(str)
    failed = Signal(str)

    def __init__(
        self,
        menu: QMenu,
        tasks: TaskRunner,
        *,
        recipe: Callable[[], Recipe],
        problem: Callable[[], str],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._tasks, self._recipe, self._problem, self._window = tasks, recipe, problem, window
        self._shown: Callable[[], tuple[str, Recipe] | None] = lambda: None
        menu.setToolTipsVisible(True)
        for entry in STARTING_RECIPES:
            action = menu.addAction(entry.name)
            action.setToolTip(entry.about)
            action.triggered.connect(lambda _checked=False, settings=entry.settings: self.chosen.emit(settings))
        menu.addSeparator()
        self._run_action = menu.addAction("")
        self._run_action.triggered.connect(self._choose_of_run)
        menu.addSeparator()
        menu.addAction("Load from a file…").triggered.connect(self.load)
        self._save_action = menu.addAction("Save to a file…")
        self._save_action.triggered.connect(self.save)
        menu.aboutToShow.connect(self._look_around)
        self._look_around()

    def offer_run(self, shown: Callable[[], tuple[str, Recipe] | None]) -> None:
        """`shown` tells name and recipe of the run that is shown, None if none is; asked whenever the menu opens."""
        self._shown = shown

    def load(self) -> None:
        """Ask for a file and take its recipe."""
        name, _ = QFileDialog.getOpenFileName(self._window, "Load a recipe", "", _FILTER)
        if name:
            self._tasks.start(
                lambda monitor: load_recipe(path=Path(name), monitor=monitor),
                on_done=lambda recipe: self.chosen.emit(recipe.to_dict()),
                on_failed=self._fail,
            )

    def save(self) -> None:
        """Ask for a file and write the recipe of the form to it."""
        if self._problem():
            return
        recipe = self._recipe()
        name, _ = QFileDialog.getSaveFileName(self._window, "Save the recipe", "recipe.json", _FILTER)
        if name:
            path = Path(name) if Path(name).suffix else Path(f"{name}.json")
            self._tasks.start(
                lambda monitor: save_recipe(path=path, recipe=recipe, monitor=monitor),
                on_done=lambda _nothing: self.saved.emit(path.name),
                on_failed=self._fail,
            )

    def _choose_of_run(self) -> None:
        if shown := self._shown():
            self.chosen.emit(shown[1].to_dict())

    def _look_around(self) -> None:
        """Only a run that is shown can be taken from, and only a form that is a recipe can be saved."""
        shown = self._shown()
        self._run_action.setText(f"Of the run “{shown[0]}”" if shown else "Of the run that is shown")
        self._run_action.setToolTip("" if shown else "No run is shown")
        self._run_action.setEnabled(shown is not None)
        problem = self._problem()
        self._save_action.setEnabled(not problem)
        self._save_action.setToolTip(problem)

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, Stopped):
            self.failed.emit(str(error))
