"""What is said of a file that no run can use, in one line."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from vocabsmith_engine.errors import CorpusError

_MOST_NAMED: Final = 10
_UNPRINTABLE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


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


class BadFiles(CorpusError):
    """More than one file that no run can use.

    Attributes:
        files: all of them.
    """

    def __init__(self, files: Sequence[BadFile]) -> None:
        self.files = tuple(files)
        named = "; ".join(f"{shown(file.path)}: {file.reason}" for file in files[:_MOST_NAMED])
        more = f"; and {len(files) - _MOST_NAMED:,} more" if len(files) > _MOST_NAMED else ""
        super().__init__(f"{len(files):,} files", f"cannot be used: {named}{more}", "Put them right, or leave them out")


def raise_all(bad: Sequence[BadFile]) -> None:
    """Raise BadFile for one bad file, and BadFiles for more."""
    if bad:
        raise bad[0] if len(bad) == 1 else BadFiles(bad)


def shown(path: Path) -> str:
    """`path` as it can be printed: what is no text, or would lead a terminal astray, becomes U+FFFD."""
    return _UNPRINTABLE.sub("\ufffd", os.fsencode(path).decode("utf-8", "replace"))


def unreadable(path: Path, error: OSError) -> BadFile:
    """What to tell about a file that the system would not let us read."""
    reason = (error.strerror or str(error)).lower()
    return BadFile(path, f"cannot be read: {reason}", "Check the path and its permissions, or leave it out")
