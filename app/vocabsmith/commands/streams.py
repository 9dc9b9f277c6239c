"""Reading a file or standard input, and words for people on standard error."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import IO

from vocabsmith_engine import CorpusError

STANDARD_INPUT = Path("-")


def read_bytes(path: Path) -> bytes:
    """Return the whole content of a file, or of standard input for `-`. Raises CorpusError."""
    if path == STANDARD_INPUT:
        return sys.stdin.buffer.read()
    try:
        return path.read_bytes()
    except OSError as error:
        raise _unreadable(path, error) from None


def file_of(path: Path, scratch: Path) -> Path:
    """The file itself, or one in the folder `scratch` that holds all that comes through standard input or a pipe.

    Raises CorpusError for a pipe that cannot be read.
    """
    copy = scratch / "what-came"
    if path == STANDARD_INPUT:
        _keep(sys.stdin.buffer, copy)
    elif os.path.exists(path) and path.is_fifo():  # noqa: PTH110 - never raises, where the folder is closed to us too
        try:
            with path.open("rb") as pipe:
                _keep(pipe, copy)
        except OSError as error:
            raise _unreadable(path, error) from None
    else:
        return path
    return copy


def _keep(stream: IO[bytes], copy: Path) -> None:
    with copy.open("wb") as target:
        shutil.copyfileobj(stream, target)


def _unreadable(path: Path, error: OSError) -> CorpusError:
    return CorpusError(str(path), f"cannot be read ({error.strerror})", "Name a file that can be read, or -")


def note(text: str) -> None:
    """Tell the user something that is no error."""
    print(f"note: {text}", file=sys.stderr)
