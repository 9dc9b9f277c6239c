"""Looks at files and folders before they are listed: size, kind, and what stands in a run's way."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from vocabsmith.operations.text_files import find_files, look_at
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
    for path in dict.fromkeys(Path(os.path.realpath(path)) for path in paths):
        monitor.raise_if_stopped()
        items.append(look_again(item=CorpusItem(path, "", 0), monitor=monitor))
    return items


def look_again(*, item: CorpusItem, monitor: Monitor) -> CorpusItem:
    """The item as its first bytes show it when it is read as it says. Raises Stopped."""
    if item.path.is_dir():
        return _looked_at_folder(item, monitor)
    file = look_at(item.source)
    if file.problem:
        return _fresh(item, NOT_TEXT, file.bytes, f"{file.problem}.")
    return _fresh(item, file.kind, file.bytes, "" if file.bytes else "Empty: there is nothing to learn from.")


def _looked_at_folder(item: CorpusItem, monitor: Monitor) -> CorpusItem:
    found = list(find_files([item.source], monitor))
    usable = [file for file in found if not file.problem]
    left_out = len(found) - len(usable)
    if not usable:
        return _fresh(item, NOT_TEXT, 0, "No text in it. Choose a folder that holds some.", files=0)
    note = f"{count(left_out, 'file')} left out: no text." if left_out else ""
    return _fresh(item, "folder", sum(file.bytes for file in usable), note, files=len(usable))


def _fresh(item: CorpusItem, kind: str, size: int, note: str, files: int = 1) -> CorpusItem:
    """The item, with nothing left of what a whole reading found earlier."""
    return replace(item, kind=kind, bytes=size, note=note, files=files, what="", documents=None)
