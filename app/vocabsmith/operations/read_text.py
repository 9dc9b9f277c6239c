"""Reads a text file into the inspector."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from vocabsmith.operations.text_files import first_texts
from vocabsmith_engine import Monitor, Source

LONGEST = 4_000_000
"""Characters; a table or an archive is shown as its documents, with an empty line between."""


@dataclass(frozen=True, slots=True)
class ReadText:
    """The text of a file. `cut` tells that the file goes on; `bad` that bytes which are no text became U+FFFD."""

    text: str
    cut: bool
    bad: bool


def read_text(*, path: Path, monitor: Monitor) -> ReadText:
    """The first 4 million characters of what a run would read. Raises CorpusError for what cannot be read, Stopped."""
    parts: list[str] = []
    length = 0
    for text in first_texts(Source(path), monitor):
        parts.append(text)
        length += len(text)
        if length > LONGEST:
            break
    whole = "".join(parts)
    return ReadText(whole[:LONGEST], length > LONGEST, "\ufffd" in whole)
