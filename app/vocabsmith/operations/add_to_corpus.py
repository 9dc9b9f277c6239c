"""Files and folders that are to be listed: where they really are, how big, and whether to ask before listing them."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from vocabsmith.corpus_items import MISSING, CorpusItem
from vocabsmith.many_objects import many_objects
from vocabsmith.operations.first_look import GONE
from vocabsmith.operations.text_files import look_at
from vocabsmith.wording import count
from vocabsmith_engine import BadFile, Monitor, Source
from vocabsmith_engine.corpus import expand, shown

MANY_FILES = 100_000
"""Of a folder that holds more, one is asked first: it may be the whole disk."""

_FEW = 8  # files of a folder about which there is no need to ask
_TRIED = 64  # files of a folder that are looked at before one is asked


@dataclass(frozen=True, slots=True)
class NewSource:
    """A file or folder that somebody wants to add.

    Attributes:
        item: as it is to be listed; its kind is "", for only its size is known, or MISSING.
        doubt: why one should ask first, as a sentence; "" for most.
    """

    item: CorpusItem
    doubt: str = ""


def find_sources(*, paths: Iterable[Path], monitor: Monitor) -> list[NewSource]:
    """What `paths` lead to, each once, links followed. The monitor is told of every file. Raises Stopped."""
    monitor.begin_stage("reading")
    with many_objects():
        return list(_found(paths, monitor))


def _found(paths: Iterable[Path], monitor: Monitor) -> Iterator[NewSource]:
    seen: set[Path] = set()
    real_folders: dict[str, Path] = {}
    for named in paths:
        monitor.raise_if_stopped()
        monitor.advance_by(1)
        path, status = _place_of(named.absolute(), real_folders)
        if path in seen:
            continue
        seen.add(path)
        if status is None:
            yield NewSource(CorpusItem(path, MISSING, 0, GONE).warm())
        elif stat.S_ISDIR(status.st_mode):
            yield _folder(path, monitor)
        else:
            yield NewSource(CorpusItem(path, "", status.st_size).warm())


def _place_of(path: Path, real_folders: dict[str, Path]) -> tuple[Path, os.stat_result | None]:
    """Where a file really is; the way to its folder is looked up once and not for each of many thousand files."""
    folder, name = os.path.split(path)
    if folder not in real_folders:
        real_folders[folder] = Path(os.path.realpath(folder))
    place = real_folders[folder] / name
    try:
        status = place.lstat()
        if os.name == "nt" or name in ("", "..") or stat.S_ISLNK(status.st_mode):
            place = Path(os.path.realpath(path))
            status = place.stat()
    except FileNotFoundError:
        return Path(os.path.realpath(path)), None
    except OSError:  # the look tells why
        return place, os.stat_result((stat.S_IFREG, *[0] * 9))
    return place, status


def _folder(path: Path, monitor: Monitor) -> NewSource:
    def met() -> None:
        monitor.raise_if_stopped()
        monitor.advance_by(1)

    bad: list[BadFile] = []
    files = expand([path], skipped=bad, on_file=met)
    item = CorpusItem(path, "", sum(map(_size_of, files)), files=len(files))
    return NewSource(item, _doubt_about(path, files, monitor))


def _doubt_about(path: Path, files: list[Source], monitor: Monitor) -> str:
    name = shown(Path(path.name or path))
    if len(files) > MANY_FILES:
        return f"{name} holds {count(len(files), 'file')}. Add them all?"
    if len(files) <= _FEW:
        return ""
    tried = files[:: max(1, len(files) // _TRIED)]
    usable = 0
    for file in tried:
        monitor.raise_if_stopped()
        usable += not look_at(file).problem
    if 2 * usable >= len(tried):
        return ""
    most = "none of them seems to be text" if usable == 0 else "most of them seem to be no text"
    return f"{name} holds {count(len(files), 'file')}, and {most}. Add it all the same?"


def _size_of(file: Source) -> int:
    try:
        return file.path.stat().st_size
    except OSError:
        return 0
