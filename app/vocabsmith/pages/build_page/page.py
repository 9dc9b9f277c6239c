"""The Build page: three panes side by side, and what follows from one for the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vocabsmith.operations.add_to_corpus import NOT_TEXT
from vocabsmith.pages.build_page.corpus_pane import CorpusPane
from vocabsmith.pages.build_page.recipe_draft import usable_draft
from vocabsmith.pages.build_page.recipe_pane import RecipePane
from vocabsmith.pages.build_page.run_control import RunControl
from vocabsmith.pages.build_page.run_pane import RunPane
from vocabsmith.session import CorpusItem, Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.drop_zone import DropTarget
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.page import Page
from vocabsmith.widgets.pane_splitter import PaneSplitter
from vocabsmith_engine import RecipeError, Source, minimum_vocab_size

# Pixels across: in a wide window, in a narrow one, and what the text cannot do without, which grows with it.
_CORPUS, _CORPUS_NARROW, _CORPUS_LEAST = 312, 220, 176
_RECIPE = 352
_RUN_LEAST = 272
_CORPUS_SHARE, _RECIPE_SHARE = 0.233, 0.263


class BuildPage(Page):
    """Learn a vocabulary from the user's own text.

    Attributes:
        start_action: starts a run; enabled when one can start.
    """

    key = "build"
    title = "Build"
    subtitle = "Learn a vocabulary from your own text"
    icon_name = "build"

    def __init__(
        self, session: Session, tasks: TaskRunner, settings: SettingsStore, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._settings = session, settings
        self.corpus = CorpusPane(session, tasks)
        self.recipe = RecipePane(tasks, usable_draft(settings.values.last_recipe))
        self.run = RunPane()
        self.control = RunControl(session, tasks, self.run, self)
        self.start_action = QAction("&Start", self)
        self.start_action.setShortcut(QKeySequence("Ctrl+Return"))
        self._files_action = QAction("&Add files…", self)
        self._folder_action = QAction("Add a &folder…", self)
        self._sample_action = QAction("&Try the sample", self)
        panes = ((self.corpus, _CORPUS_LEAST), (self.recipe, 0), (self.run, _RUN_LEAST))
        self._splitter = PaneSplitter(panes, self._share)
        self._drops = DropTarget(self, self.add_paths)
        self._compose()
        self._connect()
        self._show_corpus()

    def _compose(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._splitter)

    def _share(self, width: int) -> list[int]:
        corpus = max(scaled(_CORPUS_LEAST), _CORPUS_NARROW, min(_CORPUS, round(width * _CORPUS_SHARE)))
        recipe = max(self.recipe.minimumSizeHint().width(), min(_RECIPE, round(width * _RECIPE_SHARE)))
        return [corpus, recipe, width - corpus - recipe - 2]

    def _connect(self) -> None:
        self.start_action.triggered.connect(self.start)
        self.recipe.start.clicked.connect(self.start)
        self._files_action.triggered.connect(self.corpus.choose_files)
        self._folder_action.triggered.connect(self.corpus.choose_folder)
        self._sample_action.triggered.connect(self.corpus.add_sample)
        self.recipe.changed.connect(self._show_recipe)
        self.control.changed.connect(self._show_start)
        self.control.changed.connect(self._share_processors)
        self.corpus.scanning_changed.connect(self._show_start)
        self._session.corpus_changed.subscribe(lambda _items: self._show_corpus())
        self._session.recipe_changed.subscribe(self.recipe.set_draft)

    def actions_of(self) -> dict[str, list[QAction]]:
        """Adding to the corpus, and Start."""
        return {"file": [self._files_action, self._folder_action, self._sample_action], "run": [self.start_action]}

    def add_paths(self, paths: Iterable[Path]) -> None:
        """List files and folders in the corpus."""
        self.corpus.add_paths(paths)

    def start(self) -> None:
        """Begin a run with the corpus and the recipe as they are, if nothing speaks against it."""
        if self._obstacle():
            return
        try:
            recipe = self.recipe.recipe()
        except RecipeError as error:
            self.run.show_failure(str(error))
            return
        draft = recipe.to_dict()
        self._session.edit_recipe(draft)
        self._settings.update(last_recipe=draft)
        items = self._items()
        self.control.start(
            name=self._session.free_name(_name_of_run([item.path for item in items], recipe.vocab_size)),
            sources=[item.source for item in items],
            recipe=recipe,
            threads=self.recipe.more.thread_count(),
        )

    # --- what follows from what

    def _items(self) -> list[CorpusItem]:
        return [item for item in self._session.corpus if item.kind != NOT_TEXT]

    def _sources(self) -> tuple[Source, ...]:
        return tuple(item.source for item in self._items())

    def _share_processors(self) -> None:
        """A run has them all; sources that were not read whole by then are read afterwards."""
        if self.control.running:
            self.corpus.reading.hold()
        else:
            self.corpus.reading.release()

    def _obstacle(self) -> str:
        """Why no run can start now, "" if one can."""
        if self.control.running:
            return "A run is in progress. Stop keeps what was learned."
        if problem := self.recipe.problem():
            return problem
        if self.corpus.scanning:
            return "Looking at the files first."
        if not self._items():
            return "None of the files can be used." if self._session.corpus else "Add text first, on the left."
        return ""

    def _show_corpus(self) -> None:
        self.recipe.set_sources(self._sources())
        self._show_recipe()

    def _show_recipe(self) -> None:
        draft = self.recipe.draft()
        base = minimum_vocab_size(draft["special_tokens"])
        if not self.control.running and draft["vocab_size"] > base:
            self.run.show_goal(draft["vocab_size"], base)
        self._session.edit_recipe(draft)
        self._show_start()

    def _show_start(self) -> None:
        obstacle = self._obstacle()
        again = not obstacle and self._same_as_last()
        self.start_action.setEnabled(not obstacle)
        self.recipe.show_start(
            enabled=not obstacle,
            again=again,
            reason=obstacle or ("Same as this run." if again else ""),
        )

    def _same_as_last(self) -> bool:
        last = self.control.last_recipe
        return last is not None and self.control.last_sources == self._sources() and self.recipe.recipe() == last


def _name_of_run(paths: Sequence[Path], vocab_size: int) -> str:
    """The first source and the size: "handbook 32k"."""
    size = f"{vocab_size // 1000}k" if vocab_size >= 1000 and vocab_size % 1000 == 0 else f"{vocab_size:,}"
    return f"{paths[0].stem or paths[0].name} {size}"
