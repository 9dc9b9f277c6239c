"""`vocabsmith inspect`: what a tokenizer does to a text, and what is in it. Each view is a module of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer

from vocabsmith.commands import inspect_pattern, inspect_specials, inspect_text, inspect_trace, inspect_vocabulary
from vocabsmith.commands.encode import SpecialTreatment
from vocabsmith.commands.inspecting import Answer, Question
from vocabsmith.commands.loading import load_tokenizer
from vocabsmith.commands.options import JsonOption, TokenizerOption, named_path

EXAMPLES = """\b
Examples:
  vocabsmith inspect --tokenizer out book.txt
  echo -n "Hello there" | vocabsmith inspect --tokenizer out/tokenizer.json --json
  vocabsmith inspect --tokenizer out book.txt --show trace
  vocabsmith inspect --tokenizer out --show vocabulary --find "^ [A-Z]" --by regex
  vocabsmith inspect --tokenizer out book.txt --show vocabulary --token " the"
  vocabsmith inspect --tokenizer out book.txt --show pattern --against o200k
"""


class View(StrEnum):
    """What can be shown."""

    tokens = "tokens"
    specials = "specials"
    pattern = "pattern"
    trace = "trace"
    vocabulary = "vocabulary"


class SearchBy(StrEnum):
    """How what is searched for is written."""

    text = "text"
    bytes = "bytes"
    regex = "regex"


class SortBy(StrEnum):
    """What a vocabulary can be sorted by."""

    id = "id"
    token = "token"
    length = "length"
    rank = "rank"
    learned = "learned"
    uses = "uses"
    script = "script"
    kind = "kind"


VIEWS: Final[Mapping[View, Callable[[Question], Answer]]] = {
    View.tokens: inspect_text.tokens_of_texts,
    View.specials: inspect_specials.specials_of_tokenizer,
    View.pattern: inspect_pattern.pattern_of_tokenizer,
    View.trace: inspect_trace.stages_of_texts,
    View.vocabulary: inspect_vocabulary.tokens_of_vocabulary,
}

_VIEWS_OF: Final[Mapping[str, tuple[View, ...]]] = {
    "--special": (View.tokens, View.trace),
    "--against": (View.pattern,),
}
"""Of options that are not about the vocabulary."""


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
    against: Annotated[
        str | None,
        typer.Option(metavar="NAME|REGEX", help="With --show pattern: another pattern, to cut the texts by both."),
    ] = None,
    token: Annotated[
        str | None, typer.Option(metavar="ID|TEXT", help="One token of the vocabulary, and lines of FILES with it.")
    ] = None,
    find: Annotated[
        str | None, typer.Option(metavar="QUERY", help="List tokens of the vocabulary that hold this.")
    ] = None,
    by: Annotated[
        SearchBy, typer.Option(help="What QUERY is: text, hexadecimal bytes, or an expression.")
    ] = SearchBy.text,
    sort: Annotated[SortBy, typer.Option(help="The column that the vocabulary is listed by.")] = SortBy.id,
    reverse: Annotated[bool, typer.Option("--reverse", help="List from the largest.")] = False,
    limit: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="List at most so many tokens, or lines with a token.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show what a tokenizer does to a text.

    tokens: each token with its id, bytes, rank, count when learned, place and piece.

    specials: the special tokens, and what each collides with; how often they stand in FILES, if some are named.

    pattern: what other engines make of the pattern; with --against, where another pattern cuts FILES differently.

    trace: the text behind every step: special tokens, normaliser, splits, tokens.

    vocabulary: what is in it, its tokens and their flags; with FILES how often these use each token.
    """
    given = {
        "--special": special != SpecialTreatment.allow,
        "--against": against is not None,
        "--token": token is not None,
        "--find": find is not None,
        "--by": by != SearchBy.text,
        "--sort": sort != SortBy.id,
        "--reverse": reverse,
        "--limit": limit is not None,
    }
    _check_use([option for option, is_given in given.items() if is_given], show)
    if sort == SortBy.uses and not files:
        raise typer.BadParameter("uses are counted in FILES; name some", param_hint="--sort")
    question = Question(
        tokenizer=load_tokenizer(tokenizer),
        path=tokenizer,
        files=tuple(files or ()),
        special=special.value,
        against=against,
        token=token,
        find=find,
        by=by.value,
        sort=sort.value,
        reverse=reverse,
        limit=limit,
    )
    answer = VIEWS[show](question)
    if as_json:
        print(json.dumps(answer.facts()))
        return
    for line in answer.lines():
        print(line)


def _check_use(given: Collection[str], show: View) -> None:
    """Refuses options that the view has no use for, rather than to leave them unheeded."""
    for option in given:
        views = _VIEWS_OF.get(option, (View.vocabulary,))
        if show not in views:
            raise typer.BadParameter(f"is of use with --show {' or '.join(views)} only", param_hint=option)
    if "--by" in given and "--find" not in given:
        raise typer.BadParameter("is of use with --find only", param_hint="--by")
    if "--token" in given and (others := set(given) & {"--find", "--sort", "--reverse"}):
        raise typer.BadParameter("lists tokens, and --token shows one", param_hint=min(others))
