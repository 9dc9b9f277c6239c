"""`vocabsmith evaluate`: tokenizers side by side on files and groups of files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, cast, get_args

import typer

from vocabsmith.commands import corpus_options as corpus
from vocabsmith.commands.comparison_facts import facts
from vocabsmith.commands.comparison_tables import Shown, csv_lines, markdown_lines, table_lines
from vocabsmith.commands.loading import load_tokenizer
from vocabsmith.commands.options import JsonOption, named_path
from vocabsmith.commands.progress import display_for
from vocabsmith.commands.watching import Interrupts, run_watched
from vocabsmith_engine import CorpusError, Monitor, RecipeError, TokenizerError
from vocabsmith_engine.analysis import RENYI_ALPHA, FileEvaluation, Per, compare
from vocabsmith_engine.analysis import evaluate as evaluate_tokenizers
from vocabsmith_engine.corpus import shown
from vocabsmith_engine.memory_budget import bytes_named

EXAMPLES = """\b
Examples:
  vocabsmith evaluate --tokenizer out book.txt
  vocabsmith evaluate --tokenizer out --tokenizer gpt2/tokenizer.json texts/ --sample 20M --json
  vocabsmith evaluate --tokenizer out --group English=en --group Hindi=hi en hi --reference English
"""

Form = StrEnum("Form", {"table": "table", "markdown": "markdown", "csv": "csv"})
GroupBy = StrEnum("GroupBy", {"file": "file", "folder": "folder"})
PerOption = StrEnum("PerOption", {per: per for per in get_args(Per)})  # type: ignore[misc]  # those of the engine
PER_BYTE = PerOption("byte")


def evaluate(  # each parameter is one documented option
    *,
    tokenizer: Annotated[
        list[Path],
        typer.Option(
            metavar="PATH",
            parser=named_path,
            help="A tokenizer file, the folder that holds one, or that of a kept run; may be repeated.",
        ),
    ],
    files: corpus.FilesArgument = None,
    files_from: corpus.FilesFromOption = None,
    names: corpus.NamesOption = None,
    kind: corpus.KindOption = None,
    encoding: corpus.EncodingOption = None,
    field: corpus.FieldOption = None,
    group: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=PATH",
            help="The file, or the files of the folder, belong to the group NAME, such as a language; may be repeated.",
        ),
    ] = None,
    group_by: Annotated[GroupBy, typer.Option(help="The group of every other file: itself, or its folder.")] = (
        GroupBy.file
    ),
    per: Annotated[
        PerOption,
        typer.Option(
            help="What groups are compared by: their tokens per byte, character or word; or text: as they are, if all "
            "groups say the same."
        ),
    ] = PER_BYTE,
    reference: Annotated[
        str | None,
        typer.Option(metavar="GROUP", help="The group that premiums are against. [the cheapest for each tokenizer]"),
    ] = None,
    sample_text: Annotated[
        str | None,
        typer.Option(
            "--sample",
            metavar="SIZE",
            help="Use at most so much of each file, such as 20M, in whole documents spread over it. [all of it]",
        ),
    ] = None,
    alpha: Annotated[float, typer.Option(metavar="A", min=0, help="The order of the Rényi efficiency.")] = RENYI_ALPHA,
    threads: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Threads that encode. [all processors]")
    ] = None,
    form: Annotated[Form, typer.Option("--format", help="How the result is written.")] = Form.table,
    as_json: JsonOption = False,
) -> None:
    """Compare tokenizers on text: bytes per token, what becomes of words and characters, how alike groups are treated.

    A word is a run of letters and marks; a token counts for every word that it touches. Ranges in brackets hold the
    value with 95 % confidence: documents are drawn anew, a thousand times. docs/metrics.md defines every figure.
    """
    sources = corpus.sources_named(files or [], files_from, [], kind=kind, encoding=encoding, field=field)
    named_groups = [_named_group(text) for text in group or []]
    sample = None if sample_text is None else _size(sample_text)
    loaded = [load_tokenizer(path) for path in tokenizer]
    monitor = Monitor()
    display = display_for(None)
    with display.shown(), Interrupts(monitor) as interrupts:
        evaluated = run_watched(
            lambda running: evaluate_tokenizers(loaded, sources, running, threads, names=names, sample=sample),
            monitor=monitor,
            display=display,
            interrupts=interrupts,
        )
    groups = _groups(evaluated, named_groups, group_by)
    comparison = compare(evaluated, groups, per=cast("Per", per.value), reference=reference)
    labels = [shown(path) for path in tokenizer]
    if as_json:
        print(json.dumps(facts(labels, evaluated, comparison, groups, alpha=alpha, sample=sample)))
        return
    lines = {Form.table: table_lines, Form.markdown: markdown_lines, Form.csv: csv_lines}[form]
    print("\n".join(lines(Shown(labels, evaluated, comparison, alpha, sampled=sample is not None))))


def _size(text: str) -> int:
    try:
        size = bytes_named(text)
    except RecipeError as error:
        raise TokenizerError(f"--sample {text}", error.rule, "Write a size such as 20M") from None
    if size < 1:
        raise TokenizerError(f"--sample {text}", "takes nothing", "Name a size, such as 20M")
    return size


def _named_group(text: str) -> tuple[str, Path]:
    name, sign, path = text.partition("=")
    if not sign or not name.strip() or not path:
        raise CorpusError(f"--group {text}", "is not a name and a path", "Write --group English=texts/en")
    return name.strip(), Path(path)


def _groups(
    evaluated: Sequence[FileEvaluation], named: Sequence[tuple[str, Path]], group_by: GroupBy
) -> dict[Path, str]:
    """The group of every file; of two paths that hold it the deeper one says."""
    by_path = {path.absolute(): name for name, path in named}
    found: dict[Path, str] = {}
    met: set[Path] = set()
    for file in evaluated:
        own = file.path.absolute()
        holding = next((path for path in (own, *own.parents) if path in by_path), None)
        if holding is not None:
            met.add(holding)
            found[file.path] = by_path[holding]
        else:
            found[file.path] = shown(file.path.parent if group_by is GroupBy.folder else file.path)
    for name, path in named:
        if path.absolute() not in met:
            raise CorpusError(f"--group {name}={path}", "holds none of the FILES", "Name a file or folder among them")
    return found
