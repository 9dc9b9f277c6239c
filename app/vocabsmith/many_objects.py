"""Making many thousand objects at once, without the search for garbage that Python begins meanwhile.

That search goes through every object there is, with all threads waiting: a tenth of a second for a list of 50,000
files, several times while it is made. Nothing of such a list is garbage.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_makers = 0


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
                gc.enable()
