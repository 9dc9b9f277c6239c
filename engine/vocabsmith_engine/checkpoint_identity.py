"""What decides the counts of a corpus, and where it is cut for counting: a checkpoint is good for the same only."""

from __future__ import annotations

import json
import os
import platform
import stat
import unicodedata
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from vocabsmith_engine.corpus import Source
from vocabsmith_engine.corpus.disk_files import STANDARD_INPUT
from vocabsmith_engine.corpus.failures import shown
from vocabsmith_engine.recipe import Recipe

_PACKAGES: Final = ("vocabsmith", "regex", "pyarrow")  # what cuts, finds and reads pieces

FileState = tuple[int, int] | None
"""Size and time of the last change of a file; None for what cannot be read a second time."""


def states_of(files: Iterable[Source]) -> list[FileState]:
    """The state of each file; also None for one that has vanished, which is named when it is to be read."""
    return [_state_of(file.path) for file in files]


def bytes_of_states(states: Iterable[FileState]) -> int:
    """Bytes of all files whose state is known."""
    return sum(state[0] for state in states if state)


@dataclass(frozen=True, slots=True)
class Identity:
    """Everything that a run counts by.

    Attributes:
        files: sources, each a file.
        states: of the files, before they were read.
        window: bytes that are read at a time.
    """

    files: Sequence[Source]
    states: Sequence[FileState]
    recipe: Recipe
    window: int
    skip_bad: bool

    def record(self) -> dict[str, Any]:
        """As plain values, fit for JSON."""
        return {
            "made_with": _versions(),
            "recipe": self.recipe.to_dict(),
            "window": self.window,
            "skip_bad": self.skip_bad,
            "sources": [
                [os.fspath(file.path), file.weight, file.kind, file.encoding, file.field, *(state or ())]
                for file, state in zip(self.files, self.states, strict=True)
            ],
        }


def difference(before: dict[str, Any], identity: Identity) -> str:
    """What the record of another identity has that this one has not, in a few words; nothing if there is nothing."""
    now = json.loads(json.dumps(identity.record()))
    for name, number in now["made_with"].items():
        if before["made_with"].get(name) != number:
            return f"was made with {name} {before['made_with'].get(name)}, and this is {number}"
    for setting, value in now["recipe"].items():
        if before["recipe"].get(setting) != value:
            return f"was made with another recipe: its {setting} is another one"
    if before["window"] != now["window"]:
        return f"was made with windows of {before['window']:,} bytes, and this run reads {now['window']:,}"
    if before["skip_bad"] != now["skip_bad"]:
        return "was made with another rule for bad files"
    for old, new in zip_longest(before["sources"], now["sources"]):
        if old != new:
            return _difference_of_sources(old, new)
    return "" if before == now else "was made in another way"


def _difference_of_sources(old: list[Any] | None, new: list[Any] | None) -> str:
    if old is None or new is None:
        path = (old or new or [""])[0]
        return f"was made of {'fewer' if old is None else 'more'} files: {shown(Path(path))} is one that differs"
    if old[0] != new[0]:
        return f"was made of other files: {shown(Path(old[0]))} in place of {shown(Path(new[0]))}"
    if old[:5] != new[:5]:
        return f"read {shown(Path(new[0]))} in another way"
    return f"was made before {shown(Path(new[0]))} was changed"


def _state_of(path: Path) -> FileState:
    if path != STANDARD_INPUT:
        with suppress(OSError):
            status = path.stat()
            if stat.S_ISREG(status.st_mode):
                return status.st_size, status.st_mtime_ns
    return None


def _versions() -> dict[str, str]:
    versions = {"Python": platform.python_version(), "Unicode": unicodedata.unidata_version}
    for name in _PACKAGES:
        with suppress(PackageNotFoundError):
            versions[name] = version(name)
    return versions
