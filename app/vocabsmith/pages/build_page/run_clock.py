"""How long a run has worked, and how long it will still take. Free of Qt."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from vocabsmith import wording
from vocabsmith_engine import Progress

if TYPE_CHECKING:
    from vocabsmith_engine.estimating import Estimate


class RunClock:
    """Begins with the run; time in which that waits does not count."""

    def __init__(self, estimate: Estimate | None, clock: Callable[[], float] = time.monotonic) -> None:
        """`estimate` is that from before the run, None if there is none."""
        self._estimate = estimate
        self._clock = clock
        self._began = clock()
        self._paused_at: float | None = None

    def pause(self, paused: bool) -> None:
        """The run waits from now on, or goes on."""
        if paused and self._paused_at is None:
            self._paused_at = self._clock()
        elif not paused and self._paused_at is not None:
            self._began += self._clock() - self._paused_at
            self._paused_at = None

    @property
    def worked(self) -> float:
        """Seconds of work so far."""
        return (self._clock() if self._paused_at is None else self._paused_at) - self._began

    def words_left(self, progress: Progress) -> str:
        """What the whole run will still take: "about 2 min left in all"; "" where nobody knows."""
        if self._estimate is None or progress.stage in {"idle", "finished"}:
            return ""
        return f"{wording.time_left(self._estimate.left(progress, self.worked))} in all"
