"""The runs that are kept in a folder, each in a folder of its own."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from vocabsmith_engine.corpus import SourceLike, shown
from vocabsmith_engine.errors import RunError
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.runs.folder import RunFolder, cannot_be_written, remove_entry, taken
from vocabsmith_engine.runs.info import RunInfo, RunState, info_of, save_name
from vocabsmith_engine.runs.kept_counts import remove_counts
from vocabsmith_engine.runs.live import LiveRun
from vocabsmith_engine.runs.one_run import begin_in, check_text, keep_in, learned_in, reopen_in, result_in
from vocabsmith_engine.training_result import TrainingResult

_ID: Final = re.compile(r"\d{8}-\d{6}-[0-9a-f]{8}")


class RunStore:
    """The runs of a user, or of a project.

    Attributes:
        folder: where they are kept; it is made with the first run.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = Path(folder)

    def runs(self) -> list[RunInfo]:
        """All runs, the newest first. A damaged one is told as such. Raises RunError if the store cannot be read."""
        infos = [info_of(folder) for folder in self._folders()]
        return sorted(infos, key=lambda info: (info.created, info.id), reverse=True)

    def info(self, id: str) -> RunInfo:
        """What is known of a run. Raises RunError if there is none of this id."""
        return info_of(self._folder_of(id))

    def begin(
        self,
        name: str,
        sources: SourceLike | Iterable[SourceLike],
        recipe: Recipe,
        *,
        threads: int | None = None,
        memory: int | None = None,
        names: str | Iterable[str] | None = None,
        skip_bad: bool = False,
        project: str = "",
    ) -> LiveRun:
        """Begin a run; see `train`. Raises RunError if it cannot be kept here."""
        with _told_of_writing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            self._sweep()
        return begin_in(
            self.folder / new_id(),
            name,
            sources,
            recipe,
            threads=threads,
            memory=memory,
            names=names,
            skip_bad=skip_bad,
            project=project,
        )

    def reopen(self, id: str) -> LiveRun:
        """Go on with a run that was cut off.

        Raises RunError if it has ended, is damaged or worked on by another program, or if a file that has to be read
        again is gone or has changed.
        """
        return reopen_in(self._folder_of(id).path)

    def keep(self, id: str) -> RunInfo:
        """End a run that was cut off while merging with the merges that it has. Raises RunError if it has none."""
        return keep_in(self._folder_of(id).path)

    def result(self, id: str) -> TrainingResult:
        """The result of a run that has ended. Raises RunError."""
        return result_in(self._folder_of(id).path)

    def learned(self, id: str) -> TrainingResult:
        """What a run that was cut off while merging has learned so far; it stays as it is.

        Raises RunError if nothing of that is kept.
        """
        return learned_in(self._folder_of(id).path)

    def rename(self, id: str, name: str) -> None:
        """Call a run so, also while it is worked on. Raises RunError."""
        check_text(name)
        folder = self._folder_of(id)
        folder.check()
        with _told_of_writing(folder.path):
            save_name(folder, name)

    def delete(self, id: str) -> None:
        """Remove a run from the disk, a damaged one too. Raises RunError if it is worked on or cannot be removed."""
        folder = self._folder_of(id)
        with _told_of_writing(folder.path):
            if folder.path.is_symlink():
                folder.path.unlink()  # and never what it leads to
                return
            if folder.lock.is_symlink() or not folder.lock.is_file():  # nobody holds what is no lock
                remove_entry(folder.lock)
            folder.remove(taken(folder))

    def disk_bytes(self, id: str) -> int:
        """Bytes that a run takes on the disk."""
        return self._folder_of(id).bytes()

    def _folder_of(self, id: str) -> RunFolder:
        folder = RunFolder(self.folder / id) if _ID.fullmatch(id) else None
        if folder is None or not os.path.lexists(folder.path) or folder.is_left_over:
            raise RunError(f"run {id!r}", f"is not in {shown(self.folder)}", "Choose another run")
        return folder

    def _folders(self) -> Iterator[RunFolder]:
        """The folders of runs, and what only looks like one."""
        for folder in self._all():
            if not folder.is_left_over:
                yield folder

    def _all(self) -> list[RunFolder]:
        try:
            with os.scandir(self.folder) as entries:
                names = [entry.name for entry in entries if _ID.fullmatch(entry.name)]
        except FileNotFoundError:
            return []
        except OSError as error:
            reason = f"cannot be read ({error.strerror or error})"
            raise RunError(shown(self.folder), reason, "Check its permissions") from None
        return [RunFolder(self.folder / name) for name in names]

    def _sweep(self) -> None:
        """Remove what processes left that died while they made, ended or removed a run."""
        for folder in self._all():
            with suppress(OSError, RunError):
                if folder.is_left_over and folder.is_old:
                    folder.remove(taken(folder, 0.0))
                elif folder.has_more_than_a_result and info_of(folder).state is RunState.FINISHED:
                    with taken(folder, 0.0):
                        remove_counts(folder)


def new_id() -> str:
    """The name of a new folder: in the order of time, and never one that another program chooses."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(4)}"


@contextmanager
def _told_of_writing(path: Path) -> Iterator[None]:
    """Turn what the system says into RunError."""
    try:
        yield
    except OSError as error:
        raise cannot_be_written(path, error) from None
