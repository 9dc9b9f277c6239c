"""Options that say what a corpus is made of, and the sources that they name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, cast

import typer

from vocabsmith.commands.options import named_path
from vocabsmith.project import SUFFIX
from vocabsmith_engine import CorpusError, RecipeError, Source
from vocabsmith_engine.corpus import KINDS, Kind, read_path_list, shown
from vocabsmith_engine.corpus.disk_files import STANDARD_INPUT

FileKind = StrEnum("FileKind", {kind: kind for kind in KINDS})  # type: ignore[misc]  # the names are those of the engine

FilesArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FILES",
        help="Files and folders: text, JSON, CSV, Parquet, Arrow, compressed, archives; - reads standard input.",
    ),
]
FilesFromOption = Annotated[
    Path | None,
    typer.Option(
        metavar="LIST",
        parser=named_path,
        help="A file that lists more files and folders, one a line; - is standard input.",
    ),
]
NamesOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="GLOB", help='Files to take from folders, such as "*.txt", or to leave, "!draft*"; may be repeated.'
    ),
]
WeightOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="PATH=N",
        help="Count the pieces of this file or folder, which FILES name or hold, N times; may be repeated.",
    ),
]
KindOption = Annotated[
    FileKind | None, typer.Option(help="What all files are, in place of what their names and first bytes say.")
]
EncodingOption = Annotated[
    str | None, typer.Option(metavar="NAME", help="The encoding of all text, in place of what its first bytes say.")
]
FieldOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="The column or path that holds the text of a record, such as messages[].content."
    ),
]
SkipBadOption = Annotated[
    bool, typer.Option("--skip-bad", help="Go on without files that cannot be used, and name them. [stop]")
]


def sources_named(
    files: Sequence[str],
    files_from: Path | None,
    weights: Sequence[str],
    *,
    kind: StrEnum | None,
    encoding: str | None,
    field: str | None,
) -> list[Source]:
    """The sources that the options name. Raises CorpusError and RecipeError for what contradicts itself.

    What has a weight of its own comes first: a file that is reached twice has the weight it had first.
    """
    paths = [_path(text) for text in files] + (read_path_list(files_from) if files_from else [])
    _refuse_projects(paths)
    if files_from == STANDARD_INPUT in paths:
        raise CorpusError("standard input", "is both a list and a text", "Read one of them from a file")
    weighted = [_weighted(text, paths) for text in weights]
    _refuse_two_weights(weighted)
    deepest_first = sorted(weighted, key=lambda entry: -len(entry[0].parts))
    chosen = cast("Kind | None", kind and kind.value)
    entries = [*deepest_first, *((path, 1) for path in paths)]
    return [Source(path, weight, kind=chosen, encoding=encoding, field=field) for path, weight in entries]


def _refuse_projects(paths: Iterable[Path]) -> None:
    """A project file is JSON, and would be read as text."""
    for path in paths:
        if path.suffix == SUFFIX and path.is_file():
            raise CorpusError(
                shown(path), "is a project of the window, and no text", f"Open it with: vocabsmith {path}"
            )


def _path(text: str) -> Path:
    """A path that was typed. A file that is called - is written ./-."""
    path = named_path(text)
    return path.absolute() if path == STANDARD_INPUT and text != str(STANDARD_INPUT) else path


def _weighted(text: str, paths: Iterable[Path]) -> tuple[Path, int]:
    name, sign, number = text.rpartition("=")
    if not sign or not name or not number.isascii() or not number.isdigit():
        raise RecipeError(f"--weight {text}", "is not a path and a whole number", "Write corpus/code=3")
    path = _path(name)
    if not any(path == other or _is_inside(path, other) for other in paths):
        raise CorpusError(f"--weight {text}", f"names {name}, which FILES neither name nor hold", "Add it to FILES")
    return path, int(number)


def _refuse_two_weights(weighted: Iterable[tuple[Path, int]]) -> None:
    given: dict[Path, int] = {}
    for path, weight in weighted:
        if given.setdefault(path.absolute(), weight) != weight:
            raise RecipeError(f"--weight {path}", "is given twice, with two numbers", "Give it once")


def _is_inside(path: Path, folder: Path) -> bool:
    if STANDARD_INPUT in (path, folder):
        return False
    return path.resolve().is_relative_to(folder.resolve())
