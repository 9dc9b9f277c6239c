"""All counts of a run on the disk: saved beside merging, so that merging can begin anew without reading the corpus."""

from __future__ import annotations

import shutil
import threading
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from vocabsmith_engine.counting import CorpusCounts
from vocabsmith_engine.errors import RunError, Stopped, VocabsmithError
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.runs.beside_merging import not_kept
from vocabsmith_engine.runs.folder import RunFolder, remove_entry
from vocabsmith_engine.saved_counts import load_counts, save_counts

SECONDS_BEFORE_SAVING: Final = 1.0
"""Of merging: who has merged everything by then need not keep the counts."""


def kept_counts(folder: RunFolder, memory: int | None, monitor: Monitor) -> CorpusCounts | None:
    """The counts that are kept; None if there are none, or none that can be used. Raises Stopped."""
    if not folder.has_counts:
        return None
    try:
        return load_counts(folder.counts, memory, monitor)
    except RunError as error:
        monitor.note(f"{error} The text is counted once more.")
        remove_counts(folder)
        return None


def remove_counts(folder: RunFolder) -> None:
    """Remove what only an unfinished run needs. What cannot be removed goes with the run."""
    for entry in (folder.counts, folder.counting):
        with suppress(OSError):
            if entry.is_dir() and not entry.is_symlink():
                shutil.rmtree(entry, ignore_errors=True)
            else:
                remove_entry(entry)


class CountsSaving:
    """Saves counts on a thread of its own while they are merged; a context manager that ends it.

    What is not saved when the merges are there is given up, unless `complete` was called.
    """

    def __init__(self, corpus: CorpusCounts, folder: RunFolder, monitor: Monitor) -> None:
        """`monitor` takes a note on what goes wrong."""
        self._corpus = corpus
        self._folder = folder
        self._monitor = monitor
        self._own_monitor = Monitor()
        self._begin = threading.Event()
        self._given_up = False
        self._thread = threading.Thread(target=self._work, name="counts")

    def __enter__(self) -> Self:
        if not self._folder.has_counts:
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._given_up = True
        self._own_monitor.stop()
        self._end()

    def complete(self) -> None:
        """Wait until all is saved: the run is to be gone on with."""
        self._end()

    def _end(self) -> None:
        self._begin.set()
        if self._thread.is_alive():
            self._thread.join()

    def _work(self) -> None:
        self._begin.wait(SECONDS_BEFORE_SAVING)
        if self._given_up:
            return
        try:
            save_counts(self._corpus, self._folder.counts, self._own_monitor)
        except Stopped:
            return
        except (OSError, VocabsmithError) as error:
            self._monitor.note(not_kept(self._folder.counts, error))
        else:
            with suppress(OSError):  # of no use any more
                remove_entry(self._folder.counting)
