"""Reads the listed sources whole, one after the other, while nothing else needs the processors."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from vocabsmith import wording
from vocabsmith.corpus_items import FOLDER, MISSING, NOT_TEXT, CorpusItem
from vocabsmith.many_objects import many_objects
from vocabsmith.operations.scan_corpus import SourceFacts, scan_corpus
from vocabsmith.session import Session
from vocabsmith.tasks import Task, TaskRunner
from vocabsmith_engine import Monitor, Stopped
from vocabsmith_engine.corpus import shown

_SECONDS_AT_ONCE: Final = 0.3  # of sources that are read before any of them is shown: there may be thousands
_SECONDS_OF_MANY: Final = 2.0
_MANY: Final = 2_000  # sources of which each change takes the window some milliseconds
_MOST_FAILURES: Final = 5
_POLL_MILLISECONDS: Final = 100
_UNREAD: Final = ("", NOT_TEXT, MISSING)


class WholeReading(QObject):
    """Fills in what only a whole reading shows: documents, bad bytes, broken records, copies in folders.

    Signals:
        changed: a reading has begun, gone on or ended; see `running`, `fraction` and `words`.
        failed(str): a source could not be read in a way that nobody foresaw.
    """

    changed = Signal()
    failed = Signal(str)

    def __init__(
        self, session: Session, tasks: TaskRunner, may_begin: Callable[[], bool], parent: QObject | None = None
    ) -> None:
        """`may_begin` tells whether there is nothing more urgent to be done."""
        super().__init__(parent)
        self._session, self._tasks, self._may_begin = session, tasks, may_begin
        self._task: Task[list[tuple[CorpusItem, SourceFacts]]] | None = None
        self._held = self._stopped = False
        self._failures = 0
        self._begun: list[CorpusItem] = []  # the last one is being read
        self._read_bytes = self._all_bytes = 0
        self._first_with: dict[str, tuple[Path, Path]] = {}  # of files in folders: the folder, the file
        self._timer = QTimer(self, interval=_POLL_MILLISECONDS)
        self._timer.timeout.connect(self.changed)
        session.corpus_changed.subscribe(lambda _items: self._leave_what_is_gone())

    @property
    def running(self) -> bool:
        """Whether a source is being read."""
        return self._task is not None

    @property
    def stopped(self) -> bool:
        """Whether the user ended the reading, and some sources were not read whole."""
        return self._stopped and any(map(_is_unread, self._session.corpus))

    @property
    def done_bytes(self) -> int:
        """Bytes on the disk that were read of what there was to read."""
        now = self._task.monitor.progress().done if self._task else 0
        return min(self._read_bytes + now, self._all_bytes)

    @property
    def fraction(self) -> float:
        """Part that was read."""
        return self.done_bytes / self._all_bytes if self._all_bytes else 1.0

    def words(self) -> str:
        """What is being done, "" while nothing is."""
        if self._task is None:
            return ""
        return f"Reading them whole: {wording.size(self.done_bytes)} of {wording.size(self._all_bytes)}"

    def hold(self) -> None:
        """End the reading for now: a run needs the processors. What was not read whole begins anew afterwards."""
        self._held = True
        if self._task:
            self._task.stop()

    def release(self) -> None:
        """Go on where `hold` ended it."""
        self._held = False
        self.begin()

    def stop(self) -> None:
        """The user does not want to wait for it."""
        self._stopped = True
        if self._task:
            self._task.stop()

    def go_on(self) -> None:
        """Go on where `stop` ended it."""
        self._stopped = False
        self.begin()

    def begin(self) -> None:
        """Read the first sources that were not read yet, if none is being read."""
        if self._held or self._stopped or self._task or not self._may_begin():
            return
        counted = self._session.distinct_corpus
        waiting = [item for item in counted if _is_unread(item)]
        if not waiting:
            return
        self._all_bytes = sum(item.bytes for item in counted)
        self._read_bytes = self._all_bytes - sum(item.bytes for item in waiting)
        special_tokens = self._session.recipe_draft.get("special_tokens", ())
        seconds = _SECONDS_AT_ONCE if len(counted) < _MANY else _SECONDS_OF_MANY
        begun = self._begun = []
        self._task = self._tasks.start(
            lambda monitor: _facts_of_first(waiting, special_tokens, monitor, begun, seconds),
            on_done=self._show,
            on_failed=lambda error: self._fail(begun[0], error),
        )
        self._tell()

    def _leave_what_is_gone(self) -> None:
        """Do not go on with a source that was removed, or is to be read in another way."""
        if self._task and self._begun:
            read = self._begun[-1]
            now = self._session.item(read.path)
            if now is None or now.reading != read.reading:
                self._task.stop()
        self.begin()

    def _show(self, found: list[tuple[CorpusItem, SourceFacts]]) -> None:
        self._session.fill_in(self._with_copies(found))
        self._task = None
        self.begin()
        self._tell()

    def _fail(self, item: CorpusItem, error: Exception) -> None:
        if not isinstance(error, Stopped):
            note = f"It was not read to its end: {error}"
            self._session.fill_in([replace(item, documents=0, note=note)])
            self._failures += 1
            self._stopped = self._failures % _MOST_FAILURES == 0  # the same may happen to every other one
            self.failed.emit(f"{shown(Path(item.path.name))} was not read to its end: {error}")
        self._task = None
        self.begin()
        self._tell()

    def _tell(self) -> None:
        if self.running and not self._timer.isActive():
            self._timer.start()
        elif not self.running:
            self._timer.stop()
        self.changed.emit()

    # --- copies in folders: those among listed files are left out, these are only told of

    def _with_copies(self, found: Sequence[tuple[CorpusItem, SourceFacts]]) -> list[CorpusItem]:
        """The items, with a note where a folder has a file with the same bytes."""
        if not self._first_with and all(item.kind != FOLDER for item, _ in found):
            return [item for item, _ in found]
        listed = {item.path for item in self._session.corpus}
        notes = (self._copies(item, facts, listed) for item, facts in found)
        return [
            replace(item, note=f"{item.note} {note}".strip()) if note else item
            for (item, _), note in zip(found, notes, strict=True)
        ]

    def _copies(self, item: CorpusItem, facts: SourceFacts, listed: set[Path]) -> str:
        if item.kind != FOLDER:
            folder, file = self._first_with.get(item.digest, (item.path, item.path))
            elsewhere = folder in listed and folder != item.path and folder not in item.path.parents
            return f"Same bytes as {shown(Path(file.name))} in {shown(Path(folder.name))}." if elsewhere else ""
        copies = 0
        for digest, file in facts.digests:
            folder, _ = self._first_with.setdefault(digest, (item.path, file))
            if folder not in listed:
                self._first_with[digest] = (item.path, file)
            copies += folder != item.path and folder in listed
        return f"{wording.count(copies, 'file')} with the bytes of a file in another folder." if copies else ""


def _facts_of_first(
    items: Sequence[CorpusItem],
    special_tokens: Sequence[str],
    monitor: Monitor,
    begun: list[CorpusItem],
    seconds: float,
) -> list[tuple[CorpusItem, SourceFacts]]:
    """The first items with what was found in them, as many as can be read in that time, at least one.

    `begun` takes what is read.
    """
    until = time.monotonic() + seconds
    found: list[tuple[CorpusItem, SourceFacts]] = []
    for item in items:
        begun.append(item)
        try:
            with many_objects() if item.files > _MANY else nullcontext():
                [facts] = scan_corpus(sources=[item.source], special_tokens=special_tokens, monitor=monitor)
        except Exception:
            if not found:
                raise
            break  # told when this item is the first one
        found.append((_filled_in(item, facts), facts))
        if time.monotonic() > until:
            break
    return found


def _filled_in(item: CorpusItem, facts: SourceFacts) -> CorpusItem:
    """The item with what was found in it."""
    folder = item.kind == FOLDER
    notes = (item.note if folder else "", facts.note)
    return replace(
        item,
        what=item.what if folder else facts.what,
        found_field=facts.fields[0] if len(facts.fields) == 1 else "",
        documents=facts.documents,
        note=" ".join(dict.fromkeys(filter(None, notes))),
        digest=item.digest if folder or not facts.digests else facts.digests[0][0],
    ).warm()


def _is_unread(item: CorpusItem) -> bool:
    return item.kind not in _UNREAD and item.documents is None
