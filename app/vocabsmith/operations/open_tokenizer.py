"""Opens a tokenizer that was saved in one of the formats we read."""

from __future__ import annotations

from pathlib import Path

from vocabsmith_engine import Monitor, Tokenizer


def open_tokenizer(*, path: Path, monitor: Monitor) -> Tokenizer:
    """The tokenizer in a file or folder.

    Raises FormatError that names the file, the place and the value when it cannot be read, Stopped.
    """
    tokenizer = Tokenizer.load(path)
    monitor.raise_if_stopped()
    return tokenizer
