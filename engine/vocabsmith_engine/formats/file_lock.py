"""A lock that ends with the process that holds it, on every system."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: IO[bytes]) -> bool:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    _is_free = _try_lock

else:
    import fcntl

    def _try_lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _is_free(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_SH | fcntl.LOCK_NB)  # two that only look do not see one another
        except BlockingIOError:
            return False
        return True


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock at `path`, which is made. Raises BlockingIOError if somebody holds it."""
    with _opened(path, os.O_RDWR | os.O_CREAT) as file:
        if not _try_lock(file):
            raise BlockingIOError(None, "another process is saving there")
        yield


def is_locked(path: Path) -> bool:
    """Whether a living process holds the lock at `path`."""
    try:
        with _opened(path, os.O_RDONLY) as file:
            return not _is_free(file)
    except FileNotFoundError:
        return False


def _opened(path: Path, flags: int) -> IO[bytes]:
    """The file at `path` itself: a link is not followed, since it may lead anywhere, and a pipe is not waited for."""
    flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    handle = os.open(path, flags, 0o666)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(None, "is no file", str(path))
    return os.fdopen(handle, "rb" if flags & os.O_RDWR == 0 else "r+b")
