"""How the window ends a run that another thread works on in another way than by a stop."""

from __future__ import annotations

import threading
from collections.abc import Callable

from vocabsmith_engine import Stopped
from vocabsmith_engine.runs import LiveRun, RunInfo


class RunHandle:
    """Shared by the window and the worker of one run. Call `discard` before the Monitor is stopped.

    A new run that is stopped in the ordinary way before anything was learned leaves nothing on the disk.

    Attributes:
        info: the run on the disk as it was begun; None before that, or if it is not kept.
        waits: whether the run, which was stopped, is on the disk, to be gone on with.
    """

    def __init__(self, on_begun: Callable[[RunInfo], None] = lambda _info: None) -> None:
        self._on_begun = on_begun
        self._lock = threading.Lock()
        self._live: LiveRun | None = None
        self.info: RunInfo | None = None
        self.suspended = False
        self.discarded = False
        self.waits = False

    def suspend(self) -> None:
        """The run saves what it has, ends by itself, and can be gone on with later. Returns at once."""
        with self._lock:
            self.suspended = True
            if self._live is not None:
                self._live.suspend()

    def discard(self) -> None:
        """Nothing of the run is kept."""
        self.discarded = True

    # --- the worker's side

    def begin(self, live: LiveRun) -> None:
        """The run is on the disk now. `on_begun` is called on the worker's thread."""
        with self._lock:
            self._live, self.info = live, live.info
            if self.suspended:
                live.suspend()
        self._on_begun(live.info)

    def raise_if_discarded(self) -> None:
        """Raises Stopped once nothing is to be kept."""
        if self.discarded:
            raise Stopped("the run", "was discarded", "Start it again when you like")
