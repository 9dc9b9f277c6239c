"""Work on several threads whose results come in order. Meant for work that leaves the GIL alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from vocabsmith_engine.monitor import Monitor

Job = TypeVar("Job")
Result = TypeVar("Result")

SECONDS_BETWEEN_LOOKS: Final = 0.1
_JOBS_PER_THREAD: Final = 2  # one is worked on, one waits, so that no thread runs out of work


def in_order(
    work: Callable[[Job], Result], jobs: Iterable[Job], threads: int, monitor: Monitor | None
) -> Generator[Result]:
    """`work(job)` of every job, in the order of the jobs, which are fetched on the calling thread.

    No more than two jobs for each thread, and one, are in memory, results that wait for their turn included. Raises
    the first error in the order of the jobs, and Stopped; then no job is begun any more, and those that run are waited
    for. To be closed when it is not used up.
    """
    with ThreadPoolExecutor(threads, "encoding") as executor:
        pending: deque[Future[Result]] = deque()
        try:
            for job in jobs:
                pending.append(executor.submit(work, job))
                if len(pending) > _JOBS_PER_THREAD * threads:
                    yield _result_of(pending.popleft(), monitor)
            while pending:
                yield _result_of(pending.popleft(), monitor)
        finally:
            for future in pending:
                future.cancel()


def _result_of(future: Future[Result], monitor: Monitor | None) -> Result:
    """What the work gives, once it is done; a stop does not wait for it here."""
    while monitor is not None and not wait([future], SECONDS_BETWEEN_LOOKS).done:
        monitor.raise_if_stopped()
    return future.result()
