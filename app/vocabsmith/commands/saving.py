"""Saving a tokenizer from the command line: what is checked and said before, and what is reported after."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vocabsmith.commands.streams import note
from vocabsmith.wording import size
from vocabsmith_engine import FormatError, Monitor, Tokenizer
from vocabsmith_engine.formats import FORMATS, SaveReport, save


def check_folder(folder: Path) -> None:
    """Raise FormatError unless files can be made in `folder`, which may not exist yet."""
    existing = folder
    while not os.path.lexists(existing) and existing != existing.parent:
        existing = existing.parent
    if not existing.is_dir():
        raise FormatError(f"--output {folder}", f"{existing} is not a folder", "Name a folder")
    if not os.access(existing, os.W_OK | os.X_OK):
        raise FormatError(f"--output {folder}", f"{existing} may not be written to", "Name another folder")


def save_with_notes(tokenizer: Tokenizer, folder: Path, formats: Sequence[str], monitor: Monitor) -> SaveReport:
    """Say what the formats cannot carry, then save. Raises FormatError."""
    for name in formats:
        for cannot in FORMATS[name].cannot_carry(tokenizer):
            note(f"{name}: {cannot.text}")
    return save(tokenizer, folder, formats, monitor=monitor)


def saved_lines(folder: Path, report: SaveReport) -> list[str]:
    """The saved files for people: name, size, how each was checked."""
    width = max(len(file.name) for file in report.files)
    files = [f"  {file.name:<{width}}  {size(file.size):>8}  {file.check}" for file in report.files]
    return [f"saved in {folder}:", *files]


def saved_facts(folder: Path, report: SaveReport) -> dict[str, Any]:
    """The same for programs."""
    files = [{"name": file.name, "bytes": file.size, "check": file.check} for file in report.files]
    return {"output": str(folder), "files": files, "strings_compared": report.strings_compared}
