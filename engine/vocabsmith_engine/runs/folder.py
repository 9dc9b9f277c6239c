"""The folder of a run: what stands where, who works on it, and how it goes away."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from vocabsmith_engine.corpus import shown
from vocabsmith_engine.errors import RunError
from vocabsmith_engine.formats.file_lock import is_locked, locked
from vocabsmith_engine.sealed_files import PART, sync_folder

_FORBIDDEN: Final = frozenset((errno.EACCES, errno.EPERM, errno.EROFS))
_SECONDS_TO_BEGIN: Final = 60.0
_SECONDS_TO_WAIT: Final = 0.5  # somebody may only be looking whether it is locked


class RunFolder:
    """The places in the folder of a run.

    Attributes:
        path: the folder.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def run(self) -> Path:
        """Settings, and how the run ended; its being there makes the folder a run."""
        return self.path / "run.json"

    @property
    def name(self) -> Path:
        """The name, once it was changed."""
        return self.path / "name.json"

    @property
    def sources(self) -> Path:
        """What the user named."""
        return self.path / "sources.json"

    @property
    def fingerprints(self) -> Path:
        """Those of the files that were found there."""
        return self.path / "fingerprints.json"

    @property
    def counted(self) -> Path:
        """What is known once everything is counted."""
        return self.path / "counted.json"

    @property
    def merges(self) -> Path:
        """The merges, appended while they are learned."""
        return self.path / "merges.log"

    @property
    def held_out(self) -> Path:
        """The curve of the held-out text."""
        return self.path / "held_out.bin"

    @property
    def counting(self) -> Path:
        """The last checkpoint of counting."""
        return self.path / "counting"

    @property
    def counts(self) -> Path:
        """All counts, as long as merging may have to begin anew."""
        return self.path / "counts"

    @property
    def lock(self) -> Path:
        """Held by whoever works on the run."""
        return self.path / "lock"

    @property
    def deleted(self) -> Path:
        """What `run` becomes when the run is deleted, until the folder is gone."""
        return self.path / "deleted"

    @property
    def is_living(self) -> bool:
        """Whether a process works on it."""
        try:
            return is_locked(self.lock)
        except OSError:
            return False  # what cannot be locked is held by nobody

    @property
    def has_counts(self) -> bool:
        """Whether all counts are kept."""
        return (self.counts / "counts.json").exists()

    @property
    def has_more_than_a_result(self) -> bool:
        """Whether something is kept that only an unfinished run needs."""
        return os.path.lexists(self.counts) or os.path.lexists(self.counting)

    @property
    def is_left_over(self) -> bool:
        """Whether a process died while it made or removed this folder, and nothing in it is a run."""
        if os.path.lexists(self.run):
            return False
        try:
            names = [entry.name for entry in self.path.iterdir()]
        except OSError:
            return False
        known = {self.lock.name, self.sources.name}
        return self.deleted.name in names or all(name in known or name.endswith(PART) for name in names)

    @property
    def is_old(self) -> bool:
        """Whether nobody can be just about to make it."""
        try:
            return time.time() - self.path.lstat().st_mtime > _SECONDS_TO_BEGIN
        except OSError:
            return False

    def check(self) -> None:
        """Raise RunError unless this is a folder, and no link to one."""
        try:
            mode = os.lstat(self.path).st_mode
        except (OSError, ValueError):
            raise RunError(shown(self.path), "does not exist", "Choose another run") from None
        if not stat.S_ISDIR(mode):
            raise RunError(shown(self.path), "is not the folder of a run", "Choose another run")

    def bytes(self) -> int:
        """Bytes of all files in it."""
        return sum(_size(Path(folder) / file) for folder, _folders, files in os.walk(self.path) for file in files)

    def tidy(self) -> None:
        """Remove what a process that died had not written to its end, and what leads out of the folder. OSError."""
        for entry in (self.counts, self.counting):
            if entry.is_symlink():
                entry.unlink()
        for entry in _entries(self.path):
            if entry.name.endswith(PART) and entry.name.startswith("."):
                with suppress(OSError):
                    entry.unlink()

    def remove(self, held: ExitStack) -> None:
        """Remove the run and its folder; `held` is the lock on it, which is given up. Raises OSError.

        After a crash at any moment it is either a run as before, or nothing that is shown. No link is followed.
        """
        if self.run.exists() or self.run.is_symlink():
            self.run.replace(self.deleted)
            sync_folder(self.path)
        for entry in _entries(self.path):
            if entry not in (self.lock, self.deleted):
                remove_entry(entry)
        held.close()  # an open file cannot be removed on every system
        self.lock.unlink(missing_ok=True)
        remove_entry(self.deleted)
        self.path.rmdir()


def remove_entry(entry: Path) -> None:
    """Remove a file, a link, or a folder with all that is in it. Raises OSError."""
    if entry.is_dir() and not entry.is_symlink():
        shutil.rmtree(entry)  # removes links, and not what they lead to
    else:
        entry.unlink(missing_ok=True)


def taken(folder: RunFolder, seconds: float = _SECONDS_TO_WAIT) -> ExitStack:
    """The lock on a run, waited for so long. Raises RunError if somebody works on it, here or in another process."""
    folder.check()
    give_up = time.monotonic() + seconds
    while True:
        held = ExitStack()
        try:
            held.enter_context(locked(folder.lock))
            break
        except BlockingIOError:
            if time.monotonic() >= give_up:
                raise RunError(shown(folder.path), "is being worked on", "Wait for it to end") from None
            time.sleep(0.02)
        except OSError as error:
            raise cannot_be_written(folder.path, error) from None
    if not folder.lock.exists():  # whoever had it before has removed the run
        held.close()
        folder.check()
    return held


def cannot_be_written(path: Path, error: OSError) -> RunError:
    """What to tell when a run cannot be kept."""
    remedy = "Check its permissions" if error.errno in _FORBIDDEN else "Free space"
    reason = f"cannot be written to ({error.strerror or error})"
    return RunError(shown(path), reason, f"{remedy} or choose another folder")


def _entries(folder: Path) -> Iterator[Path]:
    yield from list(folder.iterdir())


def _size(path: Path) -> int:
    try:
        return path.lstat().st_size
    except OSError:
        return 0
