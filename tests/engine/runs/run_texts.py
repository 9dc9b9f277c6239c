"""Texts that runs are made of, and results that are compared in every field."""

from __future__ import annotations

import dataclasses
import random
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np

from vocabsmith_engine import HeldOut, Monitor, Recipe, Stopped, TrainingResult
from vocabsmith_engine.runs import LiveRun, RunStore

CATS = "the cat sat on the mat, the dog ate the cat\n" * 20
RECIPE = Recipe(vocab_size=270, special_tokens=("<|end|>",))
LONG = Recipe(vocab_size=200_000, min_frequency=1)


def random_words(path: Path, lines: int = 20_000) -> Path:
    """A text that takes a moment to merge: about 100,000 merges of words made up of few letters."""
    chance = random.Random(7)
    words = ["".join(chance.choices("abcdeé", k=14)) for _ in range(lines)]
    path.write_text("\n".join(" ".join(chance.choices(words, k=8)) for _ in range(lines)), "utf-8")
    return path


def fields_that_differ(result: TrainingResult, other: TrainingResult) -> list[str]:
    """The names of all fields, compared exactly."""
    names = [field.name for field in dataclasses.fields(TrainingResult)]
    return [name for name in names if not _are_equal(getattr(result, name), getattr(other, name))]


def _are_equal(value: object, other: object) -> bool:
    if isinstance(value, np.ndarray):
        return isinstance(other, np.ndarray) and value.dtype == other.dtype and np.array_equal(value, other)
    if isinstance(value, HeldOut):
        return isinstance(other, HeldOut) and all(
            _are_equal(getattr(value, field.name), getattr(other, field.name)) for field in dataclasses.fields(HeldOut)
        )
    if hasattr(value, "skipped"):  # errors are equal to themselves only
        shown = [[str(bad) for bad in each.skipped] for each in (value, other)]  # type: ignore[attr-defined]
        value, other = (dataclasses.replace(each, skipped=()) for each in (value, other))  # type: ignore[type-var]
        return shown[0] == shown[1] and value == other
    return value == other


def suspended_at(store: RunStore, text: Path | Sequence[Path], recipe: Recipe, merges: int) -> str:
    """The id of a run that was suspended once it had so many merges; begun anew if it was too fast to be caught."""
    for _ in range(10):
        with store.begin("words", text, recipe) as run, suppress(Stopped):
            train_until(run, merges, suspend=True)
        if run.info.interrupted:
            break
        store.delete(run.info.id)
    return run.info.id


def train_until(run: LiveRun, merges: int, *, suspend: bool) -> TrainingResult:
    """Train, and suspend or only stop the run once it has learned so many merges. Raises what `train` does."""
    monitor = Monitor()

    def stop_when_there() -> None:
        give_up = time.monotonic() + 60
        while monitor.progress().merges < merges and time.monotonic() < give_up:
            time.sleep(0.0005)
        if suspend:
            run.suspend()
        monitor.stop()

    watcher = threading.Thread(target=stop_when_there)
    watcher.start()
    try:
        return run.train(monitor)
    finally:
        watcher.join()
