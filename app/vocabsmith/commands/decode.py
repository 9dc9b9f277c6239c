"""`vocabsmith decode`: ids to text."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from vocabsmith.commands.id_files import read_ids
from vocabsmith.commands.loading import load_tokenizer
from vocabsmith.commands.options import JsonOption, TokenizerOption
from vocabsmith.commands.streams import STANDARD_INPUT, read_bytes

EXAMPLES = """\b
Examples:
  vocabsmith decode --tokenizer out book.ids > book.txt
  echo "97 98 99" | vocabsmith decode --tokenizer out/tokenizer.json
"""


def decode(
    tokenizer: TokenizerOption,
    file: Annotated[
        Path, typer.Argument(metavar="FILE|-", help="Decimal ids, .npy or .bin; - is standard input.")
    ] = STANDARD_INPUT,
    as_json: JsonOption = False,
) -> None:
    """Turn ids into the exact bytes that they stand for.

    These may end within a character. Entries that are no ids are named with their place; the others are decoded all
    the same, and the exit status is 2.
    """
    loaded = load_tokenizer(tokenizer)
    ids = read_ids(read_bytes(file), file, loaded.vocab_size)
    content = loaded.decode_bytes(ids.good)
    if as_json:
        wrong = [{"place": place, "entry": entry} for place, entry in ids.wrong]
        print(json.dumps({"text": content.decode(errors="replace"), "hex": content.hex(), "wrong": wrong}))
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
    if ids.wrong:
        raise ids.complaint(loaded.vocab_size)
