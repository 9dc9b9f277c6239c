"""`vocabsmith encode`: text to ids."""

from __future__ import annotations

import json
import tempfile
from enum import StrEnum
from pathlib import Path
from typing import Annotated, cast

import numpy as np
import typer

from vocabsmith.commands.corpus_options import FileKind
from vocabsmith.commands.loading import load_tokenizer
from vocabsmith.commands.options import JsonOption, TokenizerOption
from vocabsmith.commands.progress import Nothing, ProgressDisplay, display_for
from vocabsmith.commands.streams import STANDARD_INPUT, file_of, note
from vocabsmith.commands.watching import Interrupts, run_watched
from vocabsmith.wording import count
from vocabsmith_engine import Monitor, Source, Tokenizer
from vocabsmith_engine.corpus import Kind

EXAMPLES = """\b
Examples:
  vocabsmith encode --tokenizer out book.txt > book.ids
  echo -n "Hello there" | vocabsmith encode --tokenizer out/tokenizer.json
  vocabsmith encode --tokenizer out book.txt --output book.npy
"""
IDS_PRINTED_AT_ONCE = 1 << 16
SHORT_FILE = 8_000_000  # bytes; a bar for less than a second would only flicker


class SpecialTreatment(StrEnum):
    """What becomes of special tokens that stand in the text."""

    allow = "allow"
    as_text = "as_text"
    refuse = "refuse"


def encode(  # noqa: PLR0917, Typer calls it by keyword; each parameter is one documented option
    tokenizer: TokenizerOption,
    file: Annotated[Path, typer.Argument(metavar="FILE|-", help="Text; - is standard input.")] = STANDARD_INPUT,
    special: Annotated[
        SpecialTreatment,
        typer.Option(help="Special tokens in the text: one id each, ordinary text, or an error."),
    ] = SpecialTreatment.allow,
    output: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write the ids to a .npy or .bin file (16 bits up to 65,536 tokens, else 32)."
        ),
    ] = None,
    threads: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Threads that encode. [all processors]")
    ] = None,
    kind: Annotated[
        FileKind | None,
        typer.Option(help="text: encode the file as it is, though its name or first bytes say that it holds records."),
    ] = None,
    encoding: Annotated[
        str | None, typer.Option(metavar="NAME", help="The encoding of the text, in place of what its first bytes say.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Turn text into ids, printed with spaces between.

    Text is read as for training: a byte order mark at the start is left out, and bytes that are not UTF-8 follow the
    rule the tokenizer was trained with (U+FFFD if it does not say).
    """
    loaded = load_tokenizer(tokenizer)
    with tempfile.TemporaryDirectory(prefix="vocabsmith-") as folder:
        scratch = Path(folder)
        ids_file = output or scratch / "ids.npy"
        text = Source(file_of(file, scratch), kind=cast("Kind | None", kind and kind.value), encoding=encoding)
        number = _encode_file(loaded, text, ids_file, special, threads)
        if output is None:
            _print_ids(ids_file, as_json)
        elif as_json:
            print(json.dumps({"count": number, "output": str(output)}))
        else:
            note(f"{count(number, 'id')} written to {output}")


def _encode_file(
    tokenizer: Tokenizer, text: Source, output: Path, special: SpecialTreatment, threads: int | None
) -> int:
    monitor = Monitor()
    long = text.path.is_file() and text.path.stat().st_size > SHORT_FILE
    display: ProgressDisplay = display_for(None) if long else Nothing()
    with display.shown(), Interrupts(monitor) as interrupts:
        return run_watched(
            lambda running: tokenizer.encode_file(text, output, special.value, monitor=running, threads=threads),
            monitor=monitor,
            display=display,
            interrupts=interrupts,
        )


def _print_ids(ids_file: Path, as_json: bool) -> None:
    ids = np.load(ids_file, allow_pickle=False)
    if as_json:
        print(json.dumps({"count": len(ids), "ids": ids.tolist()}))
        return
    for first in range(0, len(ids), IDS_PRINTED_AT_ONCE):
        # in one string: an id at a time, an output without a buffer costs a call of the system for each
        print(" ".join(map(str, ids[first : first + IDS_PRINTED_AT_ONCE].tolist())), end=" ")
    print()
