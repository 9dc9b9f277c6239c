"""What a start of the window begins with, and whether another program takes it over.

Kept apart from the window, so that a start that only hands its files over need not load it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from vocabsmith.one_program import hand_over
from vocabsmith.project import SUFFIX
from vocabsmith.settings import SettingsStore


@dataclass(frozen=True, slots=True)
class Start:
    """What a start begins with.

    Attributes:
        project: the project to be opened; None for what has no file.
        files: what is to be opened beside it, absolute.
        places: the projects of the programs that may take the files over, in the order they are called.
    """

    project: Path | None
    files: tuple[Path, ...]
    places: tuple[Path | None, ...]

    def handed_over(self) -> bool:
        """Whether another program has come forward and taken the files."""
        return any(hand_over(place, map(str, self.files)) for place in self.places)


def start_of(arguments: Sequence[str], settings: SettingsStore) -> Start:
    """A project among the arguments is opened; without any argument, the one that was open last.

    Files without a project go to the program that has the last project open, or to the one without a project.
    """
    given = tuple(Path(argument).absolute() for argument in arguments)
    last = Path(settings.values.last_project) if settings.values.last_project else None
    named = next((file for file in given if file.suffix == SUFFIX), None)
    files = tuple(file for file in given if file != named)
    if files and named is None:
        return Start(None, files, tuple(dict.fromkeys((last, None))))
    project = named if given else last
    return Start(project, files, (project,))
