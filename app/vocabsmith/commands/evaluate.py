"""`vocabsmith evaluate`: tokenizers side by side on files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import reduce
from operator import add
from pathlib import Path
from typing import Annotated, Any

import typer

from vocabsmith.commands import corpus_options as corpus
from vocabsmith.commands.loading import load_tokenizer
from vocabsmith.commands.options import JsonOption, named_path
from vocabsmith.commands.progress import display_for
from vocabsmith.commands.watching import Interrupts, run_watched
from vocabsmith.wording import decimal, grouped
from vocabsmith_engine import Monitor
from vocabsmith_engine.analysis import Evaluation, FileEvaluation
from vocabsmith_engine.analysis import evaluate as evaluate_tokenizers
from vocabsmith_engine.corpus import shown

EXAMPLES = """\b
Examples:
  vocabsmith evaluate --tokenizer out book.txt
  vocabsmith evaluate --tokenizer out --tokenizer gpt2/tokenizer.json texts/ --json
"""
HEADINGS = (
    "tokens",
    "bytes per token",
    "tokens per word",
    "whole words",
    "vocabulary used",
    "Rényi efficiency (diagnostic)",
)


def evaluate(  # each parameter is one documented option
    *,
    tokenizer: Annotated[
        list[Path],
        typer.Option(
            metavar="PATH", parser=named_path, help="A tokenizer file, or the folder that holds one; may be repeated."
        ),
    ],
    files: corpus.FilesArgument = None,
    files_from: corpus.FilesFromOption = None,
    names: corpus.NamesOption = None,
    kind: corpus.KindOption = None,
    encoding: corpus.EncodingOption = None,
    field: corpus.FieldOption = None,
    threads: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Threads that encode. [all processors]")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Tell how well tokenizers fit text: bytes per token, words kept whole, and how much of the vocabulary is used.

    A word is a run of letters and marks; a token counts for every word that it touches.
    """
    sources = corpus.sources_named(files or [], files_from, [], kind=kind, encoding=encoding, field=field)
    loaded = [load_tokenizer(path) for path in tokenizer]
    monitor = Monitor()
    display = display_for(None)
    with display.shown(), Interrupts(monitor) as interrupts:
        evaluated = run_watched(
            lambda running: evaluate_tokenizers(loaded, sources, running, threads, names=names),
            monitor=monitor,
            display=display,
            interrupts=interrupts,
        )
    labels = [shown(path) for path in tokenizer]
    print(json.dumps(_facts(labels, evaluated)) if as_json else "\n".join(_lines(labels, evaluated)))


def _totals(evaluated: Sequence[FileEvaluation]) -> list[Evaluation]:
    """One for each tokenizer, over all files."""
    return [reduce(add, one) for one in zip(*(file.evaluations for file in evaluated), strict=True)]


def _lines(names: Sequence[str], evaluated: Sequence[FileEvaluation]) -> list[str]:
    """A table of the tokenizers; below it, if there are several files, their bytes per token."""
    totals = _totals(evaluated)
    text = f"{grouped(totals[0].bytes)} bytes, {grouped(totals[0].characters)} characters"
    lines = [f"{text}, {grouped(totals[0].words)} words", "", *_table([("", *HEADINGS), *_rows(names, totals)])]
    if len(evaluated) > 1:
        by_file = [
            (shown(file.path), *(decimal(each.bytes_per_token) for each in file.evaluations)) for file in evaluated
        ]
        lines += ["", *_table([("bytes per token", *names), *by_file])]
    return lines


def _rows(names: Sequence[str], totals: Sequence[Evaluation]) -> list[tuple[str, ...]]:
    return [
        (
            name,
            grouped(total.tokens),
            decimal(total.bytes_per_token),
            decimal(total.tokens_per_word),
            _percent(total.whole_word_share),
            _percent(total.vocabulary_share),
            decimal(total.renyi_efficiency(), 3),
        )
        for name, total in zip(names, totals, strict=True)
    ]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns below one another: the first to the left, figures to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(_aligned(row, widths)).rstrip() for row in rows]


def _aligned(row: Sequence[str], widths: Sequence[int]) -> Iterable[str]:
    return (
        cell.ljust(width) if column == 0 else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    )


def _facts(names: Sequence[str], evaluated: Sequence[FileEvaluation]) -> dict[str, Any]:
    """The same for programs: for each tokenizer all text together, and every file."""
    totals = _totals(evaluated)
    return {
        "tokenizers": [
            {
                "tokenizer": name,
                **_figures(total),
                "files": [{"file": shown(file.path), **_figures(file.evaluations[place])} for file in evaluated],
            }
            for place, (name, total) in enumerate(zip(names, totals, strict=True))
        ]
    }


def _figures(evaluation: Evaluation) -> dict[str, float]:
    return {
        "bytes": evaluation.bytes,
        "characters": evaluation.characters,
        "words": evaluation.words,
        "tokens": evaluation.tokens,
        "bytes_per_token": evaluation.bytes_per_token,
        "tokens_per_word": evaluation.tokens_per_word,
        "whole_word_share": evaluation.whole_word_share,
        "vocabulary_share": evaluation.vocabulary_share,
        "renyi_efficiency": evaluation.renyi_efficiency(),
    }
