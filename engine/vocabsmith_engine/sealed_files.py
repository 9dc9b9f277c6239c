"""Small files that outlive the process: written whole or not at all, and refused unless they are what was written.

{"vocabsmith": kind, "version": 1, "blake2b": digest of the second line}
{…}
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterable, Mapping
from contextlib import suppress
from operator import index
from pathlib import Path
from typing import Any, Final

from vocabsmith_engine.corpus.failures import shown
from vocabsmith_engine.errors import RunError

VERSION: Final = 1
PART: Final = ".part"
"""How the names of files end that are not written to their end."""

_MOST_BYTES: Final = 2**31


def write_sealed(path: Path, kind: str, content: Mapping[str, Any]) -> None:
    """Put `content` in the place of what is at `path`. Raises OSError; the old file then stands as it was."""
    part = path.with_name(path.name + PART)
    with suppress(FileNotFoundError):
        part.unlink()
    write_durably(path, sealed(kind, content), part)


def write_durably(path: Path, content: bytes, part: Path) -> None:
    """The same for any content, written as `part` first, which there must not be. Raises OSError."""
    try:
        with part.open("xb") as file:  # x: neither a file nor a link that somebody has laid there is opened
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    sync_folder(path.parent)


def sealed(kind: str, content: Mapping[str, Any]) -> bytes:
    """What is written. Whole numbers may be those of NumPy."""
    body = json.dumps(content, allow_nan=False, separators=(",", ":"), default=index).encode()
    seal = json.dumps({"vocabsmith": kind, "version": VERSION, "blake2b": _digest(body)}).encode()
    return seal + b"\n" + body + b"\n"


def read_sealed(path: Path, kind: str) -> dict[str, Any]:
    """The content of such a file. Raises RunError unless it is exactly what was written, and FileNotFoundError."""
    seal, _, body = _read(path).partition(b"\n")
    try:
        told = json.loads(seal)
        if told["vocabsmith"] == kind and type(told["version"]) is int and told["version"] > VERSION:
            raise RunError(shown(path), "was written by a newer version of Vocabsmith", "Use that version")
        if told == {"vocabsmith": kind, "version": VERSION, "blake2b": _digest(body[:-1])} and body.endswith(b"\n"):
            content = json.loads(body)
            if isinstance(content, dict):
                return content
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    raise RunError(shown(path), "is damaged", "Begin anew without it")


def sync_files(paths: Iterable[Path]) -> None:
    """Have what was written to these files outlast the end of the power. Raises OSError."""
    for path in paths:
        handle = os.open(path, os.O_RDWR)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def sync_folder(folder: Path) -> None:
    """The same for the names in a folder. Not every system and file system can do that; the names stand anyway."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _read(path: Path) -> bytes:
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        with os.fdopen(os.open(path, flags), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_BYTES:
                raise RunError(shown(path), "is no file of Vocabsmith", "Begin anew without it")
            return file.read(_MOST_BYTES)
    except NotADirectoryError as error:
        raise FileNotFoundError(*error.args) from None
    except FileNotFoundError:
        raise
    except OSError as error:
        rule = f"cannot be read ({error.strerror or error})"
        raise RunError(shown(path), rule, "Check its permissions, or begin anew without it") from None


def _digest(body: bytes) -> str:
    return hashlib.blake2b(body, digest_size=16).hexdigest()
