"""The bad files that a run goes on without."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from vocabsmith_engine.corpus.failures import BadFile


class LeftOut:
    """Bad files, and how to know them again. With an archive all its members are left out.

    Attributes:
        files: what is left out, in the order in which it was found.
    """

    def __init__(self, files: Iterable[BadFile] = ()) -> None:
        self.files: list[BadFile] = []
        self._paths: set[Path] = set()
        for file in files:
            self.add(file)

    def add(self, file: BadFile) -> None:
        """Leave out `file` as well; once is enough."""
        if not self.covers(file.path):
            self.files.append(file)
            self._paths.add(file.path)

    def covers(self, path: Path) -> bool:
        """Whether the file at `path`, or an archive that it is in, is left out."""
        return bool(self._paths) and (path in self._paths or not self._paths.isdisjoint(path.parents))
