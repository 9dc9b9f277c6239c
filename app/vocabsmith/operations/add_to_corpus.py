"""Looks at files and folders before they are listed: size, kind, and what stands in a run's way."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from vocabsmith.operations.text_files import FoundFile, find_files, look_at
from vocabsmith.session import CorpusItem
from vocabsmith.wording import count
from vocabsmith_engine import Monitor

NOT_TEXT = "not text"
"""Kind of the items that are listed and left out of every run."""


def scan_paths(*, paths: Iterable[Path], monitor: Monitor) -> list[CorpusItem]:
    """An item for each of `paths`: what it is, "folder", or NOT_TEXT; its size, and a note for the user.

    Reads the first bytes of every file, so that the kind is known and not guessed from the name. Raises Stopped.
    """
    items = []
    for path in dict.fromkeys(Path(path).resolve() for path in paths):
        monitor.raise_if_stopped()
        items.append(_folder_item(path, monitor) if path.is_dir() else _file_item(look_at(path)))
    return items


def _file_item(file: FoundFile) -> CorpusItem:
    if file.problem:
        return CorpusItem(file.path, NOT_TEXT, file.bytes, f"{file.problem}.")
    note = "" if file.bytes else "Empty: there is nothing to learn from."
    return CorpusItem(file.path, file.kind, file.bytes, note)


def _folder_item(folder: Path, monitor: Monitor) -> CorpusItem:
    found = list(find_files([folder], monitor))
    usable = [file for file in found if not file.problem]
    left_out = len(found) - len(usable)
    if not usable:
        note = "No text in it. Choose a folder that holds some."
        return CorpusItem(folder, NOT_TEXT, 0, note, files=0)
    note = f"{count(left_out, 'file')} left out: no text." if left_out else ""
    return CorpusItem(folder, "folder", sum(file.bytes for file in usable), note, files=len(usable))
