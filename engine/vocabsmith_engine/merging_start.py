"""What is known of a run when everything is counted: all that its result needs besides the merges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vocabsmith_engine.base_characters import Base
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.training_result import CorpusSummary, StopReason, TrainingResult

if TYPE_CHECKING:
    from vocabsmith_engine._native import UInt32Array, UInt64Array


@dataclass(frozen=True, slots=True)
class MergingStart:
    """Where merging begins.

    Attributes:
        corpus: the corpus in numbers.
        counted_bytes: bytes that are learned from, repeats and weights counted.
        base: what learning begins with.
        notes: what a user should know before.
        reading: seconds that counting took.
    """

    corpus: CorpusSummary
    counted_bytes: int
    base: Base
    notes: tuple[str, ...]
    reading: float

    def result(
        self,
        recipe: Recipe,
        *,
        merge_ids: UInt32Array,
        merge_counts: UInt64Array,
        tokens_left: UInt64Array,
        stop_reason: StopReason,
        seconds: Mapping[str, float],
    ) -> TrainingResult:
        """The result of these merges; `seconds` are those of the stages after counting."""
        return TrainingResult(
            recipe=recipe,
            merge_ids=merge_ids,
            merge_counts=merge_counts,
            tokens_left=tokens_left,
            initial_tokens=self.base.tokens,
            characters=self.base.characters,
            counted_bytes=self.counted_bytes,
            stop_reason=stop_reason,
            corpus=self.corpus,
            seconds={"reading": self.reading, **seconds},
            notes=self.notes,
        )
