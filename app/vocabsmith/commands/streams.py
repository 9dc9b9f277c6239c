"""Reading a file or standard input, and words for people on standard error."""

from __future__ import annotations

import sys
from pathlib import Path

from vocabsmith_engine import CorpusError, VocabsmithError

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


def read_text(path: Path) -> str:
    """Return UTF-8 text exactly as it is: no line end is changed, a byte order mark stays. Raises CorpusError."""
    content = read_bytes(path)
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        name = "standard input" if path == STANDARD_INPUT else str(path)
        raise CorpusError(
            f"{name}, byte {content[error.start]:#04x} at offset {error.start}",
            "is not UTF-8",
            "Convert the text to UTF-8",
        ) from None


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file. Raises CorpusError."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise VocabsmithError(
            str(path), f"cannot be written ({error.strerror})", "Name a file in a folder that exists and may be written"
        ) from None


def note(text: str) -> None:
    """Tell the user something that is no error."""
    print(f"note: {text}", file=sys.stderr)
