"""The counting of one run, saved now and then, and gone on with."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

from vocabsmith_engine._native import PieceCounts
from vocabsmith_engine.checkpoint_files import Checkpoint, CheckpointFolder, SavedSide, run_prefix, table_name
from vocabsmith_engine.checkpoint_identity import Identity, difference
from vocabsmith_engine.checkpoints import Checkpoints
from vocabsmith_engine.corpus import shown
from vocabsmith_engine.corpus.left_out import LeftOut
from vocabsmith_engine.errors import RunError
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.piece_files import naming_file, save_pieces, told_of_damage
from vocabsmith_engine.reading_position import ReadingPosition
from vocabsmith_engine.spilling import told_to_the_user

if TYPE_CHECKING:
    from vocabsmith_engine.chunks import ChunkReader
    from vocabsmith_engine.counter_team import Member, Team
    from vocabsmith_engine.spilling import Spilling

_LARGEST_SHARE: Final = 1 / 50
"""Of the time for counting that may go into checkpoints, as long as that does not make them more than twice as rare."""


class Saving:
    """Saves what a team counts, and restores it; a context manager. Used by the thread that hands out chunks.

    Attributes:
        begin: where counting begins.
        held_out: documents that were held out before.
    """

    def __init__(
        self, checkpoints: Checkpoints, identity: Identity, total_bytes: int, left_out: LeftOut | None, monitor: Monitor
    ) -> None:
        """Reads what was saved before. Raises RunError if that is damaged, or was made of something else."""
        self._folder = CheckpointFolder(checkpoints.folder)
        self._requests = checkpoints.requests
        self._seconds = checkpoints.seconds
        self._identity = identity
        self._record: dict[str, Any] = {}  # of the identity, when it is needed
        self._total_bytes = total_bytes
        self._left_out = left_out
        self._monitor = monitor
        self._reader: ChunkReader | None = None
        self._found = self._checked(self._folder.read())
        self._standing = self._found.names if self._found else set()
        self._folder.remove_others(self._standing)
        self.begin = self._found.position if self._found else ReadingPosition()
        self.held_out = self._found.held_out if self._found else 0
        self._has_failed = False
        self._executor = ThreadPoolExecutor(1, "checkpoints")
        self._writing: Future[None] | None = None
        self._team: Team | None = None
        self._due_at = time.monotonic() + self._seconds
        self._requests.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            self._settle()
        finally:
            self._executor.shutdown()
            self._requests.end()

    def read_by(self, reader: ChunkReader) -> None:
        """The chunks that are counted from now on are those of `reader`."""
        self._reader = reader

    def restore(self, team: Team) -> None:
        """Put what was saved into the team's tables, which are empty. Raises RunError if it is damaged."""
        self._team = team
        if self._found and self._found.sides:
            with told_of_damage(self._folder.path):
                for side, (spilling, saved) in enumerate(zip(team.spillings, self._found.sides, strict=True)):
                    self._restore_side(spilling, [member.tables[side] for member in team.members], saved)

    @property
    def is_due(self) -> bool:
        """Whether it is time for a checkpoint."""
        if self._writing and not self._writing.done():
            return False
        return self._requests.open or time.monotonic() >= self._due_at

    def save(self, executor: Executor) -> None:
        """Take a checkpoint: everything that was handed out is counted, and nobody counts.

        Tables are written by `executor`. What cannot be written is told once in a note. Raises Stopped.
        """
        began = time.monotonic()
        self._settle()
        number = self._requests.begin()
        try:
            checkpoint = self._written(executor)
        except OSError as error:
            self._fail(error)
            self._requests.settle(number, stands=False)
        else:
            self._writing = self._executor.submit(self._stand, checkpoint, number)
        took = time.monotonic() - began
        self._due_at = began + took + max(self._seconds, min(took / _LARGEST_SHARE, 2 * self._seconds - took))

    def begin_anew(self) -> None:
        """Nothing that was counted so far counts; more files are left out than before."""
        self._settle()
        self.begin, self.held_out, self._found, self._team = ReadingPosition(), 0, None, None
        if self._standing:
            try:
                self._stand(self._checkpoint(self.begin, (), 0), self._requests.begin())
            except OSError as error:
                self._fail(error)

    def _checked(self, found: Checkpoint | None) -> Checkpoint | None:
        if found is None:
            return None
        with told_of_damage(self._folder.path):
            if reason := difference(found.identity, self._identity):
                raise RunError(f"the checkpoint in {shown(self._folder.path)}", reason, "Begin anew without it")
        for file in found.left_out if self._left_out else ():
            assert self._left_out is not None
            self._left_out.add(file)
        return found

    def _restore_side(self, spilling: Spilling, tables: Sequence[PieceCounts], saved: SavedSide) -> None:
        with told_to_the_user(self._monitor):
            for name in saved.runs:
                with naming_file(name):
                    spilling.adopt(self._folder.path, name)
            with ThreadPoolExecutor(len(tables), "counting") as executor:
                shares = [saved.tables[first :: len(tables)] for first in range(len(tables))]
                for loading in [executor.submit(self._load, *each) for each in zip(tables, shares, strict=True)]:
                    loading.result()

    def _load(self, table: PieceCounts, names: Sequence[str]) -> None:
        for name in names:
            with naming_file(name):
                table.load(os.fsencode(self._folder.path), os.fsencode(name), self._monitor)

    def _written(self, executor: Executor) -> Checkpoint:
        """A checkpoint whose files are written. Raises OSError and Stopped, when nobody writes any more."""
        assert self._team and self._reader
        folder, spillings = self._folder.path, self._team.spillings
        number = self._folder.next_number()
        sides = range(len(spillings))
        names = [[table_name(number, side, place) for side in sides] for place in range(len(self._team.members))]
        jobs = [executor.submit(self._save, *each) for each in zip(self._team.members, names, strict=True)]
        wait(jobs)
        for job in jobs:
            job.result()
        runs = [spilling.keep(folder, run_prefix(number, side)) for side, spilling in enumerate(spillings)]
        saved = tuple(SavedSide(tuple(own[side] for own in names), tuple(runs[side])) for side in sides)
        return self._checkpoint(self._reader.position(), saved, self._team.held_out_documents)

    def _save(self, member: Member, names: Sequence[str]) -> None:
        member.counter.settle()
        for table, name in zip(member.tables, names, strict=True):
            save_pieces(table, self._folder.path, name, self._monitor)

    def _checkpoint(self, position: ReadingPosition, sides: tuple[SavedSide, ...], held_out: int) -> Checkpoint:
        self._record = self._record or self._identity.record()
        left_out = tuple(self._left_out.files) if self._left_out else ()
        return Checkpoint(self._record, position, left_out, sides, self.held_out + held_out, self._total_bytes)

    def _stand(self, checkpoint: Checkpoint, number: int) -> None:
        """Have a checkpoint stand whose files are written. Raises OSError."""
        stands = False
        try:
            self._folder.write(checkpoint, checkpoint.names - self._standing)
            self._standing = checkpoint.names
            stands = True
        finally:
            self._requests.settle(number, stands=stands)

    def _settle(self) -> None:
        """Wait until the checkpoint that was taken last stands, or has failed."""
        if self._writing:
            failed = self._writing.exception()
            self._writing = None
            if isinstance(failed, OSError):
                self._fail(failed)
            elif failed:
                raise failed

    def _fail(self, error: OSError) -> None:
        """The last checkpoint goes on to stand. What was written of the new one goes, but for what is in use."""
        in_use = {name for spilling in self._team.spillings for name in spilling.kept} if self._team else set()
        self._folder.remove_others(self._standing | in_use)
        if not self._has_failed:
            self._has_failed = True
            where, reason = shown(self._folder.path), error.strerror or str(error)
            self._monitor.note(f"What is counted could not be saved in {where} ({reason}): a crash may cost more work.")
