"""How a run is stopped so that it can be gone on with."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from vocabsmith_engine.monitor import Monitor


class Suspension:
    """Stops the run that works, once it has put what it can on the disk. `begin` may be called from any thread.

    Attributes:
        wanted: whether the run is to be left as it is.
    """

    def __init__(self, before_stopping: Callable[[Monitor], None]) -> None:
        """`before_stopping` is called on a thread of its own."""
        self.wanted = False
        self._before_stopping = before_stopping
        self._lock = threading.RLock()  # a signal may come in the middle
        self._monitor: Monitor | None = None
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Stop the run that works soon, or the one that will work at once."""
        with self._lock:
            self.wanted = True
            if self._monitor is not None and self._thread is None:
                self._thread = threading.Thread(target=self._stop, args=(self._monitor,), name="suspension")
                self._thread.start()

    @contextmanager
    def of(self, monitor: Monitor) -> Iterator[None]:
        """The run of this Monitor works meanwhile."""
        with self._lock:
            self._monitor = monitor
            if self.wanted:
                monitor.stop()
        try:
            yield
        finally:
            with self._lock:
                self._monitor = None
            if self._thread is not None:
                self._thread.join()

    def _stop(self, monitor: Monitor) -> None:
        self._before_stopping(monitor)
        monitor.stop()
