"""Several files saved as one: after a crash at any moment either all the old ones stand, or all the new ones.

    stage     the files are written into a hidden folder inside the target, so that moving them is only a rename
    check     they are read back from there
    commit    a journal naming them appears in the hidden folder: from now on the new set stands
    move      each file is renamed into place, the hidden folder goes

A hidden folder without a journal is rolled back by the next save, and ignored by loading; with a journal it is
completed by the next save or load. Whoever saves holds a lock on it, so nobody completes the work of a living process.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats.base import PlannedFile
from vocabsmith_engine.formats.file_lock import is_locked, locked
from vocabsmith_engine.sealed_files import sync_folder

STAGING: Final = ".vocabsmith-saving"
_JOURNAL: Final = "journal.json"
_LOCK: Final = "lock"
_SECONDS_TO_WAIT: Final = 5.0


def check_target(folder: Path, names: Sequence[str]) -> None:
    """Raises FormatError if `names` cannot be written into `folder`; nothing is changed on the disk.

    The folder itself may be missing, but not the one that is to hold it.
    """
    with _naming(folder):  # a name may be too long to be asked about, or stand in a folder that must not be entered
        _check_folder(folder)
        for name in names:
            _check_file(folder / name)


def _check_folder(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise FormatError(str(folder), "is a file, and a folder is needed", "Choose a folder")
    holder = folder if folder.is_dir() else folder.parent
    if not holder.is_dir():
        raise FormatError(str(holder), "does not exist", "Create it or choose another folder")
    if not os.access(holder, os.W_OK | os.X_OK):
        raise FormatError(str(holder), "must not be written to by this user", "Choose another folder")


def _check_file(path: Path) -> None:
    if path.is_dir():
        raise FormatError(str(path), "is a folder, and a file of this name is to be saved", "Choose another folder")
    if path.exists() and not os.access(path, os.W_OK):
        raise FormatError(str(path), "is write-protected", "Choose another folder, or unprotect it")


def save_files(
    folder: Path, files: Sequence[PlannedFile], check: Callable[[Path], None], on_file: Callable[[int], None]
) -> None:
    """Save `files` into `folder`, all or none.

    `check` gets the folder with the new files before they take their place, and raises to give up; `on_file` is told
    how many files are written. Raises FormatError; the old files are then as they were and nothing is left behind.
    """
    check_target(folder, [file.name for file in files])
    with _naming(folder), _made(folder):
        complete_interrupted_save(folder, roll_back=True)
        with _staging(folder) as staging:
            for done, file in enumerate(files, start=1):
                _write_durably(staging / file.name, file.content)
                on_file(done)
            check(staging)
            _commit(staging, [file.name for file in files])
            _move_in(staging, folder)


def complete_interrupted_save(folder: Path, *, roll_back: bool) -> None:
    """Finish what a crash left in `folder`: move a committed set in; remove an uncommitted one if `roll_back`.

    Raises FormatError when another process is saving there and does not end, or when the files cannot be moved.
    """
    staging = folder / STAGING
    if staging.is_symlink() or not staging.is_dir() or not (roll_back or (staging / _JOURNAL).exists()):
        return
    _wait_for_other(staging)
    with _naming(folder):
        if (staging / _JOURNAL).exists():
            _move_in(staging, folder)
        shutil.rmtree(staging, ignore_errors=True)


def _wait_for_other(staging: Path) -> None:
    give_up = time.monotonic() + _SECONDS_TO_WAIT
    while is_locked(staging / _LOCK):
        if time.monotonic() > give_up:
            raise FormatError(str(staging.parent), "is being saved to by another process", "Wait for it and try again")
        time.sleep(0.02)


@contextmanager
def _naming(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise FormatError(
            str(folder), f"cannot be written to ({error.strerror})", "Free space or choose another folder"
        ) from error


@contextmanager
def _made(folder: Path) -> Iterator[None]:
    """The folder, made if it was missing, and gone again if nothing was saved into it."""
    is_new = not folder.exists()
    if is_new:
        folder.mkdir()
    try:
        yield
    except BaseException:
        if is_new:
            with suppress(OSError):  # it holds a committed set
                folder.rmdir()
        raise


@contextmanager
def _staging(folder: Path) -> Iterator[Path]:
    staging = folder / STAGING
    staging.mkdir()
    try:
        with locked(staging / _LOCK):
            yield staging
    finally:
        if not (staging / _JOURNAL).exists():  # a committed set that could not be moved is for the next save or load
            shutil.rmtree(staging, ignore_errors=True)


def _write_durably(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _commit(staging: Path, names: Sequence[str]) -> None:
    unfinished = staging / f"{_JOURNAL}.part"
    _write_durably(unfinished, json.dumps({"files": list(names)}).encode())
    unfinished.rename(staging / _JOURNAL)
    sync_folder(staging)


def _move_in(staging: Path, folder: Path) -> None:
    for name in _journal_names(staging / _JOURNAL):
        if (staging / name).exists():  # otherwise it was moved before the crash
            (staging / name).replace(folder / name)
    sync_folder(folder)
    (staging / _JOURNAL).unlink(missing_ok=True)


def _journal_names(journal: Path) -> list[str]:
    """The names in a journal, which may come from anywhere: only plain names of files beside it are followed."""
    try:
        content = json.loads(journal.read_bytes())
        names: list[str] = content["files"]
        if isinstance(names, list) and all(isinstance(name, str) and _is_plain(name) for name in names):
            return names
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    raise FormatError(str(journal), "is not a journal of Vocabsmith", "Remove the folder it is in")


def _is_plain(name: str) -> bool:
    return Path(name).name == name and name not in ("", ".", "..") and "\\" not in name and "\0" not in name
