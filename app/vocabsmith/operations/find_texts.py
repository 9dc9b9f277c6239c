"""Finds the texts that somebody wants to compare tokenizers on, and guesses what each of them is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from vocabsmith.operations.add_to_corpus import find_sources
from vocabsmith.operations.text_files import first_texts, look_at, problem_of
from vocabsmith.operations.text_groups import CODE, guess_group, is_code
from vocabsmith_engine import BadFile, Monitor, Source
from vocabsmith_engine.corpus import expand

_LOOKED_AT = 8  # files of a folder


@dataclass(frozen=True, slots=True)
class FoundText:
    """A file or folder of text.

    Attributes:
        path: where it is, links followed.
        bytes: its size on the disk, of all its files if it is a folder.
        files: how many files it holds; None for a file.
        group: the language, script or kind that it seems to be; "" if there is nothing to tell it by.
        problem: why it cannot be read, with what to do; "" if it can.
    """

    path: Path
    bytes: int
    files: int | None = None
    group: str = ""
    problem: str = ""


def find_texts(*, paths: Iterable[Path], monitor: Monitor) -> list[FoundText]:
    """What `paths` lead to, each once. The monitor is told of every file. Raises Stopped."""
    return [_looked_at(each.item.path, each.item.bytes, monitor) for each in find_sources(paths=paths, monitor=monitor)]


def _looked_at(path: Path, size: int, monitor: Monitor) -> FoundText:
    monitor.raise_if_stopped()
    if path.is_dir():
        files = [file.path for file in expand([path], skipped=[], on_file=monitor.raise_if_stopped)]
        return FoundText(path, size, len(files), _group_of_folder(path, files, monitor))
    found = look_at(Source(path))
    if found.problem:
        return FoundText(path, size, problem=found.problem)
    try:
        return FoundText(path, size, group=guess_group(path, _beginning(path, monitor)))
    except BadFile as error:
        return FoundText(path, size, problem=problem_of(error))


def _group_of_folder(path: Path, files: list[Path], monitor: Monitor) -> str:
    """Code if most of its files are; otherwise what the folder is called, or what is written in the first that can."""
    tried = files[:: max(1, len(files) // _LOOKED_AT)][:_LOOKED_AT]
    if 2 * sum(map(is_code, tried)) > len(tried):
        return CODE
    for file in tried:
        try:
            text = _beginning(file, monitor)
        except BadFile:
            continue
        if text.strip():
            return guess_group(path, text)
    return ""


def _beginning(path: Path, monitor: Monitor) -> str:
    return next(first_texts(Source(path), monitor), "")
