"""Which files of a folder are wanted, by their names."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from vocabsmith_engine.errors import CorpusError


@dataclass(frozen=True, slots=True)
class NameFilter:
    """Patterns with * ? and [abc], for the name of a file or for its path inside the folder.

    A file is taken when it matches one of `wanted`, or there is none, and none of `unwanted`.
    """

    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()

    @classmethod
    def of(cls, names: str | Iterable[str] | None) -> Self:
        """The filter for patterns, unwanted where they begin with !. Raises CorpusError for an empty one."""
        patterns = [names] if isinstance(names, str) else list(names or ())
        for pattern in patterns:
            if pattern in ("", "!"):
                raise CorpusError(f"name filter {pattern!r}", "matches no name", 'Write one such as "*.txt" or "!*.md"')
        return cls(
            tuple(pattern for pattern in patterns if not pattern.startswith("!")),
            tuple(pattern[1:] for pattern in patterns if pattern.startswith("!")),
        )

    def takes(self, path: Path, folder: Path) -> bool:
        """Whether the file at `path`, somewhere in `folder`, is wanted."""
        if not self.wanted and not self.unwanted:
            return True
        path = path.relative_to(folder)
        return (not self.wanted or _matches(path, self.wanted)) and not _matches(path, self.unwanted)

    def shown(self) -> str:
        """What to say of it after "files"."""
        patterns = [*self.wanted, *(f"!{pattern}" for pattern in self.unwanted)]
        return f" that match {' '.join(patterns)}" if patterns else ""


def _matches(path: Path, patterns: tuple[str, ...]) -> bool:
    names = (path.name, path.as_posix())
    return any(fnmatch.fnmatch(name, pattern) for name in names for pattern in patterns)
