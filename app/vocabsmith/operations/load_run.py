"""A finished run from the disk, and the tokenizers of its smaller sizes."""

from __future__ import annotations

from vocabsmith_engine import Monitor, Tokenizer, TrainingResult
from vocabsmith_engine.runs import RunStore


def load_run(*, store: RunStore, run_id: str, monitor: Monitor) -> TrainingResult:
    """What a finished run has learned. Raises RunError for one that is damaged or not finished, Stopped."""
    monitor.raise_if_stopped()
    result = store.result(run_id)
    monitor.raise_if_stopped()
    return result


def load_learned(*, store: RunStore, run_id: str, monitor: Monitor) -> TrainingResult:
    """What a run that was cut off while merging has learned so far. Raises RunError if that is nothing, Stopped."""
    monitor.raise_if_stopped()
    result = store.learned(run_id)
    monitor.raise_if_stopped()
    return result


def smaller_tokenizer(*, result: TrainingResult, vocab_size: int, monitor: Monitor) -> Tokenizer:
    """The tokenizer of a run at a smaller size. Raises TokenizerError for a size that it has not passed, Stopped."""
    monitor.raise_if_stopped()
    return result.truncated(vocab_size).tokenizer
