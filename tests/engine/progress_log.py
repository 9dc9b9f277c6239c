"""A watcher that writes down what a monitor shows, as a window would see it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from vocabsmith_engine import Monitor, Progress


@contextmanager
def progress_of(monitor: Monitor) -> Iterator[list[Progress]]:
    """What `monitor` shows every millisecond while the block runs, and once after it."""
    log: list[Progress] = []
    done = threading.Event()

    def watch() -> None:
        while not done.is_set():
            log.append(monitor.progress())
            time.sleep(0.001)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield log
    finally:
        done.set()
        watcher.join()
        log.append(monitor.progress())
