"""What is put on the disk while pairs are merged: threads that only read, so that merging is not held up."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from vocabsmith_engine.corpus import shown
from vocabsmith_engine.errors import RunError, VocabsmithError
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.runs.merge_log import MergeLog

SECONDS_BETWEEN_APPENDS: Final = 1.0


def not_kept(path: Path, error: Exception) -> str:
    """The note on something that could not be put on the disk, though the run goes on."""
    return f"{shown(path)} could not be saved ({_reason(error)}): the run goes on, but may not survive a crash."


def _reason(error: Exception) -> str:
    if isinstance(error, VocabsmithError):
        return error.rule
    return (isinstance(error, OSError) and error.strerror) or str(error)


class MergeLogging:
    """Appends the merges of a run to its log about once a second; a context manager.

    Attributes:
        difference: what is wrong, once the merges differ from those that the log had before. The run is stopped then.
    """

    def __init__(self, log: MergeLog, path: Path, monitor: Monitor) -> None:
        self.difference: RunError | None = None
        self._log = log
        self._path = path
        self._monitor = monitor
        self._seen = 0
        self._told = False
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._work, name="merge log")

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _work(self) -> None:
        while not self._ended.wait(SECONDS_BETWEEN_APPENDS) and self.difference is None:
            self._take()
        if self.difference is None:
            self._take()

    def _take(self) -> None:
        new = self._monitor.new_merges(self._seen)
        try:
            self._seen = min(self._log.add(new.first, new.ids, new.counts, new.tokens_left), new.first + len(new.ids))
        except RunError as error:
            self.difference = error
            self._monitor.stop()
        except OSError as error:  # tried again in a second, with what is new then
            if not self._told:
                self._told = True
                self._monitor.note(not_kept(self._path, error))


class Beside:
    """One piece of work on a thread of its own; a context manager that waits for it.

    Attributes:
        failed: what it raised.
    """

    def __init__(self, work: Callable[[], None], name: str) -> None:
        self.failed: Exception | None = None
        self._work = work
        self._thread = threading.Thread(target=self._run, name=name)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._thread.join()

    def _run(self) -> None:
        try:
            self._work()
        except Exception as error:  # whatever it is, it is for the thread that waits
            self.failed = error
