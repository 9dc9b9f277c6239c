"""When Python may search for garbage: never in the middle of many new objects, and never beside the window's thread.

That search goes through every object there is, with all threads waiting: a tenth of a second for a list of 50,000
files, several times while it is made. Nothing of such a list is garbage.

It also begins in whichever thread makes an object, and destroys there what it finds. Parts of the window that are no
longer used may be found so, and Qt does not survive it if they go in another thread than the window's: so the search
rests while others work, and the window's thread makes up for it.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_makers = 0
_workers = 0


@contextmanager
def many_objects() -> Iterator[None]:
    """Lets the collector rest; afterwards it never again looks at the objects that are there. May be nested."""
    global _makers  # noqa: PLW0603
    with _lock:
        _makers += 1
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            _makers -= 1
            if not _makers:
                gc.freeze()
            _go_on_if_alone()


def begin_work() -> None:
    """A thread begins beside the window's: from now on garbage is only searched for by `search_if_due`."""
    global _workers  # noqa: PLW0603
    with _lock:
        _workers += 1
        gc.disable()


def end_work() -> None:
    """A thread of `begin_work` has ended."""
    global _workers  # noqa: PLW0603
    with _lock:
        _workers -= 1
        _go_on_if_alone()


def search_if_due() -> None:
    """Does in this thread, the window's, what Python would have done by itself if it were allowed to."""
    if _makers:
        return
    counts, thresholds = gc.get_count(), gc.get_threshold()
    for generation in reversed(range(len(counts))):
        if counts[generation] > thresholds[generation] > 0:
            gc.collect(generation)
            return


def _go_on_if_alone() -> None:
    if not _makers and not _workers:
        gc.enable()
