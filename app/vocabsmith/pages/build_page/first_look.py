"""Lists what is added and looks at it: what it is, how big, and which of it has the same bytes as another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal

from vocabsmith.corpus_items import CorpusItem
from vocabsmith.operations.add_to_corpus import NewSource, find_sources
from vocabsmith.operations.find_copies import possible_copies, take_digests
from vocabsmith.operations.first_look import look_at_first
from vocabsmith.session import Session
from vocabsmith.tasks import Task, TaskRunner
from vocabsmith_engine import Monitor, Stopped
from vocabsmith_engine.corpus import shown

MOST_PENDING: Final = 100
"""Of paths that are being added, so many are shown at once."""

_SECONDS_AT_ONCE: Final = 0.4  # of looking before anything is shown of it: there may be many thousand files
_SECONDS_OF_MANY: Final = 1.0
_MANY: Final = 2_000  # sources of which each change takes the window some milliseconds
_MOST_AT_ONCE: Final = 10_000  # sources that the window takes in while nobody notices
_POLL_MILLISECONDS: Final = 100


def unseen(item: CorpusItem) -> CorpusItem:
    """The item as if nobody had looked at it."""
    return replace(item, kind="", what="", documents=None, digest="", found_field="", note="")


class FirstLook(QObject):
    """Three steps beside the window: find what was named, look at each, compare those of equal size.

    Sources of kind "" in the session are looked at whoever listed them: somebody, an undo, or a project.

    Signals:
        changed: something has begun, gone on or ended; see `busy` and `words`.
        doubted(NewSource): a folder is found about which to ask; it is listed by `list_source`.
        failed(str): something was not added, in a way that nobody foresaw.
    """

    changed = Signal()
    doubted = Signal(object)
    failed = Signal(str)

    def __init__(self, session: Session, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._tasks = session, tasks
        self._adding: dict[Task[Any], tuple[Path, ...]] = {}
        self._task: Task[Any] | None = None
        self._to_compare: list[CorpusItem] | None = []  # None: to be found out
        self._stopped = False
        self._taking = False
        self._unseen = 0  # files
        self._timer = QTimer(self, interval=_POLL_MILLISECONDS)
        self._timer.timeout.connect(self.changed)
        session.corpus_changed.subscribe(lambda _items: self.begin())

    @property
    def busy(self) -> bool:
        """Whether something is found, looked at or compared."""
        return bool(self._adding) or self._task is not None or self._taking

    @property
    def stopped(self) -> bool:
        """Whether the user ended the look, and some sources were not looked at."""
        return self._stopped and any(not item.kind for item in self._session.corpus)

    @property
    def pending(self) -> list[Path]:
        """The first of the paths that are being added."""
        return list(islice((path for paths in self._adding.values() for path in paths), MOST_PENDING))

    def words(self) -> str:
        """What is being done, with a count; "" while nothing is."""
        if self._adding:
            found = sum(task.monitor.progress().done for task in self._adding)
            return f"Finding the files: {found:,} so far" if found else "Finding the files…"
        if self._task is None:
            return ""
        if not self._unseen:
            return "Comparing files of equal size…"
        seen = self._task.monitor.progress().done
        return f"Looking at the files: {max(self._unseen - seen, 0):,} left"

    def add(self, paths: Iterable[Path]) -> None:
        """Finds what `paths` lead to and lists it. They are gone through beside the window, there may be many."""
        self._stopped = False
        task = self._tasks.start(
            lambda monitor: find_sources(paths=paths, monitor=monitor),
            on_done=lambda found: self._list(task, found),
            on_failed=lambda error: self._fail_adding(task, error),
        )
        self._adding[task] = tuple(islice(paths, MOST_PENDING))
        self._tell()

    def list_source(self, source: NewSource) -> None:
        """Lists a folder about which was asked."""
        self._session.add_corpus([source.item])

    def look_again(self, items: Iterable[CorpusItem]) -> None:
        """Looks anew at sources that may have changed."""
        self._stopped = False
        self._session.fill_in([unseen(item) for item in items])

    def stop(self) -> None:
        """Ends all of it. What is listed stays; what was being found is not."""
        self._stopped = True
        for task in (*self._adding, *filter(None, [self._task])):
            task.stop()

    def go_on(self) -> None:
        """Goes on where `stop` ended it."""
        self._stopped = False
        self.begin()

    def begin(self) -> None:
        """Look at sources that nobody has looked at, or compare those that are left, if nothing else is being done."""
        if self._task is not None or self._stopped or self._taking:
            return
        items = [item for item in self._session.corpus if not item.kind]
        self._unseen = sum(item.files for item in items)
        if items:
            self._look(items)
        elif self._to_compare is None:
            self._find_copies()
        elif self._to_compare:
            self._compare(self._to_compare)
        self._tell()

    # --- the steps

    def _list(self, task: Task[Any], found: list[NewSource]) -> None:
        del self._adding[task]
        listed = {item.path for item in self._session.corpus}
        new = [source for source in found if source.item.path not in listed]
        self._session.add_corpus(source.item for source in new if not source.doubt)
        for source in new:
            if source.doubt:
                self.doubted.emit(source)
        self._tell()

    def _fail_adding(self, task: Task[Any], error: Exception) -> None:
        names = self._adding.pop(task)
        if not isinstance(error, Stopped):
            self.failed.emit(f"{shown(Path(names[0].name))} was not added: {error}")
        self._tell()

    def _look(self, items: list[CorpusItem]) -> None:
        def look(monitor: Monitor) -> list[CorpusItem]:
            return look_at_first(items=items[:_MOST_AT_ONCE], monitor=monitor, seconds=self._seconds())

        def show(found: list[CorpusItem]) -> None:
            self._to_compare = None
            self._take(found)

        self._task = self._tasks.start(look, on_done=show, on_failed=self._fail)

    def _find_copies(self) -> None:
        items = self._session.corpus

        def show(found: list[CorpusItem]) -> None:
            self._to_compare = found
            self._take([])

        self._task = self._tasks.start(
            lambda monitor: possible_copies(items=items, monitor=monitor), on_done=show, on_failed=self._fail
        )

    def _compare(self, items: list[CorpusItem]) -> None:
        def take(monitor: Monitor) -> list[CorpusItem]:
            return take_digests(items=items[:_MOST_AT_ONCE], monitor=monitor, seconds=self._seconds())

        def show(found: list[CorpusItem]) -> None:
            if self._to_compare is items:
                self._to_compare = items[len(found) :]
            listed = set(map(id, self._session.corpus))  # others are known better by now
            self._take([new for old, new in zip(items, found, strict=False) if id(old) in listed])

        self._task = self._tasks.start(take, on_done=show, on_failed=self._fail)

    def _seconds(self) -> float:
        return _SECONDS_AT_ONCE if len(self._session.corpus) < _MANY else _SECONDS_OF_MANY

    def _take(self, found: list[CorpusItem]) -> None:
        self._task, self._taking = None, True
        self._session.fill_in(found)
        self._taking = False
        self.begin()
        self._tell()

    def _fail(self, error: Exception) -> None:
        self._task = None
        if not isinstance(error, Stopped):
            self._stopped = True  # the same would happen again at once
            self.failed.emit(f"The files were not looked at: {error}")
        self._tell()

    def _tell(self) -> None:
        if self.busy and not self._timer.isActive():
            self._timer.start()
        elif not self.busy:
            self._timer.stop()
        self.changed.emit()
