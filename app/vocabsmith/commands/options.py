"""Options that several commands share, and what their values mean."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from vocabsmith_engine import FormatError
from vocabsmith_engine.formats import FORMATS


def named_path(text: str) -> Path:
    """A path that was typed. An empty one, as an unset variable of the shell leaves it, is not the current folder."""
    if not text:
        raise typer.BadParameter("'' names no file or folder; write . for the current folder")
    return Path(text)


TokenizerOption = Annotated[
    Path,
    typer.Option(
        "--tokenizer",
        metavar="PATH",
        parser=named_path,
        help="A tokenizer file, the folder that holds one, or that of a kept run.",
    ),
]
FormatOption = Annotated[
    str, typer.Option("--format", metavar="NAMES", help=f"Formats to save, with commas between: {', '.join(FORMATS)}.")
]
OutputFolderOption = Annotated[
    Path,
    typer.Option(
        "--output", metavar="FOLDER", parser=named_path, help="Where to save. The files take the folder's name."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")]


def formats_named(names: str) -> list[str]:
    """Split `a,b` into format names, each once. Raises FormatError for a name that is none."""
    formats = list(dict.fromkeys(name.strip() for name in names.split(",")))
    for name in formats:
        if name not in FORMATS:
            raise FormatError(f"--format {name!r}", "is no format", f"Known: {', '.join(FORMATS)}")
    return formats
