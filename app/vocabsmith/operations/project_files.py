"""Opens and saves projects, with what was left unsaved."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from vocabsmith.project import ProjectContents, ProjectError, ProjectFile, load_project, save_project
from vocabsmith.unsaved_work import UnsavedWork
from vocabsmith_engine import Monitor

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OpenedProject:
    """A project as it was found.

    Attributes:
        file: the project; None for one without a file.
        unsaved: what was changed in it and not saved the last time; None for nothing.
        notice: a sentence for the user, "" for none.
    """

    file: ProjectFile | None
    unsaved: ProjectContents | None
    notice: str = ""


def open_project(*, path: Path | None, unsaved: UnsavedWork, monitor: Monitor) -> OpenedProject:
    """Reads a project, or for None what was on the window without one. Raises ProjectError, Stopped."""
    file = None if path is None else load_project(path)
    monitor.raise_if_stopped()
    try:
        return OpenedProject(file, unsaved.find(path))
    except ProjectError as error:
        log.warning("what was not saved is lost: %s", error)
        unsaved.drop(path)
        return OpenedProject(file, None, f"What was not saved the last time cannot be brought back: {error}")


def write_project(
    *, path: Path, contents: ProjectContents, known: bytes | None, unsaved: UnsavedWork, was: Path | None
) -> ProjectFile:
    """Saves a project, and drops what was kept of it as unsaved under its old path `was`. Raises ProjectError."""
    written = save_project(path, contents, known=known)
    for place in {path, was}:
        with suppress(OSError):
            unsaved.drop(place)
    return written


def keep_unsaved(*, path: Path | None, contents: ProjectContents | None, unsaved: UnsavedWork) -> None:
    """Keeps the work on a project that is not saved, or drops what was kept if there is none. Raises ProjectError."""
    try:
        if contents is None:
            unsaved.drop(path)
        else:
            unsaved.keep(path, contents)
    except OSError as error:
        raise ProjectError(
            "unsaved work", f"cannot be kept ({error.strerror})", "Save the project in a folder that can be written to"
        ) from None
