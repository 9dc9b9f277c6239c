"""A trial of merging: the pieces of the counting trial are merged, and the clock looks on."""

from __future__ import annotations

import math
import time
from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vocabsmith_engine._native import PieceCounts
from vocabsmith_engine.counting import CorpusCounts
from vocabsmith_engine.estimating.growth import Growth
from vocabsmith_engine.estimating.watched import watched
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.training import train_from_counts
from vocabsmith_engine.training_result import StopReason, TrainingResult

_MOST_SECONDS: Final = 0.4
_LAST_PART: Final = 0.7
# Laying pieces out and early merges grow as the pieces do, late merges hardly.
_SLOWEST_GROWTH: Final = 0.5
_FASTEST_GROWTH: Final = 1.0


@dataclass(frozen=True, slots=True)
class Course:
    """How far merging was after how many seconds.

    Attributes:
        row: bytes of the distinct pieces, and one behind each: what is merged.
        merges: rising, from 0: how many were made …
        seconds: … after so long.
        ran_out: whether it ended for want of pairs.
    """

    row: int
    merges: tuple[int, ...]
    seconds: tuple[float, ...]
    ran_out: bool

    def seconds_for(self, merges: int) -> float:
        """For so many merges; those past the last take less and less, as pairs are rarer by Zipf's law: as 1 / rank."""
        if merges <= self.merges[-1]:
            return float(np.interp(merges, self.merges, self.seconds))
        if not self.merges[-1]:
            return self.seconds[-1]
        begin = min(bisect_left(self.merges, self.merges[-1] * _LAST_PART), len(self.merges) - 2)
        made = self.merges[-1]
        per_merge = (self.seconds[-1] - self.seconds[begin]) / (made - self.merges[begin])
        return self.seconds[-1] + per_merge * made * math.log(merges / made)


def merging_course(counts: PieceCounts, recipe: Recipe, monitor: Monitor) -> tuple[Course, TrainingResult]:
    """Merge these pieces, for some tenths of a second at most. Raises what `train_from_counts` raises, and Stopped."""
    points = [(0, 0.0)]
    began = time.perf_counter()

    def look(inner: Monitor) -> None:
        merges, now = inner.progress().merges, time.perf_counter() - began
        if merges > points[-1][0]:
            points.append((merges, now))
        elif merges == 0:
            points[0] = (0, now)  # the pieces are laid out, and their pairs counted

    corpus = CorpusCounts(counts, 0, counts.total_bytes, ())
    recipe = replace(recipe, held_out=0.0)
    result = watched(lambda inner: train_from_counts(corpus, recipe, inner), monitor, _MOST_SECONDS, look)
    merges, seconds = zip(*points, strict=True)
    ran_out = result.stop_reason in (StopReason.BELOW_MIN_FREQUENCY, StopReason.NO_PAIRS)
    return Course(counts.distinct_bytes + len(counts), merges, seconds, ran_out), result


class MergingModel:
    """How long merging all pieces of a corpus takes, after what merging a half and the whole of a trial took."""

    def __init__(self, half: Course, whole: Course, row: float, pieces_grow: float) -> None:
        """`row`: bytes of the distinct pieces of the corpus, and one behind each; `pieces_grow`: times as many."""
        self._half = half
        self._whole = whole
        self._row = row
        self._most_merges = whole.merges[-1] * max(pieces_grow, 1.0) if whole.ran_out else None

    def merges(self, asked: int) -> int:
        """How many of the merges asked for there will be."""
        return asked if self._most_merges is None else min(asked, int(self._most_merges))

    def seconds_after(self, merges: int) -> float:
        """When so many merges will have been made."""
        half = (self._half.row, self._half.seconds_for(merges))
        whole = (self._whole.row, self._whole.seconds_for(merges))
        growth = Growth.between(half, whole, 0.0, 2.0)
        if growth.exponent > _FASTEST_GROWTH:  # the machine was busy with the whole
            growth = Growth(*half, _FASTEST_GROWTH)
        elif growth.exponent < _SLOWEST_GROWTH:  # … with the half
            growth = Growth(*whole, (_SLOWEST_GROWTH + _FASTEST_GROWTH) / 2)
        return growth.at(self._row)

    def course(self, merges: int) -> tuple[tuple[int, float], ...]:
        """How the time of so many merges goes by, see Estimate."""
        marks = sorted({0, merges, *(merges * part // 64 for part in (1, 2, 4, 8, 16, 24, 32, 48))})
        seconds = np.maximum.accumulate([self.seconds_after(mark) for mark in marks])
        return tuple(zip(marks, (seconds / max(seconds[-1], 1e-9)).tolist(), strict=True))
