"""Loading the tokenizer that a command works with."""

from __future__ import annotations

from pathlib import Path

from vocabsmith.commands.streams import note
from vocabsmith_engine import Tokenizer


def load_tokenizer(path: Path) -> Tokenizer:
    """The tokenizer in a file or folder; what a user should know about how it was read is said. Raises FormatError."""
    loaded = Tokenizer.load(path)
    for text in loaded.notes:
        note(f"{path}: {text}")
    return loaded
