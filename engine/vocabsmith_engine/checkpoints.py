"""Counting that can be gone on with after a crash: now and then all that was counted goes to a folder.

    checkpoints = Checkpoints(folder)
    count_pieces(sources, recipe, checkpoints=checkpoints)      # begins, or goes on where the last checkpoint was

A checkpoint is taken between two chunks, while nobody counts; counting goes on while what was written is made to last.
It is good for the same sources, recipe and versions only, see checkpoint_identity.
"""

from __future__ import annotations

from pathlib import Path
from threading import Condition

from vocabsmith_engine.checkpoint_files import CheckpointFolder
from vocabsmith_engine.piece_files import told_of_folder


class Checkpoints:
    """The folder where counting is saved, and when that is done. Every method may be called from any thread.

    Attributes:
        folder: where; made with the first checkpoint. For one run at a time.
        seconds: of counting between two checkpoints, at least; twice as many at most, unless a text that nothing cuts
            takes longer: it is counted as one.
        requests: what the one who counts hears of the others.
    """

    def __init__(self, folder: str | Path, seconds: float = 60.0) -> None:
        self.folder = Path(folder)
        self.seconds = seconds
        self.requests = CheckpointRequests()

    def request(self) -> None:
        """Ask for a checkpoint soon."""
        self.requests.add()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the checkpoint that was asked for stands; False if counting ends or the time is over before.

        A run that is paused takes no checkpoint.
        """
        return self.requests.wait(seconds)

    def progress(self) -> tuple[int, int] | None:
        """Bytes that the checkpoint stands for, and those of all files; None if there is none. Raises RunError."""
        found = CheckpointFolder(self.folder).read()
        return None if found is None else (found.position.bytes + found.position.bytes_of_next, found.total_bytes)

    def remove(self) -> None:
        """Remove what was saved. Raises RunError if that cannot be done."""
        with told_of_folder(self.folder):
            CheckpointFolder(self.folder).remove()


class CheckpointRequests:
    """Checkpoints that are wanted, begun, and written or failed, each by a number from 1 on."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._wanted = 0
        self._begun = 0
        self._settled = 0
        self._standing = 0
        self._counting = True

    def add(self) -> None:
        """The next one that is begun is wanted."""
        with self._changed:
            self._wanted = self._begun + 1

    def wait(self, seconds: float | None) -> bool:
        """Wait until the one that was wanted last stands or has failed, or no more are taken; whether it stands."""
        with self._changed:
            self._changed.wait_for(lambda: self._settled >= self._wanted or not self._counting, seconds)
            return self._standing >= self._wanted

    @property
    def open(self) -> bool:
        """Whether one is wanted that was not begun."""
        return self._wanted > self._begun

    def start(self) -> None:
        """From now on they are taken."""
        with self._changed:
            self._counting = True

    def begin(self) -> int:
        """One is begun; its number."""
        with self._changed:
            self._begun += 1
            return self._begun

    def settle(self, number: int, *, stands: bool) -> None:
        """The one with this number stands, or has failed."""
        with self._changed:
            self._settled = number
            if stands:
                self._standing = number
            self._changed.notify_all()

    def end(self) -> None:
        """No more are taken, nobody need wait."""
        with self._changed:
            self._counting = False
            self._changed.notify_all()
