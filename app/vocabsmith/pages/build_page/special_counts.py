"""How often the special tokens of the form stand in the corpus, counted beside everything else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from vocabsmith.operations.count_specials import count_specials
from vocabsmith.tasks import LatestTask, TaskRunner
from vocabsmith_engine import Monitor, Source

_TYPING_PAUSE = 400  # milliseconds without a change before the corpus is read


class SpecialCounts(QObject):
    """Counts the tokens it was asked for last, all of them together: where two overlap, it matters which there are.

    Signals:
        changed: more is known, or the corpus is another one.
    """

    changed = Signal()

    def __init__(self, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._latest = LatestTask(tasks, self)
        self._sources: tuple[Source, ...] = ()
        self._tokens: frozenset[str] = frozenset()
        self._counted_sources: tuple[Source, ...] = ()
        self._counted_tokens: frozenset[str] = frozenset()
        self._counts: Counter[str] = Counter()
        self._held = False
        self._pause = QTimer(self, singleShot=True, interval=_TYPING_PAUSE)
        self._pause.timeout.connect(self._begin)

    def set_sources(self, sources: Iterable[Source]) -> None:
        """The corpus to look in."""
        listed = tuple(sources)
        if listed != self._sources:
            self._sources = listed
            self._pause.start()
            self.changed.emit()

    def ask(self, tokens: Sequence[str]) -> None:
        """Look for these tokens, in a moment."""
        asked = frozenset(filter(None, tokens))
        if asked != self._tokens:
            self._tokens = asked
            self._pause.start()

    def count_of(self, token: str) -> int | None:
        """How often a token stands in the corpus; None while nobody knows."""
        known = self._sources and self._counted_sources is self._sources and token in self._counts
        return self._counts[token] if known else None

    def hold(self) -> None:
        """Read nothing for now: a run needs the processors."""
        self._held = True
        self._latest.cancel()

    def release(self) -> None:
        """Go on after `hold`."""
        if self._held:
            self._held = False
            self._pause.start()

    def _begin(self) -> None:
        sources, tokens = self._sources, self._tokens
        if self._held or not sources or not tokens:
            return
        before = Counter[str]()
        unread: Iterable[Source] = sources
        if tokens == self._counted_tokens and set(sources) >= set(self._counted_sources):
            before, unread = self._counts, set(sources).difference(self._counted_sources)
        wanted = tuple(unread)

        def count(monitor: Monitor) -> Counter[str]:
            return count_specials(sources=wanted, special_tokens=sorted(tokens), monitor=monitor)

        def take(found: Counter[str]) -> None:
            found.update(before)
            self._counted_sources, self._counted_tokens, self._counts = sources, tokens, found
            self.changed.emit()

        self._latest.submit(count, on_done=take, on_failed=lambda _error: self.changed.emit())
