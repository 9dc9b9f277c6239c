"""Reads the listed sources whole, one after the other, while nothing else needs the processors."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from vocabsmith.operations.add_to_corpus import NOT_TEXT
from vocabsmith.operations.scan_corpus import SourceFacts, scan_corpus
from vocabsmith.session import CorpusItem, Session
from vocabsmith.tasks import Task, TaskRunner
from vocabsmith_engine import Monitor, Stopped


class WholeReading(QObject):
    """Fills in what only a whole reading shows: documents, bad bytes, broken records, copies.

    Signals:
        failed(str): a source could not be read in a way that nobody foresaw.
    """

    failed = Signal(str)

    def __init__(self, session: Session, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._tasks = tasks
        self._task: Task[list[SourceFacts]] | None = None
        self._held = False
        self._first_with: dict[str, Path] = {}

    @property
    def running(self) -> bool:
        """Whether a source is being read."""
        return self._task is not None

    def hold(self) -> None:
        """End the reading for now: a run needs the processors. What was not read whole begins anew afterwards."""
        self._held = True
        if self._task:
            self._task.stop()

    def release(self) -> None:
        """Go on where `hold` ended it."""
        self._held = False
        self.begin()

    def begin(self) -> None:
        """Read the first source that was not read yet, if none is being read."""
        waiting = next((item for item in self._session.corpus if _is_unread(item)), None)
        if self._held or self._task or waiting is None:
            return

        def read(monitor: Monitor) -> list[SourceFacts]:
            return scan_corpus(
                sources=[waiting.source],
                special_tokens=self._session.recipe_draft.get("special_tokens", ()),
                monitor=monitor,
            )

        self._task = self._tasks.start(
            read,
            on_done=lambda found: self._show(waiting, found),
            on_failed=lambda error: self._fail(waiting, error),
        )

    def _show(self, read: CorpusItem, found: list[SourceFacts]) -> None:
        self._task = None
        if read in self._session.corpus:  # neither removed nor to be read in another way meanwhile
            self._session.add_corpus(self._filled_in(read, facts) for facts in found)
        self.begin()

    def _fail(self, item: CorpusItem, error: Exception) -> None:
        self._task = None
        if isinstance(error, Stopped):
            return
        self._session.add_corpus([replace(item, documents=0)] if item in self._session.corpus else [])
        self.failed.emit(f"{item.path.name} was not read to its end: {error}")
        self.begin()

    def _filled_in(self, item: CorpusItem, facts: SourceFacts) -> CorpusItem:
        notes = (item.note if item.kind == "folder" else "", facts.note, self._copies(facts))
        return replace(
            item, what=facts.what, documents=facts.documents, note=" ".join(dict.fromkeys(filter(None, notes)))
        )

    def _copies(self, facts: SourceFacts) -> str:
        """Of which other source this one repeats a file."""
        listed = {item.path for item in self._session.corpus}
        for digest, path in facts.digests:
            first = self._first_with.get(digest)
            if first is None or not _is_listed(first, listed):
                self._first_with[digest] = path
            elif first != path:
                return f"{path.name} has the same content as {first.name}."
        return ""


def _is_unread(item: CorpusItem) -> bool:
    return item.kind != NOT_TEXT and item.documents is None


def _is_listed(path: Path, listed: set[Path]) -> bool:
    return path in listed or not listed.isdisjoint(path.parents)
