"""The state of one sitting: corpus, recipe, project, runs, tokenizers. Free of Qt; changed only by the window's thread.

What a user does to the corpus and the recipe, and a tokenizer made of another one, can be undone; what is found out
about the corpus is no edit.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from vocabsmith.corpus_items import CorpusItem
from vocabsmith.counted_sources import CountedSources, counted_sources
from vocabsmith.events import Event
from vocabsmith.history import Change, Edit, History, MadeTokenizer, corpus_change, text_of_items
from vocabsmith.project import Kept, Project, ProjectContents, kept
from vocabsmith.tokenizer_shelf import ShelvedTokenizer, TokenizerShelf, free_name
from vocabsmith_engine import Tokenizer
from vocabsmith_engine.corpus import shown
from vocabsmith_engine.runs import RunInfo

__all__ = ["CorpusItem", "Event", "Level", "Report", "RunInfo", "Session"]

Level = Literal["info", "good", "warning", "error"]


@dataclass(frozen=True, slots=True)
class Report:
    """A sentence for the bar at the bottom of the window."""

    level: Level
    text: str


class Session:
    """What the pages share.

    Attributes:
        current_run: id of the run that the Build page shows, "" if it shows none.
        overlays: ids of the runs whose curves lie over the charts.
        corpus_changed, recipe_changed, history_changed, project_changed, runs_changed, tokenizer_changed, reported:
            events. `recipe_changed` tells of changes that did not come from the form, which is to follow.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._corpus: tuple[CorpusItem, ...] = ()
        self._place_of: dict[Path, int] = {}
        self._places_of: tuple[CorpusItem, ...] = self._corpus
        self._counted = CountedSources()
        self._counted_of: tuple[CorpusItem, ...] = self._corpus
        self._recipe: dict[str, Any] = {}
        self._follows_recipe = False
        self._history = History(clock)
        self._path: Path | None = None
        self._project_runs: tuple[str, ...] = ()
        self._project = Project()
        self._saved: Kept = self._kept()
        self._runs: tuple[RunInfo, ...] = ()
        self._shelf = TokenizerShelf()
        self._current = ""
        self.current_run = ""
        self.overlays: tuple[str, ...] = ()
        self.corpus_changed = Event[tuple[CorpusItem, ...]]()
        self.recipe_changed = Event[Mapping[str, Any]]()
        self.history_changed = Event[None]()
        self.project_changed = Event[Project]()
        self.runs_changed = Event[tuple[RunInfo, ...]]()
        self.tokenizer_changed = Event[Tokenizer | None]()
        self.reported = Event[Report]()

    # --- the corpus

    @property
    def corpus(self) -> tuple[CorpusItem, ...]:
        """The sources, in the order they were added."""
        return self._corpus

    @property
    def distinct_corpus(self) -> tuple[CorpusItem, ...]:
        """The sources that a run reads, each text once; see `counted_sources`."""
        return self.counted.counted

    @property
    def counted(self) -> CountedSources:
        """Which sources a run reads, and why it does not read the rest."""
        if self._counted_of is not self._corpus:
            self._counted, self._counted_of = counted_sources(self._corpus), self._corpus
        return self._counted

    def item(self, path: Path) -> CorpusItem | None:
        """The listed source at `path`."""
        place = self._places().get(path)
        return None if place is None else self._corpus[place]

    def _places(self) -> dict[Path, int]:
        if self._places_of is not self._corpus:
            self._place_of = {item.path: place for place, item in enumerate(self._corpus)}
            self._places_of = self._corpus
        return self._place_of

    def add_corpus(self, items: Iterable[CorpusItem]) -> None:
        """Adds sources; one whose path is listed already takes the place of the listed one."""
        added = {item.path: item for item in items}
        before, listed = self._corpus, self._places()
        present = [added.get(item.path, item) for item in before]
        new = [item for path, item in added.items() if path not in listed]

        def text() -> str:
            changed = [item for old, item in zip(before, present, strict=True) if item.reading != old.reading]
            return text_of_items("Add", new, _name_of) if new else text_of_items("Change", changed, _name_of)

        self._edit_corpus((*present, *new), text)

    def remove_corpus(self, items: Iterable[CorpusItem]) -> None:
        """Takes sources off the list; the files themselves stay."""
        gone = {item.path for item in items}
        removed = [item for item in self._corpus if item.path in gone]
        staying = tuple(item for item in self._corpus if item.path not in gone)
        self._edit_corpus(staying, lambda: text_of_items("Remove", removed, _name_of))

    def replace_corpus(self, old: CorpusItem, new: CorpusItem) -> None:
        """Lists `new` in the place of `old`: the same file, read in another way. Does nothing if `old` is gone."""
        items = tuple(new if item.path == old.path else item for item in self._corpus)
        self._edit_corpus(items, lambda: f"Change how {_name_of(new.path)} is read")

    def change_corpus(self, changes: Mapping[Path, CorpusItem], text: str) -> None:
        """Lists other items in the place of those with these paths, as one edit that the history calls `text`."""
        self._edit_corpus(tuple(changes.get(item.path, item) for item in self._corpus), lambda: text)

    def fill_in(self, items: Iterable[CorpusItem]) -> None:
        """What was found out about sources: no edit. Those that are gone or read in another way stay as they are."""
        places, known = self._places(), list(self._corpus)
        for item in items:
            place = places.get(item.path)
            if place is not None and known[place].reading == item.reading:
                known[place] = item
        filled = tuple(known)
        self._places_of = filled
        self._set_corpus(filled)

    def _edit_corpus(self, items: tuple[CorpusItem, ...], text: Callable[[], str]) -> None:
        undo = corpus_change(items, self._corpus)
        self._set_corpus(items)
        if undo != Change():
            self._history.record(text(), undo)
            self._tell_edit()

    def _set_corpus(self, items: tuple[CorpusItem, ...]) -> None:
        if items != self._corpus:
            self._corpus = items
            self.corpus_changed.emit(items)

    # --- the recipe

    @property
    def recipe_draft(self) -> dict[str, Any]:
        """The form as the user left it, in the terms of `Recipe.to_dict` and "threads", right or wrong."""
        return dict(self._recipe)

    def edit_recipe(self, draft: Mapping[str, Any]) -> None:
        """The form holds something else. The first form of all is where everything begins, and no edit."""
        if self._follows_recipe or draft == self._recipe:
            return
        old, self._recipe = self._recipe, dict(draft)
        if old:
            self._history.record_recipe(old, draft)
        elif not self._project.dirty:
            self._saved = self._kept()
        self._tell_edit()

    def change_recipe(self, settings: Mapping[str, Any], text: str) -> None:
        """Another page changes some settings of the form, which follows; one edit that is called `text`."""
        change = Change(recipe={**self._recipe, **settings})
        if change.recipe != self._recipe:
            self._history.record(text, self._apply(change))
            self._tell_edit()

    def _put_recipe(self, draft: Mapping[str, Any]) -> None:
        """The form follows, and what it says meanwhile is no edit."""
        if draft == self._recipe:
            return
        self._recipe = dict(draft)
        self._follows_recipe = True
        try:
            self.recipe_changed.emit(self.recipe_draft)
        finally:
            self._follows_recipe = False

    # --- undo and redo

    @property
    def can_undo(self) -> str:
        """What `undo` takes back, such as "Remove handbook.txt"; "" for nothing."""
        return self._history.back[-1].text if self._history.back else ""

    @property
    def can_redo(self) -> str:
        """What `redo` does again; "" for nothing."""
        return self._history.forward[-1].text if self._history.forward else ""

    def undo(self) -> None:
        """Takes the last edit back, if there is one."""
        self._go(self._history.back, self._history.forward)

    def redo(self) -> None:
        """Does again what was taken back last, if nothing was edited since."""
        self._go(self._history.forward, self._history.back)

    def _go(self, here: list[Edit], there: list[Edit]) -> None:
        if here:
            edit = here.pop()
            there.append(replace(edit, change=self._apply(edit.change), when=0.0))
            self._tell_edit()

    def _apply(self, change: Change) -> Change:
        """Makes the change; returns what takes it back, with all that is known of the sources by now."""
        items = change.applied_to(self._corpus)
        recipe = self._recipe if change.recipe is not None else None
        made = change.tokenizer and self._put_or_take_back(change.tokenizer)
        back = replace(corpus_change(items, self._corpus), recipe=recipe, tokenizer=made)
        self._set_corpus(items)
        if change.recipe is not None:
            self._put_recipe(change.recipe)
        return back

    def _put_or_take_back(self, step: MadeTokenizer) -> MadeTokenizer:
        """A tokenizer that was made comes or goes; returns what takes that back."""
        if step.comes:
            step = replace(step, name=free_name(step.name, self._shelf.entries))
            self._show_entry(step.name, step.made)
        else:
            is_shown = self._current == step.name
            self._shelf.take_off(step.name)
            if is_shown:
                self._show_entry(self._shelf.name_of(step.base.tokenizer) or step.base_name, step.base)
            else:  # lists of tokenizers follow
                self.tokenizer_changed.emit(self.tokenizer)
        return replace(step, comes=not step.comes)

    def _tell_edit(self) -> None:
        self.history_changed.emit(None)
        self._tell_project()

    # --- the project

    @property
    def project(self) -> Project:
        """Where the corpus list and the recipe are kept, and whether they have changed since."""
        return self._project

    @property
    def project_runs(self) -> tuple[str, ...]:
        """Ids of the runs that were made in this project, oldest first."""
        return self._project_runs

    def add_project_run(self, run_id: str) -> None:
        """A run was made here."""
        if run_id not in self._project_runs:
            self._project_runs = (*self._project_runs, run_id)
            self._tell_project()

    def contents(self) -> ProjectContents:
        """What a project file holds."""
        return ProjectContents(self._corpus, self.recipe_draft, self._project_runs, self.overlays)

    def open_project(self, path: Path | None, contents: ProjectContents, *, saved: bool = True) -> None:
        """Everything becomes as `contents` say; what was before cannot be undone.

        `path` is None for no file. With `saved` false the contents are changes that no file holds.
        """
        self._history.clear()
        self._path = path
        self._project_runs = contents.runs
        self.overlays = contents.overlays
        self._set_corpus(contents.corpus)
        if contents.recipe:
            self._put_recipe(contents.recipe)
        if saved:
            self._saved = self._kept()
        self._tell_edit()

    def new_project(self) -> None:
        """An empty corpus list; the form of the recipe stays, and so do runs and tokenizers."""
        self.open_project(None, ProjectContents())

    def bring_back(self, contents: ProjectContents, text: str) -> None:
        """Corpus, recipe and runs become those of `contents`, as one edit that is called `text`."""
        self._project_runs = contents.runs or self._project_runs
        self.overlays = contents.overlays
        change = replace(corpus_change(self._corpus, contents.corpus), recipe=contents.recipe or None)
        self._history.record(text, self._apply(change))
        self._tell_edit()

    def project_saved(self, path: Path, contents: ProjectContents) -> None:
        """`contents` were written to `path`, which is the project's file from now on."""
        self._path = path
        self._saved = kept(contents)
        self._tell_project()

    def _kept(self) -> Kept:
        return kept(ProjectContents(self._corpus, self._recipe, self._project_runs))

    def _tell_project(self) -> None:
        project = Project(self._path, dirty=self._kept().differs_from(self._saved))
        if project != self._project:
            self._project = project
            self.project_changed.emit(project)

    # --- runs

    @property
    def runs(self) -> tuple[RunInfo, ...]:
        """The kept runs, newest first."""
        return self._runs

    def set_runs(self, runs: Iterable[RunInfo]) -> None:
        """The kept runs are these now: tokenizers in memory follow when theirs was renamed or deleted."""
        listed = tuple(runs)
        if listed == self._runs:
            return
        self._runs = listed
        name = self._shelf.follow_runs({run.id: run.name for run in listed}, self._current)
        self.runs_changed.emit(listed)
        if name != self._current:
            self._current = name
            self.tokenizer_changed.emit(self.tokenizer)

    # --- tokenizers

    @property
    def tokenizers(self) -> dict[str, Tokenizer]:
        """Name → tokenizer: those in memory, in the order they came."""
        return {name: entry.tokenizer for name, entry in self._shelf.entries.items()}

    @property
    def shelf(self) -> Mapping[str, ShelvedTokenizer]:
        """The tokenizers in memory, with where they come from."""
        return self._shelf.entries

    @property
    def current_name(self) -> str:
        """The name of the current tokenizer, "" if there is none."""
        return self._current

    @property
    def tokenizer(self) -> Tokenizer | None:
        """The tokenizer that the pages show."""
        entry = self._shelf.entries.get(self._current)
        return entry.tokenizer if entry else None

    def add_tokenizer(self, name: str, tokenizer: Tokenizer, run_id: str = "", path: Path | None = None) -> None:
        """Makes `tokenizer` the current one under `name`, replacing one of the same name.

        Of those whose `run_id` or `path` tells where they can be had again, only the last few stay in memory.
        """
        self._show_entry(name, ShelvedTokenizer(tokenizer, run_id, path))

    def change_tokenizer(
        self, name: str, tokenizer: Tokenizer, path: Path, made_of: tuple[str, ShelvedTokenizer]
    ) -> None:
        """`tokenizer`, made of another one and kept at `path`, is the current one, as one edit."""
        base_name, base = made_of
        step = MadeTokenizer(name, ShelvedTokenizer(tokenizer, path=path), base_name, base, comes=True)
        self._history.record(f"Change of {base_name}", Change(tokenizer=self._put_or_take_back(step)))
        self._tell_edit()

    def _show_entry(self, name: str, entry: ShelvedTokenizer) -> None:
        """Makes a tokenizer the current one, which is put on the shelf if it is not there."""
        if self._shelf.entries.get(name) is not entry:
            self._shelf.put(name, entry)
        self._current = name
        self.tokenizer_changed.emit(entry.tokenizer)

    def choose(self, name: str) -> None:
        """Makes the tokenizer of that name, which is in memory, the current one."""
        if name != self._current:
            tokenizer = self._shelf.use(name)
            self._current = name
            self.tokenizer_changed.emit(tokenizer)

    def free_name(self, wanted: str) -> str:
        """`wanted`, or `wanted 2`, `wanted 3`, … if a tokenizer or a run has that name."""
        return free_name(wanted, {*self._shelf.entries, *(run.name for run in self._runs)})

    def report(self, level: Level, text: str) -> None:
        """Shows a sentence at the bottom of the window until the next one."""
        self.reported.emit(Report(level, text))


def _name_of(path: Path) -> str:
    return shown(Path(path.name or path))
