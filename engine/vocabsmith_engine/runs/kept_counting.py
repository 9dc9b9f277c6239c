"""Counting that survives: checkpoints in the folder of the run, and fingerprints of what is counted."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from vocabsmith_engine.checkpoints import Checkpoints
from vocabsmith_engine.corpus import Source, expand
from vocabsmith_engine.counting import CorpusCounts, count_pieces
from vocabsmith_engine.errors import RunError
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.runs.beside_merging import Beside, not_kept
from vocabsmith_engine.runs.folder import RunFolder
from vocabsmith_engine.runs.run_file import RunRecord
from vocabsmith_engine.runs.source_files import (
    check_readable_again,
    check_unchanged,
    fingerprints_of,
    load_fingerprints,
    save_fingerprints,
)

SECONDS_BETWEEN_CHECKPOINTS: Final = 60.0
_SECONDS_FOR_THE_LAST: Final = 10.0
_SECONDS_BETWEEN_LOOKS: Final = 0.1


def check_sources(folder: RunFolder, record: RunRecord, sources: Sequence[Source]) -> None:
    """Raise RunError unless what has to be read again is what it was."""
    check_readable_again(sources)
    if folder.fingerprints.exists():
        recorded = load_fingerprints(folder.fingerprints)
        check_unchanged(recorded, expand(sources, names=record.names, skipped=[]))


class KeptCounting:
    """The counting of one run."""

    def __init__(self, folder: RunFolder, record: RunRecord, sources: Sequence[Source]) -> None:
        self._folder = folder
        self._record = record
        self._sources = sources
        self._checkpoints = _checkpoints_in(folder)
        self._counting = False

    def count(self, monitor: Monitor) -> tuple[CorpusCounts, float]:
        """All counts, from the last checkpoint on if there is one, and the seconds that it took."""
        began = time.perf_counter()
        self._counting = True
        try:
            with Beside(self._save_fingerprints, "fingerprints") as fingerprints:
                corpus = self._count(monitor)
        finally:
            self._counting = False
        if fingerprints.failed:
            monitor.note(not_kept(self._folder.fingerprints, fingerprints.failed))
        return corpus, time.perf_counter() - began

    def take_last_checkpoint(self, monitor: Monitor) -> None:
        """Wait until what is counted so far is on the disk, if anything is being counted, but not for ever."""
        if self._counting:
            self._checkpoints.request()
            for _ in range(round(_SECONDS_FOR_THE_LAST / _SECONDS_BETWEEN_LOOKS)):
                monitor.resume()  # who waits takes no checkpoint; a pause may be asked for at any moment
                if self._checkpoints.wait(_SECONDS_BETWEEN_LOOKS):
                    return

    def _count(self, monitor: Monitor) -> CorpusCounts:
        """Without a checkpoint that is damaged, or of something else: counting begins anew then."""
        try:
            if self._checkpoints.progress() is not None and not self._folder.fingerprints.exists():
                self._checkpoints.remove()  # nobody knows what it was made of
            return self._count_on(monitor)
        except RunError as error:
            monitor.note(f"{error} The text is counted from the beginning.")
            self._checkpoints.remove()
            self._checkpoints = _checkpoints_in(self._folder)
            return self._count_on(monitor)

    def _count_on(self, monitor: Monitor) -> CorpusCounts:
        record = self._record
        return count_pieces(
            self._sources,
            record.recipe,
            monitor,
            record.threads,
            record.memory,
            names=record.names,
            skip_bad=record.skip_bad,
            checkpoints=self._checkpoints,
        )

    def _save_fingerprints(self) -> None:
        if not self._folder.fingerprints.exists():
            files = expand(self._sources, names=self._record.names, skipped=[])
            save_fingerprints(self._folder.fingerprints, fingerprints_of(files))


def _checkpoints_in(folder: RunFolder) -> Checkpoints:
    return Checkpoints(folder.counting, SECONDS_BETWEEN_CHECKPOINTS)
