"""How often the special tokens of the form stand in the corpus, counted beside everything else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from vocabsmith.operations.count_specials import count_specials
from vocabsmith.tasks import LatestTask, TaskRunner
from vocabsmith_engine import Monitor, Source

_TYPING_PAUSE = 400  # milliseconds without a key before the corpus is read

_Counts = tuple[frozenset[str], Mapping[str, int]]


class SpecialCounts(QObject):
    """Counts the tokens it was asked for last, all of them together: where two overlap, it matters which there are.

    Signals:
        changed: more is known, or the corpus is another one.
    """

    changed = Signal()

    def __init__(self, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._latest = LatestTask(tasks)
        self._sources: tuple[Source, ...] = ()
        self._tokens: frozenset[str] = frozenset()
        # For each source what was asked and found. The thread that counts fills it, source by source.
        self._known: dict[Source, _Counts] = {}
        self._held = False
        self._pause = QTimer(self, singleShot=True, interval=_TYPING_PAUSE)
        self._pause.timeout.connect(self._begin)

    def set_sources(self, sources: Iterable[Source]) -> None:
        """The corpus to look in."""
        listed = tuple(dict.fromkeys(sources))
        if listed != self._sources:
            self._sources = listed
            self._known = {source: self._known[source] for source in listed if source in self._known}
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
        total = 0
        for source in self._sources:
            _, counts = self._known.get(source, (None, {}))
            if token not in counts:
                return None
            total += counts[token]
        return total if self._sources else None

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
        tokens = self._tokens
        waiting = [source for source in self._sources if self._known.get(source, (None, {}))[0] != tokens]
        if self._held or not waiting or not tokens:
            return
        known = self._known

        def keep(source: Source, counts: dict[str, int]) -> None:
            known[source] = tokens, counts

        def count(monitor: Monitor) -> None:
            count_specials(sources=waiting, special_tokens=sorted(tokens), on_counted=keep, monitor=monitor)

        self._latest.submit(
            count, on_done=lambda _nothing: self.changed.emit(), on_failed=lambda _error: self.changed.emit()
        )
