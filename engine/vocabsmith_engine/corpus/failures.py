"""What is said of a file that no run can use, in one line."""

from __future__ import annotations

import os
from pathlib import Path

from vocabsmith_engine.errors import CorpusError


class BadFile(CorpusError):
    """A file that no run can use; a run may go on without it.

    Attributes:
        path: where it is; for a member of an archive the archive and its name in it.
        reason: what is wrong, in a few words without a full stop.
    """

    def __init__(self, path: Path, reason: str, remedy: str = "Put it right, or leave it out") -> None:
        self.path = path
        self.reason = reason
        super().__init__(shown(path), reason, remedy)


def shown(path: Path) -> str:
    """`path` as it can be printed: bytes of a name that are no text become U+FFFD."""
    return os.fsencode(path).decode("utf-8", "replace")


def unreadable(path: Path, error: OSError) -> BadFile:
    """What to tell about a file that the system would not let us read."""
    reason = (error.strerror or str(error)).lower()
    return BadFile(path, f"cannot be read: {reason}", "Check the path and its permissions, or leave it out")
