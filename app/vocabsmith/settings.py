"""What the window remembers between starts: one small JSON file, written whole or not at all.

Several programs may be open at once, each with a project: each writes only what was changed in it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal, get_args

Theme = Literal["system", "light", "dark"]
TEXT_SIZES = (80, 90, 100, 110, 125, 150, 175, 200)
RECENT_LIMIT = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The remembered values.

    Attributes:
        geometry: the window's place as Qt saves it, base64.
        page: key of the open page.
        theme: "system", "light" or "dark".
        text_size: per cent, one of TEXT_SIZES.
        recent: tokenizers opened or exported, newest first.
        recent_projects: projects opened or saved, newest first.
        last_project: the project that was open last, "" for one without a file.
        last_recipe: what `Recipe.to_dict` gave for the last run.
        export_folder: where the last export went.
        chart_folder: where the last chart, table or comparison was saved.
        more_open: whether the form of the recipe shows all settings.
        preview_text: the user's own text that the form cuts into pieces, and
        preview_own: whether it is cut, or a line of the corpus.
    """

    geometry: str = ""
    page: str = "build"
    theme: Theme = "system"
    text_size: int = 100
    recent: tuple[str, ...] = ()
    recent_projects: tuple[str, ...] = ()
    last_project: str = ""
    last_recipe: dict[str, Any] = field(default_factory=dict)
    export_folder: str = ""
    chart_folder: str = ""
    more_open: bool = False
    preview_text: str = ""
    preview_own: bool = False


class SettingsStore:
    """The settings of one file. A file that cannot be understood is set aside and `notice` says so.

    Attributes:
        values: the present settings.
        notice: a sentence for the user, or "".
        on_notice: told of a notice that comes up later; set by whoever shows it.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self.notice = ""
        self.on_notice: Callable[[str], None] = lambda _notice: None
        self.values = self._load()

    def update(self, **changes: Any) -> None:
        """Replaces the named values and saves. A disk that cannot be written is a notice, never an error."""
        changed = replace(self.values, **changes)
        if changed == self.values:
            return
        self.values = changed
        try:
            self._save(replace(self._on_disk(), **changes))
        except OSError as error:
            self._tell(f"Settings are not kept: {self._file} cannot be written ({error.strerror}).")

    def add_recent(self, path: Path) -> None:
        """Puts a tokenizer's path at the head of the recent ones."""
        self.update(recent=_with_head(path, self._on_disk().recent))

    def add_recent_project(self, path: Path) -> None:
        """Puts a project's path at the head of the recent ones; it is the last one that was open."""
        self.update(recent_projects=_with_head(path, self._on_disk().recent_projects), last_project=str(path))

    def _tell(self, notice: str) -> None:
        if notice != self.notice:
            self.notice = notice
            self.on_notice(notice)

    def _on_disk(self) -> Settings:
        """What the file says now, since another program may have written it; what is here if it says nothing."""
        try:
            return _checked(json.loads(self._file.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError, RecursionError):
            return self.values

    def _save(self, values: Settings) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        written = self._file.with_name(f"{self._file.name}.{os.getpid()}.new")  # another program may write its own
        written.write_text(json.dumps(asdict(values), indent=1), encoding="utf-8")
        written.replace(self._file)

    def _load(self) -> Settings:
        try:
            return _checked(json.loads(self._file.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return Settings()
        except OSError as error:
            self.notice = f"Settings start afresh: {self._file} cannot be read ({error.strerror})."
        except (ValueError, TypeError, RecursionError):
            self._set_aside()
        return Settings()

    def _set_aside(self) -> None:
        aside = self._file.with_name(self._file.name + ".damaged")
        self.notice = f"The settings file was damaged. It was set aside as {aside.name}; settings start afresh."
        try:
            self._file.replace(aside)
        except OSError:
            self.notice = f"The settings file {self._file} is damaged; settings start afresh."


def _checked(read: Any) -> Settings:
    """Settings from JSON. Unknown names are left out (a newer version wrote them); a wrong type is a TypeError."""
    if not isinstance(read, dict):
        raise TypeError("the settings are no object")
    kinds: dict[str, type] = {"text_size": int, "recent": list, "recent_projects": list, "last_recipe": dict}
    kinds |= {"more_open": bool, "preview_own": bool}
    known = {entry.name: read[entry.name] for entry in fields(Settings) if entry.name in read}
    for name, value in known.items():
        if not isinstance(value, kinds.get(name, str)):
            raise TypeError(name)
    if known.get("theme", "system") not in get_args(Theme) or known.get("text_size", 100) not in TEXT_SIZES:
        raise ValueError("a choice that does not exist")
    for name in {"recent", "recent_projects"} & known.keys():
        known[name] = tuple(str(path) for path in known[name])
    return Settings(**known)


def _with_head(path: Path, listed: tuple[str, ...]) -> tuple[str, ...]:
    return (str(path), *(known for known in listed if known != str(path)))[:RECENT_LIMIT]
