"""`vocabsmith train`: a corpus to a saved tokenizer."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Annotated

import typer

from vocabsmith import memory
from vocabsmith.commands import corpus_options as corpus
from vocabsmith.commands import recipe_options as recipes
from vocabsmith.commands import token_options as tokens
from vocabsmith.commands.options import FormatOption, JsonOption, OutputFolderOption, formats_named
from vocabsmith.commands.progress import ProgressDisplay, ProgressMode, display_for
from vocabsmith.commands.run_option import (
    CorpusGiven,
    RecipeGiven,
    RunOption,
    Work,
    check_same_files,
    kept_run,
    recipe_for,
    run_of,
)
from vocabsmith.commands.saving import Saving
from vocabsmith.commands.summary import corpus_notes, training_facts, training_lines
from vocabsmith.commands.watching import Interrupts, run_watched
from vocabsmith_engine import Monitor, Stopped, TrainingResult
from vocabsmith_engine.formats import SaveReport
from vocabsmith_engine.memory_budget import bytes_named

EXAMPLES = """\b
Examples:
  vocabsmith train corpus/ --vocab-size 32000 --special-token "<|endoftext|>" --output out
  vocabsmith train a.txt b.txt --vocab-size 8000 --pretokenizer cl100k --format huggingface,tiktoken --output out
  vocabsmith train notes.jsonl.gz books/ --weight books/=2 --held-out 0.01 --vocab-size 32000 --output out
  vocabsmith train corpus.txt --vocab-size 10000 --preset cs336 --output out
  vocabsmith train corpus/ --vocab-size 32000 --run kept --output out    and once it was cut off:
  vocabsmith train --run kept --output out
"""


def train(  # each parameter is one documented option
    *,
    files: corpus.FilesArgument = None,
    vocab_size: recipes.VocabSizeOption = None,
    output: OutputFolderOption,
    run: RunOption = None,
    files_from: corpus.FilesFromOption = None,
    names: corpus.NamesOption = None,
    weight: corpus.WeightOption = None,
    kind: corpus.KindOption = None,
    encoding: corpus.EncodingOption = None,
    field: corpus.FieldOption = None,
    skip_bad: corpus.SkipBadOption = False,
    document_unit: recipes.DocumentUnitOption = None,
    line_ends: recipes.LineEndsOption = None,
    invalid_bytes: recipes.InvalidBytesOption = None,
    normalization: recipes.NormalizationOption = None,
    held_out: recipes.HeldOutOption = None,
    pretokenizer: recipes.PretokenizerOption = None,
    special_token: recipes.SpecialTokenOption = None,
    reserve: recipes.ReserveOption = 0,
    pad_to_multiple: recipes.PadToMultipleOption = None,
    role: tokens.RoleOption = None,
    chat_template: tokens.ChatTemplateOption = None,
    min_frequency: recipes.MinFrequencyOption = None,
    max_token_length: recipes.MaxTokenLengthOption = None,
    tie_break: recipes.TieBreakOption = None,
    byte_order: recipes.ByteOrderOption = None,
    base: recipes.BaseOption = None,
    character_coverage: recipes.CharacterCoverageOption = None,
    specials: recipes.SpecialsOption = None,
    preset: recipes.PresetOption = None,
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

    While pairs are merged, Ctrl-C keeps what was learned and saves it; with --run it leaves the run, at any time, to be
    gone on with. A second Ctrl-C ends at once.
    """
    choices = {
        "pretokenizer": pretokenizer,
        "min_frequency": min_frequency,
        "max_token_length": max_token_length,
        "tie_break": tie_break,
        "byte_order": byte_order,
        "base": base,
        "character_coverage": character_coverage,
        "specials": specials,
        "normalization": normalization,
        "held_out": held_out,
        "document_unit": document_unit,
        "line_ends": line_ends,
        "invalid_bytes": invalid_bytes,
    }
    kept = kept_run(run)
    given = RecipeGiven(preset, vocab_size, tuple(special_token or ()), choices, reserve, pad_to_multiple)
    recipe = recipe_for(kept, given)
    sources = corpus.sources_named(files or [], files_from, weight or [], kind=kind, encoding=encoding, field=field)
    text = CorpusGiven(tuple(sources), None if names is None else tuple(names), skip_bad)
    if kept:
        check_same_files(kept, text, says_how=bool(kind or encoding or field))
    allowed = None if memory_text is None else bytes_named(memory_text)
    saving = Saving(output, formats_named(formats), tokens.TokenUses.of(role or [], chat_template))
    saving.check_before_training(recipe)
    display = display_for(progress)
    for note in recipe.notes:
        display.note(note)
    with run_of(text, recipe, run, kept, output=output, threads=threads, memory=allowed) as work:

        def learn(monitor: Monitor) -> TrainingResult:
            result = work.result(monitor)
            return result.padded(pad_to_multiple) if pad_to_multiple else result

        result, report, seconds = _train_and_save(learn, saving, display, work)
        times = {**result.seconds, "saving": seconds}
        work.finish(sum(times.values()), memory.peak())
    facts = {} if run is None else {"run": str(run)}
    _print_result(result, times, saving, report, facts=facts, as_json=as_json)


def _print_result(
    result: TrainingResult,
    times: dict[str, float],
    saving: Saving,
    report: SaveReport,
    *,
    facts: dict[str, str],
    as_json: bool,
) -> None:
    if as_json:
        print(json.dumps(training_facts(result, times, memory.peak()) | saving.facts(report) | facts))
    else:
        lines = [*training_lines(result, times, memory.peak()), *saving.lines(report), *corpus_notes(result)]
        print("\n".join(lines))


def _train_and_save(
    train_with: Callable[[Monitor], TrainingResult],
    saving: Saving,
    display: ProgressDisplay,
    work: Work,
) -> tuple[TrainingResult, SaveReport, float]:
    """Run both under one display. The third value is the time that saving took."""
    monitor = Monitor()
    with display.shown(), Interrupts(monitor, work.suspend) as interrupts:
        result = run_watched(
            train_with,
            monitor=monitor,
            display=display,
            interrupts=interrupts,
        )
        interrupts.only_stop()
        began = time.perf_counter()
        try:
            report = run_watched(
                lambda running: saving.save(result.tokenizer, running),
                # A stopped Monitor would stop the saving of what was learned as well.
                monitor=Monitor() if interrupts.pressed else monitor,
                display=display,
                interrupts=interrupts,
            )
        except Stopped as stopped:
            raise work.stopped or stopped from None
    return result, report, time.perf_counter() - began
