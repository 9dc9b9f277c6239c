"""A file that lists the files of a corpus."""

from __future__ import annotations

import codecs
import os
import sys
from pathlib import Path

from vocabsmith_engine.corpus.disk_files import STANDARD_INPUT
from vocabsmith_engine.corpus.failures import unreadable
from vocabsmith_engine.errors import CorpusError


def read_path_list(path: str | Path) -> list[Path]:
    """The paths that the file at `path`, or standard input for -, lists, one a line.

    Relative paths are those from the folder of the list, or from the current folder for standard input; empty lines say
    nothing. Where the file holds NUL, as `find -print0` writes it, paths end there instead, so that a name may hold a
    line end. Names that are no UTF-8 are taken as they are. Raises BadFile when the list cannot be read, CorpusError
    when it is empty.
    """
    path = Path(path)
    try:
        data = sys.stdin.buffer.read() if path == STANDARD_INPUT else path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from None
    lines = [os.fsdecode(line) for line in _lines(_as_utf8(data)) if line]
    if not lines:
        raise CorpusError(f"the list {path}", "names no file", "Write one path a line")
    folder = Path() if path == STANDARD_INPUT else path.parent
    return [folder / line for line in lines]


def _lines(data: bytes) -> list[bytes]:
    if b"\0" in data:
        return data.split(b"\0")
    return [line.removesuffix(b"\r") for line in data.split(b"\n")]


def _as_utf8(data: bytes) -> bytes:
    """Without a mark; some shells write UTF-16."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace").encode("utf-8", "replace")
    return data.removeprefix(codecs.BOM_UTF8)
