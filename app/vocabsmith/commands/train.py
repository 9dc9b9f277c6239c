"""`vocabsmith train`: text files to a saved tokenizer."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any

import typer

from vocabsmith import memory
from vocabsmith.commands.options import FormatOption, JsonOption, OutputFolderOption, formats_named
from vocabsmith.commands.progress import ProgressDisplay, ProgressMode, display_for
from vocabsmith.commands.saving import Saving
from vocabsmith.commands.summary import corpus_notes, training_facts, training_lines
from vocabsmith.commands.watching import Interrupts, run_watched
from vocabsmith_engine import Monitor, Recipe, RecipeError, TrainingResult
from vocabsmith_engine import train as train_tokenizer
from vocabsmith_engine.formats import SaveReport
from vocabsmith_engine.memory_budget import bytes_named

EXAMPLES = """\b
Examples:
  vocabsmith train corpus/ --vocab-size 32000 --special-token "<|endoftext|>" --output out
  vocabsmith train a.txt b.txt --vocab-size 8000 --pretokenizer cl100k --format huggingface,tiktoken --output out
  vocabsmith train corpus.txt --vocab-size 10000 --preset cs336 --output out
"""


class Preset(StrEnum):
    """Recipes with a name."""

    cs336 = "cs336"


class TieBreak(StrEnum):
    """Which of several pairs with equal counts is merged first."""

    hf = "hf"
    bytes = "bytes"


class ByteOrder(StrEnum):
    """How ids 0-255 are given to the bytes."""

    gpt2 = "gpt2"
    value = "value"


class Base(StrEnum):
    """What merging begins with."""

    bytes = "bytes"
    characters = "characters"


class SpecialsPlace(StrEnum):
    """Where the ids of special tokens stand."""

    start = "start"
    after_bytes = "after-bytes"
    end = "end"


def train(  # noqa: PLR0917, Typer calls it by keyword; each parameter is one documented option
    files: Annotated[list[str], typer.Argument(metavar="FILES", help="Text files and folders of text files.")],
    vocab_size: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="Entries of the vocabulary: 256 bytes, special tokens and merges together, and with --base characters "
            "these.",
        ),
    ],
    output: OutputFolderOption,
    pretokenizer: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|REGEX", help="How text is cut into pieces: a name such as cl100k, or an expression. [gpt2]"
        ),
    ] = None,
    special_token: Annotated[
        list[str] | None, typer.Option(metavar="T", help="A token that is never learned or cut; may be repeated.")
    ] = None,
    min_frequency: Annotated[
        int | None, typer.Option(metavar="N", help="Stop when the best pair occurs less often. [2]")
    ] = None,
    max_token_length: Annotated[
        int | None, typer.Option(metavar="N", help="The longest token that may be made, in bytes. [no limit]")
    ] = None,
    tie_break: Annotated[
        TieBreak | None, typer.Option(help="Of equal counts: the smaller ids (hf) or the greater bytes. [hf]")
    ] = None,
    byte_order: Annotated[
        ByteOrder | None, typer.Option(help="Ids 0-255 in GPT-2's order or by byte value. [gpt2]")
    ] = None,
    base: Annotated[
        Base | None,
        typer.Option(help="Merge bytes, or the characters of the text, with bytes for the rare ones. [bytes]"),
    ] = None,
    character_coverage: Annotated[
        float | None,
        typer.Option(metavar="SHARE", help="The share of the text that --base characters has characters for. [0.9995]"),
    ] = None,
    specials: Annotated[SpecialsPlace | None, typer.Option(help="Where special tokens stand. [end]")] = None,
    preset: Annotated[
        Preset | None,
        typer.Option(help="The rules of the Stanford CS336 assignment, for a size and special tokens of yours."),
    ] = None,
    threads: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Threads that count. [all processors]")
    ] = None,
    memory_text: Annotated[
        str | None,
        typer.Option(
            "--memory",
            metavar="SIZE",
            help="Memory that the run may take, such as 2G or 500M; pieces that do not fit are counted on disk, in "
            "the folder for temporary files (TMPDIR). The result is the same. [half of the computer's]",
        ),
    ] = None,
    formats: FormatOption = "huggingface",
    progress: Annotated[
        ProgressMode | None, typer.Option(help="Progress as JSON, one event a line, on standard error.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Learn a vocabulary from text and save it.

    While pairs are merged, Ctrl-C keeps what was learned and saves it; a second Ctrl-C ends at once.
    """
    saving = Saving(output, formats_named(formats))
    choices = {
        "pretokenizer": pretokenizer,
        "min_frequency": min_frequency,
        "max_token_length": max_token_length,
        "tie_break": tie_break and tie_break.value,
        "byte_order": byte_order and byte_order.value,
        "base": base and base.value,
        "character_coverage": character_coverage,
        "specials": specials and specials.value,
    }
    recipe = _recipe(preset, vocab_size, tuple(special_token or ()), choices)
    saving.check_before_training(recipe)
    display = display_for(progress)
    for text in recipe.notes:
        display.note(text)
    allowed = None if memory_text is None else bytes_named(memory_text)
    result, report, seconds = _train_and_save(
        lambda running: train_tokenizer(files, recipe, monitor=running, threads=threads, memory=allowed),
        saving,
        display,
    )
    times = {**result.seconds, "saving": seconds}
    if as_json:
        facts = training_facts(result, times, memory.peak()) | saving.facts(report)
        print(json.dumps(facts))
    else:
        lines = [*training_lines(result, times, memory.peak()), *saving.lines(report), *corpus_notes(result)]
        print("\n".join(lines))


def _recipe(preset: Preset | None, vocab_size: int, special_tokens: tuple[str, ...], choices: dict[str, Any]) -> Recipe:
    """The recipe of the options. Raises RecipeError, also for an option that contradicts the preset."""
    given = {name: value for name, value in choices.items() if value is not None}
    if preset is None:
        return Recipe(vocab_size=vocab_size, special_tokens=special_tokens, **given)
    recipe = Recipe.cs336(vocab_size=vocab_size, special_tokens=special_tokens)
    for name, value in given.items():
        fixed = getattr(recipe, name)
        if value != fixed:
            option = f"--{name.replace('_', '-')} {value}"
            rule = f"contradicts --preset {preset.value}, which has {'no limit' if fixed is None else fixed} there"
            raise RecipeError(option, rule, "Leave out one of the two")
    return recipe


def _train_and_save(
    train_with: Callable[[Monitor], TrainingResult], saving: Saving, display: ProgressDisplay
) -> tuple[TrainingResult, SaveReport, float]:
    """Run both under one display. The third value is the time that saving took."""
    monitor = Monitor()
    with display.shown(), Interrupts(monitor) as interrupts:
        result = run_watched(
            train_with,
            monitor=monitor,
            display=display,
            interrupts=interrupts,
        )
        began = time.perf_counter()
        report = run_watched(
            lambda running: saving.save(result.tokenizer, running),
            # A stopped Monitor would stop the saving of what was learned as well.
            monitor=Monitor() if interrupts.pressed else monitor,
            display=display,
            interrupts=interrupts,
        )
    return result, report, time.perf_counter() - began
