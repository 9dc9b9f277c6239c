"""Which files a corpus is made of: files and folders in, a list of files out, none of them twice."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from vocabsmith_engine.corpus.failures import shown, unreadable
from vocabsmith_engine.corpus.sources import Source, SourceLike
from vocabsmith_engine.errors import CorpusError


def expand(paths: SourceLike | Iterable[SourceLike]) -> list[Source]:
    """The files that `paths` name, in the order given; folders are walked in name order.

    Hidden files and folders inside a folder are left out. A file reached twice, by whatever path, is listed once, with
    the weight it had first. Raises CorpusError for a path that is neither file nor folder, for a folder without files,
    and when nothing is named.
    """
    items = [paths] if isinstance(paths, SourceLike) else list(paths)
    if not items:
        raise CorpusError("the corpus", "names no file", "Add a text file or a folder of text files")
    seen: set[str] = set()
    return [source for item in items for source in _files_of(_as_source(item)) if _is_new(source, seen)]


def _as_source(item: SourceLike) -> Source:
    if item == "":  # Path would take it for the current folder
        raise CorpusError("''", "names no file", "Write . for the current folder")
    return item if isinstance(item, Source) else Source(Path(item))


def _is_new(source: Source, seen: set[str]) -> bool:
    real = os.path.realpath(source.path)
    if real in seen:
        return False
    seen.add(real)
    return True


def _files_of(source: Source) -> list[Source]:
    mode = _mode(source.path)
    if stat.S_ISREG(mode):
        return [source]
    if not stat.S_ISDIR(mode):
        raise CorpusError(shown(source.path), "is neither a file nor a folder", "Save its text to a file first")
    files = [replace(source, path=path) for path in _walk(source.path, {os.path.realpath(source.path)})]
    if not files:
        raise CorpusError(shown(source.path), "is a folder without files", "Choose another folder or a file")
    return files


def _walk(folder: Path, entered: set[str]) -> Iterator[Path]:
    """Files under `folder` in name order; `entered` keeps links from leading round in a circle."""
    try:
        entries = sorted(folder.iterdir(), key=lambda entry: os.fsencode(entry.name))
    except OSError as error:
        raise unreadable(folder, error) from None
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if entry.is_file():
            yield entry
        elif entry.is_dir() and (real := os.path.realpath(entry)) not in entered:
            entered.add(real)
            yield from _walk(entry, entered)


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except (OSError, ValueError) as error:
        if isinstance(error, ValueError):
            raise CorpusError(repr(str(path)), "is not a path", "Remove the character NUL") from None
        raise unreadable(path, error) from None
