"""The form of a recipe by itself, as the tests of its parts use it."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from vocabsmith.pages.build_page.recipe_draft import DEFAULTS
from vocabsmith.pages.build_page.recipe_pane import RecipePane
from vocabsmith.settings import Settings, SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith_engine import Source
from vocabsmith_resources.themes.palette import Palette

SECONDS = 20_000  # milliseconds: a hang guard, not a bound


class Edits(QObject):
    """Counts what the form tells."""

    def __init__(self, form: RecipePane) -> None:
        super().__init__(form)
        self.drafts: list[dict[str, Any]] = []
        form.edited.connect(lambda: self.drafts.append(form.draft()))


def make_form(
    qtbot: QtBot,
    tasks: TaskRunner,
    folder: Path,
    palette: Palette,
    draft: Mapping[str, Any] = DEFAULTS,
    **remembered: Any,
) -> RecipePane:
    """A form that is shown, with the settings file of `folder`."""
    settings = SettingsStore(folder / "settings.json")
    settings.values = replace(Settings(), **remembered) if remembered else settings.values
    form = RecipePane(tasks, draft, settings)
    qtbot.addWidget(form)
    form.apply_theme(palette)
    form.show()
    form.resize(352, 780)
    return form


def use_text(form: RecipePane, *paths: Path) -> None:
    """Let the corpus be these files."""
    form.set_sources([Source(path) for path in paths])
