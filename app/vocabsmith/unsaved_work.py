"""What was not saved yet, kept in the user's data folder, so that neither a crash nor leaving loses it. Free of Qt.

One file for each project, in the format of projects; that of a project without a file is called untitled.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from vocabsmith.project import SUFFIX, ProjectContents, load_project, save_project


class UnsavedWork:
    """The unsaved work of every project. All of it may be called beside the window."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, project: Path | None, contents: ProjectContents) -> None:
        """Keeps `contents` until they are saved or dropped. Raises ProjectError, OSError."""
        self._folder.mkdir(parents=True, exist_ok=True)
        save_project(self._file(project), contents, known=None)

    def find(self, project: Path | None) -> ProjectContents | None:
        """What was not saved the last time, if there is anything. Raises ProjectError for a damaged file."""
        file = self._file(project)
        return load_project(file).contents if file.exists() else None

    def drop(self, project: Path | None) -> None:
        """It was saved, or nobody wants it. Raises OSError."""
        self._file(project).unlink(missing_ok=True)

    def _file(self, project: Path | None) -> Path:
        if project is None:
            return self._folder / f"untitled{SUFFIX}"
        digest = hashlib.blake2b(os.fsencode(os.path.realpath(project)), digest_size=12).hexdigest()
        return self._folder / f"{digest}{SUFFIX}"
