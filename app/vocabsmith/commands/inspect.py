"""`vocabsmith inspect`: what a tokenizer does to a text, and what is in it. Each view is a module of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer

from vocabsmith.commands import inspect_text, inspect_trace
from vocabsmith.commands.encode import SpecialTreatment
from vocabsmith.commands.inspecting import Answer, Question
from vocabsmith.commands.loading import load_tokenizer
from vocabsmith.commands.options import JsonOption, TokenizerOption, named_path

EXAMPLES = """\b
Examples:
  vocabsmith inspect --tokenizer out book.txt
  echo -n "Hello there" | vocabsmith inspect --tokenizer out/tokenizer.json --json
  vocabsmith inspect --tokenizer out book.txt --show trace
"""


class View(StrEnum):
    """What can be shown."""

    tokens = "tokens"
    trace = "trace"


VIEWS: Final[Mapping[View, Callable[[Question], Answer]]] = {
    View.tokens: inspect_text.tokens_of_texts,
    View.trace: inspect_trace.stages_of_texts,
}


def inspect(  # each parameter is one documented option
    *,
    tokenizer: TokenizerOption,
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILES|-", parser=named_path, help="Texts; - or nothing is standard input."),
    ] = None,
    show: Annotated[View, typer.Option(help="What is shown.")] = View.tokens,
    special: Annotated[
        SpecialTreatment, typer.Option(help="Special tokens in the text: one id each, ordinary text, or an error.")
    ] = SpecialTreatment.allow,
    as_json: JsonOption = False,
) -> None:
    """Show what a tokenizer does to a text.

    tokens: each token with its id, bytes, rank, count when learned, place and piece.

    trace: the text behind every step: special tokens, normaliser, splits, tokens.
    """
    question = Question(
        tokenizer=load_tokenizer(tokenizer), path=tokenizer, files=tuple(files or ()), special=special.value
    )
    answer = VIEWS[show](question)
    if as_json:
        print(json.dumps(answer.facts()))
        return
    for line in answer.lines():
        print(line)
