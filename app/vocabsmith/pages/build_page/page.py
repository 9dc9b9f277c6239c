"""The Build page: three panes side by side, and what follows from one for the others.

Where large text leaves no room for three, the form stands below the list.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vocabsmith.corpus_items import CorpusItem
from vocabsmith.operations.kept_runs import corpus_of_run
from vocabsmith.pages.build_page.corpus_pane import CorpusPane
from vocabsmith.pages.build_page.recipe_draft import usable_draft
from vocabsmith.pages.build_page.recipe_pane import RecipePane
from vocabsmith.pages.build_page.run_actions import RunActions
from vocabsmith.pages.build_page.run_control import RunControl
from vocabsmith.pages.build_page.run_library import RunLibrary
from vocabsmith.pages.build_page.run_names import name_of_run
from vocabsmith.pages.build_page.run_pane import RunPane
from vocabsmith.pages.build_page.run_recovery import RunRecovery
from vocabsmith.pages.build_page.run_tokenizers import RunTokenizers
from vocabsmith.pages.chart_saving import ChartSaving
from vocabsmith.project import ProjectContents
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.drop_zone import DropTarget
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.page import Page
from vocabsmith.widgets.pane_splitter import PaneSplitter
from vocabsmith_engine import Recipe, RecipeError, Source, minimum_vocab_size
from vocabsmith_engine.runs import RunInfo, RunStore

# Pixels across: in a wide window, in a narrow one, and what the text cannot do without, which grows with it.
_CORPUS, _CORPUS_NARROW, _CORPUS_LEAST = 312, 220, 192
_RECIPE = 352
_RUN_LEAST = 272
_CORPUS_SHARE, _RECIPE_SHARE = 0.233, 0.263
_CORPUS_STACKED = 0.36  # of the height, where the form stands below the list
_AFTER_READING = frozenset({"merging", "measuring", "checking", "saving", "finished"})


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
        self,
        session: Session,
        tasks: TaskRunner,
        settings: SettingsStore,
        store: RunStore | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Without a `store` no run is kept."""
        super().__init__(parent)
        self._session, self._tasks, self._settings = session, tasks, settings
        self.corpus = CorpusPane(session, tasks)
        self.recipe = RecipePane(tasks, usable_draft(settings.values.last_recipe), settings)
        self.run = RunPane()
        self.control = RunControl(session, tasks, self.run, store, self)
        self.library = RunLibrary(session, tasks, store, self.run, self)
        self.recovery = RunRecovery(self.library, self.control, self.run)
        self.run_tokenizers = RunTokenizers(self.library, self.run.charts.sizes, session, tasks, store)
        self.run_actions = RunActions(self.library, self.run_tokenizers, self.run.runs)
        self.chart_saving = ChartSaving(self.run.chart_cells, self, session, tasks, settings)
        self.start_action = QAction("&Start", self)
        self.start_action.setShortcut(QKeySequence("Ctrl+Return"))
        self._files_action = QAction("&Add files…", self)
        self._folder_action = QAction("Add a &folder…", self)
        self._sample_action = QAction("&Try the sample", self)
        self._later_action = QAction("Stop, and go on &later", self)
        self._discard_action = QAction("&Discard the run…", self)
        self._runs_action = QAction("List of &runs", self)
        self._runs_action.setShortcut(QKeySequence("Ctrl+R"))
        for action in (self._later_action, self._discard_action):
            action.setEnabled(False)
        self._left = PaneSplitter(((self.corpus, _CORPUS_LEAST), (self.recipe, 0)), self._share_left)
        self._splitter = PaneSplitter(((self._left, 0), (self.run, _RUN_LEAST)), self._share)
        self._drops = DropTarget(self, self.add_paths, self.corpus.show_offer)
        self._compose()
        self._connect()
        self._show_corpus()
        self.library.refresh()

    def _compose(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._splitter)

    def minimumSizeHint(self) -> QSize:
        """What the panes need where they stand as narrow as they can."""
        return QSize(self._recipe_least() + scaled(_RUN_LEAST) + 1, super().minimumSizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Room may have come or gone, or a pane may need another."""
        handled = super().event(event)
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest}:
            self._left.stack(self.width() < scaled(_CORPUS_LEAST) + self._recipe_least() + scaled(_RUN_LEAST) + 2)
        return handled

    def _recipe_least(self) -> int:
        return max(scaled(_CORPUS_LEAST), self.recipe.minimumSizeHint().width())

    def _share(self, width: int) -> list[int]:
        recipe = max(self._recipe_least(), min(_RECIPE, round(width * _RECIPE_SHARE)))
        left = recipe if self._left.stacked else self._corpus_width() + 1 + recipe
        return [left, width - left - 1]

    def _share_left(self, length: int) -> list[int]:
        corpus = round(length * _CORPUS_STACKED) if self._left.stacked else self._corpus_width()
        return [corpus, length - corpus - 1]

    def _corpus_width(self) -> int:
        return max(scaled(_CORPUS_LEAST), _CORPUS_NARROW, min(_CORPUS, round(self.width() * _CORPUS_SHARE)))

    def _connect(self) -> None:
        self.start_action.triggered.connect(self.start)
        self.recipe.start.clicked.connect(self.start)
        self._files_action.triggered.connect(self.corpus.choose_files)
        self._folder_action.triggered.connect(self.corpus.choose_folder)
        self._sample_action.triggered.connect(self.corpus.add_sample)
        self._session.edit_recipe(self.recipe.draft())
        self.recipe.recipes.offer_run(self._shown_recipe)
        self.recipe.edited.connect(lambda: self._session.edit_recipe(self.recipe.draft()))
        self.recipe.changed.connect(self._show_recipe)
        self._later_action.triggered.connect(self.suspend_run)
        self._discard_action.triggered.connect(self.control.ask_to_discard)
        self._runs_action.triggered.connect(self.show_runs)
        self.control.changed.connect(self._show_start)
        self.control.changed.connect(self._share_processors)
        self.control.changed.connect(self._follow_run)
        self.control.ended.connect(self.library.take)
        self.library.go_on_asked.connect(self.go_on)
        self.library.recipe_asked.connect(self.use_recipe_of)
        self.corpus.scanning_changed.connect(self._show_corpus)
        self._session.corpus_changed.subscribe(lambda _items: self._show_corpus())
        self._session.recipe_changed.subscribe(self.recipe.set_draft)

    def actions_of(self) -> dict[str, list[QAction]]:
        """Adding to the corpus, Start, and what else there is to do with runs."""
        runs = [self.start_action, self._later_action, self._discard_action, self._runs_action]
        return {"file": [self._files_action, self._folder_action, self._sample_action], "run": runs}

    def add_paths(self, paths: Iterable[Path]) -> None:
        """List files and folders in the corpus."""
        self.corpus.add_paths(paths)

    def take_files(self, files: Sequence[Path]) -> bool:
        """List text that came from outside in the corpus."""
        self.add_paths(files)
        return True

    def start(self) -> None:
        """Begin a run with the corpus and the recipe as they are, if nothing speaks against it."""
        if self._obstacle():
            return
        try:
            recipe = self.recipe.recipe()
        except RecipeError as error:
            self.run.show_failure(str(error))
            return
        draft = self.recipe.draft()
        self._session.edit_recipe(draft)
        self._settings.update(last_recipe=draft)
        items = self._items()
        self.control.start(
            name=self._session.free_name(name_of_run([item.path for item in items], recipe.vocab_size)),
            sources=[item.source for item in items],
            recipe=recipe,
            threads=self.recipe.threads(),
            memory_limit=self.recipe.memory(),
            estimate=self.recipe.estimate.estimate,
            project=self._session.project.name,
        )

    @property
    def can_keep_run(self) -> bool:
        """Whether the run in progress has learned something that stopping would keep."""
        task = self.control.task
        return task is not None and bool(self.control.run_id) and task.monitor.progress().stage in _AFTER_READING

    @property
    def can_suspend_run(self) -> bool:
        """Whether there is a run in progress that can be gone on with later."""
        return self.control.can_suspend

    def suspend_run(self) -> None:
        """End the run in progress where it is, to go on later."""
        self.control.suspend()

    def go_on(self, info: RunInfo) -> None:
        """Go on with a run that was cut off."""
        self.control.go_on(info, lambda: self.use_recipe_of(info), self.library.learned_of(info))

    def use_recipe_of(self, info: RunInfo) -> None:
        """Corpus list and form become those of a run, which can be undone."""

        def read(corpus: tuple[CorpusItem, ...]) -> None:
            assert info.recipe is not None
            contents = ProjectContents(
                corpus, {**self.recipe.draft(), **info.recipe.to_dict()}, overlays=self._session.overlays
            )
            self._session.bring_back(contents, f"Use recipe and corpus of {info.name}")

        if info.recipe is not None:
            self._tasks.start(
                lambda monitor: corpus_of_run(info=info, monitor=monitor),
                on_done=read,
                on_failed=self.library.fail,
            )

    def show_runs(self) -> None:
        """Go to the list of runs."""
        self.run.runs.show_list("runs")
        self.run.cells.ensureWidgetVisible(self.run.runs)
        self.run.runs.list.setFocus()

    def _shown_recipe(self) -> tuple[str, Recipe] | None:
        """Name and recipe of the run that is shown."""
        run = self.library.shown
        return None if run is None else (run.name, run.result.recipe)

    # --- what follows from what

    def _follow_run(self) -> None:
        """The list tells of the run in progress, and offers nothing that one in progress forbids."""
        self._later_action.setEnabled(self.control.can_suspend)
        self._discard_action.setEnabled(self.control.running)
        self.library.follow(self.control)

    def _items(self) -> list[CorpusItem]:
        return list(self._session.distinct_corpus)

    def _sources(self) -> tuple[Source, ...]:
        return tuple(item.source for item in self._items())

    def _share_processors(self) -> None:
        """A run has them all; sources that were not read whole by then are read afterwards."""
        if self.control.running:
            self.corpus.reading.hold()
            self.recipe.hold()
        else:
            self.corpus.reading.release()
            self.recipe.release()

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
        if not self.corpus.scanning:  # previews and trials begin when it is known what there is
            self.recipe.set_sources(tuple(item.source for item in self._session.distinct_corpus))
        self._show_recipe()

    def _show_recipe(self) -> None:
        draft = self.recipe.draft()
        base = minimum_vocab_size(draft["special_tokens"])
        if not self.control.running and draft["vocab_size"] > base:
            self.run.show_goal(draft["vocab_size"], base)
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
