"""The runs on the disk, as the user deals with them: look at one, lay others over it, rename, delete, use again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from vocabsmith import wording
from vocabsmith.item_models.run_words import stage_words, when
from vocabsmith.operations import kept_runs
from vocabsmith.pages.build_page.run_control import RunControl
from vocabsmith.pages.build_page.run_overlays import MOST, RunOverlays
from vocabsmith.pages.build_page.run_pane import RunPane
from vocabsmith.pages.build_page.shown_run import ShownRun, load_shown_run
from vocabsmith.session import Session
from vocabsmith.tasks import LatestTask, TaskRunner
from vocabsmith.widgets.inline_question import Answer
from vocabsmith_engine import Stopped
from vocabsmith_engine.runs import RunInfo, RunState, RunStore

T = TypeVar("T")
_BUSY = "A run is in progress. Tick this one to lay its curves over the charts."


class RunLibrary(QObject):
    """Keeps the list true, and shows one of its runs. All that reads or writes happens beside the window.

    Attributes:
        shown: the run that the pane shows, if it has ended.
        learned: what the run had learned that the pane shows, if it was cut off.
        busy: id of the run in progress, None while there is none, "" if it is not kept.

    Signals:
        listed: the list is that of the disk again.
        shown_changed: the pane shows another run that has ended.
        unfinished_chosen(RunInfo): the user wants to see a run that was cut off.
        go_on_asked(RunInfo), recipe_asked(RunInfo): for the page, which has the corpus and the form.
    """

    listed = Signal()
    shown_changed = Signal()
    unfinished_chosen = Signal(object)
    go_on_asked = Signal(object)
    recipe_asked = Signal(object)

    def __init__(
        self, session: Session, tasks: TaskRunner, store: RunStore | None, pane: RunPane, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._tasks, self._store, self._pane = session, tasks, store, pane
        self._cell = pane.runs
        self._listing = LatestTask(tasks, self)
        self._loading = LatestTask(tasks, self)
        self._measuring = LatestTask(tasks, self)
        self._runs: dict[str, RunInfo] = {}
        self._counted: Mapping[str, float] = {}
        self._measured: set[str] = set()  # runs that had ended when their size was taken
        self._sizes: dict[str, int] = {}
        self.shown: ShownRun | None = None
        self.learned: ShownRun | None = None
        self.busy: str | None = None
        self.overlays = RunOverlays(tasks, store, self)
        self._connect()

    def _connect(self) -> None:
        self._cell.list.chosen.connect(self._choose)
        self._cell.model.overlay_asked.connect(self.tick)
        self._cell.model.name_asked.connect(self.rename)
        self.overlays.changed.connect(self._show_overlays)
        self.overlays.failed.connect(lambda _run_id, why: self.tell("error", why))
        self._session.project_changed.subscribe(lambda _project: self.overlays.tick_only(self._session.overlays))

    # --- the list

    @property
    def runs(self) -> tuple[RunInfo, ...]:
        """What is on the disk, newest first."""
        return tuple(self._runs.values())

    def run(self, run_id: str) -> RunInfo | None:
        """A run of the list."""
        return self._runs.get(run_id)

    def stage(self, info: RunInfo) -> str:
        """Where an unfinished run is, in words."""
        return stage_words(info, self._counted.get(info.id))

    def refresh(self) -> None:
        """List the runs anew."""
        store = self._store
        if store is None:
            return

        def listed(listing: kept_runs.RunListing) -> None:
            names_before = self._names
            self._runs = {run.id: run for run in listing.runs}
            self._counted = listing.counted
            self._session.set_runs(listing.runs)
            here = self._cell.list.current_run()
            self._cell.model.show_runs(listing.runs, listing.counted)
            if self.busy is None and self._session.current_run not in self._runs:
                self._session.current_run = ""
            self._cell.list.go_to(here if here in self._runs else self._shown_id)
            self.overlays.keep_only(self._runs)
            self._show_marks()
            if any(self._names.get(run_id, name) != name for run_id, name in names_before.items()):
                self._show_new_names()
            self._measure()
            self.listed.emit()

        self._listing.submit(
            lambda monitor: kept_runs.list_runs(store=store, monitor=monitor),
            on_done=listed,
            on_failed=self.fail,
        )

    @property
    def _names(self) -> dict[str, str]:
        return {run.id: run.name for run in self.runs}

    def _show_new_names(self) -> None:
        """A run that was renamed is called so wherever it is shown."""
        run = self.shown
        info = None if run is None else self.run(run.id)
        if run is not None and info is not None and info.name != run.name:
            self.shown = replace(run, name=info.name, info=info)
            self._pane.show_note(_note_of(self.shown))
        self._show_overlays()

    def _measure(self) -> None:
        """How much each run takes on the disk; one that has ended stays as it is, so that it is measured once."""
        store = self._store
        if store is None:
            return
        ended = {run.id for run in self.runs if run.state is RunState.FINISHED}
        self._sizes = {run_id: size for run_id, size in self._sizes.items() if run_id in self._runs}
        wanted = tuple(run_id for run_id in self._runs if run_id not in self._measured)

        def measured(sizes: dict[str, int]) -> None:
            self._sizes |= sizes
            self._measured |= ended & sizes.keys()
            self._cell.model.show_sizes(self._sizes)
            self._show_total()

        self._measuring.submit(
            lambda monitor: kept_runs.sizes_on_disk(store=store, run_ids=wanted, monitor=monitor),
            on_done=measured,
            on_failed=self.fail,
        )

    def _show_total(self) -> None:
        total = wording.size(sum(self._sizes.values()))
        self._cell.show_total(total if self._runs else "", f"{wording.count(len(self._runs), 'run')} on the disk")

    def _show_marks(self) -> None:
        self._cell.model.show_shown(self._shown_id, self.busy or "")

    # --- showing one

    def follow(self, control: RunControl) -> None:
        """A run has begun, is on the disk now, or has ended."""
        busy = control.run_id if control.running else None
        if busy != self.busy:
            self.busy = busy
            self._cell.message.clear()
            if busy is not None:
                self._loading.cancel()
                self.shown = self.learned = None
                self._set_current(busy)
            if busy:
                self._session.add_project_run(busy)
        self._show_marks()
        self.refresh()

    def take(self, run: ShownRun) -> None:
        """A run has just ended; the pane shows it already."""
        self.busy, self.shown = None, run
        self._set_current(run.id)
        self._cell.show_list("runs")
        self._show_overlays()
        self.shown_changed.emit()

    def is_shown(self, run_id: str) -> bool:
        """Whether the charts are those of this run."""
        return run_id == self._shown_id

    @property
    def _shown_id(self) -> str:
        return self.busy if self.busy is not None else self._session.current_run

    def show_again(self, info: RunInfo) -> None:
        """Show a run, unless one is in progress."""
        if self.busy is not None:
            self.tell("info", _BUSY)
        else:
            self.show(info)

    def show(self, info: RunInfo) -> None:
        """Show a run of the list: its charts if it has ended, else what can be done with it."""
        self._loading.cancel()
        self.learned = None
        if info.state is RunState.FINISHED:
            self._load(info)
            return
        self.shown = None
        self._set_current(info.id)
        if info.state is RunState.DAMAGED:
            self._pane.show_unfinished(None, info.name)
            self._pane.show_failure(info.problem, lambda: self.ask_to_delete(info), "Delete it…", note=info.name)
        else:
            self._pane.show_unfinished(info.recipe, f"{info.name}, cut off while {self.stage(info)}")
            if info.interrupted:
                self.show_learned(info)
                self.unfinished_chosen.emit(info)
        self._show_overlays()

    def _load(self, info: RunInfo) -> None:
        def loaded(run: ShownRun) -> None:
            self.shown = run
            self._set_current(run.id)
            self._pane.show_run(run, _note_of(run))
            self._show_overlays()
            self.shown_changed.emit()

        self._load_then(info, loaded)

    def show_learned(self, info: RunInfo) -> None:
        """Draw what a run had learned that was cut off, as far as that is kept."""

        def loaded(run: ShownRun) -> None:
            self.learned = run
            self._pane.show_learned(run, f"{info.name}, cut off while {self.stage(info)}")

        self.learned = None
        self._loading.cancel()
        if info.merges:
            self._load_then(info, loaded)
        else:
            self._pane.show_unfinished(info.recipe, f"{info.name}, cut off while {self.stage(info)}")

    def learned_of(self, info: RunInfo) -> ShownRun | None:
        """What is drawn of a run that was cut off; None if nothing is."""
        return self.learned if self.learned is not None and self.learned.id == info.id else None

    def _load_then(self, info: RunInfo, loaded: Callable[[ShownRun], None]) -> None:
        store = self._store
        if store is not None:
            self._loading.submit(
                lambda monitor: load_shown_run(store=store, info=info, monitor=monitor),
                on_done=loaded,
                on_failed=self.fail,
            )

    def _choose(self, run_id: str) -> None:
        """The user has moved to a row."""
        info = self.run(run_id)
        self._cell.message.clear()
        if self.busy is not None:
            if run_id != self.busy:
                self.tell("info", _BUSY)
        elif self.shown is not None and self.shown.id == run_id:
            self._loading.cancel()  # back from a run that has not come yet
        elif info is not None:
            self.show(info)

    def _set_current(self, run_id: str) -> None:
        self._session.current_run = run_id
        self._show_marks()
        self._cell.list.go_to(run_id)

    # --- curves of other runs

    def tick(self, run_id: str, ticked: bool) -> None:
        """Lay a run over the charts, or take it away."""
        if ticked and self.overlays.full:
            self.tell("info", f"No more than {MOST} curves can be told apart. Take the tick off another run first.")
            return
        self._cell.message.clear()
        self.overlays.tick(run_id, ticked)
        self._session.overlays = tuple(self.overlays.tones)

    def _show_overlays(self) -> None:
        self._cell.model.show_tones(self.overlays.tones)
        self._pane.charts.set_overlays(self.overlays.overlays(self._names, without=self._session.current_run))

    # --- changing the disk

    def rename(self, run_id: str, name: str) -> None:
        """Call a run so from now on."""
        self._change(lambda store: kept_runs.rename_run(store=store, run_id=run_id, name=name), self._renamed)

    def _renamed(self, _nothing: object) -> None:
        self.refresh()

    def ask_to_delete(self, info: RunInfo) -> None:
        """Delete a run from the disk, if the user says so."""
        taken = self._sizes.get(info.id)
        size = f" and its {wording.size(taken)} on the disk" if taken is not None else ""
        delete = Answer("Delete", lambda: self.delete(info), description="This cannot be undone.")
        self._cell.show_list("runs")
        self._cell.question.ask(
            "warning", f"Delete {info.name}{size}?", (delete, Answer("Keep it", self._back_to_list))
        )
        self._cell.question.take_focus()

    def _back_to_list(self) -> None:
        self._cell.list.setFocus()

    def delete(self, info: RunInfo) -> None:
        """Delete a run from the disk."""

        def deleted(_nothing: object) -> None:
            if self._session.current_run == info.id or self.learned_of(info) is not None:
                self.shown = self.learned = None
                self._set_current("")
                self._pane.show_unfinished(info.recipe, f"{info.name} was deleted")
            self._session.report("info", f"{info.name} was deleted")
            self.refresh()

        self._back_to_list()
        self._change(lambda store: kept_runs.delete_run(store=store, run_id=info.id), deleted)

    def keep(self, info: RunInfo) -> None:
        """End an interrupted run with what it has learned, and show it."""

        def kept(run: RunInfo) -> None:
            self.refresh()
            if self.busy is None and not self._pane.question.text():  # the user may have gone on meanwhile
                self.show(run)

        self._change(lambda store: kept_runs.keep_run(store=store, run_id=info.id), kept)

    def _change(self, change: Callable[[RunStore], T], done: Callable[[T], None]) -> None:
        store = self._store
        if store is not None:
            self._tasks.start(lambda _monitor: change(store), on_done=done, on_failed=self.fail)

    # --- telling

    def tell(self, level: str, text: str) -> None:
        """Say something about a run above the list."""
        self._cell.message.show_message(level, text)

    def fail(self, error: Exception) -> None:
        """Say why something could not be done."""
        if not isinstance(error, Stopped):
            self.tell("error", str(error))
            self._cell.show_list("runs")


def _note_of(run: ShownRun) -> str:
    info = run.info
    if info is None or info.created is None:
        return run.name
    return f"{run.name}, {when(info.created, datetime.now())}"
