"""Reads the listed sources whole, one after the other, while nothing else needs the processors."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal

from vocabsmith.operations.add_to_corpus import NOT_TEXT
from vocabsmith.operations.scan_corpus import SourceFacts, scan_corpus
from vocabsmith.session import CorpusItem, Session
from vocabsmith.tasks import Task, TaskRunner
from vocabsmith_engine import Monitor, Stopped

_SECONDS_AT_ONCE: Final = 0.3  # of sources that are read before any of them is shown: there may be thousands


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
        self._begun: list[CorpusItem] = []  # the last one is being read
        self._first_with: dict[str, Path] = {}
        session.corpus_changed.subscribe(self._leave_what_is_gone)

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
        """Read the first sources that were not read yet, if none is being read."""
        waiting = [item for item in self._session.corpus if _is_unread(item)]
        if self._held or self._task or not waiting:
            return
        special_tokens = self._session.recipe_draft.get("special_tokens", ())
        begun = self._begun = []
        self._task = self._tasks.start(
            lambda monitor: _facts_of_first(waiting, special_tokens, monitor, begun),
            on_done=self._show,
            on_failed=lambda error: self._fail(begun[0], error),
        )

    def _leave_what_is_gone(self, items: tuple[CorpusItem, ...]) -> None:
        """Do not go on with a source that was removed, or is to be read in another way."""
        if self._task and self._begun and self._begun[-1] not in items:
            self._task.stop()

    def _show(self, found: list[SourceFacts]) -> None:
        self._task = None
        listed = set(self._session.corpus)  # some may have been removed, or are to be read in another way
        read = [(item, facts) for item, facts in zip(self._begun, found, strict=False) if item in listed]
        self._session.fill_in([self._filled_in(item, facts) for item, facts in read])
        self.begin()

    def _fail(self, item: CorpusItem, error: Exception) -> None:
        self._task = None
        if not isinstance(error, Stopped):
            self._session.fill_in([replace(item, documents=0)])
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
            elif first != path and facts.path not in first.parents:
                return f"{path.name} has the same content as {first.name}."
        return ""


def _facts_of_first(
    items: Sequence[CorpusItem], special_tokens: Sequence[str], monitor: Monitor, begun: list[CorpusItem]
) -> list[SourceFacts]:
    """Those of the first items, as many as can be read in a moment, at least of one; `begun` takes what is read."""
    until = time.monotonic() + _SECONDS_AT_ONCE
    found: list[SourceFacts] = []
    for item in items:
        begun.append(item)
        try:
            found += scan_corpus(sources=[item.source], special_tokens=special_tokens, monitor=monitor)
        except Exception:
            if not found:
                raise
            break  # told when this item is the first one
        if time.monotonic() > until:
            break
    return found


def _is_unread(item: CorpusItem) -> bool:
    return item.kind != NOT_TEXT and item.documents is None


def _is_listed(path: Path, listed: set[Path]) -> bool:
    return path in listed or not listed.isdisjoint(path.parents)
