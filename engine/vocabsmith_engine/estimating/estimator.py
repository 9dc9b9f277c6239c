"""Estimates of runs over one corpus after another, of which what does not depend on the change is kept."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from vocabsmith_engine.corpus import Source, SourceLike, expand, unreadable
from vocabsmith_engine.corpus.disk_files import STANDARD_INPUT
from vocabsmith_engine.counting import window_and_counters
from vocabsmith_engine.errors import CorpusError
from vocabsmith_engine.estimating.estimate import Estimate
from vocabsmith_engine.estimating.memory_needs import Tables, counting_memory, merging_memory
from vocabsmith_engine.estimating.merging_trial import MergingModel
from vocabsmith_engine.estimating.places import SizedFile
from vocabsmith_engine.estimating.trial import Trial, try_out
from vocabsmith_engine.memory_budget import MemoryBudget
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.recipe import Recipe

_REACH: Final = 64_000  # entries of a vocabulary: a trial for so many tells of all smaller ones
_MOST_KEPT: Final = 8


def estimate(
    sources: SourceLike | Iterable[SourceLike],
    recipe: Recipe,
    *,
    threads: int | None = None,
    memory: int | None = None,
    checked_bytes: int = 0,
    monitor: Monitor | None = None,
) -> Estimate:
    """What a run will take. Arguments, result and errors as of `Estimator.estimate`."""
    return Estimator().estimate(
        sources, recipe, threads=threads, memory=memory, checked_bytes=checked_bytes, monitor=monitor
    )


class Estimator:
    """Estimates again and again, as a form and a corpus change. To be used by one thread at a time."""

    def __init__(self) -> None:
        self._trials: dict[Hashable, Trial] = {}

    def estimate(
        self,
        sources: SourceLike | Iterable[SourceLike],
        recipe: Recipe,
        *,
        threads: int | None = None,
        memory: int | None = None,
        checked_bytes: int = 0,
        monitor: Monitor | None = None,
    ) -> Estimate:
        """What a run will take, after a trial of about a second on parts of the corpus.

        Args:
            sources: files and folders, as for `count_pieces`.
            recipe: the settings of the run.
            threads: how many will count, by default one for each processor.
            memory: bytes that the run may take, as for `count_pieces`.
            checked_bytes: bytes of text that will be encoded and decoded after the run, at most.
            monitor: its stop ends the trial at once.

        A trial is kept, and made anew only when a file or a setting changes that it depends on: the size of the
        vocabulary is none of them up to some 65,000. There is no estimate, but an error that says why, for a file that
        cannot be read (BadFile, BadFiles), for standard input, which can be read only once, for what holds no text, and
        for an expression that is too slow to be tried (CorpusError); for settings that no run can have (RecipeError,
        TokenizerError). Raises Stopped.
        """
        monitor = monitor or Monitor()
        files = _sized(sources, monitor)
        size = sum(file.bytes for file in files)
        if not size:
            raise CorpusError("the corpus", "holds no text: 0 bytes", "Add a file with text")
        window, counters = window_and_counters(recipe, threads, size)
        run = _Run(recipe, size, len(files), window, counters, memory, checked_bytes)
        run.check_memory()
        return run.estimate(self._trial(files, recipe, run.counters, monitor, checked=checked_bytes > 0))

    def _trial(
        self, files: Sequence[SizedFile], recipe: Recipe, counters: int, monitor: Monitor, *, checked: bool
    ) -> Trial:
        """One that was made earlier, if there is one."""
        tried = replace(recipe, vocab_size=max(recipe.vocab_size, _REACH))
        key = (tuple(files), tried, counters, checked)
        trial = self._trials.pop(key, None) or try_out(files, tried, counters, monitor, checked=checked)
        self._trials[key] = trial
        while len(self._trials) > _MOST_KEPT:
            del self._trials[next(iter(self._trials))]
        return trial


@dataclass(frozen=True, slots=True)
class _Run:
    """The run that is estimated."""

    recipe: Recipe
    bytes: int
    files: int
    window: int
    counters: int
    memory: int | None
    checked_bytes: int

    def estimate(self, trial: Trial) -> Estimate:
        """After what a trial has shown."""
        counting = trial.counting
        row = counting.distinct_bytes.at(self.bytes) + counting.distinct.at(self.bytes)
        model = MergingModel(trial.half, trial.whole, row, counting.distinct.at(self.bytes) / counting.distinct.value)
        merges = model.merges(max(self.recipe.max_merges - trial.characters, 0))
        text = counting.text_bytes * self.bytes / counting.bytes
        checked = min(self.checked_bytes, text)
        return Estimate(
            counting_seconds=trial.per_file * self.files + counting.seconds(self.bytes, self.counters),
            merging_seconds=model.seconds_after(merges),
            measuring_seconds=_product(trial.measuring, (merges, trial.held_out_distinct.at(self.bytes))),
            checking_seconds=_product(trial.checking, (merges, checked)),
            memory=self._most_memory(trial, row, merges),
            corpus_bytes=self.bytes,
            measured_bytes=min(counting.bytes, self.bytes),
            merges=merges,
            merging_course=model.course(merges),
        )

    def check_memory(self) -> None:
        """Raises RecipeError for less than a run can work with."""
        self._budget()

    def _budget(self) -> MemoryBudget:
        tables = 2 if self.recipe.held_out else 1
        windows = counting_memory(0, self.window, self.counters, processes=False)
        return MemoryBudget.of(
            self.memory, counters=self.counters, windows=int(windows), processes=not self._native, tables=tables
        )

    @property
    def _native(self) -> bool:
        return Pretokenizer.of(self.recipe.pretokenizer).native

    def _most_memory(self, trial: Trial, row: float, merges: int) -> int:
        sides = [
            Tables(distinct, trial.counting.arena, self.bytes, self.counters)
            for distinct in (trial.counting.distinct, trial.held_out_distinct)
        ]
        budget = self._budget()
        tables = min(sum(side.most() for side in sides), 2 * budget.tables)
        counting = counting_memory(tables, self.window, self.counters, processes=not self._native)
        kept = min(sum(side.last() for side in sides), budget.tables)
        most = max(counting, kept + merging_memory(row, merges, self.recipe.vocab_size))
        return int(min(most, budget.limit or most))


def _product(rates: tuple[float, float], numbers: tuple[float, float]) -> float:
    return rates[0] * numbers[0] + rates[1] * numbers[1] if any(rates) else 0.0


def _sized(sources: SourceLike | Iterable[SourceLike], monitor: Monitor) -> list[SizedFile]:
    """The files with their sizes. Files are taken as they come: to look for repeated ones takes as long as a trial."""
    items = [sources] if isinstance(sources, SourceLike) else list(sources)
    files: list[SizedFile] = []
    for item in items:
        source = item if isinstance(item, Source) else Source(Path(item))
        monitor.raise_if_stopped()
        if source.path == STANDARD_INPUT:
            raise CorpusError("standard input", "can be read only once", "Save it to a file for an estimate")
        for file in expand(source) if os.path.isdir(source.path) else (source,):  # noqa: PTH112 (raises nothing)
            files.append(_sized_file(file))
    return files


def _sized_file(source: Source) -> SizedFile:
    try:
        status = source.path.stat()
    except OSError as error:
        raise unreadable(source.path, error) from None
    return SizedFile(source, status.st_size, status.st_mtime_ns)
