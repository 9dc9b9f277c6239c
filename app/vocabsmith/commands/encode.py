"""`vocabsmith encode`: text to ids."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt
import typer

from vocabsmith.commands.id_files import id_bytes
from vocabsmith.commands.options import JsonOption, TokenizerOption
from vocabsmith.commands.streams import STANDARD_INPUT, note, read_text, write_bytes
from vocabsmith.wording import count
from vocabsmith_engine import Tokenizer

IDS_AT_ONCE = 1 << 16


class SpecialTreatment(StrEnum):
    """What becomes of special tokens that stand in the text."""

    allow = "allow"
    as_text = "as_text"
    refuse = "refuse"


def encode(
    tokenizer: TokenizerOption,
    file: Annotated[Path, typer.Argument(metavar="[FILE|-]", help="UTF-8 text; - is standard input.")] = STANDARD_INPUT,
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
    as_json: JsonOption = False,
) -> None:
    r"""Turn text into ids, printed with spaces between.

    \b
    vocabsmith encode --tokenizer out book.txt > book.ids
    echo -n "Hello there" | vocabsmith encode --tokenizer out/tokenizer.json
    vocabsmith encode --tokenizer out book.txt --output book.npy
    """
    loaded = Tokenizer.load(tokenizer)
    ids = loaded.encode_array(read_text(file), special=special.value)
    if output is not None:
        write_bytes(output, id_bytes(ids, output, loaded.vocab_size))
        note(f"{count(len(ids), 'id')} written to {output}")
    if as_json:
        print(json.dumps({"count": len(ids), "output": str(output)} if output else {"ids": ids.tolist()}))
    elif output is None:
        _print_ids(ids)


def _print_ids(ids: npt.NDArray[np.uint32]) -> None:
    for first in range(0, len(ids), IDS_AT_ONCE):
        print(*ids[first : first + IDS_AT_ONCE].tolist(), end=" " if first + IDS_AT_ONCE < len(ids) else "")
    print()
