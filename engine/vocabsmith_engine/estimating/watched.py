"""Work on another thread with a Monitor of its own, which ends when time is up or when it is not wanted any more."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Final, TypeVar

from vocabsmith_engine.monitor import Monitor

Result = TypeVar("Result")

SECONDS_BETWEEN_LOOKS: Final = 0.002


def watched(
    work: Callable[[Monitor], Result],
    monitor: Monitor,
    seconds: float,
    on_look: Callable[[Monitor], None] = lambda _inner: None,
) -> Result:
    """`work(inner)`, where `inner` is stopped after so many seconds, or when `monitor` is.

    `on_look` gets `inner` again and again meanwhile. Raises Stopped if `monitor` was stopped.
    """
    inner = Monitor()
    ends = time.perf_counter() + seconds
    with ThreadPoolExecutor(1, "estimating") as executor:
        future = executor.submit(work, inner)
        while not wait([future], SECONDS_BETWEEN_LOOKS).done:
            if monitor.stop_requested or time.perf_counter() > ends:
                inner.stop()
            on_look(inner)
    on_look(inner)
    if monitor.stop_requested:
        monitor.raise_if_stopped()
    return future.result()
