"""Loading the tokenizer that a command works with."""

from __future__ import annotations

from pathlib import Path

from vocabsmith.commands.streams import note
from vocabsmith_engine import Tokenizer
from vocabsmith_engine.runs import info_in, result_in


def load_tokenizer(path: Path) -> Tokenizer:
    """The tokenizer in a file or folder, or of a kept run, with its counts; says what was noted in reading it.

    Raises FormatError, and RunError for a run that has not ended or is damaged.
    """
    if info_in(path) is not None:
        return result_in(path).tokenizer
    loaded = Tokenizer.load(path)
    for text in loaded.notes:
        note(f"{path}: {text}")
    return loaded
