"""Saves a tokenizer for other libraries, and says beforehand what that would write and lose."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from vocabsmith_engine import FormatError, Monitor, Tokenizer, formats

ROLES = ("bos", "eos", "pad", "unk")
_END_OF_TEXT = ("<|endoftext|>", "<|end_of_text|>", "</s>")
_NOT_FOR_FOLDERS = re.compile(r"[^\w.+-]+")


@dataclass(frozen=True, slots=True)
class ExportPreview:
    """What an export into a folder would do.

    Attributes:
        files: for each format that can be saved, its files by name and bytes.
        notes: for each format, what it cannot carry; one of level "refused" means that it cannot be saved.
        existing: names of files that stand in the folder now.
        problem: why nothing can be written there, "" if it can.
    """

    files: Mapping[str, tuple[tuple[str, int], ...]]
    notes: Mapping[str, tuple[formats.Note, ...]]
    existing: frozenset[str]
    problem: str


def preview_export(*, tokenizer: Tokenizer, folder: Path, roles: Mapping[str, str], monitor: Monitor) -> ExportPreview:
    """Plan every format for `folder`. Nothing is written. Raises Stopped."""
    seen = formats.preview(dataclasses.replace(tokenizer, roles=roles), formats.FORMATS, folder.name)
    monitor.raise_if_stopped()
    names = [name for files in seen.files.values() for name, _ in files]
    existing = frozenset(name for name in names if (folder / name).exists())
    return ExportPreview(seen.files, seen.notes, existing, _problem(folder, names))


def export_tokenizer(
    *, tokenizer: Tokenizer, folder: Path, format_names: Sequence[str], roles: Mapping[str, str], monitor: Monitor
) -> formats.SaveReport:
    """Save into `folder` in each of the formats: all files, checked, or none.

    Raises FormatError when a format or the folder cannot take them, Stopped; the folder is then as it was.
    """
    return formats.save(tokenizer, folder, format_names, monitor=monitor, roles=roles)


def usual_roles(tokenizer: Tokenizer) -> dict[str, str]:
    """The roles the tokenizer was opened with; otherwise its end-of-text token ends a text."""
    if tokenizer.roles:
        return dict(tokenizer.roles)
    end = next((token for token in _END_OF_TEXT if token in tokenizer.special_tokens), None)
    return {} if end is None else {"eos": end}


def folder_name(name: str) -> str:
    """`handbook 32k` as a folder is called: `handbook-32k`."""
    return _NOT_FOR_FOLDERS.sub("-", name).strip("-. ") or "tokenizer"


def _problem(folder: Path, names: Sequence[str]) -> str:
    try:
        formats.check_target(folder, names)
    except FormatError as error:
        return str(error)
    return ""
