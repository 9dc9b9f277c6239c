"""`vocabsmith export`: a tokenizer in other formats."""

from __future__ import annotations

import json

from vocabsmith.commands.options import FormatOption, JsonOption, OutputFolderOption, TokenizerOption, formats_named
from vocabsmith.commands.saving import check_folder, save_with_notes, saved_facts, saved_lines
from vocabsmith_engine import Monitor, Tokenizer


def export(
    tokenizer: TokenizerOption, formats: FormatOption, output: OutputFolderOption, as_json: JsonOption = False
) -> None:
    r"""Save a tokenizer in one or more formats. What a format cannot carry is said first.

    \b
    vocabsmith export --tokenizer out/tokenizer.json --format gpt2,tiktoken --output exported
    """
    names = formats_named(formats)
    check_folder(output)
    report = save_with_notes(Tokenizer.load(tokenizer), output, names, Monitor())
    print(json.dumps(saved_facts(output, report)) if as_json else "\n".join(saved_lines(output, report)))
