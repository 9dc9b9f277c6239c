"""Project files: JSON that holds a corpus list, the form of a recipe and the runs made with them. Free of Qt.

    {"vocabsmith_project": 1,
     "corpus": [{"path": "texts/handbook.txt", "weight": 2, "field": "text", "encoding": "cp1252"}, …],
     "recipe": {"vocab_size": 32000, …, "threads": null, "memory": null},
     "runs": ["…"], "overlays": ["…"]}

Paths below the folder of the file are relative to it, with / between their parts: a folder with texts and project can
be moved as a whole. Nothing in a file is executed, and everything in it is checked before any of it is used.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from vocabsmith.corpus_items import CorpusItem
from vocabsmith_engine import CorpusError, Recipe, RecipeError, Source, VocabsmithError
from vocabsmith_engine.corpus import shown

SUFFIX: Final = ".vocabsmith"
UNTITLED: Final = "Untitled"
_MARK: Final = "vocabsmith_project"
_VERSION: Final = 1
_LARGEST: Final = 256_000_000  # bytes; a million sources take about half of it
_WRONG_IN_FORMS: Final = ("vocab_size", "special_tokens", "pretokenizer")  # what may be wrong while it is typed
_OF_THE_MACHINE: Final = {"threads": 2**31, "memory": 2**63}  # what a form holds beside a recipe, and their ends


class ProjectError(VocabsmithError):
    """A project file that cannot be read or written."""


class ProjectChangedError(ProjectError):
    """Another program has written the project file since it was read."""


@dataclass(frozen=True, slots=True)
class Project:
    """The file that the work on the window belongs to.

    Attributes:
        path: the file; None as long as there is none.
        dirty: whether something was changed since it was saved or opened.
    """

    path: Path | None = None
    dirty: bool = False

    @property
    def name(self) -> str:
        """What it is called on the window."""
        return UNTITLED if self.path is None else shown(Path(self.path.stem))


@dataclass(frozen=True, slots=True)
class ProjectContents:
    """What a project file holds.

    Attributes:
        corpus: the sources; only path and reading of each are kept.
        recipe: the form of the recipe, in the terms of `Recipe.to_dict` and "threads", right or wrong; empty for none.
        runs: ids of the runs made in this project, oldest first.
        overlays: ids of the runs whose curves lie over the charts.
    """

    corpus: tuple[CorpusItem, ...] = ()
    recipe: Mapping[str, Any] = field(default_factory=dict)
    runs: tuple[str, ...] = ()
    overlays: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """A project as it was read or written; `digest` tells later whether another program has written it since."""

    path: Path
    contents: ProjectContents
    digest: bytes


def load_project(path: Path) -> ProjectFile:
    """Reads a project. Its sources are not looked at: their kind is "". Raises ProjectError."""
    try:
        if path.stat().st_size > _LARGEST:
            raise _no_project(path, "is larger than any project")
        data = path.read_bytes()
    except OSError as error:
        raise ProjectError(shown(path), f"cannot be read ({error.strerror})", "Choose another project") from None
    try:
        read = json.loads(data)
    except (ValueError, RecursionError):
        raise _no_project(path, "is damaged or no project of Vocabsmith") from None
    return ProjectFile(path, _contents(read, path), _digest(data))


def save_project(path: Path, contents: ProjectContents, *, known: bytes | None) -> ProjectFile:
    """Writes a project, whole or not at all.

    Args:
        path: the file, which may exist.
        contents: what it is to hold.
        known: the digest of the file as it was last read or written; None to write over whatever there is.

    Raises ProjectChangedError if the file is another one by now, and ProjectError if it cannot be written.
    """
    target = Path(os.path.realpath(path))
    data = _encoded(contents, target.parent)
    try:
        if known is not None and target.exists() and _digest(target.read_bytes()) != known:
            rule = "was changed by another program since it was opened"
            raise ProjectChangedError(shown(path), rule, "Save it under another name, or write over it")
        write_whole(target, data)
    except OSError as error:
        raise ProjectError(shown(path), f"cannot be written ({error.strerror})", "Save it in another folder") from None
    return ProjectFile(path, contents, _digest(data))


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file so that after a crash either the old or the new one stands. Raises OSError."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}-", suffix=".new", dir=path.parent)
    written = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with suppress(OSError):  # whoever may read the old file may read the new one
            written.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        written.replace(path)
    except BaseException:
        written.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()


def _no_project(path: Path, rule: str) -> ProjectError:
    return ProjectError(shown(path), rule, "Choose a file that Vocabsmith has saved")


# --- writing


def _encoded(contents: ProjectContents, folder: Path) -> bytes:
    recipe = {name: value for name, value in contents.recipe.items() if name != "unicode_version"}
    project = {
        _MARK: _VERSION,
        "corpus": [_written_source(item, folder) for item in contents.corpus],
        "recipe": recipe,
        "runs": list(contents.runs),
        "overlays": list(contents.overlays),
    }
    try:
        return (json.dumps(project, ensure_ascii=False, indent=1) + "\n").encode()
    except UnicodeEncodeError:  # a file name that is not UTF-8
        return (json.dumps(project, indent=1) + "\n").encode()


def _written_source(item: CorpusItem, folder: Path) -> dict[str, Any]:
    below = item.path.is_relative_to(folder)
    written: dict[str, Any] = {"path": item.path.relative_to(folder).as_posix() if below else str(item.path)}
    if item.weight != 1:
        written["weight"] = item.weight
    if item.count_copy:
        written["count_copy"] = True
    return written | {name: value for name in ("field", "encoding") if (value := getattr(item, name)) is not None}


# --- reading


def _contents(read: object, path: Path) -> ProjectContents:
    if not isinstance(read, dict) or not isinstance(read.get(_MARK), int):
        raise _no_project(path, "is damaged or no project of Vocabsmith")
    if read[_MARK] != _VERSION:
        raise ProjectError(
            shown(path),
            f"is of version {read[_MARK]}, and this program reads version {_VERSION}",
            "Open it with a newer Vocabsmith",
        )
    try:
        corpus = [_read_source(entry, Path(os.path.realpath(path)).parent) for entry in _list(read, "corpus")]
        return ProjectContents(
            corpus=tuple({item.path: item for item in corpus}.values()),
            recipe=_checked_recipe(read.get("recipe", {})),
            runs=_strings(read, "runs"),
            overlays=_strings(read, "overlays"),
        )
    except (TypeError, ValueError, RecipeError, CorpusError) as error:
        raise _no_project(path, f"is damaged: {str(error).rstrip('.')}") from None


def _can_be_a_path(text: str) -> bool:
    try:
        os.fsencode(text)
    except UnicodeEncodeError:  # half of a surrogate pair
        return False
    return True


def _read_source(entry: object, folder: Path) -> CorpusItem:
    if not isinstance(entry, dict):
        raise TypeError("a source is no object")
    path, text_field, encoding = (entry.get(name) for name in ("path", "field", "encoding"))
    if not isinstance(path, str) or not path or "\0" in path or not _can_be_a_path(path):
        raise TypeError("a source has no path")
    if not isinstance(text_field, str | None) or not isinstance(encoding, str | None):
        raise TypeError(f"the source {shown(Path(path))} has a field or an encoding that is no text")
    place = Path(os.path.normpath(folder / path))
    source = Source(place, entry.get("weight", 1), field=text_field, encoding=encoding)
    return CorpusItem(
        place,
        "",
        0,
        weight=source.weight,
        field=source.field,
        encoding=source.encoding,
        count_copy=entry.get("count_copy") is True,
    )


def _checked_recipe(read: object) -> dict[str, Any]:
    """A form as the window can show it. Names of settings that there are not are an error, as in a recipe."""
    if not isinstance(read, dict):
        raise TypeError("the recipe is no object")
    if not read:
        return {}
    settings = {name: value for name, value in read.items() if name not in (*_WRONG_IN_FORMS, *_OF_THE_MACHINE)}
    form = Recipe.from_dict({"vocab_size": 256, **settings}).to_dict()
    form |= {name: read[name] for name in _WRONG_IN_FORMS if name in read}
    machine = {name: read.get(name) for name in _OF_THE_MACHINE}
    usual = all(value is None or _is_whole(value, _OF_THE_MACHINE[name]) for name, value in machine.items())
    if not usual or not _is_whole(form["vocab_size"]) or not isinstance(form["pretokenizer"], str):
        raise TypeError("a setting of the recipe is of the wrong kind")
    return form | {"special_tokens": list(_strings(form, "special_tokens")), **machine}


def _is_whole(value: object, end: int = 2**31) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < end


def _list(read: Mapping[str, Any], name: str) -> list[Any]:
    value = read.get(name, [])
    if not isinstance(value, list):
        raise TypeError(f'"{name}" is no list')
    return value


def _strings(read: Mapping[str, Any], name: str) -> tuple[str, ...]:
    values = _list(read, name)
    if not all(isinstance(value, str) for value in values):
        raise TypeError(f'"{name}" holds what is no text')
    return tuple(values)


@dataclass(frozen=True, slots=True)
class Kept:
    """What makes a project differ from its file; overlays are only a way to look at it."""

    corpus: tuple[CorpusItem, ...]
    recipe: Mapping[str, Any]
    runs: tuple[str, ...]

    def differs_from(self, other: Kept) -> bool:
        """Whether there is something to be saved. Of many thousand sources most are the same objects."""
        return (
            (self.recipe, self.runs) != (other.recipe, other.runs)
            or len(self.corpus) != len(other.corpus)
            or any(a is not b and a.reading != b.reading for a, b in zip(self.corpus, other.corpus, strict=True))
        )


def kept(contents: ProjectContents) -> Kept:
    """That part of what a project holds."""
    return Kept(contents.corpus, contents.recipe, contents.runs)
