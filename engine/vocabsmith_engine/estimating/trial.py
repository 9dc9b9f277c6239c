"""The trial of a whole run: parts of the corpus are counted, merged, measured and encoded, and the clock looks on."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from vocabsmith_engine import _native
from vocabsmith_engine.corpus import BadFile, expand
from vocabsmith_engine.corpus.first_look import bad_among
from vocabsmith_engine.estimating.counting_trial import CountedTrial, CountingRates, count_trial
from vocabsmith_engine.estimating.growth import Growth
from vocabsmith_engine.estimating.merging_trial import Course, merging_course
from vocabsmith_engine.estimating.places import SizedFile, evenly
from vocabsmith_engine.held_out import HeldOutCounts
from vocabsmith_engine.held_out_measure import measure
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.training_result import TrainingResult

_FILES_LOOKED_AT: Final = 32
_ENCODED_AT_ONCE: Final = 2**19


@dataclass(frozen=True, slots=True)
class Trial:
    """What a trial has shown, in numbers.

    Attributes:
        per_file: seconds to find a file and to look at its beginning, before anything is read.
        counting: how counting goes.
        held_out_distinct: how the distinct pieces that are held out grow.
        half, whole: how merging the pieces of the first half went, and of all of the trial.
        characters: those that merging began with; 0 if with bytes.
        measuring: seconds for each merge, to make an encoder of them, and for each distinct piece that is held out.
        checking: seconds for each merge, to make a tokenizer of them, and for each byte of text that is encoded and
            decoded.
    """

    per_file: float
    counting: CountingRates
    held_out_distinct: Growth
    half: Course
    whole: Course
    characters: int
    measuring: tuple[float, float]
    checking: tuple[float, float]


def try_out(files: Sequence[SizedFile], recipe: Recipe, threads: int, monitor: Monitor, *, checked: bool) -> Trial:
    """Try a run with this recipe on parts of `files`; `checked`: with a look at how fast text is encoded and decoded.

    Raises what a run raises, CorpusError for an expression that is too slow to be tried, and Stopped.
    """
    per_file = _seconds_to_find(files, monitor)
    counted = count_trial(files, recipe, threads, monitor)
    share = counted.rates.bytes / max(sum(file.bytes for file in files), 1)
    least = max(round(recipe.min_frequency * share), min(recipe.min_frequency, 2))  # counts are as much smaller
    recipe = replace(recipe, min_frequency=least)
    half, _ = merging_course(counted.half, recipe, monitor)
    whole, result = merging_course(counted.whole, recipe, monitor)
    return Trial(
        per_file=per_file,
        counting=counted.rates,
        held_out_distinct=counted.held_out_distinct,
        half=half,
        whole=whole,
        characters=len(result.characters),
        measuring=_seconds_to_measure(counted, result, monitor),
        checking=_seconds_to_check(counted.text, result, monitor) if checked else (0.0, 0.0),
    )


def _seconds_to_find(files: Sequence[SizedFile], monitor: Monitor) -> float:
    """For each file. Raises BadFile for one of those looked at that cannot be used."""
    chosen = [files[number].source for number, _ in zip(evenly(len(files)), range(_FILES_LOOKED_AT), strict=False)]
    began = time.perf_counter()
    bad: list[BadFile] = []
    bad += bad_among(expand(chosen, skipped=bad), monitor)
    if bad:
        raise bad[0]
    return (time.perf_counter() - began) / len(chosen)


def _seconds_to_measure(counted: CountedTrial, result: TrainingResult, monitor: Monitor) -> tuple[float, float]:
    """For each merge, and for each distinct piece that is held out."""
    if counted.held_out is None:
        return 0.0, 0.0
    began = time.perf_counter()
    nothing = HeldOutCounts(_native.PieceCounts(), 0)
    measure(nothing, result.recipe, result.trained_tokens, result.merge_ids, monitor)
    made = time.perf_counter()
    measure(counted.held_out, result.recipe, result.trained_tokens, result.merge_ids, monitor)
    monitor.raise_if_stopped()
    ended = time.perf_counter()
    per_piece = max(ended - made - (made - began), 0.0) / max(len(counted.held_out.counts), 1)
    return (made - began) / max(len(result.merge_ids), 1), per_piece


def _seconds_to_check(text: bytes, result: TrainingResult, monitor: Monitor) -> tuple[float, float]:
    """For each merge, and for each byte of text."""
    began = time.perf_counter()
    tokenizer = result.tokenizer
    tokenizer.encode_bytes(b" ")
    made = time.perf_counter()
    for begin in range(0, len(text), _ENCODED_AT_ONCE):
        monitor.raise_if_stopped()
        tokenizer.decode_bytes(tokenizer.encode_bytes(text[begin : begin + _ENCODED_AT_ONCE]))
    return (made - began) / max(len(result.merge_ids), 1), (time.perf_counter() - made) / max(len(text), 1)
