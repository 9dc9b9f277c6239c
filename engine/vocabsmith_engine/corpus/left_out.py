"""The bad files that a run goes on without."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from vocabsmith_engine.corpus.disk_files import STANDARD_INPUT
from vocabsmith_engine.corpus.failures import BadFile
from vocabsmith_engine.corpus.sources import Source
from vocabsmith_engine.errors import CorpusError


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


def bytes_of(files: Iterable[Source]) -> int | None:
    """Bytes of all files, or None if nobody knows. One that has vanished meanwhile is named when it is to be read."""
    total = 0
    for file in files:
        if file.path == STANDARD_INPUT:
            return None
        with suppress(OSError):
            total += file.path.stat().st_size
    return total


def bytes_to_read_again(files: Iterable[Source], left_out: LeftOut | None) -> int:
    """Bytes of the files that are not left out. Raises CorpusError where standard input is one of them."""
    size = bytes_of(file for file in files if left_out is None or not left_out.covers(file.path))
    if size is None:
        rule = "cannot be read a second time, as is needed after a bad file was found"
        raise CorpusError("standard input", rule, "Save it to a file, or leave the bad file out yourself")
    return size
