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

AS_PLAIN_TEXT = "Read as plain text, markup included."
"""A note that is no warning."""

_MARKED_UP = {".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".html", ".htm", ".xml"}

_BAD_BYTES = "Not all of it is UTF-8. Save it as UTF-8, or choose under More what becomes of bad bytes."


def scan_paths(*, paths: Iterable[Path], monitor: Monitor) -> list[CorpusItem]:
    """An item for each of `paths`: kind "text", "folder" or NOT_TEXT, its size, and a note for the user.

    Reads the first 64 KiB of every file, so that the kind is known and not guessed from the name. Raises Stopped.
    """
    items = []
    for path in dict.fromkeys(Path(path).resolve() for path in paths):
        monitor.raise_if_stopped()
        items.append(_folder_item(path, monitor) if path.is_dir() else _file_item(look_at(path)))
    return items


def _file_item(file: FoundFile) -> CorpusItem:
    if file.problem:
        return CorpusItem(file.path, NOT_TEXT, file.bytes, f"{file.problem}.")
    if not file.bytes:
        return CorpusItem(file.path, "text", 0, "Empty: there is nothing to learn from.")
    if file.bad_bytes:
        return CorpusItem(file.path, "text", file.bytes, _BAD_BYTES)
    marked_up = file.path.suffix.lower() in _MARKED_UP
    return CorpusItem(file.path, "text", file.bytes, AS_PLAIN_TEXT if marked_up else "")


def _folder_item(folder: Path, monitor: Monitor) -> CorpusItem:
    found = list(find_files([folder], monitor))
    texts = [file for file in found if not file.problem]
    left_out = len(found) - len(texts)
    if not texts:
        note = "No text files in it. Choose a folder that holds some."
        return CorpusItem(folder, NOT_TEXT, 0, note, files=0)
    note = f"{count(left_out, 'file')} left out: not text." if left_out else ""
    bad = sum(file.bad_bytes for file in texts)
    if bad:
        note = f"{count(bad, 'file')} not all UTF-8. {note}".strip()
    return CorpusItem(folder, "folder", sum(file.bytes for file in texts), note, files=len(texts))
