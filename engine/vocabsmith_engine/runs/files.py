"""The files of a run: each is written whole or not at all, and no link is followed out of its folder."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

from vocabsmith_engine import sealed_files
from vocabsmith_engine.corpus import shown
from vocabsmith_engine.errors import RunError
from vocabsmith_engine.formats.json_files import Place
from vocabsmith_engine.sealed_files import PART, sealed

_REMEDY: Final = "Delete the run"


def write_durably(path: Path, content: bytes) -> None:
    """Put `content` in the place of what is at `path`. Raises OSError; the old file then stands as it was."""
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}{PART}")  # another program may write its own
    sealed_files.write_durably(path, content, part)


def read_whole(path: Path, most: int) -> bytes:
    """The file at `path`, of `most` bytes. Raises RunError for what is no file, is larger, or cannot be read."""
    with opened(path) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise damaged(path, f"is larger than {most:,} bytes")
    return content


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """The file at `path`, to be read. Raises RunError for what is no file, or cannot be read."""
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        with os.fdopen(os.open(path, flags), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise damaged(path, "is no file")
            yield file
    except FileNotFoundError:
        raise damaged(path, "is missing") from None
    except OSError as error:
        raise damaged(path, f"cannot be read ({error.strerror or error})") from None


def damaged(path: Path, rule: str) -> RunError:
    """The error for a file of a run that cannot be used."""
    return RunError(shown(path), rule, _REMEDY)


def write_sealed(path: Path, kind: str, content: Mapping[str, Any]) -> None:
    """Write a JSON file that tells its kind, its version and the digest of its content. Raises OSError."""
    write_durably(path, sealed(kind, content))


def read_sealed(path: Path, kind: str) -> Place:
    """The content of such a file. Raises RunError unless it is exactly what was written."""
    try:
        return Place(path, sealed_files.read_sealed(path, kind))
    except FileNotFoundError:
        raise damaged(path, "is missing") from None
