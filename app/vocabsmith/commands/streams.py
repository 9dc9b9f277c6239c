"""Reading a file or standard input, and words for people on standard error."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from vocabsmith_engine import CorpusError

STANDARD_INPUT = Path("-")


def read_bytes(path: Path) -> bytes:
    """Return the whole content of a file, or of standard input for `-`. Raises CorpusError."""
    if path == STANDARD_INPUT:
        return sys.stdin.buffer.read()
    try:
        return path.read_bytes()
    except OSError as error:
        raise CorpusError(
            str(path), f"cannot be read ({error.strerror})", "Name a file that can be read, or -"
        ) from None


def file_of(path: Path, scratch: Path) -> Path:
    """The file itself, or for `-` one in the folder `scratch` that holds all of standard input."""
    if path != STANDARD_INPUT:
        return path
    copy = scratch / "standard-input"
    with copy.open("wb") as target:
        shutil.copyfileobj(sys.stdin.buffer, target)
    return copy


def note(text: str) -> None:
    """Tell the user something that is no error."""
    print(f"note: {text}", file=sys.stderr)
