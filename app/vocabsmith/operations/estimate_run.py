"""What a run will take, from a short trial on parts of the corpus."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from vocabsmith.operations.check_corpus import MOST_BYTES
from vocabsmith.operations.text_files import find_files
from vocabsmith_engine import Monitor, Recipe, Source

if TYPE_CHECKING:
    from vocabsmith_engine.estimating import Estimate, Estimator


class RunEstimator:
    """Estimates one run after another; of a trial and of a look at the files is kept what serves the next one.

    May be called from any thread. A second call waits for the first, which had better been stopped.
    """

    def __init__(self) -> None:
        self._estimator: Estimator | None = None
        self._sources: tuple[Source, ...] = ()
        self._files: list[Source] = []
        self._alone = threading.Lock()

    def estimate(
        self, *, sources: Sequence[Source], recipe: Recipe, threads: int | None, memory: int | None, monitor: Monitor
    ) -> Estimate | None:
        """The estimate for the files that a run would read, its check included; None if there is nothing in them.

        Raises VocabsmithError for what would end the run too: a bad file, too little memory, an expression that takes
        too long; and Stopped.
        """
        with self._alone:
            monitor.raise_if_stopped()
            files = self._usable(tuple(sources), monitor)
            if not files:
                return None
            return self._made().estimate(
                files, recipe, threads=threads, memory=memory, checked_bytes=MOST_BYTES, monitor=monitor
            )

    def _usable(self, sources: tuple[Source, ...], monitor: Monitor) -> list[Source]:
        if sources != self._sources:
            self._files = [file.source for file in find_files(sources, monitor) if not file.problem and file.bytes]
            self._sources = sources
        return self._files

    def _made(self) -> Estimator:
        from vocabsmith_engine.estimating import Estimator  # noqa: PLC0415 - the window opens without it

        self._estimator = self._estimator or Estimator()
        return self._estimator
